/* The plan: its goals, what is foreseen of them, and the task. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/agents/wanted.h"
#include "engine/modules/counts.h"
#include "engine/world/plan_check.h"

#include <string.h>

static const struct mind_field recalled_fields[] = {
    {"plan", MIND_INTEGER, offsetof(struct jarvis_recalled, plan), NULL, 0},
    {"version", MIND_INTEGER, offsetof(struct jarvis_recalled, version), NULL, 0},
    {"goal", MIND_STRING, offsetof(struct jarvis_recalled, goal), NULL, 0},
    {"asked", MIND_STRING, offsetof(struct jarvis_recalled, asked), NULL, 0},
    {"what", MIND_STRING, offsetof(struct jarvis_recalled, what), NULL, 0},
    {"why", MIND_STRING, offsetof(struct jarvis_recalled, why), NULL, 0},
    {"text", MIND_STRING, offsetof(struct jarvis_recalled, text), NULL, 32768},
    {"goals", MIND_STRING, offsetof(struct jarvis_recalled, goals), NULL, 32768},
    {"own", MIND_BOOLEAN, offsetof(struct jarvis_recalled, own), NULL, 0},
    {"failed", MIND_BOOLEAN, offsetof(struct jarvis_recalled, failed), NULL, 0},
    {"left_out", MIND_BOOLEAN, offsetof(struct jarvis_recalled, left_out), NULL, 0},
    {0},
};
const struct mind_table jarvis_recalled_table = {sizeof(struct jarvis_recalled), recalled_fields};

#define FIELD(NAME, TYPE) #NAME, TYPE, offsetof(struct jarvis, NAME)
static const struct mind_field fields[] = {
    {FIELD(read, MIND_BOOLEAN), NULL, 0},
    {FIELD(wanted, MIND_COUNTS), NULL, 0},
    {FIELD(goals, MIND_ROWS), &jarvis_goal_table, 500},
    {FIELD(ids, MIND_INTEGER), NULL, 0},
    {FIELD(at, MIND_INTEGER), NULL, 0},
    PLAN_ACTS_MIND(struct jarvis),
    {FIELD(tries, MIND_INTEGER), NULL, 0},
    {FIELD(plans, MIND_INTEGER), NULL, 0},
    {FIELD(replans, MIND_INTEGER), NULL, 0},
    {FIELD(due, MIND_BOOLEAN), NULL, 0},
    {FIELD(seen, MIND_STRING), NULL, 0},
    {FIELD(failure, MIND_STRING), NULL, 0},
    {FIELD(before, MIND_STRING), NULL, 0},
    {FIELD(before_had, MIND_COUNTS), NULL, 1000},
    {"same_failure", MIND_INTEGER, offsetof(struct jarvis, same), NULL, 0},
    {FIELD(counted, MIND_BOOLEAN), NULL, 0},
    {FIELD(explanation, MIND_STRING), NULL, 0},
    {FIELD(flaw, MIND_STRING), NULL, 0},
    {FIELD(flawed, MIND_INTEGER), NULL, 0},
    {FIELD(mended, MIND_STRING), NULL, 0},
    {FIELD(differs, MIND_STRING), NULL, 0},
    {FIELD(known, MIND_STRING), NULL, 65536},
    {FIELD(recalled, MIND_ROWS), &jarvis_recalled_table, 0},
    {FIELD(queried, MIND_STRINGS), NULL, 0},
    {"reached", MIND_STRINGS, offsetof(struct jarvis, did), NULL, 2000},
    {"plan_touched", MIND_BOOLEAN, offsetof(struct jarvis, touched), NULL, 0},
    {FIELD(edited, MIND_BOOLEAN), NULL, 0},
    {FIELD(recheck, MIND_BOOLEAN), NULL, 0},
    {FIELD(situation, MIND_STRING), NULL, 0},
    {FIELD(state, MIND_STRING), NULL, 0},
    {FIELD(picture, MIND_STRING), NULL, 0},
    {FIELD(print, MIND_INTEGER), NULL, 0},
    {FIELD(inventory, MIND_COUNTS), NULL, 1000},
    {FIELD(told, MIND_BOOLEAN), NULL, 0},
    {FIELD(wear, MIND_COUNTS), NULL, 1000},
    {FIELD(placed, MIND_STRINGS), NULL, 0},
    {0},
};
const struct mind_table jarvis_mind = {sizeof(struct jarvis), fields};

static bool some(const char *text)
{
    return text && *text;
}

/* ---- the plan ---- */

/* They are for the same thing. */
static bool is_like(const struct jarvis_goal *a, const struct jarvis_goal *b)
{
    return a->kind == b->kind && g_strcmp0(a->kind == PLAN_DO ? a->text : a->item, a->kind == PLAN_DO ? b->text : b->item) == 0;
}

/* The index of the model's goal like that one, from `first` on; -1 = none. */
static int find_like(const struct jarvis *m, guint first, const struct jarvis_goal *of)
{
    for (guint i = first; i < m->goals->len; i++)
        if (is_like(m->goals->pdata[i], of) && !((const struct jarvis_goal *)m->goals->pdata[i])->touched)
            return (int)i;
    return -1;
}

/* The goals that are still to come, which leave the plan. What a person wrote or left out stays in it as that. */
static GPtrArray *take_open(struct jarvis *m)
{
    GPtrArray *open = g_ptr_array_new();
    for (guint i = m->goals->len; i-- > 0;) {
        struct jarvis_goal *goal = m->goals->pdata[i];
        if (goal->state == BOARD_OPEN)
            g_ptr_array_insert(open, 0, g_ptr_array_steal_index(m->goals, i));
        else if (goal->state == BOARD_LEFT_OUT && !goal->removed && !goal->touched)
            g_ptr_array_remove_index(m->goals, i);
    }
    return open;
}

/* Where a person's goal, open[i] of the plan before, stands in the new one; -1 = at its end. */
static int place_of(const struct jarvis *m, guint first, const GPtrArray *open, guint i)
{
    int before = -1;
    for (guint k = i + 1; k < open->len && before < 0; k++)
        before = find_like(m, first, open->pdata[k]);
    for (guint k = m->goals->len; k-- > first && before < 0 && i + 1 < open->len;) /* what the plan is for comes last */
        before = ((const struct jarvis_goal *)m->goals->pdata[k])->touched ? -1 : (int)k;
    return before;
}

static void keep_touched(struct jarvis *m, guint first, const GPtrArray *open)
{
    for (guint i = 0; i < open->len; i++) {
        struct jarvis_goal *goal = open->pdata[i];
        int like = goal->touched ? find_like(m, first, goal) : -1, at = like >= 0 ? like : place_of(m, first, open, i);
        if (like >= 0)
            g_ptr_array_remove_index(m->goals, (guint)like);
        if (goal->touched)
            g_ptr_array_insert(m->goals, at, goal);
    }
    for (guint i = 0; i < open->len; i++)
        if (!((struct jarvis_goal *)open->pdata[i])->touched)
            mind_free(&jarvis_goal_table, open->pdata[i]);
}

static char *again(const struct jarvis *m, guint first)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < first; i++) {
        const struct jarvis_goal *goal = m->goals->pdata[i];
        if (!goal->removed || find_like(m, first, goal) < 0)
            continue;
        g_autofree char *text = jarvis_goal_text(goal);
        g_string_append_printf(out, "%s%s", out->len ? "; " : "", text);
    }
    return g_string_free(out, out->len == 0);
}

char *jarvis_plan_take(struct jarvis *m, const GPtrArray *rows)
{
    g_autoptr(GPtrArray) open = take_open(m);
    while (m->goals->len + rows->len + open->len > BOARD_ROWS_MAX && m->goals->len)
        g_ptr_array_remove_index(m->goals, 0);
    const guint first = m->goals->len;
    for (guint i = 0; i < rows->len; i++) {
        const form_output *row = g_ptr_array_index(rows, i);
        struct jarvis_goal *goal = jarvis_goal_of(row);
        goal->id = ++m->ids;
        g_ptr_array_add(m->goals, goal);
    }
    keep_touched(m, first, open);
    m->at = 0;
    m->edited = m->recheck = false;
    plan_acts_begin(&m->acts);
    return again(m, first);
}

struct jarvis_goal *jarvis_next(const struct jarvis *m)
{
    for (guint i = 0; i < m->goals->len; i++)
        if (((struct jarvis_goal *)m->goals->pdata[i])->state == BOARD_OPEN)
            return m->goals->pdata[i];
    return NULL;
}

struct jarvis_goal *jarvis_find(const struct jarvis *m, gint64 id)
{
    for (guint i = 0; id && i < m->goals->len; i++)
        if (((struct jarvis_goal *)m->goals->pdata[i])->id == id)
            return m->goals->pdata[i];
    return NULL;
}

guint jarvis_place(const struct jarvis *m, const struct jarvis_goal *goal)
{
    guint place = 0;
    g_ptr_array_find(m->goals, goal, &place);
    return place;
}

char *jarvis_plan_text(const struct jarvis *m)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < m->goals->len; i++) {
        const struct jarvis_goal *goal = m->goals->pdata[i];
        g_autofree char *text = jarvis_goal_text(goal);
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT ". %s%s%s", i ? "\n" : "", goal->id, text,
                               goal->state == BOARD_DONE       ? " (reached)"
                               : goal->state == BOARD_FAILED   ? " (FAILED)"
                               : goal->removed                 ? " (left out by a person)"
                               : goal->state == BOARD_LEFT_OUT ? " (left out)"
                                                               : "",
                               goal->touched ? " (a person's)" : "");
    }
    return g_string_free(out, FALSE);
}

/* ---- what is foreseen ---- */

static void fill_stock(const recipes *r, const struct jarvis *m, stock *s)
{
    g_autoptr(GPtrArray) names = counts_names(m->inventory);
    *s = (stock){0};
    for (guint i = 0; i < names->len; i++) {
        const recipe_item *item = recipes_item(r, names->pdata[i]);
        if (item)
            stock_add(s, item, (int)MIN(counts_get(m->inventory, names->pdata[i]), FORESEE_COUNT_MAX));
        struct stock_slot *slot = item && item->uses ? stock_slot_of(s, item) : NULL;
        if (slot)
            slot->wear = (int)CLAMP(counts_get(m->wear, item->name), 0, item->uses - 1);
    }
}

/* What is put into the world is at hand, too, wherever the body then is. */
static GPtrArray *stations_of(const recipes *r, const struct jarvis *m)
{
    GPtrArray *stations = g_ptr_array_new();
    for (guint i = 0; i < m->placed->len; i++) {
        const recipe_item *item = recipes_item(r, m->placed->pdata[i]);
        if (item)
            g_ptr_array_add(stations, (gpointer)item);
    }
    return stations;
}

static void set_foreseen(struct jarvis_goal *goal, const stock *s)
{
    g_hash_table_remove_all(goal->foreseen);
    for (int i = 0; i < s->n; i++)
        counts_set(goal->foreseen, s->slots[i].item->name, stock_count(s, s->slots[i].item));
    goal->foretold = true;
}

/* The open goals up to the first that is done in words. */
static GPtrArray *foreseeable(const struct jarvis *m)
{
    GPtrArray *open = g_ptr_array_new();
    for (guint i = 0; i < m->goals->len; i++) {
        struct jarvis_goal *goal = m->goals->pdata[i];
        if (goal->state == BOARD_OPEN && goal->kind == PLAN_DO)
            break;
        if (goal->state == BOARD_OPEN)
            g_ptr_array_add(open, goal);
    }
    return open;
}

/* "craft oak_planks: 12 instead of 8; …" */
static char *enlarge(const GPtrArray *open, const struct plan_goal *by)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < open->len; i++) {
        struct jarvis_goal *goal = open->pdata[i];
        if (goal->count == by[i].count)
            continue;
        g_string_append_printf(out, "%s%s %s: %d instead of %" G_GINT64_FORMAT, out->len ? "; " : "",
                               plan_kind_name((enum plan_kind)goal->kind), goal->item, by[i].count, goal->count);
        goal->from = goal->from ? goal->from : goal->count;
        goal->count = by[i].count;
    }
    return g_string_free(out, FALSE);
}

/* With the numbers of the goals. */
static char *flaw_text(const GPtrArray *open, const struct plan_check *c, const struct plan_goal *goals)
{
    const struct jarvis_goal *at = c->fault == PLAN_FAULT_NONE ? NULL : open->pdata[c->goal],
                             *by = c->by < 0 ? NULL : open->pdata[c->by];
    return plan_check_text(c, goals, at ? at->id : 0, by ? by->id : 0);
}

/* What the task wants is all there at once in this inventory. */
static bool has_wanted(const struct jarvis *m, const recipes *r, GPtrArray *names, const stock *s)
{
    bool all = true;
    for (guint i = 0; all && i < names->len; i++) {
        const recipe_item *item = recipes_item(r, names->pdata[i]);
        all = item && stock_count(s, item) >= counts_get(m->wanted, names->pdata[i]);
    }
    return all;
}

/* The goals can all be reached, up to the end of the plan: they bring what the task wants, or this flaw says what they lack of
 * it. after: the inventory at the beginning, then after each of n goals. Caller frees. */
static char *short_of_task(const struct jarvis *m, const recipes *r, const stock *after, guint n)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted);
    g_autoptr(GString) lacks = g_string_new(NULL);
    for (guint i = 0; i <= n; i++)
        if (has_wanted(m, r, names, &after[i]))
            return g_strdup("");
    for (guint i = 0; i < names->len; i++) {
        const recipe_item *item = recipes_item(r, names->pdata[i]);
        gint64 wanted = counts_get(m->wanted, names->pdata[i]), had = item ? stock_count(&after[n], item) : 0;
        if (had < wanted)
            g_string_append_printf(lacks, "%s%" G_GINT64_FORMAT " %s instead of %" G_GINT64_FORMAT, lacks->len ? ", " : "", had,
                                   (const char *)names->pdata[i], wanted);
    }
    return g_strdup_printf("the plan ends short of the task, with %s", lacks->str);
}

static bool in_words(const struct jarvis *m)
{
    for (guint i = 0; i < m->goals->len; i++) {
        const struct jarvis_goal *goal = m->goals->pdata[i];
        if (goal->state == BOARD_OPEN && goal->kind == PLAN_DO)
            return true;
    }
    return false;
}

/* The last goal for what the task wants gets as many as it wants. False: each did already. */
static bool want(const struct jarvis *m, const GPtrArray *open, struct plan_goal *goals)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted);
    bool more = false;
    for (guint i = 0; i < names->len; i++) {
        int wanted = (int)counts_get(m->wanted, names->pdata[i]);
        guint k = open->len;
        while (k > 0 && (goals[k - 1].kind >= PLAN_EQUIP || !g_str_equal(goals[k - 1].item, names->pdata[i])))
            k--;
        if (k == 0 || goals[k - 1].count >= wanted)
            continue;
        goals[k - 1].count = wanted;
        more = true;
    }
    return more;
}

/* What the task wants more of, and what goals upstream get too few of; NULL = nothing is mended so. */
static char *mend_goals(const struct jarvis *m, const recipes *r, const stock *begin, const GPtrArray *stations,
                        const GPtrArray *open, struct plan_goal *goals)
{
    struct plan_check c;
    g_autofree struct plan_goal *kept = g_memdup2(goals, (open->len + 1) * sizeof *goals);
    if (!in_words(m) && want(m, open, goals)) {
        plan_check_mend(r, begin, stations, goals, open->len, &c);
        if (c.fault == PLAN_FAULT_NONE)
            return enlarge(open, goals);
        memcpy(goals, kept, open->len * sizeof *goals);
    }
    return plan_check_mend(r, begin, stations, goals, open->len, &c) ? enlarge(open, goals) : NULL;
}

char *jarvis_foresee(struct jarvis *m, const recipes *r, bool mend, char **ret_mended)
{
    g_autoptr(GPtrArray) open = foreseeable(m), stations = stations_of(r, m);
    g_autofree struct plan_goal *goals = g_new0(struct plan_goal, open->len + 1);
    g_autofree stock *after = g_new0(stock, open->len + 1); /* at the beginning, then after each */
    struct plan_check c;
    fill_stock(r, m, &after[0]);
    for (guint i = 0; i < open->len; i++) {
        const struct jarvis_goal *goal = open->pdata[i];
        goals[i] = (struct plan_goal){(enum plan_kind)goal->kind, goal->item, goal->tool, (int)goal->count};
    }
    *ret_mended = mend ? mend_goals(m, r, &after[0], stations, open, goals) : NULL;
    c = plan_check(r, &after[0], stations, goals, open->len, &after[1]);
    for (guint i = 0; i < open->len; i++) {
        ((struct jarvis_goal *)open->pdata[i])->foretold = false;
        if (c.fault == PLAN_FAULT_NONE || i < c.goal)
            set_foreseen(open->pdata[i], &after[i + 1]);
    }
    bool whole = c.fault == PLAN_FAULT_NONE && !in_words(m);
    m->flawed = c.fault == PLAN_FAULT_NONE ? 0 : ((const struct jarvis_goal *)open->pdata[c.goal])->id;
    return whole ? short_of_task(m, r, after, open->len) : flaw_text(open, &c, goals);
}

/* A plan that a person changed has no goal for some of what the task wants. */
static char *forgets(const struct jarvis *m)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted);
    for (guint i = 0; i < names->len && !in_words(m); i++) {
        gint64 wanted = counts_get(m->wanted, names->pdata[i]);
        bool there = counts_get(m->inventory, names->pdata[i]) >= wanted;
        for (guint k = 0; k < m->goals->len && !there; k++) {
            const struct jarvis_goal *goal = m->goals->pdata[k];
            there = goal->state == BOARD_OPEN && g_str_equal(goal->item, names->pdata[i]) && goal->count >= wanted;
        }
        if (!there)
            return g_strdup_printf("no goal brings %" G_GINT64_FORMAT " %s, which the task asks for", wanted,
                                   (const char *)names->pdata[i]);
    }
    return g_strdup("");
}

void jarvis_see_again(struct jarvis *m, const recipes *r)
{
    g_autofree char *none = NULL;
    for (guint i = 0; i < m->goals->len; i++) {
        struct jarvis_goal *goal = m->goals->pdata[i];
        if (goal->state == BOARD_OPEN)
            goal->foretold = goal->said = false;
    }
    g_free(m->flaw);
    m->flawed = 0;
    m->flaw = r ? jarvis_foresee(m, r, false, &none) : forgets(m);
}

void jarvis_compare(struct jarvis *m, const GPtrArray *inventories)
{
    mind_set_string(&m->differs, "");
    for (guint i = 0; i < inventories->len; i++) {
        const form_output *row = g_ptr_array_index(inventories, i);
        struct jarvis_goal *goal = jarvis_find(m, form_output_integer(row, "goal"));
        if (!goal)
            continue;
        g_hash_table_unref(goal->told);
        goal->told = counts_copy(form_output_counts(row, "inventory"));
        goal->said = true;
        g_autofree char *said = counts_text(goal->told), *exact = counts_text(goal->foreseen);
        if (!goal->foretold || g_str_equal(said, exact) || some(m->differs))
            continue;
        g_free(m->differs);
        m->differs = g_strdup_printf("after goal %" G_GINT64_FORMAT " the model foresees %s; by the recipes it is %s", goal->id,
                                     *said ? said : "nothing", *exact ? exact : "nothing");
    }
}

/* ---- failures that come again ---- */

/* Without the goal's number, which another plan gives anew. */
static const char *cause_of(const char *failure)
{
    const char *comma = g_str_has_prefix(failure, "goal ") ? strchr(failure, ',') : NULL;
    return comma ? comma : failure;
}

void jarvis_count_failure(struct jarvis *m, const char *failure, bool chance)
{
    g_autofree char *had = counts_text(m->before_had), *has = counts_text(m->inventory);
    bool same = some(m->before) && g_str_equal(cause_of(m->before), cause_of(failure)) && g_str_equal(had, has);
    m->same = chance ? 0 : same ? m->same + 1 : 1;
    mind_set_string(&m->before, failure);
    g_hash_table_unref(m->before_had);
    m->before_had = counts_copy(m->inventory);
}

/* ---- the task ---- */

bool jarvis_read_task(const char *task, GHashTable *wanted, GError **error)
{
    g_autoptr(GPtrArray) things = wanted_parse(task ? task : "", JARVIS_COUNT_MAX, error);
    g_hash_table_remove_all(wanted);
    for (guint i = 0; things && i < things->len; i++) {
        const struct wanted *w = things->pdata[i];
        counts_set(wanted, w->name, counts_get(wanted, w->name) + w->count);
    }
    return things != NULL;
}

char *jarvis_lacks(const struct jarvis *m)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++) {
        gint64 wanted = counts_get(m->wanted, names->pdata[i]), had = counts_get(m->inventory, names->pdata[i]);
        if (had < wanted)
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " %s", out->len ? ", " : "", had, wanted,
                                   (const char *)names->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

void jarvis_fails_short(struct jarvis *m, const char *why)
{
    g_autofree char *lacks = jarvis_lacks(m);
    g_free(m->failure);
    m->failure = g_strconcat(why, *lacks ? ", and the inventory has " : "", lacks, NULL);
}

bool jarvis_is_asked(const struct jarvis *m, const struct jarvis_goal *goal)
{
    gint64 wanted = goal->kind < PLAN_EQUIP ? counts_get(m->wanted, goal->item) : 0;
    bool asked = goal->state == BOARD_OPEN && wanted > counts_get(m->inventory, goal->item);
    for (guint i = 0; i < m->goals->len && asked; i++) {
        const struct jarvis_goal *other = m->goals->pdata[i];
        asked = other == goal || other->state != BOARD_OPEN || !is_like(other, goal) || other->count < goal->count;
    }
    return asked;
}

char *jarvis_unknown(const struct jarvis *m, const recipes *r)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted);
    for (guint i = 0; i < names->len; i++)
        if (!recipes_item(r, names->pdata[i]))
            return g_strdup_printf("there is no %s here: it is no item of the world %s", (const char *)names->pdata[i], r->name);
    return NULL;
}

char *jarvis_unreachable(const struct jarvis *m, const recipes *r)
{
    g_autoptr(GPtrArray) names = counts_names(m->wanted), had = counts_names(m->inventory), has = stations_of(r, m);
    for (guint i = 0; i < had->len; i++)
        g_ptr_array_add(has, (gpointer)recipes_item(r, had->pdata[i]));
    g_autoptr(GPtrArray) out = recipes_out_of_reach(r, has);
    for (guint i = 0; i < names->len; i++)
        if (g_ptr_array_find(out, recipes_item(r, names->pdata[i]), NULL))
            return g_strdup_printf("%s cannot be had here by one who has %s: nothing gives it, or only what cannot be had",
                                   (const char *)names->pdata[i], had->len ? "no more than this inventory" : "nothing");
    return NULL;
}
