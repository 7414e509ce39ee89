/* Hostile skills, each in a real worker: stopped for the right reason and within its limits, and nothing of it fires. */

#include "skills/dryrun/dryrun.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#define SECONDS_MAX 3 /* of processor time; the limit is 1 s */
#define MEMORY "64 MiB"
#define ENDLESS "10,000,000 instructions"
#define TIME "1 s of processor time"
#define EVENTS "10000 events"

struct hostile {
    const char *name;
    const char *body; /* of function f() */
    enum skills_error code;
    const char *why; /* part of the message */
    bool soak;       /* a second of work, and another row ends by the same clock: only in `make soak` */
};

static const struct hostile table[] = {
    /* endless loops, and what tries to catch the limit */
    {"while", "while true do end", SKILLS_ERROR_LIMIT, ENDLESS},
    {"goto", "::again:: goto again", SKILLS_ERROR_LIMIT, ENDLESS},
    {"repeat", "repeat until false", SKILLS_ERROR_LIMIT, ENDLESS},
    {"for", "for i = 1, math.huge do end", SKILLS_ERROR_LIMIT, ENDLESS},
    {"pcall", "pcall(function() while true do end end) key.press('a')", SKILLS_ERROR_LIMIT, ENDLESS},
    {"pcall loop", "while true do pcall(function() while true do end end) end", SKILLS_ERROR_LIMIT, ENDLESS},
    {"xpcall handler", "xpcall(function() while true do end end, function() while true do end end) key.press('a')",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"handler loops", "xpcall(error, function() while true do end end) key.press('a')", SKILLS_ERROR_LIMIT, ENDLESS},
    {"nested pcall", "local function g(n) if n == 0 then while true do end end pcall(g, n - 1) g(n) end g(50)",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"close", "local c <close> = setmetatable({}, {__close = function() while true do end end})", SKILLS_ERROR_LIMIT, ENDLESS},
    {"close after limit", "local c <close> = setmetatable({}, {__close = function() key.press('a') end}) while true do end",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"coroutine", "coroutine.wrap(function() while true do end end)() key.press('a')", SKILLS_ERROR_LIMIT, ENDLESS},
    {"coroutine resume", "local c = coroutine.create(function() while true do end end) coroutine.resume(c) key.press('a')",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"many coroutines", "while true do coroutine.wrap(function() for i = 1, 900 do end end)() end", SKILLS_ERROR_LIMIT, ENDLESS},
    {"nested coroutines", "local function g() coroutine.wrap(g)() end g()", SKILLS_ERROR_RUNTIME, "overflow"},
    {"coroutine ping-pong", "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"tail calls", "local function g() return g() end g()", SKILLS_ERROR_LIMIT, ENDLESS},
    {"mutual", "local a, b function a() return b() end function b() return a() end a()", SKILLS_ERROR_LIMIT, ENDLESS},
    {"iterator", "for _ in function() return 1 end do end", SKILLS_ERROR_LIMIT, ENDLESS},
    /* metatables */
    {"index loop", "local t = {} setmetatable(t, {__index = function(_, k) return t[k + 1] end}) local x = t[1]",
     SKILLS_ERROR_RUNTIME, "overflow"},
    {"index cycle", "local a, b = {}, {} setmetatable(a, {__index = b}) setmetatable(b, {__index = a}) local x = a.x",
     SKILLS_ERROR_RUNTIME, "__index"},
    {"newindex cycle", "local a, b = {}, {} setmetatable(a, {__newindex = b}) setmetatable(b, {__newindex = a}) a.x = 1",
     SKILLS_ERROR_RUNTIME, "__newindex"},
    {"tostring loop", "local t = setmetatable({}, {__tostring = function() while true do end end}) tostring(t)",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"error object", "error(setmetatable({}, {__tostring = function() while true do end end}))", SKILLS_ERROR_RUNTIME,
     "not a text but a table"},
    {"error name", "error(setmetatable({}, {__name = 'reins', __tostring = function() return 'approved' end}))",
     SKILLS_ERROR_RUNTIME, "not a text but a table"},
    {"name", "tostring(setmetatable({}, {__name = string.rep('x', 1000000000)}))", SKILLS_ERROR_LIMIT, MEMORY},
    {"eq loop", "local m = {} m.__eq = function() while true do end end local x = setmetatable({}, m) == setmetatable({}, m)",
     SKILLS_ERROR_LIMIT, ENDLESS},
    {"lt sort", "local t = {} for i = 1, 200 do t[i] = i end table.sort(t, function() while true do end end)", SKILLS_ERROR_LIMIT,
     ENDLESS},
    {"len", "local t = setmetatable({}, {__len = function() return math.maxinteger end}) table.concat(t)", SKILLS_ERROR_RUNTIME,
     "invalid value"},
    {"unpack", "local t = setmetatable({}, {__len = function() return 1000000000 end}) table.unpack(t)", SKILLS_ERROR_RUNTIME,
     "too many"},
    {"finalizer", "setmetatable({}, {__gc = function() while true do end end})", SKILLS_ERROR_RUNTIME, "__gc"},
    {"pairs", "for k in pairs(setmetatable({}, {__pairs = function() return function() return 1 end end})) do end",
     SKILLS_ERROR_LIMIT, ENDLESS},
    /* memory */
    {"rep", "local s = string.rep('x', 1000000000)", SKILLS_ERROR_LIMIT, MEMORY},
    {"rep caught", "pcall(string.rep, 'x', 1000000000) key.press('a')", SKILLS_ERROR_LIMIT, MEMORY},
    {"rep doubling", "local s = 'x' while true do s = s .. s end", SKILLS_ERROR_LIMIT, MEMORY},
    {"rep overflow", "string.rep('xx', math.maxinteger)", SKILLS_ERROR_RUNTIME, "too large"},
    {"table bomb", "local t = {} for i = 1, 1e9 do t[i] = {} end", SKILLS_ERROR_LIMIT, MEMORY},
    {"table caught", "pcall(function() local t = {} while true do t = {t, {}, {}, {}, {}, {}, {}, {}} end end) key.press('a')",
     SKILLS_ERROR_LIMIT, MEMORY},
    {"string keys", "local t = {} for i = 1, 1e9 do t['k' .. i .. string.rep('y', 100)] = i end", SKILLS_ERROR_LIMIT, "", true},
    {"concat", "local t = {} for i = 1, 1000 do t[i] = string.rep('x', 50000) end local s = table.concat(t) .. table.concat(t)",
     SKILLS_ERROR_LIMIT, MEMORY},
    {"gsub growth", "local s = 'xxxxxxxxxx' for i = 1, 100 do s = string.gsub(s, 'x', 'xxxxxxxxxx') end", SKILLS_ERROR_LIMIT,
     MEMORY},
    {"closures", "local t = {} while true do t[#t + 1] = function() return t end end", SKILLS_ERROR_LIMIT, MEMORY},
    {"coroutine bomb", "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end", SKILLS_ERROR_LIMIT, ""},
    {"upvalue chain", "local f while true do local g = f f = function() return g, string.rep('a', 1000) end f() end",
     SKILLS_ERROR_LIMIT, ""},
    {"utf8 char",
     "local t = {} for i = 1, 250 do t[i] = 0x10ffff end local s = '' while true do s = s .. utf8.char(table.unpack(t)) end",
     SKILLS_ERROR_LIMIT, "", true},
    {"format growth", "local s = 'x' while true do s = string.format('%s%s', s, s) end", SKILLS_ERROR_LIMIT, MEMORY},
    /* C functions that do not come back: no hook fires there */
    {"find", "string.find(string.rep('a', 100000), '.-.-.-.-.-.-.-.-b')", SKILLS_ERROR_LIMIT, TIME, true},
    {"match", "string.match(string.rep('a', 200000), '(.*)(.*)(.*)(.*)b')", SKILLS_ERROR_LIMIT, TIME, true},
    {"gmatch", "for w in string.gmatch(string.rep('a', 100000), '.-.-.-.-b') do end", SKILLS_ERROR_LIMIT, TIME, true},
    {"gsub", "string.gsub(string.rep('a', 100000), '.-.-.-.-b', '')", SKILLS_ERROR_LIMIT, TIME, true},
    {"find caught", "pcall(string.find, string.rep('a', 100000), '.-.-.-.-.-b') key.press('a')", SKILLS_ERROR_LIMIT, TIME},
    {"balanced", "local s = string.rep('(', 300000) string.find(s, '%b()')", SKILLS_ERROR_LIMIT, TIME, true},
    {"move", "table.move({}, 1, math.maxinteger - 1, 2)", SKILLS_ERROR_LIMIT, TIME, true},
    {"insert", "local t = {} for i = 1, 300000 do table.insert(t, 1, i) end", SKILLS_ERROR_LIMIT, TIME, true},
    {"big reps", "for i = 1, 100000 do string.rep('x', 30000000) end", SKILLS_ERROR_LIMIT, TIME, true},
    {"reverse", "local s = string.rep('x', 20000000) while true do string.reverse(s) end", SKILLS_ERROR_LIMIT, "", true},
    {"utf8 len", "local s = string.rep('é', 5000000) while true do utf8.len(s) end", SKILLS_ERROR_LIMIT, "", true},
    /* recursion */
    {"recursion", "local function g() return 1 + g() end g()", SKILLS_ERROR_LIMIT, MEMORY},
    {"recursion caught", "local function g() pcall(g) g() end g()", SKILLS_ERROR_LIMIT, ""},
    {"pattern recursion", "string.find(string.rep('a', 1000000), string.rep('a?', 300000) .. 'b')", SKILLS_ERROR_RUNTIME,
     "pattern too complex"},
    {"gsub recursion", "local function g() string.gsub('a', 'a', g) end g()", SKILLS_ERROR_RUNTIME, "overflow"},
    {"sort recursion", "local function g() table.sort({2, 1}, g) return true end g()", SKILLS_ERROR_RUNTIME, "overflow"},
    /* formats and conversions */
    {"format width", "string.format('%99999d', 1)", SKILLS_ERROR_RUNTIME, "invalid conversion"},
    {"format n", "string.format('%n', 1)", SKILLS_ERROR_RUNTIME, "invalid conversion"},
    {"format missing", "string.format('%s')", SKILLS_ERROR_RUNTIME, "bad argument"},
    {"char", "utf8.char(0x7fffffffff)", SKILLS_ERROR_RUNTIME, "out of range"},
    /* ways out */
    {"string method", "local s = ('x'):rep(3)", SKILLS_ERROR_RUNTIME, "attempt to index a string value"},
    {"dump", "string.dump(function() end)", SKILLS_ERROR_RUNTIME, "string has no 'dump'"},
    {"io", "io.open('/etc/passwd')", SKILLS_ERROR_RUNTIME, "'io' is not there"},
    {"os", "os.execute('true')", SKILLS_ERROR_RUNTIME, "'os' is not there"},
    {"require", "require('os')", SKILLS_ERROR_RUNTIME, "cannot load code"},
    {"package", "package.loadlib('x', 'y')", SKILLS_ERROR_RUNTIME, "cannot load code"},
    {"load", "load('return 1')()", SKILLS_ERROR_RUNTIME, "cannot load code"},
    {"dofile", "dofile('/dev/stdin')", SKILLS_ERROR_RUNTIME, "cannot load code"},
    {"loadfile", "loadfile('/etc/passwd')", SKILLS_ERROR_RUNTIME, "cannot load code"},
    {"debug", "debug.sethook()", SKILLS_ERROR_RUNTIME, "'debug' is not there"},
    {"collectgarbage", "collectgarbage('stop')", SKILLS_ERROR_RUNTIME, "'collectgarbage' is not there"},
    {"rawset", "rawset(key, 'f', nil)", SKILLS_ERROR_RUNTIME, "round its limits"},
    {"global table", "local g = _G.f", SKILLS_ERROR_RUNTIME, "round its limits"},
    {"random seed", "math.randomseed(1)", SKILLS_ERROR_RUNTIME, "math has no 'randomseed'"},
    {"api metatable", "setmetatable(key, nil)", SKILLS_ERROR_RUNTIME, "protected metatable"},
    {"api walk", "for k, v in pairs(getmetatable(key)) do end", SKILLS_ERROR_RUNTIME, "table expected"},
    {"replace api", "key.press = function() end", SKILLS_ERROR_RUNTIME, "cannot be changed"},
    {"replace library", "string = nil", SKILLS_ERROR_RUNTIME, "cannot be replaced"},
    {"new global", "leak = 1", SKILLS_ERROR_RUNTIME, "undeclared global 'leak'"},
    {"undeclared", "kee.press('a')", SKILLS_ERROR_RUNTIME, "undeclared global 'kee'"},
    {"weak table", "setmetatable({}, {__mode = 'v'})", SKILLS_ERROR_RUNTIME, "no weak tables"},
    {"weak later", "local m = {} setmetatable({}, m) m['__' .. 'mode'] = 'k'", SKILLS_ERROR_RUNTIME, "no weak tables"},
    {"weak in a coroutine", "local m = {} coroutine.wrap(function() setmetatable({}, m) m.__mode = 'k' end)()",
     SKILLS_ERROR_RUNTIME, "no weak tables"},
    {"forged place", "error('\\0010\\002:7: base is broken', 0)", SKILLS_ERROR_RUNTIME, ".lua:3: "},
    {"forged place, tail call", "return error('\\0010\\002:7: base is broken', 0)", SKILLS_ERROR_RUNTIME, ".lua:3: "},
    {"forged away", "error('\\001-1\\002:7: at no place', 0)", SKILLS_ERROR_RUNTIME, ".lua:3: "},
    {"forged places", "error(string.rep('\\0010\\002:7: ', 100000), 0)", SKILLS_ERROR_RUNTIME, ".lua:3: "},
    {"tail call", "return key.press('nokey')", SKILLS_ERROR_RUNTIME, ".lua:3: key.press: no key"},
    {"string metatable", "getmetatable('').__index = nil", SKILLS_ERROR_RUNTIME, "nil value"},
    /* too much input */
    {"events", "for i = 1, 20000 do key.press('a', 0) end", SKILLS_ERROR_LIMIT, EVENTS},
    {"events caught", "while true do pcall(key.press, 'a', 0) end", SKILLS_ERROR_LIMIT, EVENTS},
    {"waits", "for i = 1, 30 do wait(3600) end", SKILLS_ERROR_RUNTIME, "at_ms"},
    {"long text", "key.type(string.rep('x', 1000000))", SKILLS_ERROR_LIMIT, "100000 characters"},
    {"texts", "for i = 1, 200 do key.type(string.rep('é', 999)) end", SKILLS_ERROR_LIMIT, "100000 characters"},
    {"moves", "for i = 1, 9999 do mouse.move(1000, 700) end", SKILLS_ERROR_LIMIT, "960 KiB"},
    {"keys", "key.combo(string.rep('a+', 500) .. 'a')", SKILLS_ERROR_RUNTIME, "16 keys"},
    /* numbers */
    {"huge wait", "wait(1e308)", SKILLS_ERROR_RUNTIME, "wait: seconds is 1e+308"},
    {"nan", "mouse.move(0/0, 1)", SKILLS_ERROR_RUNTIME, "mouse.move: x is"},
    {"infinite", "mouse.move(math.huge, 1)", SKILLS_ERROR_RUNTIME, "mouse.move: x is inf"},
    {"negative", "key.press('a', -1)", SKILLS_ERROR_RUNTIME, "key.press: duration is -1"},
    {"off screen", "mouse.move(1280, 1)", SKILLS_ERROR_RUNTIME, "off the screen, which is 1280x720"},
    {"far", "mouse.move(1e300, 1, {from = 'relative'})", SKILLS_ERROR_RUNTIME, "mouse.move: x is 1e+300"},
    {"no key", "key.press('nokey')", SKILLS_ERROR_RUNTIME, "no key is called \"nokey\""},
    {"mark", "screen.mark(2^53)", SKILLS_ERROR_RUNTIME, "screen.mark"},
    {"zero byte", "key.type('a\\0b')", SKILLS_ERROR_RUNTIME, "zero byte"},
    {"broken text", "key.type('\\xff')", SKILLS_ERROR_RUNTIME, "UTF-8"},
};

static bool is_reason(const struct hostile *h, const char *message)
{
#ifdef __SANITIZE_ADDRESS__ /* several times slower, most at coroutine switches and large copies: the second may be over first   \
                             */
    if (h->code == SKILLS_ERROR_LIMIT && strstr(message, TIME))
        return true;
#endif
    return strstr(message, h->why);
}

static int n_odd; /* rows that did not do as they should: all of them are wanted in one run */

static void G_GNUC_PRINTF(1, 2) odd(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    print_error("%.300s\n", text);
    n_odd++;
}

/* Processor time of all workers that have ended: a busy machine changes nothing in it. */
static double spent_s(void)
{
    struct rusage all;
    getrusage(RUSAGE_CHILDREN, &all);
    return (double)(all.ru_utime.tv_sec + all.ru_stime.tv_sec) + (double)(all.ru_utime.tv_usec + all.ru_stime.tv_usec) / 1e6;
}

static char *own_file(const char *name)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_mkdir_with_parents(folder, 0700);
    return g_build_filename(folder, name, NULL);
}

static void dryrun__each_hostile_skill__is_stopped_for_its_reason(void **state)
{
    (void)state;
    n_odd = 0;
    g_autofree char *path = own_file("hostile.lua");
    g_autoptr(screen) blank = screen_new(1280, 720);
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        const struct hostile *h = &table[i];
        if (h->soak && !g_getenv("REINS_SOAK"))
            continue;
        g_autoptr(GError) error = NULL;
        g_autofree char *source = g_strdup_printf("--- Hostile.\nfunction f()\n%s\nend\n", h->body);
        assert_true(g_file_set_contents(path, source, -1, NULL));
        g_autoptr(GPtrArray) problems = NULL;
        g_autoptr(skill_library) lib = skill_library_load(NULL, &problems, &error);
        if (!lib || problems->len || !skill_library_find(lib, "f"))
            fail_msg("%s: not loaded: %s", h->name, error ? error->message : problems->len ? (char *)problems->pdata[0] : "no f");
        g_autoptr(action) a = action_new("f");
        double start = spent_s();
        g_autoptr(timeline) t = dryrun(lib, a, blank, 1, 60000, &error);
        double seconds = spent_s() - start;
        if (t || !error) {
            odd("%s: gave a timeline of %u events", h->name, t ? t->events->len : 0);
            continue;
        }
        if (error->domain != SKILLS_ERROR || error->code != (int)h->code || !is_reason(h, error->message))
            odd("%s: wrong reason (code %d, %.1f s): %s", h->name, error->code, seconds, error->message);
        if (seconds > SECONDS_MAX)
            odd("%s: took %.1f s", h->name, seconds);
    }
    g_unlink(path);
    assert_int_equal(n_odd, 0);
}

/* A finding is made of the reason alone: of those that are stopped for the same one, the first will do where time counts. */
static bool is_sampled(gsize row)
{
    for (gsize i = 0; i < row; i++)
        if (g_str_equal(table[i].why, table[row].why) || table[row].soak)
            return g_getenv("REINS_SOAK") != NULL;
    return true;
}

static void check__each_hostile_skill__is_a_finding_at_its_line(void **state)
{
    (void)state;
    n_odd = 0;
    g_autofree char *path = g_build_filename(g_getenv("XDG_DATA_HOME"), "check.lua", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        const struct hostile *h = &table[i];
        if (g_str_equal(h->why, TIME) || !is_sampled(i))
            continue; /* of time: a second each; the next test has one */
        g_autoptr(GError) error = NULL;
        g_autofree char *source = g_strdup_printf("--- Hostile.\nfunction f()\n%s\nend\n", h->body);
        g_mkdir_with_parents(g_getenv("XDG_DATA_HOME"), 0700);
        assert_true(g_file_set_contents(path, source, -1, NULL));
        g_autoptr(GPtrArray) found = dryrun_check_file(path, NULL, &error);
        if (!found)
            fail_msg("%s: %s", h->name, error->message);
        bool hit = false;
        for (guint k = 0; k < found->len; k++) {
            const char *line = g_ptr_array_index(found, k);
            int number = g_str_has_prefix(line, path) ? (int)g_ascii_strtoll(line + strlen(path) + 1, NULL, 10) : 0;
            hit |= is_reason(h, line) && (number == 3 || number == 2);
        }
        if (!hit)
            odd("%s: %s", h->name, found->len ? (char *)found->pdata[0] : "no finding");
    }
    assert_int_equal(n_odd, 0);
}

/* All at once in one file: one that is stopped must not hide the others. */
static void check__many_hostile_functions__all_are_found(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(g_getenv("XDG_DATA_HOME"), "many.lua", NULL);
    g_autoptr(GString) source = g_string_new(NULL);
    for (int i = 0; i < 5; i++)
        g_string_append_printf(
            source,
            "--- Loop.\nfunction loop%d() while true do end end\n--- Bomb.\nfunction bomb%d() string.rep('x', 1e9) end\n"
            "--- Fine.\nfunction fine%d() wait(1) end\n",
            i, i, i);
    g_string_append(source, "--- Pattern.\nfunction pattern() string.find(string.rep('a', 100000), '.-.-.-.-.-b') end\n");
    g_string_append(source, "--- Last.\nfunction last() key.press('nokey') end\n");
    assert_true(g_file_set_contents(path, source->str, -1, NULL));
    g_autoptr(GPtrArray) found = dryrun_check_file(path, NULL, &error);
    assert_non_null(found);
    assert_int_equal(found->len, 12);
    assert_non_null(strstr(found->pdata[11], "nokey"));
    assert_non_null(strstr(found->pdata[10], TIME));
}

static void library__a_file_that_loops_when_loaded__is_left_out_by_name(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *loops = own_file("a_loops.lua"), *fine = own_file("b_fine.lua"), *broken = own_file("c_broken.lua");
    assert_true(g_file_set_contents(loops, "--- X.\nfunction x() end\nwhile true do end\n", -1, NULL));
    assert_true(g_file_set_contents(fine, "--- Y.\nfunction y() wait(1) end\n", -1, NULL));
    assert_true(g_file_set_contents(broken, "--- Z.\nfunction z( end\n", -1, NULL));
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) lib = skill_library_load(NULL, &problems, &error);
    assert_non_null(lib);
    assert_int_equal(problems->len, 2);
    assert_non_null(strstr(problems->pdata[0], "a_loops.lua:3:"));
    assert_non_null(strstr(problems->pdata[1], "c_broken.lua:2:"));
    assert_null(skill_library_find(lib, "x"));
    assert_null(skill_library_find(lib, "z"));
    assert_non_null(skill_library_find(lib, "y"));
    g_unlink(loops);
    g_unlink(fine);
    g_unlink(broken);
}

int main(void)
{
    assert_true(G_N_ELEMENTS(table) >= 60);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dryrun__each_hostile_skill__is_stopped_for_its_reason),
        cmocka_unit_test(check__each_hostile_skill__is_a_finding_at_its_line),
        cmocka_unit_test(check__many_hostile_functions__all_are_found),
        cmocka_unit_test(library__a_file_that_loops_when_loaded__is_left_out_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
