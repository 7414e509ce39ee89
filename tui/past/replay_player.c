/* The time of a replay: where it is in the recorded run, how fast, and what is told next. */

#include "tui/past/replay.h"

#include "config/config.h"
#include "memory/pages.h"

#define WAIT_SHORT_US (1500 * G_TIME_SPAN_MILLISECOND) /* what is left of a long wait, at speed 1 */
#define WAIT_MAX_US (60 * G_USEC_PER_SEC)              /* of a night, or of the days before a fork */

enum part { PART_BEGIN, PART_STEPS, PART_END, PART_OVER };

struct replayer {
    gint64 run, first, last; /* last: number of its last step */
    enum part part;
    gint64 step;      /* of the queue; 0 = before the first */
    GPtrArray *queue; /* struct replay_event*; those before `at` are told */
    guint at;
    gint64 begun_us, ended_us; /* recorded */
    gint64 pos_us;             /* the recorded moment */
    gint64 wall_us;            /* the last tick; 0 = none yet */
    double speed;
    bool playing, squeeze;
    struct memory_spent spent; /* up to the end of the queue */
    char *kind;
    char *trouble; /* why it ended before its end, NULL */
};

static memory *open_store(GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    memory *m = dir ? memory_open(dir, false, error) : NULL;
    if (!m && error && !*error)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "nothing was recorded yet: there is no run to replay");
    return m;
}

static char *kind_of(const struct memory_run *row, bool imported)
{
    if (row->parent)
        return g_strdup_printf("a fork of run %" G_GINT64_FORMAT " after step %" G_GINT64_FORMAT, row->parent, row->parent_step);
    return imported ? g_strdup("imported") : NULL;
}

/* The step itself, or the nearest before it that is there; 0 = none. */
static gint64 step_near(memory *m, gint64 run, gint64 step, GError **error)
{
    for (; step > 0; step--) {
        gint64 of = memory_run_of_step(m, run, step, error);
        g_autoptr(GPtrArray) rows = of ? memory_steps_page(m, of, step, 1, error) : NULL;
        if (!rows)
            return -1;
        if (rows->len && ((const struct memory_step *)rows->pdata[0])->step == step)
            return step;
    }
    return 0;
}

static bool read_run(replayer *r, memory *m, gint64 from, GError **error)
{
    struct memory_run *row = memory_run_get(m, r->run, error);
    if (!row)
        return false;
    struct memory_filter newest = {0};
    g_autoptr(GPtrArray) page = memory_runs_page(m, &newest, r->run + 1, 1, NULL);
    bool imported = page && page->len && ((const struct memory_run_row *)page->pdata[0])->imported;
    r->kind = kind_of(row, imported);
    r->begun_us = r->pos_us = row->started_us;
    r->ended_us = row->ended_us;
    r->first = row->parent_step + 1;
    r->last = MAX(memory_last_step(m, r->run, NULL), row->parent_step);
    memory_run_free(row);
    if (from <= r->last)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                "run %" G_GINT64_FORMAT " has no step %" G_GINT64_FORMAT " (its last is %" G_GINT64_FORMAT ")", r->run, from,
                r->last);
    return false;
}

replayer *replayer_new(gint64 run, gint64 from, double speed, GError **error)
{
    g_autoptr(replayer) r = g_new0(replayer, 1);
    g_autoptr(memory) m = open_store(error);
    r->run = run;
    r->speed = CLAMP(speed, REPLAY_SPEED_MIN, REPLAY_SPEED_MAX);
    r->playing = r->squeeze = true;
    if (!m || !read_run(r, m, from, error))
        return NULL;
    r->step = (from > 0 ? from : r->first) - 1;
    return g_steal_pointer(&r);
}

void replayer_free(replayer *r)
{
    if (!r)
        return;
    if (r->queue)
        g_ptr_array_unref(r->queue);
    g_free(r->kind);
    g_free(r->trouble);
    g_free(r);
}

/* ---- what comes next ---- */

static void take_queue(replayer *r, GPtrArray *queue)
{
    if (r->queue)
        g_ptr_array_unref(r->queue);
    r->queue = queue;
    r->at = 0;
}

static GPtrArray *step_events(replayer *r, memory *m, gint64 step, GError **error)
{
    gint64 of = memory_run_of_step(m, r->run, step, error);
    return of ? replay_step(m, of, step, &r->spent, error) : NULL;
}

/* What had been spent before that step; a fork's past had its own. */
static bool read_spent(replayer *r, memory *m, gint64 step, GError **error)
{
    gint64 of = memory_run_of_step(m, r->run, MAX(1, step), error);
    return of && memory_run_spent_before(m, of, step, &r->spent, error);
}

/* The next part of the run into the queue; an empty one is passed over by replayer_peek(). */
static void read_next(replayer *r)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = open_store(&error);
    GPtrArray *queue = NULL;
    if (m && r->part == PART_BEGIN) {
        queue = replay_begin(m, r->run, &error);
        r->part = PART_STEPS;
    } else if (m && r->part == PART_STEPS && r->step < r->last) {
        queue = step_events(r, m, ++r->step, &error);
    } else if (m && r->part == PART_STEPS) {
        gint64 last = memory_last_step(m, r->run, NULL); /* it may be going on */
        if (last > r->last) {
            r->last = last;
            return;
        }
        queue = replay_end(m, r->run, &error);
        r->part = PART_END;
    } else {
        r->part = PART_OVER;
    }
    if (error) {
        g_free(r->trouble);
        r->trouble = g_strdup_printf("the replay ends here: memory cannot be read: %s", error->message);
        queue = replay_notice(r->pos_us, r->trouble);
        r->part = PART_OVER;
    }
    if (queue)
        take_queue(r, queue);
}

const struct replay_event *replayer_peek(replayer *r)
{
    while ((!r->queue || r->at >= r->queue->len) && r->part != PART_OVER)
        read_next(r);
    return r->queue && r->at < r->queue->len ? g_ptr_array_index(r->queue, r->at) : NULL;
}

event *replayer_take(replayer *r)
{
    struct replay_event *next = (struct replay_event *)replayer_peek(r);
    if (!next)
        return NULL;
    r->at++;
    return g_steal_pointer(&next->e);
}

void replayer_skip(replayer *r)
{
    const struct replay_event *next = replayer_peek(r);
    if (next)
        r->pos_us = next->at_us;
}

/* ---- time ---- */

/* Nobody waits for a night, and only who wants to for anything long; time that went back (a clock was set) costs nothing. */
static void shorten(replayer *r, const struct replay_event *next)
{
    gint64 most = r->squeeze ? WAIT_SHORT_US : WAIT_MAX_US;
    r->pos_us = CLAMP(r->pos_us, next->at_us - most, next->at_us);
}

void replayer_tick(replayer *r, gint64 now_us)
{
    const struct replay_event *next = r->playing ? replayer_peek(r) : NULL;
    if (next) {
        gint64 passed = r->wall_us ? (gint64)((double)(now_us - r->wall_us) * r->speed) : 0;
        shorten(r, next);
        r->pos_us += MAX(0, passed);
    }
    r->wall_us = now_us;
}

bool replayer_due(replayer *r)
{
    const struct replay_event *next = r->playing ? replayer_peek(r) : NULL;
    return next && next->at_us <= r->pos_us;
}

gint64 replayer_deadline(replayer *r, gint64 now_us)
{
    const struct replay_event *next = r->playing ? replayer_peek(r) : NULL;
    if (!next)
        return -1;
    shorten(r, next);
    return now_us + (gint64)((double)MAX(0, next->at_us - r->pos_us) / r->speed) + 1;
}

/* ---- about ---- */

static void add_all(GPtrArray *to, GPtrArray *from, guint count)
{
    for (guint i = 0; i < MIN(count, from->len); i++) {
        struct replay_event *copy = g_new0(struct replay_event, 1), *row = g_ptr_array_index(from, i);
        *copy = (struct replay_event){row->at_us, g_steal_pointer(&row->e)};
        g_ptr_array_add(to, copy);
    }
}

static void told_free(void *data)
{
    struct replay_event *row = data;
    event_free(row->e);
    g_free(row);
}

GPtrArray *replayer_seek(replayer *r, gint64 step, guint count, GError **error)
{
    g_autoptr(memory) m = open_store(error);
    gint64 to = m ? step_near(m, r->run, CLAMP(step, 1, MAX(1, r->last)), error) : -1, before = to > 1 ? to - 1 : 0;
    g_autoptr(GPtrArray) told = g_ptr_array_new_with_free_func(told_free);
    g_autoptr(GPtrArray) begin = to >= 0 ? replay_begin(m, r->run, error) : NULL;
    g_autoptr(GPtrArray) boards = begin ? replay_boards(m, r->run, before ? before : to) : NULL;
    bool ok = begin && read_spent(r, m, before ? before : to, error);
    g_autoptr(GPtrArray) last = ok && before ? step_events(r, m, before, error) : NULL;
    g_autoptr(GPtrArray) now = ok && to && (last || !before) ? step_events(r, m, to, error) : NULL;
    if (!ok || (before && !last) || (to && !now))
        return NULL;
    add_all(told, begin, G_MAXUINT);
    add_all(told, boards, G_MAXUINT);
    if (last)
        add_all(told, last, G_MAXUINT);
    g_clear_pointer(&r->trouble, g_free);
    r->part = PART_STEPS;
    r->step = to;
    guint n = now ? MIN(count, now->len) : 0;
    if (now) {
        add_all(told, now, n);
        take_queue(r, g_steal_pointer(&now));
        r->at = n;
    }
    replayer_skip(r);
    return g_steal_pointer(&told);
}

gint64 replayer_beside(replayer *r, bool later)
{
    gint64 step = MAX(r->step, r->first - 1);
    if (later)
        return step < r->last ? step + 1 : 0;
    return step > 1 ? step - 1 : 0;
}

gint64 replayer_trouble(replayer *r, bool later, GError **error)
{
    static const char *const marks[] = {"edited",     "rejected", "stale", "expired",   "voided", "no_effect",
                                        "unexpected", "failed",   "error", "corrected", NULL};
    g_autoptr(memory) m = open_store(error);
    return m ? memory_mark_next(m, r->run, r->step, marks, later, error) : -1;
}

struct replayer_state replayer_state(replayer *r)
{
    gint64 end = r->ended_us ? r->ended_us : r->pos_us;
    return (struct replayer_state){.run = r->run,
                                   .step = r->step,
                                   .last_step = r->last,
                                   .at = r->at,
                                   .count = r->queue ? r->queue->len : 0,
                                   .playing = r->playing,
                                   .squeeze = r->squeeze,
                                   .ended = r->part == PART_OVER,
                                   .speed = r->speed,
                                   .past_us = MAX(0, r->pos_us - r->begun_us),
                                   .whole_us = MAX(0, end - r->begun_us),
                                   .kind = r->kind,
                                   .trouble = r->trouble};
}

void replayer_play(replayer *r, bool play)
{
    r->playing = play;
}

void replayer_squeeze(replayer *r, bool squeeze)
{
    r->squeeze = squeeze;
}

void replayer_speed(replayer *r, bool faster)
{
    r->speed = CLAMP(faster ? r->speed * 2 : r->speed / 2, REPLAY_SPEED_MIN, REPLAY_SPEED_MAX);
}
