/* Two runs side by side. */

#include "engine/session/compare.h"
#include "engine/run/replay.h"

#include "skills/timeline/action.h"

#include <string.h>

static void compared_step_free(compared_step *row)
{
    for (int i = 0; i < 2; i++) {
        char *owned[] = {row->planned[i], row->acted[i],  row->digest[i], row->verdict[i],
                         row->by[i],      row->effect[i], row->frame[i]};
        for (gsize k = 0; k < G_N_ELEMENTS(owned); k++)
            g_free(owned[k]);
    }
    g_free(row);
}

void comparison_free(comparison *c)
{
    if (c && c->rows)
        g_ptr_array_unref(c->rows);
    g_free(c);
}

/* One run's rows, by step. */
typedef struct side {
    struct memory_run *row;
    GPtrArray *steps;
    GArray *keys; /* gint64: what a step of the other side must have to stand beside it */
    memory *m;    /* borrowed */
    bool past;    /* steps has those of the parents, too */
} side;

static bool side_read(side *s, memory *m, gint64 run, GError **error)
{
    s->m = m;
    s->row = memory_run_get(m, run, error);
    return s->row && (s->steps = memory_steps(m, run, error));
}

/* Takes in the steps that a fork has from its parents. */
static bool side_read_past(side *s, GError **error)
{
    gint64 run = s->row->parent, until = s->row->parent_step;
    s->past = true;
    while (run) {
        struct memory_run *row = memory_run_get(s->m, run, error);
        g_autoptr(GPtrArray) steps = row ? memory_steps(s->m, run, error) : NULL;
        run = row ? row->parent : 0;
        gint64 parent_step = row ? row->parent_step : 0;
        memory_run_free(row);
        if (!steps)
            return false;
        for (guint i = steps->len; i-- > 0;)
            if (((const struct memory_step *)steps->pdata[i])->step <= until)
                g_ptr_array_insert(s->steps, 0, g_ptr_array_steal_index(steps, i));
        until = parent_step;
    }
    return true;
}

/* The steps of the run; by_turn: those of its agent, each as it ended. What a person drove is their own. */
static void side_number(side *s, bool by_turn)
{
    gint64 done = s->past ? 0 : s->row->parent_step;
    s->keys = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < s->steps->len;) {
        const struct memory_step *step = s->steps->pdata[i];
        gint64 key = by_turn ? replay_turn(s->m, step, &done) : step->step;
        bool again = key && s->keys->len && g_array_index(s->keys, gint64, s->keys->len - 1) == key;
        if (!key || again)
            g_ptr_array_remove_index(s->steps, key ? i - 1 : i);
        else
            i++;
        if (key && !again)
            g_array_append_val(s->keys, key);
    }
}

static void side_clear(side *s)
{
    g_clear_pointer(&s->row, memory_run_free);
    g_clear_pointer(&s->steps, g_ptr_array_unref);
    g_clear_pointer(&s->keys, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(side, side_clear)

static bool read_proposals(compared_step *row, int i, const side *s, const struct memory_step *step, GError **error)
{
    g_autoptr(GPtrArray) proposals = memory_proposals(s->m, step->run, step->step, error);
    for (guint k = 0; proposals && k < proposals->len; k++) {
        const struct memory_proposal *p = proposals->pdata[k];
        if (k == 0)
            row->planned[i] = action_json_describe(p->action);
        if (k + 1 < proposals->len)
            continue;
        row->digest[i] = g_strdup(p->digest);
        row->by[i] = g_strdup(p->decided_by);
    }
    return proposals != NULL;
}

static bool read_rest(compared_step *row, int i, const side *s, const struct memory_step *step, GError **error)
{
    g_autoptr(GPtrArray) calls = memory_calls(s->m, step->run, step->step, error);
    g_autoptr(GPtrArray) frames = calls ? memory_frames(s->m, step->run, step->step, error) : NULL;
    for (guint k = 0; frames && k < calls->len; k++)
        row->cost[i] += ((const struct memory_call *)calls->pdata[k])->cost;
    const struct memory_frame *last = frames && frames->len ? frames->pdata[frames->len - 1] : NULL;
    row->frame[i] = last && !last->gone ? g_strdup(last->path) : NULL;
    return frames != NULL;
}

static bool fill(compared_step *row, int i, const side *s, const struct memory_step *step, GError **error)
{
    if (!step)
        return true;
    row->there[i] = true;
    row->acted[i] = action_json_describe(step->action);
    row->verdict[i] = g_strdup(step->verdict);
    row->effect[i] = g_strdup(step->effect);
    return read_proposals(row, i, s, step, error) && read_rest(row, i, s, step, error);
}

/* Who said yes is another question than what was done. */
static const char *fires(const char *verdict)
{
    return g_strcmp0(verdict, "auto") == 0 ? "approved" : verdict;
}

static const char *first_difference(const comparison *c, const compared_step *row)
{
    if (row->there[0] != row->there[1])
        return "end";
    if (!row->again && g_strcmp0(row->planned[0], row->planned[1]) != 0)
        return "planned";
    if (g_strcmp0(row->acted[0], row->acted[1]) != 0)
        return "action";
    if (c->replayed && g_strcmp0(row->digest[0], row->digest[1]) != 0)
        return "timeline";
    if (g_strcmp0(fires(row->verdict[0]), fires(row->verdict[1])) != 0)
        return "verdict";
    return g_strcmp0(row->effect[0], row->effect[1]) != 0 ? "effect" : NULL;
}

/* The last step that is one run's for both, whichever it is: two lines of forks have the same past up to where they part. */
static bool find_common(memory *m, comparison *c, gint64 most, GError **error)
{
    gint64 low = 0, high = most;
    while (low < high) {
        gint64 middle = low + (high - low + 1) / 2, a = memory_run_of_step(m, c->one, middle, error);
        gint64 b = a ? memory_run_of_step(m, c->other, middle, error) : 0;
        if (!a || !b)
            return false;
        if (a == b) {
            c->common_run = a;
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    c->common_until = low;
    return true;
}

static gint64 key_at(const side *s, guint i)
{
    return i < s->steps->len ? g_array_index(s->keys, gint64, i) : G_MAXINT64;
}

static bool add_row(comparison *c, const side *a, const side *b, guint *i, guint *j, GError **error)
{
    gint64 one = key_at(a, *i), other = key_at(b, *j);
    const struct memory_step *left = one <= other ? a->steps->pdata[*i] : NULL;
    const struct memory_step *right = other <= one ? b->steps->pdata[*j] : NULL;
    compared_step *row = g_new0(compared_step, 1);
    row->step = left ? left->step : right->step;
    row->again = row->step <= c->common_until;
    *i += left != NULL;
    *j += right != NULL;
    if (row->again && !(left && right)) { /* said once, as what they have in common */
        compared_step_free(row);
        return true;
    }
    g_ptr_array_add(c->rows, row);
    if (!fill(row, 0, a, left, error) || !fill(row, 1, b, right, error))
        return false;
    row->same_screen = g_strcmp0(row->frame[0], row->frame[1]) == 0;
    row->first = first_difference(c, row);
    return true;
}

comparison *compare_runs(memory *m, gint64 one, gint64 other, GError **error)
{
    g_auto(side) a = {0}, b = {0};
    if (!side_read(&a, m, one, error) || !side_read(&b, m, other, error))
        return NULL;
    g_autoptr(comparison) c = g_new0(comparison, 1);
    c->one = one;
    c->other = other;
    c->replayed = replay_run_of(b.row->brain) == one;
    c->rows = g_ptr_array_new_with_free_func((GDestroyNotify)compared_step_free);
    bool related = one != other && (a.row->parent || b.row->parent);
    if (c->replayed && a.row->parent && !b.row->parent) { /* a fork was repeated from its parents' beginning on */
        related = false;
        if (!side_read_past(&a, error))
            return NULL;
    }
    if (related && !find_common(m, c, MAX(a.row->parent_step, b.row->parent_step), error))
        return NULL;
    side_number(&a, c->replayed && !related);
    side_number(&b, c->replayed && !related);
    for (guint i = 0, j = 0; i < a.steps->len || j < b.steps->len;)
        if (!add_row(c, &a, &b, &i, &j, error))
            return NULL;
    return g_steal_pointer(&c);
}

const compared_step *comparison_departure(const comparison *c)
{
    for (guint i = 0; i < c->rows->len; i++)
        if (((const compared_step *)c->rows->pdata[i])->first)
            return c->rows->pdata[i];
    return NULL;
}

char *compared_step_words(const compared_step *row)
{
    const char *is = row->first ? row->first : "";
    char *const *both = g_str_equal(is, "planned")    ? row->planned
                        : g_str_equal(is, "action")   ? row->acted
                        : g_str_equal(is, "timeline") ? row->digest
                        : g_str_equal(is, "verdict")  ? row->verdict
                        : g_str_equal(is, "effect")   ? row->effect
                                                      : NULL;
    if (!*is)
        return g_strdup("the same");
    if (!both)
        return g_strdup(row->there[0] ? "it ended before this step" : "it went on after the other had ended");
    int most = g_str_equal(is, "timeline") ? 12 : G_MAXINT16;
    return g_strdup_printf("%s: %.*s, was %.*s", is, most, both[1] ? both[1] : "none", most, both[0] ? both[0] : "none");
}

char *comparison_sentence(const comparison *c, bool *ret_departs)
{
    const compared_step *row = comparison_departure(c);
    *ret_departs = row != NULL;
    if (!row)
        return g_strdup_printf("it did the same as run %" G_GINT64_FORMAT " in all %u steps", c->one, c->rows->len);
    g_autofree char *how = compared_step_words(row);
    return g_strdup_printf("it departs from run %" G_GINT64_FORMAT " at step %" G_GINT64_FORMAT ": %s", c->one, row->step, how);
}
