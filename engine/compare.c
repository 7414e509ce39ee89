/* Two runs side by side. */

#include "engine/compare.h"

#include "skills/action.h"

#include <string.h>

void compared_step_free(compared_step *row)
{
    for (int i = 0; i < 2; i++) {
        g_free(row->planned[i]);
        g_free(row->acted[i]);
        g_free(row->verdict[i]);
        g_free(row->effect[i]);
    }
    g_free(row);
}

static char *in_words(const char *json)
{
    g_autoptr(action) a = json ? action_from_json(json, strlen(json), NULL) : NULL;
    return a ? action_describe(a) : g_strdup(json);
}

/* One run's rows, by step. */
typedef struct side {
    GPtrArray *steps, *proposals, *frames;
    guint at_proposal, at_frame; /* how far they were read: all are in order of steps */
} side;

static bool side_read(side *s, memory *m, gint64 run, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    bool there = row != NULL;
    memory_run_free(row);
    return there && (s->steps = memory_steps(m, run, error)) && (s->proposals = memory_proposals(m, run, 0, error)) &&
           (s->frames = memory_frames(m, run, 0, error));
}

static void side_clear(side *s)
{
    g_clear_pointer(&s->steps, g_ptr_array_unref);
    g_clear_pointer(&s->proposals, g_ptr_array_unref);
    g_clear_pointer(&s->frames, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(side, side_clear)

/* The hash of the last frame of the step, NULL = none; borrowed. */
static const char *last_frame(side *s, gint64 step)
{
    const char *hash = NULL;
    for (; s->at_frame < s->frames->len; s->at_frame++) {
        const struct memory_frame *f = s->frames->pdata[s->at_frame];
        if (f->step > step)
            break;
        hash = f->step == step ? f->hash : hash;
    }
    return hash;
}

static void fill(compared_step *row, int i, side *s, guint at)
{
    const struct memory_step *step = at < s->steps->len ? s->steps->pdata[at] : NULL;
    if (!step || step->step != row->step)
        return;
    row->there[i] = true;
    row->acted[i] = in_words(step->action);
    row->verdict[i] = g_strdup(step->verdict);
    row->effect[i] = g_strdup(step->effect);
    for (; s->at_proposal < s->proposals->len; s->at_proposal++) {
        const struct memory_proposal *p = s->proposals->pdata[s->at_proposal];
        if (p->step > row->step)
            break;
        if (p->step == row->step && !row->planned[i])
            row->planned[i] = in_words(p->action);
    }
}

static const char *first_difference(const compared_step *row)
{
    if (row->there[0] != row->there[1])
        return "end";
    if (g_strcmp0(row->planned[0], row->planned[1]) != 0)
        return "plan";
    if (g_strcmp0(row->acted[0], row->acted[1]) != 0)
        return "action";
    if (g_strcmp0(row->verdict[0], row->verdict[1]) != 0)
        return "verdict";
    return g_strcmp0(row->effect[0], row->effect[1]) != 0 ? "effect" : NULL;
}

GPtrArray *runs_compare(memory *m, gint64 one, gint64 other, GError **error)
{
    g_auto(side) a = {0}, b = {0};
    if (!side_read(&a, m, one, error) || !side_read(&b, m, other, error))
        return NULL;
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)compared_step_free);
    for (guint i = 0, j = 0; i < a.steps->len || j < b.steps->len;) {
        gint64 left = i < a.steps->len ? ((struct memory_step *)a.steps->pdata[i])->step : G_MAXINT64;
        gint64 right = j < b.steps->len ? ((struct memory_step *)b.steps->pdata[j])->step : G_MAXINT64;
        compared_step *row = g_new0(compared_step, 1);
        row->step = MIN(left, right);
        fill(row, 0, &a, i);
        fill(row, 1, &b, j);
        const char *seen = last_frame(&a, row->step), *also = last_frame(&b, row->step);
        row->same_screen = g_strcmp0(seen, also) == 0;
        row->first = first_difference(row);
        g_ptr_array_add(rows, row);
        i += left == row->step;
        j += right == row->step;
    }
    return rows;
}

const compared_step *runs_departure(const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++)
        if (((const compared_step *)rows->pdata[i])->first)
            return rows->pdata[i];
    return NULL;
}
