/* Plans of the small world: 10,000 random valid ones are found valid, and of one fault put in, the goal and the fault are named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/world/plan_check.h"

#define PLANS 10000
#define GOALS 64

static recipes *world;

static int setup(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    world = recipes_load("small", &error);
    g_assert_no_error(error);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    recipes_free(world);
    return 0;
}

/* ---- a random valid plan: a demand, taken apart from the target down ---- */

/* A thing of the plan: how it is got, what for, how many of it are used up and by whom. */
struct item {
    const recipe_item *item;
    const recipe *made;         /* NULL = found */
    const recipe_source *found; /* NULL = made */
    const recipe_item *tool;    /* that it is found with */
    int need;                   /* that must be got in all */
    int kept;                   /* of these, not used up: a tool, a station, the target */
    bool visited, placed;
};
struct plan {
    GRand *chance;
    struct item items[GOALS];
    guint n;
    guint order[GOALS], n_order; /* of items, each after what it needs */
    struct plan_goal goals[GOALS];
    stock begin;
};

static const recipe_item *part_item(const struct recipe_part *part)
{
    return part->item ? part->item : g_ptr_array_index(recipes_group(world, part->group), 0);
}

static const recipe_item *tool_for(const recipe_source *s)
{
    for (guint i = 0; s->tool && i < world->items->len; i++)
        if (recipe_tool_fits(world->items->pdata[i], s->tool, s->level))
            return world->items->pdata[i];
    return NULL;
}

static bool always_drops(const recipe_source *s, const recipe_item *item)
{
    for (guint i = 0; i < s->drops->len; i++) {
        const struct recipe_drop *drop = &g_array_index(s->drops, struct recipe_drop, i);
        if (drop->item == item && drop->percent == 100)
            return true;
    }
    return false;
}

/* The place of an item in the plan; G_MAXUINT = it cannot be got for sure. */
static guint want(struct plan *p, const recipe_item *item)
{
    for (guint i = 0; i < p->n; i++)
        if (p->items[i].item == item)
            return i;
    assert_true(p->n < GOALS);
    struct item *it = &p->items[p->n];
    *it = (struct item){.item = item};
    const GPtrArray *of = recipes_of(world, item), *sources = recipes_sources_of(world, item);
    it->made = of ? of->pdata[0] : NULL;
    for (guint i = 0; !it->made && sources && i < sources->len && !it->found; i++)
        if (always_drops(sources->pdata[i], item))
            it->found = sources->pdata[i];
    if (!it->made && !it->found)
        return G_MAXUINT;
    return p->n++;
}

static bool visit(struct plan *p, const recipe_item *item);

/* Everything that an item needs stands before it in the order. */
static bool visit_needs(struct plan *p, const struct item *it)
{
    const recipe *made = it->made;
    if (!made) {
        const recipe_item *tool = tool_for(it->found);
        return !tool || visit(p, tool);
    }
    if ((made->station && !visit(p, made->station)) || (made->smelts && !visit(p, recipes_item(world, "coal"))))
        return false;
    for (guint i = 0; i < made->needs->len; i++)
        if (!visit(p, part_item(&g_array_index(made->needs, struct recipe_part, i))))
            return false;
    return true;
}

static bool visit(struct plan *p, const recipe_item *item)
{
    guint i = want(p, item);
    if (i == G_MAXUINT)
        return false;
    if (p->items[i].visited)
        return true;
    p->items[i].visited = true;
    struct item it = p->items[i];
    if (!visit_needs(p, &it))
        return false;
    p->order[p->n_order++] = i;
    return true;
}

static int batches(const struct item *it)
{
    return (it->need + it->made->count - 1) / it->made->count;
}

/* What an item of the plan uses up of another, for all that is got of it. */
static int uses(const struct item *it, const recipe_item *of)
{
    int n = 0;
    for (guint i = 0; it->made && i < it->made->needs->len; i++) {
        const struct recipe_part *part = &g_array_index(it->made->needs, struct recipe_part, i);
        if (part_item(part) == of)
            n += part->count * batches(it);
    }
    if (it->made && it->made->smelts && g_str_equal(of->name, "coal"))
        n += (batches(it) + of->fuel - 1) / of->fuel;
    return n;
}

/* Tools and stations are needed once. */
static bool keeps(const struct item *it, const recipe_item *of)
{
    return it->made ? it->made->station == of : tool_for(it->found) == of;
}

/* From the target down: whoever uses an item stands after it. */
static void count(struct plan *p)
{
    for (guint i = p->n_order; i-- > 0;) {
        struct item *it = &p->items[p->order[i]];
        for (guint k = i + 1; k < p->n_order; k++) {
            const struct item *user = &p->items[p->order[k]];
            it->need += uses(user, it->item);
            it->kept = MAX(it->kept, keeps(user, it->item) ? 1 : 0);
        }
        it->need += it->kept;
    }
}

static void write_goals(struct plan *p)
{
    for (guint i = 0; i < p->n_order; i++) {
        struct item *it = &p->items[p->order[i]];
        it->tool = it->found ? tool_for(it->found) : NULL;
        p->goals[i] =
            (struct plan_goal){.kind = it->made ? (it->made->smelts ? PLAN_SMELT : PLAN_CRAFT) : (enum plan_kind)it->found->way,
                               .item = it->item->name,
                               .tool = it->tool && g_rand_boolean(p->chance) ? it->tool->name : NULL,
                               .count = it->need};
    }
}

/* Some of the first goals are there already. */
static void begin_with(struct plan *p)
{
    guint given = (guint)g_rand_int_range(p->chance, 0, 3);
    p->begin = (stock){0};
    for (guint i = 0; i < MIN(given, p->n_order - 1); i++)
        stock_add(&p->begin, p->items[p->order[i]].item, p->items[p->order[i]].need);
    guint left = MIN(given, p->n_order - 1);
    p->n_order -= left;
    memmove(p->order, p->order + left, p->n_order * sizeof *p->order);
    memmove(p->goals, p->goals + left, p->n_order * sizeof *p->goals);
}

/* The target's count is small enough for one tool of each kind. */
static bool make_plan(struct plan *p, GRand *chance)
{
    *p = (struct plan){.chance = chance};
    const recipe_item *target = world->items->pdata[g_rand_int_range(chance, 0, (gint32)world->items->len)];
    if (!visit(p, target))
        return false;
    p->items[p->order[p->n_order - 1]].kept = target->stack == 1 ? 1 : g_rand_int_range(chance, 1, 5);
    count(p);
    write_goals(p);
    begin_with(p);
    return true;
}

/* ---- one fault ---- */

struct expected {
    guint goal;
    enum plan_fault fault;
    struct plan_goal goals[GOALS];
    guint n;
};

static const struct item *item_at(const struct plan *p, guint goal)
{
    return &p->items[p->order[goal]];
}

/* The first goal after `from` that uses the item up, or keeps it; n = none does. */
static guint first_user(const struct plan *p, guint from, bool kept)
{
    const recipe_item *of = item_at(p, from)->item;
    guint i = from + 1;
    while (i < p->n_order && !(kept ? keeps(item_at(p, i), of) : uses(item_at(p, i), of) > 0))
        i++;
    return i;
}

static void without(const struct plan *p, guint goal, struct expected *e)
{
    e->n = p->n_order - 1;
    memcpy(e->goals, p->goals, goal * sizeof *e->goals);
    memcpy(e->goals + goal, p->goals + goal + 1, (p->n_order - 1 - goal) * sizeof *e->goals);
}

/* A material that somebody uses, that is no fuel, no tool and no station. */
static bool is_material(const struct plan *p, guint goal)
{
    const struct item *it = item_at(p, goal);
    return it->kept == 0 && it->item->fuel == 0 && first_user(p, goal, false) < p->n_order;
}

static bool leave_out(const struct plan *p, guint goal, struct expected *e)
{
    if (!is_material(p, goal))
        return false;
    without(p, goal, e);
    e->goal = first_user(p, goal, false) - 1;
    e->fault = PLAN_FAULT_MISSING;
    return true;
}

/* One piece of work less: the user that takes what is not there any more. */
static bool too_few(const struct plan *p, guint goal, struct expected *e)
{
    const struct item *it = item_at(p, goal);
    int gives = it->made ? it->made->count : 1, drops = 1;
    for (guint i = 0; it->found && i < it->found->drops->len; i++)
        if (g_array_index(it->found->drops, struct recipe_drop, i).item == it->item)
            drops = g_array_index(it->found->drops, struct recipe_drop, i).count;
    gives *= drops;
    int left = ((it->need + gives - 1) / gives - 1) * gives;
    if (!is_material(p, goal) || left < 1)
        return false;
    memcpy(e->goals, p->goals, sizeof e->goals);
    e->n = p->n_order;
    e->goals[goal].count = left;
    e->fault = PLAN_FAULT_COUNT;
    for (e->goal = goal + 1; e->goal < p->n_order; e->goal++)
        if ((left -= uses(item_at(p, e->goal), it->item)) < 0)
            return true;
    return false;
}

static bool no_station(const struct plan *p, guint goal, struct expected *e)
{
    guint user = first_user(p, goal, true);
    if (user == p->n_order || !item_at(p, user)->made)
        return false;
    without(p, goal, e);
    e->goal = user - 1;
    e->fault = PLAN_FAULT_STATION;
    return true;
}

static bool weak_tool(const struct plan *p, guint goal, struct expected *e)
{
    const struct item *it = item_at(p, goal);
    if (!it->found || it->found->level < 2)
        return false;
    memcpy(e->goals, p->goals, sizeof e->goals);
    e->n = p->n_order;
    e->goals[goal].tool = "wooden_pickaxe";
    e->goal = goal;
    e->fault = PLAN_FAULT_TOOL;
    return true;
}

/* Right behind who needs it. */
static bool too_late(const struct plan *p, guint goal, struct expected *e)
{
    guint used = first_user(p, goal, false), kept = first_user(p, goal, true), user = MIN(used, kept);
    if (user == p->n_order || item_at(p, goal)->item->fuel > 0)
        return false;
    without(p, goal, e);
    memmove(e->goals + user + 1, e->goals + user, (e->n - user) * sizeof *e->goals);
    e->goals[user] = p->goals[goal];
    e->n++;
    e->goal = user - 1;
    e->fault = PLAN_FAULT_ORDER;
    return true;
}

static void assert_found(const struct plan *p, const struct expected *e)
{
    struct plan_check c = plan_check(world, &p->begin, NULL, e->goals, e->n, NULL);
    if (c.fault == e->fault && c.goal == e->goal)
        return;
    g_autofree char *text = plan_check_text(&c, e->goals, c.goal + 1, c.by + 1);
    g_autoptr(GString) plan = g_string_new(NULL);
    for (guint i = 0; i < e->n; i++)
        g_string_append_printf(plan, "%u %s %d %s %s\n", i + 1, plan_kind_name(e->goals[i].kind), e->goals[i].count,
                               e->goals[i].item, e->goals[i].tool ? e->goals[i].tool : "");
    g_autofree char *begin = stock_text(&p->begin);
    fail_msg("expected fault %d at goal %u, found %d: %s\nfrom %s\n%s", e->fault, e->goal + 1, c.fault, text, begin, plan->str);
}

static void random_plans__are_valid__and_one_fault_is_named(void **state)
{
    (void)state;
    static bool (*const put_in[])(const struct plan *, guint, struct expected *) = {leave_out, too_few, no_station, weak_tool,
                                                                                    too_late};
    guint seen[G_N_ELEMENTS(put_in)] = {0};
    g_autoptr(GRand) chance = g_rand_new_with_seed(21);
    for (guint plans = 0; plans < PLANS;) {
        struct plan p;
        if (!make_plan(&p, chance))
            continue;
        struct expected e = {.fault = PLAN_FAULT_NONE, .n = p.n_order};
        memcpy(e.goals, p.goals, sizeof e.goals);
        assert_found(&p, &e);
        guint kind = plans++ % G_N_ELEMENTS(put_in), from = (guint)g_rand_int_range(chance, 0, (gint32)p.n_order);
        for (guint i = 0; i < p.n_order; i++)
            if (put_in[kind](&p, (from + i) % p.n_order, &e)) {
                assert_found(&p, &e);
                seen[kind]++;
                break;
            }
    }
    for (guint i = 0; i < G_N_ELEMENTS(put_in); i++)
        assert_true(seen[i] > PLANS / 50);
}

/* ---- what is mended, and what is said ---- */

static const struct plan_goal pickaxe[] = {
    {PLAN_MINE, "oak_log", NULL, 3},  {PLAN_CRAFT, "oak_planks", NULL, 9},     {PLAN_CRAFT, "crafting_table", NULL, 1},
    {PLAN_CRAFT, "stick", NULL, 2},   {PLAN_CRAFT, "wooden_pickaxe", NULL, 1}, {PLAN_MINE, "cobblestone", "wooden_pickaxe", 11},
    {PLAN_CRAFT, "furnace", NULL, 1}, {PLAN_CRAFT, "stick", NULL, 4},          {PLAN_CRAFT, "stone_pickaxe", NULL, 1},
};
#define N G_N_ELEMENTS(pickaxe)

static void assert_said(const struct plan_goal *goals, guint n, const char *expected)
{
    const stock none = {0};
    struct plan_check c = plan_check(world, &none, NULL, goals, n, NULL);
    g_autofree char *text = plan_check_text(&c, goals, c.goal + 1, c.by + 1);
    assert_string_equal(text, expected);
}

static void too_few__is_mended_upstream(void **state)
{
    (void)state;
    const stock none = {0};
    struct plan_goal goals[N];
    struct plan_check c;
    memcpy(goals, pickaxe, sizeof goals);
    goals[1].count = 5; /* planks for the table alone: then of the logs, too */
    goals[0].count = 2;
    assert_said(goals, N, "goal 5, craft 1 wooden_pickaxe: 1 planks too few (goal 2 gets them)");
    assert_true(plan_check_mend(world, &none, NULL, goals, N, &c) > 0);
    assert_int_equal(c.fault, PLAN_FAULT_NONE);
    assert_int_equal(goals[0].count, 3);
    assert_int_equal(goals[1].count, 9);
    stock after[N];
    c = plan_check(world, &none, NULL, goals, N, after);
    assert_int_equal(c.fault, PLAN_FAULT_NONE);
    assert_int_equal(stock_count(&after[N - 1], recipes_item(world, "stone_pickaxe")), 1);
}

static void what_cannot_be_mended__stays_and_is_said(void **state)
{
    (void)state;
    const stock none = {0};
    static const struct plan_goal wear[] = {{PLAN_MINE, "oak_log", NULL, 4},         {PLAN_CRAFT, "oak_planks", NULL, 16},
                                            {PLAN_CRAFT, "stick", NULL, 4},          {PLAN_CRAFT, "crafting_table", NULL, 1},
                                            {PLAN_CRAFT, "wooden_pickaxe", NULL, 1}, {PLAN_MINE, "cobblestone", NULL, 60}};
    struct plan_goal goals[N];
    struct plan_check c;
    memcpy(goals, wear, sizeof wear);
    assert_said(goals, 6,
                "goal 6, mine 60 cobblestone: its tool breaks before it is done, and another pickaxe of level 1 is needed");
    assert_true(plan_check_mend(world, &none, NULL, goals, 6, &c) > 0);
    assert_int_equal(goals[4].count, 2);
    memcpy(goals, pickaxe, sizeof goals);
    goals[8] = (struct plan_goal){PLAN_MINE, "diamond", NULL, 1};
    assert_said(goals, N, "goal 9, mine 1 diamond: it takes a pickaxe of level 3");
    assert_int_equal(plan_check_mend(world, &none, NULL, goals, N, &c), 0);
    goals[8] = (struct plan_goal){PLAN_CRAFT, "cobblestone", NULL, 64};
    assert_said(goals, N, "goal 9, craft 64 cobblestone: cobblestone is not got in that way");
    goals[8] = (struct plan_goal){PLAN_CRAFT, "unobtainium", NULL, 1};
    assert_said(goals, N, "goal 9, craft 1 unobtainium: there is no unobtainium here");
    goals[8] = (struct plan_goal){PLAN_EQUIP, "iron_axe", NULL, 1};
    assert_said(goals, N, "goal 9, equip 1 iron_axe: 1 iron_axe missing, and no goal gets any");
    goals[8] = (struct plan_goal){PLAN_SMELT, "stone", NULL, 30};
    assert_said(goals, N, "goal 9, smelt 30 stone: there is too little fuel");
    assert_true(plan_check_mend(world, &none, NULL, goals, N, &c) > 0); /* fuel, and what is smelted */
    assert_int_equal(goals[5].count, 8 + 30);
}

/* A table stands in the world; a pickaxe has one use left. */
static void what_is_there_already__counts(void **state)
{
    (void)state;
    static const struct plan_goal goals[] = {{PLAN_CRAFT, "wooden_pickaxe", NULL, 1}, {PLAN_MINE, "cobblestone", NULL, 60}};
    g_autoptr(GPtrArray) table = g_ptr_array_new();
    stock begin = {0};
    g_ptr_array_add(table, (gpointer)recipes_item(world, "crafting_table"));
    stock_add(&begin, recipes_item(world, "oak_planks"), 3);
    stock_add(&begin, recipes_item(world, "stick"), 2);
    assert_int_equal(plan_check(world, &begin, NULL, goals, 1, NULL).fault, PLAN_FAULT_STATION);
    assert_int_equal(plan_check(world, &begin, table, goals, 1, NULL).fault, PLAN_FAULT_NONE);
    stock_add(&begin, recipes_item(world, "wooden_pickaxe"), 1);
    assert_int_equal(plan_check(world, &begin, NULL, &goals[1], 1, NULL).fault, PLAN_FAULT_WEAR); /* 59 uses */
    static const struct plan_goal few = {PLAN_MINE, "cobblestone", NULL, 2};
    assert_int_equal(plan_check(world, &begin, NULL, &few, 1, NULL).fault, PLAN_FAULT_NONE);
    stock_slot_of(&begin, recipes_item(world, "wooden_pickaxe"))->wear = 58;
    assert_int_equal(plan_check(world, &begin, NULL, &few, 1, NULL).fault, PLAN_FAULT_WEAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plans__are_valid__and_one_fault_is_named),
        cmocka_unit_test(too_few__is_mended_upstream),
        cmocka_unit_test(what_cannot_be_mended__stays_and_is_said),
        cmocka_unit_test(what_is_there_already__counts),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
