#include "tui/term/reader.h"

#include "tui/term/key_code.h"

#include <string.h>

#define ESC '\033'
#define BEL '\a'
#define PASTE_END "\033[201~"
#define SEQUENCE_MAX 256 /* bytes that are kept of one */
#define ANSWERS_MAX 32   /* that nobody has asked for */
#define MOUSE_BYTES 3    /* after ESC [ M */

enum state {
    GROUND,
    ESCAPE,        /* ESC has come, and no time has passed: the key, or the beginning of a sequence */
    ESCAPED,       /* it has been told as the key, and the rest of a sequence may still come */
    LATE,          /* the key that comes next decides whether the one before was one */
    CONTROL,       /* ESC [ */
    CONTROL_LINUX, /* ESC [ [: one more */
    CONTROL_MOUSE, /* ESC [ M: three more */
    SINGLE,        /* ESC O: one more */
    STRING,        /* ESC P, ESC ], ESC _: to ESC \ or BEL */
    STRING_ESCAPE,
    PASTE,
};

struct definition {
    char *sequence; /* without the ESC */
    int key;
};

struct reader {
    enum state state;
    GString *text;      /* of the sequence, from behind the ESC */
    GString *character; /* the bytes of one that is not whole */
    gint64 escape_us;   /* when ESC came */
    gint64 last_us;     /* the last byte */
    gint64 begun_us;    /* what is unfinished */
    gsize matched;      /* of PASTE_END */
    guint mouse;        /* bytes still to come */
    bool way_out;       /* in a paste: nothing came for long before this ESC */
    bool in_string;     /* the key Esc has been told, and was perhaps the first half of a string's end */
    guint expected;     /* answers */
    gint64 asked_us, first_asked_us;
    bool answers;        /* it has answered at least once */
    GArray *definitions; /* struct definition */
    GQueue answered;     /* char* */
};

static void definition_clear(void *data)
{
    g_free(((struct definition *)data)->sequence);
}

reader *reader_new(void)
{
    reader *r = g_new0(reader, 1);
    r->text = g_string_new(NULL);
    r->character = g_string_new(NULL);
    r->definitions = g_array_new(FALSE, FALSE, sizeof(struct definition));
    g_array_set_clear_func(r->definitions, definition_clear);
    g_queue_init(&r->answered);
    return r;
}

void reader_free(reader *r)
{
    if (!r)
        return;
    g_string_free(r->text, TRUE);
    g_string_free(r->character, TRUE);
    g_array_unref(r->definitions);
    g_queue_clear_full(&r->answered, g_free);
    g_free(r);
}

void reader_reset(reader *r)
{
    r->state = GROUND;
    r->in_string = false;
    r->expected = 0;
    g_string_truncate(r->text, 0);
    g_string_truncate(r->character, 0);
    g_queue_clear_full(&r->answered, g_free);
}

void reader_define(reader *r, const char *sequence, int key)
{
    struct definition d = {.key = key};
    if (!sequence || sequence[0] != ESC || (sequence[1] != '[' && sequence[1] != 'O') || !sequence[2])
        return;
    d.sequence = g_strdup(sequence + 1);
    g_array_append_val(r->definitions, d);
}

/* ---- what is expected ---- */

void reader_expect(reader *r, gint64 now_us)
{
    r->expected = r->expected && now_us - r->asked_us < READER_EXPECT_US ? r->expected + 1 : 1;
    r->asked_us = now_us;
    r->first_asked_us = r->first_asked_us ? r->first_asked_us : now_us;
}

/* How long an ESC may still be the beginning of an answer. A terminal that never answered is not waited for. */
static gint64 escape_until(const reader *r)
{
    gint64 until = r->escape_us + READER_ESC_US, from = r->answers ? r->asked_us : r->first_asked_us;
    return r->expected ? MAX(until, from + READER_HOLD_US) : until;
}

static bool rest_may_come(const reader *r, gint64 now_us)
{
    return now_us - r->escape_us < READER_REST_US || (r->expected && now_us - r->asked_us < READER_EXPECT_US);
}

/* What the mouse does and where the focus goes is said, and answers nothing. */
static bool is_asked_for(const char *text)
{
    return text[0] != '[' || (text[1] != '<' && strlen(text) > 2);
}

static void answer(reader *r)
{
    if (is_asked_for(r->text->str)) {
        r->answers = true;
        bool last = g_str_has_prefix(r->text->str, "[?") && g_str_has_suffix(r->text->str, "c");
        r->expected = last ? 0 : r->expected - (r->expected > 0);
    }
    if (r->answered.length == ANSWERS_MAX)
        g_free(g_queue_pop_head(&r->answered));
    g_queue_push_tail(&r->answered, g_strdup(r->text->str));
}

char *reader_answer(reader *r)
{
    return g_queue_pop_head(&r->answered);
}

/* ---- sequences ---- */

static void tell(GArray *keys, int key)
{
    g_array_append_val(keys, key);
}

static void begin(reader *r, enum state state, gint64 now_us)
{
    r->state = state;
    r->begun_us = now_us;
    g_string_truncate(r->text, 0);
}

static void keep(reader *r, unsigned char c)
{
    if (r->text->len < SEQUENCE_MAX)
        g_string_append_c(r->text, (char)c);
}

/* The state that c begins after an ESC; GROUND = none. */
static enum state begun_by(unsigned char c)
{
    return c == '[' ? CONTROL : c == 'O' ? SINGLE : c == 'P' || c == ']' || c == '_' ? STRING : GROUND;
}

/* Whether a terminal goes on so with what it has begun: a string is not taken for one by its first byte alone, for its end could
 * be awaited for ever. */
static bool goes_on(char first, unsigned char c)
{
    switch (first) {
    case 'P':
        return c >= 0x20 && c <= 0x3f;
    case ']':
        return g_ascii_isdigit(c) || c == 'l' || c == 'L' || c == 'I';
    case '_':
        return c == 'G';
    default: /* [ */
        return g_ascii_isdigit(c) || (c && strchr("<=>?IOM", c));
    }
}

static int numbered_key(int number)
{
    static const struct {
        int number, key;
    } keys[] = {{1, K_HOME}, {3, K_DELETE}, {4, K_END}, {5, K_PAGE_UP}, {6, K_PAGE_DOWN}, {7, K_HOME}, {8, K_END}};
    static const int function[] = {11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (keys[i].number == number)
            return keys[i].key;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(function); i++) {
        if (function[i] == number)
            return K_F0 + 1 + (int)i;
    }
    return K_UNKNOWN;
}

/* What all terminals send, or nearly so: few are what TERM says, above all within tmux or over ssh. */
static int named_key(const char *text)
{
    static const struct {
        const char *text;
        int key;
    } keys[] = {{"A", K_UP},       {"B", K_DOWN},    {"C", K_RIGHT},   {"D", K_LEFT},    {"H", K_HOME},   {"F", K_END},
                {"Z", K_BACK_TAB}, {"M", K_ENTER},   {"P", K_F0 + 1},  {"Q", K_F0 + 2},  {"R", K_F0 + 3}, {"S", K_F0 + 4},
                {"[A", K_F0 + 1},  {"[B", K_F0 + 2}, {"[C", K_F0 + 3}, {"[D", K_F0 + 4}, {"[E", K_F0 + 5}};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (strcmp(keys[i].text, text) == 0)
            return keys[i].key;
    }
    gsize digits = strspn(text, "0123456789");
    return digits && strcmp(text + digits, "~") == 0 ? numbered_key((int)g_ascii_strtoll(text, NULL, 10)) : K_UNKNOWN;
}

/* A key with shift, alt or ctrl, as xterm, tmux and kitty send it: [1;5H, [3;5~, [27;5;13~, [97;5u. Never one without them, and
 * no character with shift alone: neither can be mistaken for a key that was typed. */
static int modified_key(const char *text)
{
    int n[3], count = 0;
    char *at = (char *)text + 1;
    for (; count < 3 && g_ascii_isdigit(*at); at += *at == ';') {
        guint64 number = g_ascii_strtoull(at, &at, 10);
        n[count++] = (int)MIN(number, 0x10ffff);
    }
    if (strlen(at) != 1 || count < 2 || n[1] < 2 || n[1] > 8)
        return K_UNKNOWN;
    int held = n[1] - 1, with = (held & 1 ? K_WITH_SHIFT : 0) | (held & 2 ? K_WITH_ALT : 0) | (held & 4 ? K_WITH_CTRL : 0);
    bool coded = (*at == '~' && count == 3 && n[0] == 27) || (*at == 'u' && count == 2);
    int code = count == 3 ? n[2] : n[0], key = K_UNKNOWN;
    if (coded && (code == K_TAB || code == K_ENTER || code == K_ESC))
        key = code;
    else if (coded && (code == 0x7f || code == '\b'))
        key = K_BACKSPACE;
    else if (coded && code > ' ' && code < 0x7f && with != K_WITH_SHIFT)
        key = code;
    else if (count == 2 && *at == '~')
        key = numbered_key(n[0]);
    else if (count == 2 && n[0] == 1 && strchr("ABCDHFPQS", *at)) /* R would be where the cursor is */
        key = named_key(at);
    return key == K_UNKNOWN ? K_UNKNOWN : key | with;
}

static int sequence_key(const reader *r)
{
    for (guint i = 0; i < r->definitions->len; i++) {
        const struct definition *d = &g_array_index(r->definitions, struct definition, i);
        if (strcmp(d->sequence, r->text->str) == 0)
            return d->key;
    }
    return strchr(r->text->str, ';') ? modified_key(r->text->str) : named_key(r->text->str + 1);
}

/* No key ends so: where a terminal says what it is and how it is, where its cursor or the mouse is, that it has the focus. */
static bool is_report(const char *text)
{
    char last = text[strlen(text) - 1];
    return strchr("<=>?", text[1]) || strchr("cntxIO", last) || (last == 'R' && strchr(text, ';')) ||
           (last == 'y' && strchr(text, '$'));
}

static void end_control(reader *r, gint64 now_us, GArray *keys)
{
    const char *text = r->text->str;
    r->state = GROUND;
    if (strcmp(text, "[200~") == 0) {
        begin(r, PASTE, now_us);
        r->matched = 0;
        tell(keys, K_PASTE);
    } else if (strcmp(text, "[201~") == 0) {
        return; /* the end of a paste that Esc has ended */
    } else if (r->text->len >= SEQUENCE_MAX) {
        tell(keys, K_UNKNOWN);
    } else if (is_report(text)) {
        answer(r);
    } else {
        tell(keys, sequence_key(r));
    }
}

/* False: c ends the sequence and is not of it. */
static bool take_control(reader *r, unsigned char c, gint64 now_us, GArray *keys)
{
    if (c < 0x20 || c >= 0x7f)
        return false;
    bool first = r->text->len == 1;
    keep(r, c);
    if (first && c == 'M') {
        r->state = CONTROL_MOUSE;
        r->mouse = MOUSE_BYTES;
    } else if (first && c == '[' && now_us - r->last_us < READER_ESC_US) { /* the first five F keys of Linux */
        r->state = CONTROL_LINUX;
    } else if (c >= 0x40) {
        end_control(r, now_us, keys);
    }
    return true;
}

static bool take_string(reader *r, unsigned char c, GArray *keys)
{
    if (c == BEL) {
        r->state = GROUND;
        answer(r);
        return true;
    }
    if (c < 0x20 || c == 0x7f)
        return false;
    if (r->text->len == 1 && !goes_on(r->text->str[0], c)) { /* a key with Alt, and one more */
        r->state = GROUND;
        tell(keys, K_UNKNOWN);
        return true;
    }
    keep(r, c);
    return true;
}

/* ---- characters ---- */

static int byte_key(unsigned char c)
{
    if (c == '\n')
        return K_ENTER;
    return c == 0x7f || c == K_CTRL('h') ? K_BACKSPACE : c;
}

/* UTF-8; what is none is dropped. */
static void take_character(reader *r, unsigned char c, GArray *keys)
{
    if (c < 0x80) {
        g_string_truncate(r->character, 0);
        if (c)
            tell(keys, byte_key(c));
        return;
    }
    if (c >= 0xc0)
        g_string_truncate(r->character, 0);
    g_string_append_c(r->character, (char)c);
    gunichar one = g_utf8_get_char_validated(r->character->str, (gssize)r->character->len);
    if (one == (gunichar)-2)
        return;
    if (one != (gunichar)-1)
        tell(keys, (int)one);
    g_string_truncate(r->character, 0);
}

/* ---- one byte ---- */

static void take_paste(reader *r, unsigned char c, gint64 now_us)
{
    r->matched = c == (unsigned char)PASTE_END[r->matched] ? r->matched + 1 : c == ESC;
    if (r->matched == 1) {
        r->way_out = now_us - r->last_us >= READER_QUIET_US;
        r->escape_us = now_us;
    }
    if (r->matched == strlen(PASTE_END))
        r->state = GROUND;
}

static void take_byte(reader *r, unsigned char c, gint64 now_us, GArray *keys);

static void escape(reader *r, enum state state, gint64 now_us)
{
    r->state = state;
    r->escape_us = now_us;
    g_string_truncate(r->character, 0);
}

/* After ESC at once: a sequence, or a key with Alt, which is Esc and that key. */
static void take_after_escape(reader *r, unsigned char c, gint64 now_us, GArray *keys)
{
    enum state next = begun_by(c);
    if (next == GROUND) {
        tell(keys, K_ESC);
        r->state = GROUND;
        take_byte(r, c, now_us, keys);
        return;
    }
    begin(r, next, now_us);
    keep(r, c);
}

/* After the key Esc. */
static void take_rest(reader *r, unsigned char c, gint64 now_us, GArray *keys)
{
    enum state next = begun_by(c);
    bool string_end = r->in_string && c == '\\', rest = next != GROUND && rest_may_come(r, now_us);
    r->in_string = false;
    r->state = GROUND;
    if (string_end)
        return;
    if (!rest)
        take_byte(r, c, now_us, keys);
    if (next == GROUND || (!rest && next == SINGLE))
        return;
    begin(r, rest ? next : LATE, now_us);
    keep(r, c);
}

static void take_late(reader *r, unsigned char c, gint64 now_us, GArray *keys)
{
    char first = r->text->str[0];
    r->state = GROUND;
    if (!goes_on(first, c)) {
        take_byte(r, c, now_us, keys);
        return;
    }
    r->state = begun_by((unsigned char)first);
    r->begun_us = now_us;
    if (r->state == CONTROL)
        take_control(r, c, now_us, keys);
    else
        keep(r, c);
}

static void take_byte(reader *r, unsigned char c, gint64 now_us, GArray *keys)
{
    bool taken = true;
    switch (r->state) {
    case GROUND:
        if (c == ESC)
            escape(r, ESCAPE, now_us);
        else
            take_character(r, c, keys);
        break;
    case ESCAPE:
        take_after_escape(r, c, now_us, keys);
        break;
    case ESCAPED:
        take_rest(r, c, now_us, keys);
        break;
    case LATE:
        take_late(r, c, now_us, keys);
        break;
    case CONTROL:
        taken = take_control(r, c, now_us, keys);
        break;
    case CONTROL_MOUSE:
        taken = c >= 0x20;
        r->state = taken && --r->mouse == 0 ? GROUND : r->state;
        break;
    case CONTROL_LINUX:
    case SINGLE:
        taken = c >= 0x20 && c != 0x7f;
        keep(r, c);
        r->state = GROUND;
        if (taken)
            tell(keys, sequence_key(r));
        break;
    case STRING:
        taken = take_string(r, c, keys);
        if (!taken && c == ESC) {
            escape(r, STRING_ESCAPE, now_us);
            taken = true;
        }
        break;
    case STRING_ESCAPE:
        r->state = GROUND;
        if (c == '\\')
            answer(r);
        else
            take_after_escape(r, c, now_us, keys);
        break;
    case PASTE:
        take_paste(r, c, now_us);
        break;
    }
    if (!taken) { /* a control key gives up what is unfinished */
        r->state = GROUND;
        take_byte(r, c, now_us, keys);
    }
}

/* ---- time ---- */

static bool escape_waits(const reader *r)
{
    return r->state == ESCAPE || r->state == STRING_ESCAPE || (r->state == PASTE && r->matched == 1 && r->way_out);
}

gint64 reader_deadline(const reader *r)
{
    return escape_waits(r) ? escape_until(r) : -1;
}

gint64 reader_unfinished(const reader *r)
{
    return r->state >= CONTROL ? r->begun_us : -1;
}

void reader_take(reader *r, const char *bytes, gsize n, gint64 now_us, GArray *keys)
{
    if (escape_waits(r) && now_us >= escape_until(r)) {
        r->in_string = r->state == STRING_ESCAPE;
        r->state = ESCAPED;
        tell(keys, K_ESC);
    }
    for (gsize i = 0; i < n; i++) {
        take_byte(r, (unsigned char)bytes[i], now_us, keys);
        r->last_us = now_us;
    }
}
