#include "skills/timeline/key.h"
#include "skills/lua/lua_api.h"

#include <lauxlib.h>
#include <string.h>

#define PRESS_MS 50
#define KEYS_MAX 16   /* of a combo */
#define CHORDS_MAX 64 /* of a sequence */
#define GAP_MS 50     /* between two combos of a sequence */

static void key_event(lua_State *L, const char *function, enum timeline_type type, const char *key, gint64 hold_ms,
                      gint64 advance_ms)
{
    api_emit(L, function, (struct timeline_event){.type = type, .key = key, .hold_ms = hold_ms}, advance_ms);
}

/* Down now and up after ms; or up later, while the next actions go on. */
static void key_down_up(lua_State *L, const char *function, const char *key, gint64 ms, bool wait)
{
    key_event(L, function, TIMELINE_KEY_DOWN, key, 0, wait ? ms : 0);
    if (wait)
        key_event(L, function, TIMELINE_KEY_UP, key, 0, 0);
    else
        api_emit_later(L, function, (struct timeline_event){.type = TIMELINE_KEY_UP, .key = key}, ms);
}

/* key.press(key [, duration | {duration =, wait =}]): down, wait, up. */
static int key_press(lua_State *L)
{
    const char *key = api_key_name(L, "key.press", 1);
    struct api_options o = api_options_read(L, "key.press", 2, API_DURATION | API_WAIT);
    key_down_up(L, "key.press", key, api_options_ms(&o, PRESS_MS), o.wait);
    return 0;
}

/* key.hold(key [, duration | {duration =, wait =}]): the timeline goes on; the hand lets go after `duration`, at key.release(),
 * or after the longest hold. With wait = true it ends before the next action begins. */
static int key_hold(lua_State *L)
{
    const char *key = api_key_name(L, "key.hold", 1);
    struct api_options o = api_options_read(L, "key.hold", 2, API_DURATION | API_WAIT);
    gint64 ms = api_hold_ms(L, "key.hold", &o);
    if ((o.given & API_WAIT) && o.wait)
        key_down_up(L, "key.hold", key, ms, true);
    else
        key_event(L, "key.hold", TIMELINE_KEY_DOWN, key, ms, 0);
    return 0;
}

static int key_release(lua_State *L)
{
    key_event(L, "key.release", TIMELINE_KEY_UP, api_key_name(L, "key.release", 1), 0, 0);
    return 0;
}

/* ---- several keys ---- */

struct chord {
    const char *keys[KEYS_MAX];
    int count;
};

static void chord_add(lua_State *L, const char *function, struct chord *c, int index)
{
    if (c->count == KEYS_MAX)
        sandbox_raise(L, g_strdup_printf("%s: more than %d keys", function, KEYS_MAX));
    c->keys[c->count++] = api_key_name(L, function, index);
}

/* The next key of "ctrl+shift+p" or "ctrl,c": a separator that stands where a name should begin is itself the key ("ctrl++"). */
static const char *next_name(const char **rest, gsize *ret_length, bool *ret_more)
{
    const char *p = *rest;
    while (*p == ' ')
        p++;
    const char *start = p;
    if (*p)
        p = g_utf8_next_char(p);
    while (*p && *p != '+' && *p != ',')
        p++;
    const char *end = p;
    while (end > start + 1 && end[-1] == ' ')
        end--;
    *ret_length = (gsize)(end - start);
    *ret_more = *p;
    *rest = *p ? p + 1 : p;
    return start;
}

static void chord_parse(lua_State *L, const char *function, struct chord *c, int index)
{
    const char *text = api_text(L, function, index, "keys", "key names joined by + such as \"ctrl+shift+p\"");
    if (strlen(text) > 1 && key_canonical(text, NULL)) { /* a name with a separator in it, U+20AC */
        chord_add(L, function, c, index);
        return;
    }
    const char *rest = text;
    bool more;
    do {
        gsize length;
        const char *name = next_name(&rest, &length, &more);
        lua_pushlstring(L, name, length);
        chord_add(L, function, c, -1);
        lua_pop(L, 1);
    } while (more); /* a separator at the end leaves an empty name, which is an error */
}

/* "Ctrl+C" is what people and models write for Ctrl and the key c; the keysym C would add Shift. */
static void chord_fold(struct chord *c)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
                                          "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"};
    bool modified = false;
    for (int i = 0; i < c->count; i++)
        modified |= key_is_modifier(c->keys[i]);
    for (int i = 0; i < c->count && modified; i++)
        if (g_ascii_isupper(c->keys[i][0]) && !c->keys[i][1])
            c->keys[i] = letters[c->keys[i][0] - 'A'];
}

/* The second press of a key that is down would be lost without a word. */
static void chord_check(lua_State *L, const char *function, const struct chord *c)
{
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < i; k++)
            if (g_str_equal(c->keys[k], c->keys[i]))
                sandbox_raise(L, g_strdup_printf("%s: the key %s is in it twice (one combo after the other: key.hotkey with a "
                                                 "space between, as in \"ctrl+k ctrl+s\")",
                                                 function, c->keys[i]));
}

/* Keys as arguments, as one list or as one text. */
static void chord_arguments(lua_State *L, const char *function, struct chord *c, int n)
{
    for (int i = 1; i <= n; i++) {
        if (lua_type(L, i) == LUA_TTABLE) {
            lua_Integer length = (lua_Integer)lua_rawlen(L, i);
            for (lua_Integer k = 1; k <= length; k++) {
                lua_rawgeti(L, i, k);
                chord_parse(L, function, c, -1);
                lua_pop(L, 1);
            }
        } else {
            chord_parse(L, function, c, i);
        }
    }
    if (!c->count)
        api_wrong(L, function, 1, "keys", "key names such as \"ctrl\", \"c\"");
}

/* A table without a list in it is options, as a number is the duration. How many arguments come before it. */
static int before_options(lua_State *L)
{
    int n = lua_gettop(L);
    int type = n > 1 ? lua_type(L, n) : LUA_TNONE;
    bool options = type == LUA_TNUMBER || type == LUA_TNIL || (type == LUA_TTABLE && lua_rawlen(L, n) == 0);
    return options ? n - 1 : n;
}

/* A key event of an action that waits stands at the clock's time; of one that does not, in_ms after it. */
static void put_key(lua_State *L, const char *function, const struct api_options *o, enum timeline_type type, const char *key,
                    gint64 in_ms)
{
    if (o->wait)
        key_event(L, function, type, key, 0, 0);
    else
        api_emit_later(L, function, (struct timeline_event){.type = type, .key = key}, in_ms);
}

/* Lets the time pass for an action that waits. */
static void pass(lua_State *L, const struct api_options *o, gint64 ms)
{
    if (o->wait)
        sandbox_of(L)->acts.clock_ms += ms;
}

static void chord_release(lua_State *L, const char *function, const struct chord *c, const struct api_options *o, gint64 in_ms)
{
    for (int i = 0; i < c->count; i++)
        put_key(L, function, o, TIMELINE_KEY_UP, c->keys[o->same_order ? i : c->count - 1 - i], in_ms);
}

/* All down at once, `ms` later up. */
static void chord_play(lua_State *L, const char *function, const struct chord *c, const struct api_options *o, gint64 in_ms,
                       gint64 ms)
{
    for (int i = 0; i < c->count; i++)
        put_key(L, function, o, TIMELINE_KEY_DOWN, c->keys[i], in_ms);
    pass(L, o, ms);
    chord_release(L, function, c, o, in_ms + ms);
}

/* key.combo(keys… [, duration | {duration =, order =, wait =}]): all down at once in the order given, wait, up in reverse order.
 */
static int key_combo(lua_State *L)
{
    struct chord c = {0};
    int n = before_options(L);
    struct api_options o = api_options_read(L, "key.combo", n + 1, API_DURATION | API_ORDER | API_WAIT);
    chord_arguments(L, "key.combo", &c, n);
    chord_fold(&c);
    chord_check(L, "key.combo", &c);
    chord_play(L, "key.combo", &c, &o, 0, api_options_ms(&o, PRESS_MS));
    return 0;
}

/* ---- sequences ---- */

struct sequence {
    struct chord chords[CHORDS_MAX];
    int count;
};

static bool is_joiner(char c)
{
    return c == '+' || c == ',';
}

/* Where the first combo of "ctrl+k ctrl+s" ends: at a space that does not stand beside a + that joins ("ctrl + k"). */
static gsize word_length(const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p != ' ' || p == text)
            continue;
        const char *next = p + strspn(p, " ");
        bool joined = is_joiner(p[-1]) && p - text >= 2 && !is_joiner(p[-2]) && p[-2] != ' ';
        bool joins = is_joiner(*next) && next[1 + strspn(next + 1, " ")] != '\0';
        if (!*next || (!joined && !joins))
            return (gsize)(p - text);
        p = next;
    }
    return strlen(text);
}

/* Is it a combo of keys that there are? */
static bool is_chord(const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    if (key_canonical(copy, NULL))
        return true;
    const char *rest = copy;
    bool more, known;
    do {
        gsize name_length;
        const char *start = next_name(&rest, &name_length, &more);
        g_autofree char *name = g_strndup(start, name_length);
        known = key_canonical(name, NULL) != NULL;
    } while (known && more);
    return known;
}

/* The combos of a text, one behind the other; a text of which not every word is one ("page down") is one combo. */
static void sequence_parse(lua_State *L, const char *function, struct sequence *s, int index)
{
    const char *text = api_text(L, function, index, "keys", "combos such as \"ctrl+k ctrl+s\"");
    int words = 0;
    bool all = true;
    index = lua_absindex(L, index);
    for (const char *p = text + strspn(text, " "); *p && all; p += strspn(p, " "), words++) {
        gsize length = word_length(p);
        all = is_chord(p, length);
        p += length;
    }
    bool split = all && words > 1;
    for (const char *p = text + (split ? strspn(text, " ") : 0);;) {
        if (s->count == CHORDS_MAX)
            sandbox_raise(L, g_strdup_printf("%s: more than %d combos", function, CHORDS_MAX));
        gsize length = split ? word_length(p) : strlen(p);
        lua_pushlstring(L, p, length);
        chord_parse(L, function, &s->chords[s->count++], -1);
        lua_pop(L, 1);
        p += length;
        p += strspn(p, " ");
        if (!*p)
            return;
    }
}

static void sequence_arguments(lua_State *L, const char *function, struct sequence *s, int n)
{
    for (int i = 1; i <= n; i++) {
        if (lua_type(L, i) != LUA_TTABLE) {
            sequence_parse(L, function, s, i);
            continue;
        }
        lua_Integer length = (lua_Integer)lua_rawlen(L, i);
        for (lua_Integer k = 1; k <= length; k++) {
            lua_rawgeti(L, i, k);
            sequence_parse(L, function, s, -1);
            lua_pop(L, 1);
        }
    }
    if (!s->count)
        api_wrong(L, function, 1, "keys", "key names such as \"ctrl\", \"k\", or combos such as \"ctrl+k ctrl+s\"");
}

/* One combo whose keys go down one after the other within that time. */
static void hotkey_single(lua_State *L, const struct chord *c, const struct api_options *o)
{
    gint64 ms = api_options_ms(o, (gint64)PRESS_MS * c->count);
    for (int i = 0; i < c->count; i++) {
        gint64 begin = ms * i / c->count, end = ms * (i + 1) / c->count;
        put_key(L, "key.hotkey", o, TIMELINE_KEY_DOWN, c->keys[i], begin);
        pass(L, o, end - begin);
    }
    chord_release(L, "key.hotkey", c, o, ms);
}

/* One combo after the other; the whole takes the duration. */
static void hotkey_sequence(lua_State *L, const struct sequence *s, const struct api_options *o)
{
    gint64 gap_ms = o->given & API_GAP ? o->gap_ms : GAP_MS, gaps_ms = gap_ms * (s->count - 1), in_ms = 0;
    gint64 ms = api_options_ms(o, gaps_ms + (gint64)PRESS_MS * s->count) - gaps_ms;
    if (ms < 0)
        sandbox_raise(L, g_strdup_printf("key.hotkey: %d combos with gaps of %g s do not fit into a duration of %g s", s->count,
                                         (double)gap_ms / 1000, (double)o->ms / 1000));
    for (int i = 0; i < s->count; i++) {
        gint64 hold_ms = ms * (i + 1) / s->count - ms * i / s->count;
        chord_play(L, "key.hotkey", &s->chords[i], o, in_ms, hold_ms);
        if (i < s->count - 1)
            pass(L, o, gap_ms);
        in_ms += hold_ms + gap_ms;
    }
}

/* Single keys, each another one: one combo, as of old. */
static bool is_one_chord(const struct sequence *s, struct chord *ret_chord)
{
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < i; k++)
            if (s->chords[k].keys[0] == s->chords[i].keys[0])
                return false;
        if (s->chords[i].count > 1 || i == KEYS_MAX)
            return false;
        ret_chord->keys[i] = s->chords[i].keys[0];
    }
    ret_chord->count = s->count;
    chord_fold(ret_chord);
    return true;
}

/* key.hotkey(keys… [, duration | {duration =, gap =, order =, wait =}]): single keys go down one after the other and up in
 * reverse order; combos ("ctrl+k ctrl+s", {"ctrl+k", "s"}), a key that comes twice, or keys with a gap are pressed and let go of
 * one by one. */
static int key_hotkey(lua_State *L)
{
    int n = before_options(L);
    struct api_options o = api_options_read(L, "key.hotkey", n + 1, API_DURATION | API_GAP | API_ORDER | API_WAIT);
    struct sequence *s = lua_newuserdatauv(L, sizeof *s, 0); /* an error frees it */
    memset(s, 0, sizeof *s);
    sequence_arguments(L, "key.hotkey", s, n);
    for (int i = 0; i < s->count; i++) {
        chord_fold(&s->chords[i]);
        chord_check(L, "key.hotkey", &s->chords[i]);
    }
    struct chord c = {0};
    bool spaced = n == 1 && lua_type(L, 1) != LUA_TTABLE && s->count > 1;
    if (s->count == 1)
        hotkey_single(L, &s->chords[0], &o);
    else if ((o.given & API_GAP) || spaced || !is_one_chord(s, &c))
        hotkey_sequence(L, s, &o);
    else {
        chord_check(L, "key.hotkey", &c);
        hotkey_single(L, &c, &o);
    }
    return 0;
}

/* What no key types is said before a person is asked; a clipboard takes it. */
static void check_typed(lua_State *L, const char *text)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        char code[8];
        if (c == '\n' || c == '\t' || c == '\r' || !g_unichar_iscntrl(c))
            continue;
        g_snprintf(code, sizeof code, "%04X", c);
        luaL_error(L, "key.type: text has the control character U+%s, which no key types (key.press takes a key by its name)",
                   code);
    }
}

/* key.type(text [, duration | {duration =, speed =}]): as fast as the program takes it, spread over that time, or at that many
 * characters a second. */
static int key_type(lua_State *L)
{
    const char *text = api_text(L, "key.type", 1, "text", "a text");
    struct api_options o = api_options_read(L, "key.type", 2, API_DURATION | API_SPEED);
    gint64 ms = api_options_ms(&o, 0);
    if (!*text)
        return 0;
    if (strlen(text) > (gsize)TIMELINE_TEXT_MAX * 4)
        sandbox_limit(L, "has more than 100000 characters to type");
    check_typed(L, text);
    if (o.speed > 0)
        ms = api_speed_ms(L, "key.type", (double)g_utf8_strlen(text, -1), o.speed);
    api_emit(L, "key.type", (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup(text), .duration_ms = ms}, ms);
    return 0;
}

/* key.paste(text): all at once through the clipboard, whose former content comes back. */
static int key_paste(lua_State *L)
{
    const char *text = api_text(L, "key.paste", 1, "text", "a text");
    if (!*text)
        return 0;
    if (strlen(text) > (gsize)TIMELINE_TEXT_MAX * 4)
        sandbox_limit(L, "has more than 100000 characters to paste");
    api_emit(L, "key.paste", (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup(text), .paste = true}, 0);
    return 0;
}

void api_open_key(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"press", key_press},   {"hold", key_hold}, {"release", key_release}, {"combo", key_combo},
        {"hotkey", key_hotkey}, {"type", key_type}, {"paste", key_paste},     {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
