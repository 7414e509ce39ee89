#include "engine/hand/text.h"

#include "engine/display/process_idle.h"
#include "engine/hand/hand.h"

enum phase {
    PHASE_BEGIN, /* nothing was done yet */
    PHASE_LOAD,  /* waits until the program shows what it has loaded */
    PHASE_PLAN,  /* chooses the characters of the next batch */
    PHASE_TYPE,
    PHASE_RESTORE, /* all is typed: gives the lent keycodes back when the client has handled its keys */
    PHASE_DONE
};

struct text {
    struct text_port port;
    gunichar *chars; /* owned */
    guint length, typed;
    guint batch_end; /* the characters before this index can be typed with the present keyboard map */
    int *spare;      /* owned; keycodes */
    gunichar *on;    /* owned; the character on each spare keycode now, 0 = none of ours */
    int n_spare;
    bool begun, lent;
    bool loan; /* nothing is typed: keycodes stay lent until text_return() */
    enum phase phase;
    gint64 start_us, next_us, duration_us;
    gint64 drain_us;                   /* time that a client without answers may need for what was typed since the last wait */
    gint64 load_end_us, method_end_us; /* the waits for a program that loads, and for an input method, end then */
    gint64 clear_us;                   /* the wait for a keyboard without held modifiers ends then; 0 = there is no wait */
    gint64 looked_us;
    /* Questions to the client. */
    bool answers;       /* the client answers questions, as far as is known */
    bool heard;         /* the client has answered before */
    guint32 asked;      /* the question without an answer, at the last look; 0 = none. Nothing is typed until then */
    int rounds;         /* questions and answers that the phase still waits for */
    gint64 look_us;     /* when to look whether the last round can be left out; 0 = never */
    gint64 patience_us; /* when the question counts as not answered */
    guint unasked;      /* characters typed since the last question */
    /* A client that does not answer is watched instead. */
    bool watching;       /* the next act waits until the client is idle */
    gint64 settled_us;   /* the wait lasts until then, unless the client is seen to have handled all */
    gint64 asleep_us;    /* since when the client has been asleep; 0 = it works */
    gint64 slow_us;      /* when a client that draws slowly should have handled all */
    gint64 stretched_us; /* the wait for an idle client ends then */
    gint64 behind_us;    /* the wait for a client that has not read its events ends then */
    bool step;           /* the wait is one between two characters of a batch */
    int restless;        /* these found it at work until their end, less those that did not; each halves the next */
};

/* Each kind of line end becomes one newline. */
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
    t->start_us = t->next_us = now_us;
    t->duration_us = duration_us;
    return t;
}

text *text_new_loan(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 now_us)
{
    text *t = text_new(utf8, port, spare, n_spare, 0, now_us);
    t->loan = true;
    return t;
}

bool text_lent(const text *t)
{
    return t->loan && t->phase == PHASE_TYPE && t->next_us == G_MAXINT64;
}

void text_return(text *t, gint64 now_us)
{
    t->loan = false;
    t->typed = t->batch_end = t->length;
    t->next_us = now_us;
}

static bool fail_ledger(GError **error)
{
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                "the text could not be typed on: the hand's ledger cannot be written (is the disk full?)");
    return false;
}

/* ---- questions to the client ---- */

static gint64 patience(const text *t)
{
    return t->heard ? TEXT_PATIENCE_US : TEXT_FIRST_US;
}

static void ask(text *t, gint64 now_us)
{
    t->asked = t->answers ? t->port.ask(t->port.data) : 0;
    t->unasked = 0;
    t->answers = t->asked != 0;
    if (t->answers)
        t->patience_us = now_us + patience(t);
}

static bool is_answered(const text *t)
{
    return t->asked && t->port.answered(t->port.data, t->asked);
}

static void take_answer(text *t)
{
    if (!is_answered(t))
        return;
    t->asked = 0;
    t->heard = true;
}

static gint64 stretch_us(const text *t)
{
    return MAX(TEXT_STRETCH * t->drain_us, TEXT_NEVER_US);
}

/* The next act waits until the client is idle: for `otherwise_us` if its state cannot be seen, at most for `at_most_us`. */
static void watch(text *t, gint64 otherwise_us, gint64 at_most_us, gint64 now_us)
{
    t->watching = otherwise_us > 0;
    t->settled_us = now_us + MIN(otherwise_us, TEXT_SETTLE_US);
    t->asleep_us = 0;
    t->slow_us = now_us + otherwise_us;
    t->stretched_us = now_us + at_most_us;
    t->behind_us = now_us + MAX(at_most_us, TEXT_PATIENCE_US);
}

/* The client's queue has keys whose meaning must not change: nothing more can be typed. */
static bool fail_hangs(const char *what, GError **error)
{
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                "the window has not %s for %d s: it may hang, and what it does with the last characters is not known", what,
                (int)(TEXT_PATIENCE_US / G_USEC_PER_SEC));
    return false;
}

/* The client has not answered in time. A client that never answered counts as one that does not answer; one that did, hangs. */
static bool give_up_asking(text *t, gint64 now_us, GError **error)
{
    if (t->heard)
        return fail_hangs("answered", error);
    t->answers = false;
    t->asked = 0;
    t->rounds = 0;
    watch(t, t->drain_us, stretch_us(t), now_us);
    return true;
}

/* When a client in this state counts as having handled all its keys. */
static gint64 through_us(const text *t, enum client_idle_doing doing)
{
    switch (doing) {
    case CLIENT_IDLE_THROUGH:
        return 0;
    case CLIENT_IDLE_ASLEEP:
        return t->step ? 0 : MIN(MAX(t->settled_us, t->asleep_us + TEXT_ASLEEP_US), t->stretched_us);
    case CLIENT_IDLE_UNKNOWN:
        return t->slow_us;
    case CLIENT_IDLE_BEHIND:
        return t->lent && !t->step ? t->behind_us : t->stretched_us;
    case CLIENT_IDLE_WORKS:
        break;
    }
    return t->stretched_us;
}

/* Looks at the client. t->watching becomes false when the client counts as having handled all; until then t->next_us is the next
 * look. False: the client hangs. */
static bool look(text *t, gint64 now_us, GError **error)
{
    enum client_idle_doing doing = t->port.look(t->port.data);
    if (doing != CLIENT_IDLE_ASLEEP)
        t->asleep_us = 0;
    else if (t->asleep_us == 0)
        t->asleep_us = now_us;
    gint64 end_us = through_us(t, doing);
    t->watching = now_us < end_us;
    if (t->watching)
        t->next_us = doing == CLIENT_IDLE_UNKNOWN ? end_us : now_us + (t->step ? TEXT_GLANCE_US : TEXT_REST_US);
    else if (doing == CLIENT_IDLE_THROUGH)
        t->method_end_us = now_us; /* the look covered the input method as well */
    if (t->step && !t->watching)
        t->restless = doing == CLIENT_IDLE_WORKS || doing == CLIENT_IDLE_BEHIND ? MIN(t->restless + 1, TEXT_RESTLESS)
                                                                                : MAX(t->restless - 1, 0);
    return t->watching || t->step || doing != CLIENT_IDLE_BEHIND || !t->lent || fail_hangs("read what was typed", error);
}

/* The next phase begins when the client has answered `rounds` times in a row, or is idle. */
static void settle(text *t, int rounds, gint64 otherwise_us, gint64 at_most_us, gint64 now_us)
{
    ask(t, now_us);
    t->rounds = t->answers ? rounds : 0;
    t->look_us = 0;
    t->step = false;
    if (!t->answers)
        watch(t, otherwise_us, at_most_us, now_us);
}

/* The client must handle what was typed before the next character, because it may open a window that must not get that. Qt
 * answers when it has read the keys, before it handles them: so a client that answers is looked at, too. */
static void settle_step(text *t, gint64 now_us)
{
    settle(t, 1, TEXT_GAP_US, TEXT_HANDLED_US >> t->restless, now_us);
    t->step = true;
}

/* One round is over. The second round is for clients that read the keyboard map over another connection than the keys. A game
 * reads events only once a frame, so the second round is left out when the client has read everything on all connections. */
static void next_round(text *t, gint64 now_us)
{
    if (--t->rounds == 0 && t->step) {
        watch(t, TEXT_GAP_US, TEXT_HANDLED_US >> t->restless, now_us);
        t->next_us = MAX(t->next_us, now_us + TEXT_GLANCE_US);
    }
    if (t->rounds == 0)
        return;
    settle(t, t->rounds, TEXT_NOTE_US, TEXT_NOTE_US, now_us);
    t->look_us = t->answers ? now_us : 0;
}

static void spare_round(text *t, gint64 now_us)
{
    t->look_us = now_us + TEXT_REST_US;
    if (t->port.look(t->port.data) == CLIENT_IDLE_THROUGH)
        t->rounds = 0;
}

/* ---- batches ---- */

static int spare_of(const text *t, gunichar c)
{
    for (int i = 0; i < t->n_spare; i++) {
        if (t->on[i] == c)
            return i;
    }
    return -1;
}

/* Assigns spare keycodes to the next characters, as many as there are keycodes. A keycode keeps its character unless another
 * one needs it. Returns the number of keycodes that change; they are in `codes` and `chars`. */
static int find_room(text *t, int *codes, gunichar *chars)
{
    g_autofree bool *needed = g_new0(bool, (gsize)t->n_spare + 1);
    g_autofree gunichar *fresh = g_new0(gunichar, (gsize)t->n_spare + 1);
    int n_fresh = 0, used = 0, n = 0;
    guint i = t->typed;
    for (; i < t->length; i++) {
        struct stroke stroke;
        int at = spare_of(t, t->chars[i]);
        bool known = t->port.find(t->port.data, t->chars[i], &stroke) || (at >= 0 && needed[at]);
        for (int f = 0; f < n_fresh && !known; f++)
            known = fresh[f] == t->chars[i];
        if (known)
            continue;
        if (used == t->n_spare)
            break;
        used++;
        if (at >= 0)
            needed[at] = true;
        else
            fresh[n_fresh++] = t->chars[i];
    }
    t->batch_end = i;
    for (int at = 0; at < t->n_spare && n < n_fresh; at++) {
        if (needed[at])
            continue;
        codes[n] = t->spare[at];
        chars[n] = t->on[at] = fresh[n];
        n++;
    }
    return n;
}

/* The map changes only while no key is queued. after_batch() waits for that, and begin() before the first batch. */
static bool spread(text *t, gint64 now_us, GError **error)
{
    g_autofree int *codes = g_new(int, (gsize)t->n_spare + 1);
    g_autofree gunichar *chars = g_new(gunichar, (gsize)t->n_spare + 1);
    int n = find_room(t, codes, chars);
    t->phase = PHASE_TYPE;
    t->drain_us = TEXT_SETTLE_US;
    if (t->batch_end == t->typed && t->typed < t->length) {
        g_set_error(
            error, HAND_ERROR, HAND_ERROR_FAILED,
            "the character U+%04X is not on the keyboard map, and every spare keycode is down or another program's hotkey",
            t->chars[t->typed]);
        return false;
    }
    if (n == 0)
        return true;
    t->lent = true;
    if (!t->port.lend(t->port.data, codes, chars, n))
        return fail_ledger(error);
    settle(t, 2, TEXT_NOTE_US, TEXT_NOTE_US, now_us);
    return true;
}

static void give_back(text *t)
{
    if (t->lent)
        t->port.give_back(t->port.data);
    t->lent = false;
    for (int i = 0; i < t->n_spare; i++)
        t->on[i] = 0;
}

static bool needs_lending(const text *t)
{
    struct stroke stroke;
    for (guint i = 0; i < t->length; i++) {
        if (!t->port.find(t->port.data, t->chars[i], &stroke))
            return true;
    }
    return false;
}

static bool begin(text *t, gint64 now_us, GError **error)
{
    t->begun = true;
    t->phase = PHASE_LOAD;
    t->load_end_us = now_us + TEXT_LOAD_US;
    return t->port.begin(t->port.data) || fail_ledger(error);
}

static void begin_when_shown(text *t, gint64 now_us)
{
    if (now_us < t->load_end_us && t->port.loads(t->port.data, now_us)) {
        t->next_us = now_us + PROCESS_IDLE_LOOK_US;
        return;
    }
    t->phase = PHASE_PLAN;
    t->answers = true;
    t->drain_us = TEXT_SETTLE_US;
    /* the first question also tells whether the client answers at all; its answer comes after all keys typed before, and after
     * the click that may have opened a window */
    if (needs_lending(t)) /* then each change of the map is waited for by itself */
        settle(t, 1, 0, 0, now_us);
    else if (t->length > 0)
        settle_step(t, now_us);
}

/* ---- typing ---- */

/* False: a modifier is held; t->clear_us is then set. */
static bool keyboard_clear(text *t, gint64 now_us)
{
    if (t->port.clear(t->port.data)) {
        t->looked_us = now_us;
        t->clear_us = 0;
        return true;
    }
    if (!t->clear_us)
        t->clear_us = now_us + TEXT_CLEAR_US;
    t->next_us = now_us + TEXT_LOOK_US;
    return false;
}

static bool fail_clear(GError **error)
{
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                "somebody else has held a modifier key down for %d s: it would change the text (let go of it)",
                (int)(TEXT_CLEAR_US / G_USEC_PER_SEC));
    return false;
}

/* When the character at this index is due: the characters are spread evenly over the duration. */
static gint64 due_us(const text *t, guint at)
{
    return t->start_us + (t->length ? (gint64)((double)t->duration_us * at / t->length) : 0);
}

/* Between two characters of a batch. */
static void pause_for_client(text *t, gint64 now_us)
{
    gunichar next = t->chars[t->typed];
    bool presses = next == '\n' || next == '\t'; /* a button */
    if (t->typed <= TEXT_SINGLY || presses)
        settle_step(t, now_us);
    else if (t->unasked >= TEXT_BURST)
        ask(t, now_us);
}

static bool type_one(text *t, gint64 now_us, GError **error)
{
    gunichar c = t->chars[t->typed];
    struct stroke stroke = {.group = -1};
    if (!t->port.find(t->port.data, c, &stroke)) {
        int at = spare_of(t, c);
        g_return_val_if_fail(at >= 0, false);
        stroke = (struct stroke){.keycode = t->spare[at], .group = -1};
    }
    if (!t->port.tap(t->port.data, &stroke))
        return fail_ledger(error);
    t->typed++;
    if (c > 0xffff)
        t->drain_us += TEXT_SLOW_US;
    t->next_us = MAX(due_us(t, t->typed), now_us + (t->answers ? 0 : MAX(TEXT_GAP_US, stroke.rest_us)));
    t->unasked++;
    if (t->typed < t->length)
        pause_for_client(t, now_us);
    return true;
}

static void finish(text *t)
{
    if (t->phase == PHASE_DONE)
        return;
    t->phase = PHASE_DONE;
    give_back(t);
    if (t->begun)
        t->port.end(t->port.data);
}

/* The batch is typed: sets the next phase and its time. */
static void after_batch(text *t, gint64 now_us)
{
    t->phase = t->typed < t->length ? PHASE_PLAN : PHASE_RESTORE;
    t->method_end_us = now_us + TEXT_METHOD_US;
    if (t->lent || t->phase == PHASE_PLAN)
        settle(t, 1, t->drain_us, stretch_us(t), now_us);
}

/* The program may look idle because an input method still has its keys. */
static bool method_has_keys(text *t, gint64 now_us)
{
    if (!t->lent || now_us >= t->method_end_us || !t->port.passes_on(t->port.data, now_us))
        return false;
    t->next_us = now_us + PROCESS_IDLE_LOOK_US;
    return true;
}

/* Does the one act that is due. */
static bool act(text *t, gint64 now_us, GError **error)
{
    switch (t->phase) {
    case PHASE_BEGIN:
        return !keyboard_clear(t, now_us) || begin(t, now_us, error);
    case PHASE_LOAD:
        begin_when_shown(t, now_us);
        break;
    case PHASE_PLAN:
        return method_has_keys(t, now_us) || spread(t, now_us, error);
    case PHASE_TYPE:
        if (t->loan)
            t->next_us = G_MAXINT64;
        else if (t->typed == t->batch_end)
            after_batch(t, now_us);
        else if ((t->typed % TEXT_BURST == 0 || now_us - t->looked_us >= TEXT_LOOK_US) && !keyboard_clear(t, now_us))
            break;
        else
            return type_one(t, now_us, error);
        break;
    case PHASE_RESTORE:
        if (!method_has_keys(t, now_us))
            finish(t);
        break;
    case PHASE_DONE:
        break;
    }
    return true;
}

bool text_looks(const text *t, gint64 now_us)
{
    bool again = t->rounds > 0 && t->look_us != 0;
    return (again && now_us >= t->look_us) || (t->watching && now_us >= t->next_us && !t->asked);
}

static void take_rounds(text *t, gint64 now_us)
{
    take_answer(t);
    if (t->rounds > 0 && !t->asked)
        next_round(t, now_us);
}

bool text_look(text *t, gint64 now_us, GError **error)
{
    take_rounds(t, now_us);
    if (!text_looks(t, now_us))
        return true;
    if (!t->watching)
        spare_round(t, now_us);
    return !t->watching || look(t, now_us, error);
}

bool text_step(text *t, gint64 now_us, GError **error)
{
    while (t->phase != PHASE_DONE) {
        take_rounds(t, now_us);
        if (t->asked) {
            if (now_us < t->patience_us)
                return true;
            if (!give_up_asking(t, now_us, error))
                return false;
            continue;
        }
        if (t->clear_us && now_us >= t->clear_us)
            return fail_clear(error);
        if (now_us < t->next_us || t->watching)
            return true;
        if (!act(t, now_us, error))
            return false;
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
    if (t->phase == PHASE_DONE)
        return G_MAXINT64;
    if (is_answered(t))
        return 0;
    if (!t->asked)
        return t->next_us;
    return t->rounds > 0 && t->look_us ? MIN(t->look_us, t->patience_us) : t->patience_us;
}

guint text_typed(const text *t)
{
    return t->typed;
}

guint text_length(const text *t)
{
    return t->length;
}

bool text_ends_line(const text *t)
{
    return t->length > 0 && t->chars[t->length - 1] == '\n';
}
