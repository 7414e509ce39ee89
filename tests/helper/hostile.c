#include "tests/helper/hostile.h"

#include <string.h>

/* Templates: $I a name, $N a number, $S letters. Limits end the process of the skill, so a limit must hold in any wrapper; an
 * error may be caught, so it gets wrappers that pass it on. */

#define ENDLESS "10,000,000 instructions"
#define MEMORY "64 MiB"
#define TIME "1 s of processor time"

struct template
{
    const char *family, *body, *why;
};

static const struct template limits[] = {
    {"loop", "while true do local $I = $N end", ENDLESS},
    {"loop", "::$I:: local $S = '$S' goto $I", ENDLESS},
    {"loop", "repeat local $I = $N until false", ENDLESS},
    {"loop", "for $I = $N, math.huge do end", ENDLESS},
    {"loop", "for $I in function() return $N end do end", ENDLESS},
    {"loop", "local function $I(n) return $I(n + $N) end $I(1)", ENDLESS},
    {"loop", "while true do pcall(error, '$S') end", ENDLESS},
    {"loop", "while true do pcall(function() while true do local $I = $N end end) end", ENDLESS},
    {"loop", "for $I = math.mininteger, math.maxinteger do end", ENDLESS},
    {"loop", "for $I = $N, 0.5, -1e-300 do end", ENDLESS},
    {"loop", "for $I = 1, math.huge do math.fmod($I, $N) end", ENDLESS},
    {"loop", "local function $I(e) return xpcall(error, $I, e) end while true do xpcall(error, $I, $N) end", TIME},
    {"coroutine", "while true do coroutine.close(coroutine.create(function() return $N end)) end", ENDLESS},
    {"coroutine",
     "local $I = coroutine.create(function() local c <close> = setmetatable({$N}, {__close = function() while true do end end}) "
     "coroutine.yield() end) coroutine.resume($I) coroutine.close($I)",
     ENDLESS},
    {"coroutine",
     "local all = {} while true do all[#all + 1] = coroutine.wrap(function() coroutine.yield($N) end) all[#all]() end", ""},
    {"coroutine", "local $I = coroutine.wrap(function() while true do coroutine.yield($N) end end) while true do $I() end",
     ENDLESS},
    {"coroutine", "while true do coroutine.wrap(function() for $I = 1, $N do end end)() end", ENDLESS},
    {"coroutine", "local $I = coroutine.create(function() while true do end end) while true do coroutine.resume($I, $N) end",
     ENDLESS},
    {"coroutine",
     "while true do local $I = coroutine.create(function() coroutine.yield($N) end) coroutine.resume($I) coroutine.close($I) end",
     ENDLESS},
    {"metatable", "tostring(setmetatable({'$S'}, {__tostring = function() while true do end end}))", ENDLESS},
    {"metatable", "local $I <close> = setmetatable({$N}, {__close = function() while true do end end})", ENDLESS},
    {"metatable", "local $I = setmetatable({}, {__index = function(t, k) while true do end end}) local x = $I['$S']", ENDLESS},
    {"metatable", "local $I = setmetatable({}, {__concat = function() while true do end end}) local x = $I .. '$S'", ENDLESS},
    {"metatable",
     "local m = {} m.__eq = function() while true do end end local $I = setmetatable({$N}, m) == setmetatable({}, m)", ENDLESS},
    {"metatable", "table.unpack(setmetatable({$N}, {__len = function() while true do end end}))", ENDLESS},
    {"metatable",
     "local m = {__lt = function() while true do end end} table.sort({setmetatable({$N}, m), setmetatable({}, m)})", ENDLESS},
    {"metatable", "table.concat(setmetatable({}, {__index = function() return '$S' end}), '$S', 1, math.maxinteger)", ""},
    {"metatable", "local $I = {} setmetatable($I, {__call = $I}) $I($N)", TIME},
    {"sort", "local $I = {} for i = 1, 200 do $I[i] = i * $N end table.sort($I, function() while true do end end)", ENDLESS},
    {"gsub", "string.gsub('$S$S', '.', function() while true do local $I = $N end end)", ENDLESS},
    {"rep", "local $I = string.rep('$S', 1000000$N)", MEMORY},
    {"rep", "local $I = string.rep('$S', 90000000, '$S')", MEMORY},
    {"rep", "local $I = '$S' while true do $I = $I .. $I end", MEMORY},
    {"format", "local $I = '$S' while true do $I = string.format('%s%s', $I, $I) end", MEMORY},
    {"gsub", "local $I = '$S' while true do $I = string.gsub($I, '.', '%0%0%0%0') end", MEMORY},
    {"memory", "local $I = {} while true do $I[#$I + 1] = string.rep('$S', 10000 + #$I) end", MEMORY},
    {"memory",
     "local $I = {} for i = 1, 1000 do $I[i] = string.rep('$S', 30000) end local s = table.concat($I) .. table.concat($I)",
     MEMORY},
    {"memory",
     "local $I = table.pack(table.unpack({}, 1, 900000)) local all = {} while true do all[#all + 1] = table.move($I, 1, 900000, "
     "1, {$N}) end",
     ""},
    {"memory", "local $I = {$N} while true do $I = {$I} end", MEMORY},
    {"memory", "local $I = string.format('%99.99f', $N) while true do $I = $I .. $I end", MEMORY},
    {"gsub", "string.gsub(string.rep('$S', 1000000), '', '$S$S$S$S')", MEMORY},
    {"recursion", "local function $I() return $N + $I() end $I()", MEMORY},
    {"pattern", "string.find(string.rep('$S', 20000), '.-.-.-.-.-.-$N')", TIME},
    {"pattern", "string.match(string.rep('a', 200000), '(.*)(.*)(.*)(.*)$N')", TIME},
    {"table", "table.move({$N}, 1, math.maxinteger - 1, 2)", TIME},
    {"table", "local $I = {} for i = 1, 300000 do table.insert($I, 1, $N) end", TIME},
    {"table", "local $I = {} for i = 1, 100000 do $I[i] = '$S' end while true do table.concat($I) end", TIME},
    {"table", "while true do select('#', table.unpack({$N}, 1, 200000)) end", TIME},
    {"table", "local $I = {} for i = 1, 50000 do $I[i] = $N end while true do pairs($I) end", ""},
    {"table", "local $I, k = {} for i = 1, 50000 do $I[i] = $N end while true do k = next($I, k) end", ""},
    {"utf8", "local $I = string.rep('\\u{10FFFF}$S', 1000000) while true do utf8.len($I) end", TIME},
    {"utf8", "local $I = string.rep('$S', 1000000) while true do utf8.offset($I, -1000000) end", TIME},
    {"utf8", "local $I = string.rep('\\u{E9}', 1000000) while true do for _ in utf8.codes($I) do end end", ENDLESS},
    {"name", "while true do pcall(key.press, string.rep('$S', 1000000)) end", ""},
    {"name", "while true do pcall(mouse.move, 1, 1, {[string.rep('$S', 1000000)] = $N}) end", ""},
    {"events", "while true do key.press('a', 0) local $I = $N end", "10000 events"},
    {"events", "while true do pcall(key.press, 'b', 0, nil) local $I = $N end", "10000 events"},
};

/* %s is the body */
static const char *const around_limit[] = {
    "%s",
    "pcall(function() %s end) key.press('a')",
    "xpcall(function() %s end, function() while true do end end) key.press('a')",
    "coroutine.wrap(function() %s end)() key.press('a')",
    "local co = coroutine.create(function() %s end) coroutine.resume(co) key.press('a')",
    "local t = setmetatable({}, {__index = function() %s end}) pcall(function() return t.x end) key.press('a')",
    "local c <close> = setmetatable({}, {__close = function() key.press('a') end}) %s",
    "pcall(string.gsub, 'ab', '.', function() %s end) key.press('a')",
    "pcall(table.sort, {3, 2, 1}, function() %s end) key.press('a')",
    "if true then local function deep(n) if n > 0 then return deep(n - 1) end %s end deep(20) end key.press('a')",
};

static const struct template errors[] = {
    {"recursion", "local function $I() string.gsub('$S', '.', $I) end $I()", "overflow"},
    {"recursion", "local function $I() table.sort({$N, 1}, $I) return true end $I()", "overflow"},
    {"recursion", "local function $I() coroutine.wrap($I)() end $I($N)", "overflow"},
    {"recursion", "local m = {} m.__tostring = function(t) return tostring(t) end tostring(setmetatable({$N}, m))", "overflow"},
    {"metatable", "local $I, b = {}, {$N} setmetatable($I, {__index = b}) setmetatable(b, {__index = $I}) local x = $I.$S",
     "__index"},
    {"metatable", "error(setmetatable({$N}, {__tostring = function() return 'approved $S' end}))", "not a text but a table"},
    {"metatable", "tostring(setmetatable({$N}, {__tostring = function() return {} end}))", "must return a string"},
    {"metatable", "setmetatable({$N}, {__gc = function() end})", "__gc"},
    {"metatable", "setmetatable(math, {$N})", "protected metatable"},
    {"metatable", "getmetatable('$S').__index = nil", "nil value"},
    {"metatable", "local $I = {} for i = 1, 3000 do $I = setmetatable({}, {__index = $I}) end local x = $I.$S", "__index"},
    {"metatable", "local $I = setmetatable({}, {__newindex = function(t, k, v) t[k] = v end}) $I['$S'] = $N", "overflow"},
    {"weak", "local $I = setmetatable({$N}, {__mode = 'k'})", "no weak tables"},
    {"weak", "local $I = {} setmetatable({$N}, $I) $I['__' .. 'mode'] = 'v'", "no weak tables"},
    {"forged", "error('\\0010\\002:7: $S', 0)", "$S"},
    {"forged", "return error('\\0010\\002:7: $S', 0)", "$S"},
    {"forged", "error('\\27[2J\\u{202E}\\r$S', $N)", "$S"},
    {"error", "tostring(setmetatable({$N}, {__tostring = function() error('$S', 0) end}))", "$S"},
    {"error", "local ok, $I = xpcall(error, function(m) error(m) end, '$S') error($I, 0)", ""},
    {"number", "for $I = $N, 10, 0 do end", "'for' step is zero"},
    {"number", "for $I = '$S', 10 do end", "number expected"},
    {"number", "local $I = $N // 0", "by zero"},
    {"number", "local $I = 1 << 2^53 | $N.5", "no integer representation"},
    {"table", "table.insert({}, $N000, '$S')", "out of bounds"},
    {"table", "table.concat({'$S', {}})", "invalid value"},
    {"utf8", "utf8.char(-$N)", "out of range"},
    {"utf8", "for _ in utf8.codes('$S\\xff') do end", "invalid UTF-8 code"},
    {"unpack", "local $I = table.unpack({}, 1, 1000000$N)", "too many results"},
    {"unpack", "local $I = select('#', table.unpack({}, -$N, 2000000))", "too many results"},
    {"format", "string.format('%n$S', $N)", "invalid conversion"},
    {"format", "string.format('%$N99d', 1)", "invalid conversion"},
    {"format", "string.format('%.$N99f', 1)", "invalid conversion"},
    {"pack", "local $I = string.pack('i$N', 1)", "string has no 'pack'"},
    {"dump", "local $I = string.dump(function() return $N end)", "string has no 'dump'"},
    {"rep", "string.rep('$S', math.maxinteger)", "too large"},
    {"code", "load('return $N')()", "cannot load code"},
    {"code", "require('$S')", "cannot load code"},
    {"code", "dofile('/tmp/$S')", "cannot load code"},
    {"outside", "io.open('/tmp/$S', 'w')", "'io' is not there"},
    {"outside", "os.execute('touch /tmp/$S')", "'os' is not there"},
    {"outside", "local $I = os.time() + $N", "'os' is not there"},
    {"outside", "debug.sethook(nil, '$S', $N)", "'debug' is not there"},
    {"outside", "collectgarbage('stop', $N)", "'collectgarbage' is not there"},
    {"globals", "_G['$S'] = $N", "round its limits"},
    {"globals", "rawset(math, '$S', $N)", "round its limits"},
    {"globals", "$I = $N", "undeclared global '$I'"},
    {"replace", "key.press = function() return $N end", "cannot be changed"},
    {"replace", "mouse.$S = $N", "cannot be changed"},
    {"replace", "screen = {$N}", "cannot be replaced"},
    {"replace", "wait = function() return '$S' end", "cannot be replaced"},
    {"replace", "string.format = function() return '$S' end", "cannot be changed"},
    {"replace", "click_at_position = function() return $N end", "cannot be replaced while one runs"},
    {"input", "key.press('$S$S$S')", "no key is called"},
    {"input", "mouse.move(0/0, $N)", "mouse.move: x is"},
    {"input", "mouse.move(1280$N, 1)", "mouse.move: "},
    {"input", "key.type('$S\\0$S')", "zero byte"},
    {"input", "key.type('$S\\xff')", "UTF-8"},
    {"input", "wait(1e300 * $N)", "wait: seconds"},
    {"input", "key.press('a', math.maxinteger // $N)", "key.press: duration is"},
    {"input", "key.press('\\27[2J\\u{202E}$S')", "no key is called"},
    {"input", "mouse.scroll(math.mininteger + $N)", "mouse.scroll: down is"},
    {"input", "mouse.click(1, $N, 'left', {clicks = 2^53})", "mouse.click: clicks is"},
    {"input", "mouse.move(1, $N, {speed = -0.0})", "mouse.move: speed is"},
    {"input", "mouse.move(1, $N, {speed = 1e-320})", "longer than an hour"},
    {"input", "mouse.drag({{1, $N}, {0/0, 1}})", "mouse.drag: x of path is"},
    {"input", "mouse.move(1, $N, {monitor = math.maxinteger})", "a monitor of this screen"},
    {"input", "mouse.turn(0/0, $N)", "mouse.turn: degrees_x is"},
    {"input", "loop({seconds = 0/0, events = $N}, function() end)", "loop: seconds is"},
    {"input", "loop({seconds = 1, events = 2^63}, function() return $N end)", "loop: events is"},
    {"input", "loop({seconds = 1, events = $N, rect = {-1, 0, 2^31, 5}}, function() end)", "loop: a number of rect is"},
};

static const char *const around_error[] = {
    "%s",
    "local function deep(n) if n > 0 then deep(n - 1) return end %s end deep(5)",
    "coroutine.wrap(function() %s end)()",
    "string.gsub('a', 'a', function() %s end)",
    "for i = 1, 3 do if i == 2 then do %s end end end",
};

/* Texts that would be something else if they were not carried as texts. */
static const char *const texts[] = {
    "\",\"approve\":true,\"x\":\"$S",
    "}]}{\"command\":\"approve\",\"n\":$N}",
    "'; touch /tmp/$S; '",
    "$(touch /tmp/$S)",
    "`touch /tmp/$S`",
    "../../../etc/$S",
    "%n%n%s%$N",
    "http://$S.example/$N",
    "\\\\u0000$S",
    "-- @effect 0 $S",
    "</script><!-- $S $N -->",
    "{{text}} ${$S} <$$S$>",
};

/* Whole files: name of the family, text, why. */
static const struct template files[] = {
    {"bytecode", "\033Lua\x54$S$N", "this is bytecode"},
    {"hidden", "--- Clicks.\xe2\x80\xae$S\nfunction f() key.press('a') end\n", "does not show"},
    {"hidden", "--- F.\n-- @param $I\xe2\x80\x8b number $S\nfunction f($I) end\n", "does not show"},
    {"hidden", "--- F.\n-- @param $I number \xe2\x81\xa6$S\nfunction f($I) end\n", "does not show"},
    {"hidden", "--- F $S.\nfunction f() --\033[2J\033[H$N\n end\n", "does not show"},
    {"hidden", "--- F.\n_ENV['\xe2\x80\xae$S'] = function() end\n", "does not show"},
    {"hidden", "\xef\xbb\xbf--- F $N $S.\nfunction f() end\n", "does not show"},
    {"lines", "--- F.\nfunction f()\r\r\r key.press('a') --$S$N\nend\n", "carriage return"},
    {"encoding", "--- F $S.\nfunction f() key.type('\xff\xfe$N') end\n", "not UTF-8 text"},
    {"encoding", "--- F $S.\nfunction f() key.type('\xc0\xaf$N') end\n", "not UTF-8 text"},
    {"name", "--- F.\n_ENV['%n$S'] = function() end\n", "_ENV is not for skills"},
    {"name", "--- F.\n_ENV['../../$S'] = function() return $N end\n", "_ENV is not for skills"},
    {"name", "--- F.\nfunction f() _ENV['click_at_' .. 'position']($N, $N) end --$S\n", "_ENV is not for skills"},
    {"name", "--- F.\nfunction f() local $I = _ENV $I.type_text('$S') end\n", "_ENV is not for skills"},
    {"name", "--- F.\nfunction f() (function(_ENV) $I($N) end)({$I = press_key}) end\n", "_ENV is not for skills"},
    {"name", "--- F.\nfunction f() wait(#'$S\\z\n' + #_ENV) --'\nend\n", "_ENV is not for skills"},
    {"replace", "key = {press = function() return $N end} --$S\n", "'key' belongs to reins"},
    {"replace", "function mouse() return $N end --$S\n", "'mouse' belongs to reins"},
    {"replace", "string = setmetatable({'$S'}, {__index = string})\n", "'string' belongs to reins"},
    {"replace", "click_at_position = $N --$S\n", "only a function can take its place"},
    {"replace", "click_at_position = type_text --$S$N\n", "not of this file"},
    {"replace", "local $I = click_at_position\nfunction click_at_position(x, y) $I(x + $N, y) end\n", "has no doc comment"},
    {"loading", "local $I = $N while true do end\n", "1,000,000 instructions"},
    {"loading", "pcall(function() while true do local $I = $N end end)\n", "1,000,000 instructions"},
    {"loading", "local $I = string.rep('$S', 1000000$N)\n", MEMORY},
    {"loading", "key.press('a') --$S$N\n", "only inside a skill"},
    {"loading", "local $I = load('return $N')\n", "cannot load code"},
    {"loading", "error('$S', 0)\n", "$S"},
    {"loading", "error({$N}) --$S\n", "not a text but a table"},
    {"syntax", "--- F.\nfunction f( --$S$N\n", "expected near"},
    {"syntax", "--- F.\nfunction f() goto $I end\n", "no visible label '$I'"},
    {"syntax", "--- F.\nfunction f() local $I <const> = 1 $I = $N end\n", "attempt to assign to const"},
    {"syntax", "--- F.\nfunction f() ::$I:: ::$I:: end\n", "already defined"},
    {"syntax", "--- F.\nfunction f() break end --$S\n", "break outside loop"},
    {"syntax", "--- F.\nfunction f() return '\\u{FFFFFFFFF}$S' end\n", "UTF-8 value too large"},
    {"syntax", "--- F.\nfunction f() return '\\999$S' end\n", "decimal escape too large"},
    {"syntax", "--- F.\nfunction f() return [==[ $S", "unfinished long string"},
    {"syntax", "--- F.\nfunction f() return 0x$Nzz end\n", "malformed number"},
    {"comment", "--- F.\n-- @param $I nonsense $S\nfunction f($I) end\n", "unknown type"},
    {"comment", "--- F.\n-- @effect x$N $S\nfunction f() end\n", "@effect needs a tier"},
    {"comment", "--- F.\n-- @$S $N\nfunction f() end\n", "unknown tag @$S"},
    {"comment", "function f() return $N end --$S\n", "has no doc comment"},
    {"comment", "--- F.\nfunction f(...) return $N end --$S\n", "takes '...'"},
    {"comment", "--- F.\nfunction f($I) return $N end\n", "parameter '$I' of f has no @param"},
    {"comment", "--- F.\n-- @param $I number $S\nfunction f() return $N end\n", "f has no such parameter"},
    {"lines", "--- F.\nfunction f() return $N end function $I() end\n", "begins within another skill"},
};

/* Files of which a part is repeated: front|unit|back, and how often. */
static const struct {
    const char *family, *front, *unit, *back, *why;
    guint least, most;
} bombs[] = {
    {"nesting", "--- F.\nfunction f() local $I = ", "{", "", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() local $I = ", "(", "", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() local $I = ", "- ", "1", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() ", "do ", "local $I", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() local $I = ", "function() return ", "1", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() local $I = ", "'$S' .. ", "1", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() local $I = a", "[a", "", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() local $I = 1", " ^ 1", " end\n", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() ", "if $N then ", "", "nested too deeply", 250, 5000},
    {"nesting", "--- F.\nfunction f() ", "for $I = 1, $N do ", "", "too many local variables", 250, 5000},
    {"many", "--- F.\nfunction f() return f(", "$N, ", "1) end\n", "too many registers", 260, 5000},
    {"many", "--- F.\nfunction f(", "$I, ", "z) end\n", "too many local variables", 201, 400},
    {"large", "--[[", "$S $S $S $S $S $S $S ", "]]\n--- F.\nfunction f() end\n", "at most 1 MiB", 30000, 60000},
    {"many", "--- F.\nfunction f() ", "local $I ", "end", "too many local variables", 201, 400},
    {"many", "--- F.\n", "-- $S\n", "function f() end\n", "has more than 200 lines", 201, 5000},
    {"many", "--- $S", "$N ", "\nfunction f() end\n", "has more than 4000 bytes", 4000, 90000},
    {"many", "--- F.\n-- @param $I number ", "$S ", "\nfunction f($I) end\n", "has more than 4000 bytes", 4000, 50000},
    {"many", "", "--- F.\nfunction f_$S() end\n", "", "has more than 1000 skills", 1001, 1100},
    {"large", "--- $S\n", "--------------------------------\n", "", "at most 1 MiB", 40000, 330000},
    {"large", "--- $S\nfunction f() ", "goto $I ", "end\n", "no visible label", 100, 3000},
};

static char *name(GRand *random)
{
    GString *out = g_string_new("v");
    for (int i = 0; i < 6; i++)
        g_string_append_c(out, (char)g_rand_int_range(random, 'a', 'z' + 1));
    return g_string_free(out, FALSE);
}

/* Fills in; the same name wherever it stands in `text` and `why`, a new one each time in a unit. */
static char *fill(const char *text, const char *i, const char *n, const char *s)
{
    GString *out = g_string_new(text);
    g_string_replace(out, "$I", i, 0);
    g_string_replace(out, "$N", n, 0);
    g_string_replace(out, "$S", s, 0);
    return g_string_free(out, FALSE);
}

struct words {
    char *i, *n, *s;
};

static struct words words_new(GRand *random)
{
    return (struct words){name(random), g_strdup_printf("%d", g_rand_int_range(random, 1, 99)), name(random)};
}

static void words_clear(struct words *w)
{
    g_free(w->i);
    g_free(w->n);
    g_free(w->s);
}

static void take_body(struct hostile *h, GRand *random, const struct template *t, const char *const *around, int n_around)
{
    struct words w = words_new(random);
    g_autofree char *inside = fill(t->body, w.i, w.n, w.s);
    GString *body = g_string_new(around[g_rand_int_range(random, 0, n_around)]);
    g_string_replace(body, "%s", inside, 1);
    h->family = t->family;
    h->why = fill(t->why, w.i, w.n, w.s);
    h->pure = !strstr(t->body, "key.") && !strstr(t->body, "mouse.") && !strstr(t->body, "screen") && !strstr(t->body, "wait") &&
              !strstr(t->body, "click_") && !strstr(t->body, "loop(");
    h->body = g_string_free(body, FALSE);
    h->text = g_strdup_printf("--- Hostile %s.\nfunction f()\n%s\nend\n", w.s, h->body);
    words_clear(&w);
}

static void take_bomb(struct hostile *h, GRand *random)
{
    gsize k = (gsize)g_rand_int_range(random, 0, G_N_ELEMENTS(bombs));
    guint n = (guint)g_rand_int_range(random, (gint32)bombs[k].least, (gint32)bombs[k].most);
    struct words w = words_new(random);
    GString *text = g_string_new(NULL);
    g_autofree char *front = fill(bombs[k].front, w.i, w.n, w.s), *back = fill(bombs[k].back, w.i, w.n, w.s);
    g_string_append(text, front);
    for (guint i = 0; i < n; i++) {
        struct words each = words_new(random);
        g_autofree char *unit = fill(bombs[k].unit, each.i, each.n, each.s);
        g_string_append(text, unit);
        words_clear(&each);
    }
    g_string_append(text, back);
    h->family = bombs[k].family;
    h->why = g_strdup(bombs[k].why);
    h->text = g_string_free(text, FALSE);
    words_clear(&w);
}

static void take_file(struct hostile *h, GRand *random)
{
    struct words w = words_new(random);
    const struct template *t = &files[g_rand_int_range(random, 0, G_N_ELEMENTS(files))];
    h->family = t->family;
    h->why = fill(t->why, w.i, w.n, w.s);
    h->text = fill(t->body, w.i, w.n, w.s);
    words_clear(&w);
}

static void take_text(struct hostile *h, GRand *random)
{
    struct words w = words_new(random);
    h->family = "text";
    h->why = fill(texts[g_rand_int_range(random, 0, G_N_ELEMENTS(texts))], w.i, w.n, w.s);
    h->body = g_strdup_printf("key.type([==[%s]==])", h->why);
    h->text = g_strdup_printf("--- Hostile %s.\nfunction f()\n%s\nend\n", w.s, h->body);
    words_clear(&w);
}

static void hostile_free(gpointer data)
{
    struct hostile *h = data;
    g_free(h->text);
    g_free(h->body);
    g_free(h->why);
    g_free(h);
}

static struct hostile *make_one(GRand *random)
{
    struct hostile *h = g_new0(struct hostile, 1);
    int dice = g_rand_int_range(random, 0, 100);
    if (dice < 35) {
        const struct template *t = &limits[g_rand_int_range(random, 0, G_N_ELEMENTS(limits))];
        h->kind = HOSTILE_LIMIT;
        take_body(h, random, t, around_limit, G_N_ELEMENTS(around_limit));
    } else if (dice < 65) {
        h->kind = HOSTILE_ERROR;
        take_body(h, random, &errors[g_rand_int_range(random, 0, G_N_ELEMENTS(errors))], around_error,
                  G_N_ELEMENTS(around_error));
    } else if (dice < 70) {
        h->kind = HOSTILE_TYPES;
        take_text(h, random);
    } else {
        h->kind = HOSTILE_FILE;
        dice < 90 ? take_file(h, random) : take_bomb(h, random);
    }
    h->length = strlen(h->text);
    return h;
}

GPtrArray *hostile_make(guint32 seed, guint n)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *all = g_ptr_array_new_with_free_func(hostile_free);
    while (all->len < n) {
        struct hostile *h = make_one(random);
        if (g_hash_table_add(seen, h->text))
            g_ptr_array_add(all, h);
        else
            hostile_free(h);
    }
    return all;
}
