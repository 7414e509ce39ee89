#ifndef TESTS_ENGINE_HAND_TEXT_SCENE_H
#define TESTS_ENGINE_HAND_TEXT_SCENE_H

/* A keyboard and a client on a virtual clock, and texts that are typed into it. Static, as each test program is linked from one
 * file. Needs cmocka.h before it. */

#include "engine/display/process_idle.h"
#include "engine/hand/text.h"

#include <string.h>

/* A keyboard that has ASCII, newline and tab, and a client that reads it: slowly, and with the map as it is when it gets to a
 * key. It writes down what it has read. */
#define QUEUE 4096

struct fake {
    GString *typed;
    gunichar on[256];
    int lends, begins, ends, taps, fail_at;
    gint64 now_us, tapped_us, least_gap_us;
    /* the client */
    bool deaf;                   /* answers no question */
    enum client_idle_doing seen; /* what a look at its process tells when it is through */
    bool behind;                 /* the look sees that it has not read all */
    guint deaf_after;            /* hangs after so many answers; 0 = never */
    gint64 per_key_us;           /* 0 = it has read a key at once */
    gint64 turn_us;              /* a game: it reads what is there once in this time; 0 = at once */
    gint64 free_us;              /* when it gets to the next */
    struct {
        int keycode; /* 0 = a question */
        guint32 question;
    } queue[QUEUE];
    guint head, tail;
    guint32 asked, answered;
    guint answers;
    gint64 loads_until_us, passes_on_us; /* the program drops keys until then; an input method keeps each key for so long */
    gint64 foreign_until_us;             /* somebody holds a modifier until then */
    gint64 foreign_from_us;
};

/* The client works until now. */
static void client_reads(struct fake *f)
{
    while (f->head != f->tail && f->free_us <= f->now_us) {
        int code = f->queue[f->head % QUEUE].keycode;
        if (code) {
            g_string_append_unichar(f->typed, f->on[code] ? f->on[code] : (gunichar)code);
            f->free_us += f->per_key_us;
        } else if (!f->deaf && (!f->deaf_after || f->answers < f->deaf_after)) {
            f->answered = f->queue[f->head % QUEUE].question;
            f->answers++;
        }
        f->head++;
    }
    gint64 turn_us = f->turn_us ? (f->now_us / f->turn_us + 1) * f->turn_us : f->now_us;
    f->free_us = MAX(f->free_us, turn_us);
}

static void client_gets(struct fake *f, int keycode, guint32 question)
{
    client_reads(f);
    assert_true(f->tail - f->head < QUEUE);
    f->queue[f->tail % QUEUE].keycode = keycode;
    f->queue[f->tail++ % QUEUE].question = question;
    client_reads(f);
}

static bool fake_find(void *data, gunichar c, struct stroke *ret_stroke)
{
    (void)data;
    *ret_stroke = (struct stroke){.keycode = (int)c, .group = -1};
    return c < 0x80;
}

static bool fake_tap(void *data, const struct stroke *s)
{
    struct fake *f = data;
    if (++f->taps == f->fail_at)
        return false;
    assert_true(f->now_us >= f->foreign_until_us || f->now_us < f->foreign_from_us + TEXT_LOOK_US);
    if (f->taps > 1)
        f->least_gap_us = MIN(f->least_gap_us, f->now_us - f->tapped_us);
    f->tapped_us = f->now_us;
    client_gets(f, s->keycode, 0);
    return true;
}

static bool fake_lend(void *data, const int *codes, const gunichar *chars, int n)
{
    struct fake *f = data;
    client_reads(f);
    for (int i = 0; i < n; i++)
        f->on[codes[i]] = chars[i];
    f->lends++;
    return true;
}

static void fake_give_back(void *data)
{
    struct fake *f = data;
    assert_true(f->passes_on_us > TEXT_METHOD_US || f->now_us >= f->tapped_us + f->passes_on_us);
    client_reads(f);
    memset(f->on, 0, sizeof f->on);
}

static bool fake_begin(void *data)
{
    ((struct fake *)data)->begins++;
    return true;
}

static void fake_end(void *data)
{
    ((struct fake *)data)->ends++;
}

static bool fake_clear(void *data)
{
    const struct fake *f = data;
    return f->now_us < f->foreign_from_us || f->now_us >= f->foreign_until_us;
}

static bool fake_loads(void *data, gint64 now_us)
{
    const struct fake *f = data;
    assert_true(f->begins == 1 && f->taps == 0);
    return now_us < f->loads_until_us;
}

static bool fake_passes_on(void *data, gint64 now_us)
{
    const struct fake *f = data;
    return f->taps > 0 && now_us < f->tapped_us + f->passes_on_us;
}

static guint32 fake_ask(void *data)
{
    struct fake *f = data;
    if (f->deaf && !f->deaf_after)
        return 0;
    client_gets(f, 0, ++f->asked);
    return f->asked;
}

static bool fake_answered(void *data, guint32 question)
{
    struct fake *f = data;
    client_reads(f);
    return f->answered >= question;
}

/* A question that it has not read is not counted. */
static enum client_idle_doing fake_look(void *data)
{
    struct fake *f = data;
    client_reads(f);
    bool only_question = f->tail - f->head == 1 && f->queue[f->head % QUEUE].keycode == 0;
    bool through = (f->head == f->tail || only_question) && (f->free_us <= f->now_us || f->turn_us);
    enum client_idle_doing works = f->behind ? CLIENT_IDLE_BEHIND : CLIENT_IDLE_WORKS;
    return f->seen == CLIENT_IDLE_UNKNOWN || through ? f->seen : works;
}

static struct text_port port_of(struct fake *f)
{
    return (struct text_port){.find = fake_find,
                              .tap = fake_tap,
                              .lend = fake_lend,
                              .give_back = fake_give_back,
                              .begin = fake_begin,
                              .end = fake_end,
                              .clear = fake_clear,
                              .loads = fake_loads,
                              .passes_on = fake_passes_on,
                              .ask = fake_ask,
                              .answered = fake_answered,
                              .look = fake_look,
                              .data = f};
}

static const int spare[] = {200, 201, 202, 210};

static void fake_init(struct fake *f)
{
    *f = (struct fake){.typed = g_string_new(NULL), .least_gap_us = G_MAXINT64};
}

static bool all_empty(const struct fake *f)
{
    for (int i = 0; i < 256; i++) {
        if (f->on[i])
            return false;
    }
    return true;
}

/* Types to the end on a virtual clock, on which an answer wakes us within a millisecond; returns when it was done. */
static gint64 type_to(struct fake *f, const char *utf8, const int *codes, int n_codes, gint64 duration_us, GError **error)
{
    struct text_port port = port_of(f);
    g_autoptr(text) t = text_new(utf8, &port, codes, n_codes, duration_us, 0);
    while (text_look(t, f->now_us, error) && text_step(t, f->now_us, error) && !text_done(t)) {
        gint64 end = text_deadline(t);
        while (f->now_us < end && f->head != f->tail) {
            f->now_us = MIN(f->now_us + 1000, end);
            client_reads(f);
            end = MIN(end, text_deadline(t));
        }
        f->now_us = MAX(f->now_us, end);
    }
    return f->now_us;
}

static gint64 type_on(struct fake *f, const char *utf8, const int *codes, int n_codes, gint64 duration_us)
{
    g_autoptr(GError) error = NULL;
    gint64 done_us = type_to(f, utf8, codes, n_codes, duration_us, &error);
    if (error)
        fail_msg("%s", error->message);
    f->now_us = G_MAXINT64 / 2;
    client_reads(f);
    return done_us;
}

static gint64 type(struct fake *f, const char *utf8, int n_spare, gint64 duration_us)
{
    return type_on(f, utf8, spare, n_spare, duration_us);
}

#endif
