#include "engine/hand/text.h"

#include "engine/hand/hand.h"

enum phase {
    PHASE_PLAN, /* which characters of the rest go into the next batch */
    PHASE_TYPE,
    PHASE_RESTORE, /* all typed: empty the spare keycodes once the clients are through */
    PHASE_DONE
};

struct text {
    struct text_port port;
    gunichar *chars; /* owned */
    guint length, typed;
    guint batch_end; /* characters before it can be typed with the map as it is */
    int *spare;      /* owned; keycodes */
    gunichar *on;    /* owned; what each spare keycode means now, 0 = nothing */
    int n_spare;
    bool begun;
    enum phase phase;
    gint64 next_us, gap_us;
    gint64 drain_us; /* how long clients may need for what has been typed since the last wait */
};

/* Line ends of all kinds are one newline. */
static gunichar *read_chars(const char *utf8, guint *ret_length)
{
    GArray *chars = g_array_new(TRUE, FALSE, sizeof(gunichar));
    for (const char *p = utf8; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c == '\r' && p[1] == '\n')
            continue;
        if (c == '\r')
            c = '\n';
        g_array_append_val(chars, c);
    }
    *ret_length = chars->len;
    return (gunichar *)(void *)g_array_free(chars, FALSE);
}

bool text_check(const char *utf8, const struct text_port *port, int n_spare, GError **error)
{
    if (!g_utf8_validate(utf8, -1, NULL)) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "the text to type is not valid UTF-8");
        return false;
    }
    guint length;
    g_autofree gunichar *chars = read_chars(utf8, &length);
    for (guint i = 0; i < length; i++) {
        gunichar c = chars[i];
        struct stroke stroke;
        if (c != '\n' && c != '\t' && (c < 0x20 || (c >= 0x7f && c < 0xa0))) {
            g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                        "the text has the control character U+%04X, which cannot be typed (press the key by its name instead)",
                        c);
            return false;
        }
        if (n_spare == 0 && !port->find(port->data, c, &stroke)) {
            g_set_error(
                error, HAND_ERROR, HAND_ERROR_TIMELINE,
                "the character U+%04X is not on the keyboard map and no keycode is spare for it (choose a layout that has it)",
                c);
            return false;
        }
    }
    return true;
}

text *text_new(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 duration_us, gint64 now_us)
{
    text *t = g_new0(text, 1);
    t->port = *port;
    t->chars = read_chars(utf8, &t->length);
    t->n_spare = n_spare;
    t->spare = g_new0(int, (gsize)n_spare + 1);
    t->on = g_new0(gunichar, (gsize)n_spare + 1);
    for (int i = 0; i < n_spare; i++)
        t->spare[i] = spare[i];
    t->next_us = now_us;
    t->gap_us = MAX(TEXT_GAP_US, t->length ? duration_us / t->length : 0);
    return t;
}

/* Changes the map so that the wanted characters are on the spare keycodes; only where it differs, in one call. */
static bool assign(text *t, const gunichar *wanted)
{
    g_autofree int *codes = g_new(int, (gsize)t->n_spare + 1);
    g_autofree gunichar *chars = g_new(gunichar, (gsize)t->n_spare + 1);
    int n = 0;
    for (int i = 0; i < t->n_spare; i++) {
        if (t->on[i] == wanted[i])
            continue;
        codes[n] = t->spare[i];
        chars[n++] = t->on[i] = wanted[i];
    }
    return n == 0 || t->port.assign(t->port.data, codes, chars, n);
}

static bool any_assigned(const text *t)
{
    for (int i = 0; i < t->n_spare; i++) {
        if (t->on[i])
            return true;
    }
    return false;
}

static int spare_of(const gunichar *on, int n, gunichar c)
{
    for (int i = 0; i < n; i++) {
        if (on[i] == c)
            return i;
    }
    return -1;
}

/* Fills the next batch: as far as the spare keycodes reach. */
static bool plan(text *t, gint64 now_us)
{
    g_autofree gunichar *wanted = g_new0(gunichar, (gsize)t->n_spare + 1);
    int used = 0;
    guint i = t->typed;
    for (; i < t->length; i++) {
        struct stroke stroke;
        if (t->port.find(t->port.data, t->chars[i], &stroke) || spare_of(wanted, used, t->chars[i]) >= 0)
            continue;
        if (used == t->n_spare)
            break;
        wanted[used++] = t->chars[i];
    }
    t->batch_end = i;
    t->phase = PHASE_TYPE;
    t->next_us = now_us;
    t->drain_us = TEXT_SETTLE_US;
    if (used == 0 || t->batch_end == t->typed)
        return t->batch_end > t->typed || t->typed == t->length;
    t->next_us = now_us + TEXT_SETTLE_US;
    return assign(t, wanted);
}

static bool type_one(text *t, gint64 now_us)
{
    gunichar c = t->chars[t->typed];
    struct stroke stroke = {.group = -1};
    if (!t->port.find(t->port.data, c, &stroke)) {
        int at = spare_of(t->on, t->n_spare, c);
        g_return_val_if_fail(at >= 0, false);
        stroke = (struct stroke){.keycode = t->spare[at], .group = -1};
    }
    if (!t->port.tap(t->port.data, &stroke))
        return false;
    t->typed++;
    if (c > 0xffff)
        t->drain_us += TEXT_SLOW_US;
    t->next_us = MAX(t->next_us + t->gap_us, now_us + TEXT_GAP_US);
    return true;
}

static void finish(text *t)
{
    if (t->phase == PHASE_DONE)
        return;
    t->phase = PHASE_DONE;
    g_autofree gunichar *nothing = g_new0(gunichar, (gsize)t->n_spare + 1);
    assign(t, nothing);
    if (t->begun)
        t->port.end(t->port.data);
}

/* The batch is typed: what comes next, and when. */
static void after_batch(text *t)
{
    bool waits = any_assigned(t);
    t->phase = t->typed < t->length ? PHASE_PLAN : PHASE_RESTORE;
    if (waits)
        t->next_us += t->drain_us;
}

bool text_step(text *t, gint64 now_us)
{
    if (!t->begun && t->phase != PHASE_DONE) {
        t->begun = true;
        if (!t->port.begin(t->port.data))
            return false;
    }
    while (t->phase != PHASE_DONE && t->next_us <= now_us) {
        if (t->phase == PHASE_PLAN) {
            if (!plan(t, now_us))
                return false;
        } else if (t->phase == PHASE_TYPE && t->typed < t->batch_end) {
            if (!type_one(t, now_us))
                return false;
        } else if (t->phase == PHASE_TYPE) {
            after_batch(t);
        } else {
            finish(t);
        }
    }
    return true;
}

void text_free(text *t)
{
    if (!t)
        return;
    finish(t);
    g_free(t->chars);
    g_free(t->spare);
    g_free(t->on);
    g_free(t);
}

bool text_done(const text *t)
{
    return t->phase == PHASE_DONE;
}

gint64 text_deadline(const text *t)
{
    return t->phase == PHASE_DONE ? G_MAXINT64 : t->next_us;
}

guint text_typed(const text *t)
{
    return t->typed;
}

guint text_length(const text *t)
{
    return t->length;
}
