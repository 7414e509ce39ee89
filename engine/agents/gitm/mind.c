/* The mind of GITM, and its board *feedback*. */

#include "engine/agents/gitm/gitm.h"

#include "engine/modules/counts.h"
#include "memory/plans.h"

#define FIELD(NAME, TYPE) #NAME, TYPE, offsetof(struct gitm, NAME)
static const struct mind_field fields[] = {
    {"goals", MIND_ROWS, offsetof(struct gitm, goals.rows), &goal_table, GOALS_MAX},
    {"ways", MIND_ROWS, offsetof(struct gitm, goals.ways), &goal_way_table, 2000},
    {"fuels", MIND_COUNTS, offsetof(struct gitm, goals.fuels), NULL, 1000},
    {"fuel", MIND_STRING, offsetof(struct gitm, goals.fuel), NULL, 0},
    {"goal_ids", MIND_INTEGER, offsetof(struct gitm, goals.ids), NULL, 0},
    {"chosen", MIND_INTEGER, offsetof(struct gitm, goals.chosen), NULL, 0},
    {"aim", MIND_INTEGER, offsetof(struct gitm, goals.aim), NULL, 0},
    {FIELD(read, MIND_BOOLEAN), NULL, 0},
    {FIELD(at, MIND_INTEGER), NULL, 0},
    {FIELD(calls, MIND_INTEGER), NULL, 0},
    {FIELD(tries, MIND_INTEGER), NULL, 0},
    {FIELD(defect, MIND_STRING), NULL, 0},
    PLAN_ACTS_MIND(struct gitm),
    {FIELD(situation, MIND_STRING), NULL, 0},
    {FIELD(reference, MIND_INTEGER), NULL, 0},
    {FIELD(reference_text, MIND_STRING), NULL, 32768},
    {FIELD(knowledge, MIND_STRING), NULL, 131072},
    {FIELD(fold, MIND_STRING), NULL, 0},
    {FIELD(sources, MIND_STRING), NULL, 131072},
    {FIELD(inventory, MIND_COUNTS), NULL, 1000},
    {FIELD(predicted, MIND_COUNTS), NULL, 1000},
    {FIELD(told, MIND_BOOLEAN), NULL, 0},
    {0},
};
const struct mind_table gitm_mind = {sizeof(struct gitm), fields};

void gitm_begin(struct gitm *m, const struct goal *goal, const char *where)
{
    m->at = goal->id;
    m->calls = 0;
    m->reference = 0;
    plan_acts_begin(&m->acts);
    g_autofree char *begins = g_strdup_printf("%" G_GINT64_FORMAT " %s wanted; %s", goal->count, goal->object, where);
    mind_set_string(&m->situation, begins);
    mind_set_string(&m->reference_text, "");
}

static void add_row(GPtrArray *rows, const char *what, const char *text)
{
    g_autofree char *one = memory_plan_line(text), *line = g_strdup_printf("%s: %s", what, one);
    if (*text)
        g_ptr_array_add(rows, board_row_new((gint64)rows->len + 1, 0, BOARD_OPEN, line, NULL));
}

void gitm_feedback_rows(const void *mind, GPtrArray *rows)
{
    const struct gitm *m = mind;
    g_autofree char *there = counts_text(m->inventory), *foreseen = counts_text(m->predicted);
    g_autofree char *calls = m->calls ? g_strdup_printf("%" G_GINT64_FORMAT, m->calls) : g_strdup("");
    add_row(rows, "inventory", there);
    add_row(rows, "foreseen at the end", foreseen);
    add_row(rows, "plans asked for this goal", calls);
    add_row(rows, "failure", m->acts.feedback ? m->acts.feedback : "");
    add_row(rows, "decomposition", m->defect ? m->defect : "");
    add_row(rows, "begins from", m->reference_text ? m->reference_text : "");
}
