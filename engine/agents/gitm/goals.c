/* A goal taken apart: the tree made true to an inventory. */

#include "engine/agents/gitm/goals.h"

#include "engine/modules/counts.h"

#include <string.h>

G_DEFINE_QUARK(reins - goals - error - quark, goals_error)

#define NAME_MAX_BYTES 80
#define ALSO_MAX 32

static const struct mind_field goal_fields[] = {
    {"id", MIND_INTEGER, offsetof(struct goal, id), NULL, 0},
    {"depth", MIND_INTEGER, offsetof(struct goal, depth), NULL, GOALS_DEPTH_MAX + 1},
    {"object", MIND_STRING, offsetof(struct goal, object), NULL, NAME_MAX_BYTES},
    {"count", MIND_INTEGER, offsetof(struct goal, count), NULL, 0},
    {"tool", MIND_STRING, offsetof(struct goal, tool), NULL, NAME_MAX_BYTES},
    {"state", MIND_INTEGER, offsetof(struct goal, state), NULL, BOARD_STATE_COUNT - 1},
    {"why", MIND_STRING, offsetof(struct goal, why), NULL, 0},
    {"get", MIND_INTEGER, offsetof(struct goal, get), NULL, 0},
    {"had", MIND_INTEGER, offsetof(struct goal, had), NULL, 0},
    {"unknown", MIND_BOOLEAN, offsetof(struct goal, unknown), NULL, 0},
    {"touched", MIND_BOOLEAN, offsetof(struct goal, touched), NULL, 0},
    {"removed", MIND_BOOLEAN, offsetof(struct goal, removed), NULL, 0},
    {"asked", MIND_BOOLEAN, offsetof(struct goal, asked), NULL, 0},
    {0},
};
const struct mind_table goal_table = {sizeof(struct goal), goal_fields};

static const struct mind_field way_fields[] = {
    {"object", MIND_STRING, offsetof(struct goal_way, object), NULL, NAME_MAX_BYTES},
    {"count", MIND_INTEGER, offsetof(struct goal_way, count), NULL, GOALS_COUNT_MAX},
    {"material", MIND_COUNTS, offsetof(struct goal_way, material), NULL, 0},
    {"tool", MIND_STRING, offsetof(struct goal_way, tool), NULL, NAME_MAX_BYTES},
    {"also", MIND_STRINGS, offsetof(struct goal_way, also), NULL, 0},
    {"info", MIND_STRING, offsetof(struct goal_way, info), NULL, 0},
    {"burns", MIND_BOOLEAN, offsetof(struct goal_way, burns), NULL, 0},
    {0},
};
const struct mind_table goal_way_table = {sizeof(struct goal_way), way_fields};

bool goal_is_name(const char *text)
{
    return text && *text && strlen(text) <= NAME_MAX_BYTES && g_utf8_validate(text, -1, NULL) && !strpbrk(text, ",\n\r\t");
}

/* ---- ways ---- */

struct goal_way *goal_way_new(const char *object, gint64 count, GHashTable *material, const char *tool, const GPtrArray *also,
                              const char *info)
{
    struct goal_way *way = mind_new(&goal_way_table);
    GHashTableIter iter;
    gpointer name, n;
    way->count = CLAMP(count, 1, GOALS_COUNT_MAX);
    mind_set_string(&way->object, object);
    mind_set_string(&way->tool, goal_is_name(tool) ? tool : "");
    mind_set_string(&way->info, info ? info : "");
    g_hash_table_iter_init(&iter, material);
    while (g_hash_table_iter_next(&iter, &name, &n))
        if (goal_is_name(name) && *(gint64 *)n > 0)
            counts_set(way->material, name, MIN(*(gint64 *)n, GOALS_COUNT_MAX));
    for (guint i = 0; also && i < also->len && i < ALSO_MAX; i++)
        if (goal_is_name(also->pdata[i]))
            g_ptr_array_add(way->also, g_strdup(also->pdata[i]));
    return way;
}

static struct goal_way *find_way(const struct goals *g, const char *object)
{
    for (guint i = 0; i < g->ways->len; i++)
        if (g_str_equal(((const struct goal_way *)g->ways->pdata[i])->object, object))
            return g->ways->pdata[i];
    return NULL;
}

const struct goal_way *goals_way(const struct goals *g, const char *object)
{
    return find_way(g, object);
}

void goals_learn(struct goals *g, struct goal_way *way)
{
    struct goal_way *old = find_way(g, way->object);
    if (old)
        g_ptr_array_remove(g->ways, old);
    g_ptr_array_add(g->ways, way);
}

static bool does_as_well(const struct goals *g, const char *object, const char *name)
{
    const struct goal_way *way = goals_way(g, object);
    bool does = g_str_equal(object, name);
    for (guint i = 0; way && i < way->also->len && !does; i++)
        does = g_str_equal(way->also->pdata[i], name);
    return does;
}

gint64 goals_have(const struct goals *g, GHashTable *inventory, const char *object)
{
    const struct goal_way *way = goals_way(g, object);
    gint64 n = counts_get(inventory, object);
    for (guint i = 0; way && i < way->also->len; i++)
        if (!g_str_equal(way->also->pdata[i], object))
            n += counts_get(inventory, way->also->pdata[i]);
    return n;
}

const char *goals_tool(const struct goals *g, const struct goal *goal)
{
    const struct goal_way *way = goals_way(g, goal->object);
    return goal->tool && *goal->tool ? goal->tool : way ? way->tool : "";
}

static gint64 pieces(const struct goal_way *way, gint64 get)
{
    return (get + way->count - 1) / way->count;
}

GHashTable *goals_material(const struct goals *g, const struct goal *goal)
{
    const struct goal_way *way = goals_way(g, goal->object);
    GHashTable *material = counts_new();
    g_autoptr(GPtrArray) names = way ? counts_names(way->material) : g_ptr_array_new();
    for (guint i = 0; way && i < names->len; i++)
        counts_set(material, names->pdata[i], counts_get(way->material, names->pdata[i]) * pieces(way, goal->get));
    return material;
}

gint64 goals_burns(const struct goals *g, const struct goal *goal)
{
    const struct goal_way *way = goals_way(g, goal->object);
    return way && way->burns ? pieces(way, goal->get) : 0;
}

void goals_replace(struct goals *g, const struct goal *of, const char *needed, const char *by, gint64 count)
{
    struct goal_way *way = find_way(g, of->object);
    gint64 n = way ? pieces(way, MAX(1, of->get)) : 1;
    if (way && g_str_equal(way->tool, needed))
        mind_set_string(&way->tool, by);
    if (!way || counts_get(way->material, needed) == 0)
        return;
    g_hash_table_remove(way->material, needed);
    if (counts_get(way->material, by) == 0)
        counts_set(way->material, by, (count + n - 1) / n);
}

/* ---- rows as a tree ---- */

struct node {
    struct goal *goal;
    GPtrArray *children; /* struct node *, owned */
    guint planned;       /* place in the order of this planning, from 1; 0 = not needed by it */
};

static void node_free(void *data)
{
    struct node *n = data;
    if (n->goal)
        mind_free(&goal_table, n->goal);
    g_ptr_array_unref(n->children);
    g_free(n);
}

static struct node *node_new(struct goal *goal)
{
    struct node *n = g_new0(struct node, 1);
    n->goal = goal;
    n->children = g_ptr_array_new_with_free_func(node_free);
    return n;
}

/* Takes the rows out. The result's goal is NULL. */
static struct node *tree_of(struct goals *g)
{
    struct node *top = node_new(NULL), *path[GOALS_DEPTH_MAX + 3] = {top};
    gsize n = 0;
    gpointer *rows = g_ptr_array_steal(g->rows, &n);
    gint64 last = -1;
    for (gsize i = 0; i < n; i++) {
        struct goal *goal = rows[i];
        goal->unknown = false; /* only what is still needed is asked about */
        last = goal->depth = CLAMP(goal->depth, 0, MIN(last + 1, GOALS_DEPTH_MAX + 1)); /* a stored one may be anything */
        path[last + 1] = node_new(goal);
        g_ptr_array_add(path[last]->children, path[last + 1]);
    }
    g_free(rows);
    return top;
}

static void put_rows(struct goals *g, struct node *n, gint64 depth)
{
    for (guint i = 0; i < n->children->len; i++) {
        struct node *child = n->children->pdata[i];
        child->goal->depth = depth;
        g_ptr_array_add(g->rows, g_steal_pointer(&child->goal));
        put_rows(g, child, depth + 1);
    }
}

struct goal *goal_new(struct goals *g, const char *object, gint64 count)
{
    struct goal *goal = mind_new(&goal_table);
    goal->id = ++g->ids;
    goal->count = count;
    mind_set_string(&goal->object, object);
    return goal;
}

/* ---- planning ---- */

struct planning {
    struct goals *g;
    GHashTable *inventory;
    GHashTable *stock; /* what is there and kept for nothing */
    GPtrArray *held;   /* char *, borrowed: tools that are kept for goals above */
    GPtrArray *path;   /* struct goal *, borrowed: from the top to here */
    guint rows;
    gint64 bad;
    GError **error;
};

/* Takes up to n of the object, or of what does as well, from the stock into `kept`. */
static void keep(struct planning *p, const char *object, gint64 n, GHashTable *kept)
{
    const struct goal_way *way = goals_way(p->g, object);
    for (gint64 i = -1; n > 0 && i < (gint64)(way ? way->also->len : 0); i++) {
        const char *name = i < 0 ? object : way->also->pdata[i];
        gint64 there = counts_get(p->stock, name), taken = MIN(there, n);
        if (taken <= 0)
            continue;
        counts_set(p->stock, name, there - taken);
        counts_set(kept, name, counts_get(kept, name) + taken);
        n -= taken;
    }
}

static void give_back(struct planning *p, GHashTable *kept)
{
    GHashTableIter iter;
    gpointer name, n;
    g_hash_table_iter_init(&iter, kept);
    while (g_hash_table_iter_next(&iter, &name, &n))
        counts_set(p->stock, name, counts_get(p->stock, name) + *(gint64 *)n);
}

static bool is_held(const struct planning *p, const char *tool)
{
    for (guint i = 0; i < p->held->len; i++)
        if (does_as_well(p->g, tool, p->held->pdata[i]))
            return true;
    return false;
}

static bool fails(struct planning *p, const struct goal *goal, enum goals_error code, const char *what)
{
    g_autoptr(GString) way = g_string_new(NULL);
    for (guint i = 0; i < p->path->len; i++)
        g_string_append_printf(way, "%s → ", ((const struct goal *)p->path->pdata[i])->object);
    p->bad = p->path->len ? ((const struct goal *)p->path->pdata[p->path->len - 1])->id : goal->id;
    g_set_error(p->error, GOALS_ERROR, code, "%s%s: %s", way->str, goal->object, what);
    return false;
}

static struct node *find_chosen(const struct planning *p, struct node *n)
{
    struct node *found = NULL;
    for (guint i = 0; i < n->children->len && !found; i++) {
        struct node *child = n->children->pdata[i];
        found = child->goal->id == p->g->chosen ? child : find_chosen(p, child);
    }
    return found;
}

/* The child that a person has chosen, or that leads to what they have. */
static const struct node *toward_chosen(const struct planning *p, const struct node *n)
{
    for (guint i = 0; i < n->children->len; i++) {
        struct node *child = n->children->pdata[i];
        if (child->goal->id == p->g->chosen || find_chosen(p, child))
            return child;
    }
    return NULL;
}

static bool need(struct planning *p, struct node *n, gint64 count, GHashTable *kept);

/* The same of what a goal needs: by its row that is not done, or by a new one. What was done for it, and is there, has no second
 * row. */
static bool need_for(struct planning *p, struct node *n, const char *object, gint64 count, GHashTable *kept)
{
    bool done = false;
    for (guint i = 0; i < n->children->len; i++) {
        struct node *child = n->children->pdata[i];
        if (child->planned || !g_str_equal(child->goal->object, object))
            continue;
        if (child->goal->state != BOARD_DONE)
            return need(p, child, count, kept);
        done = true;
    }
    if (done && goals_have(p->g, p->stock, object) >= count) {
        keep(p, object, count, kept);
        return true;
    }
    struct node *child = node_new(goal_new(p->g, object, 0));
    g_ptr_array_add(n->children, child);
    return need(p, child, count, kept);
}

/* What a person put there comes first, and is kept for nothing. */
static bool need_inserted(struct planning *p, struct node *n)
{
    g_autoptr(GHashTable) kept = counts_new();
    for (guint i = 0; i < n->children->len; i++) {
        struct node *child = n->children->pdata[i];
        const struct goal_way *way = n->goal ? goals_way(p->g, n->goal->object) : NULL;
        bool asked = way && (counts_get(way->material, child->goal->object) > 0 ||
                             g_str_equal(goals_tool(p->g, n->goal), child->goal->object));
        if (child->planned || child->goal->state == BOARD_DONE || !child->goal->touched || asked)
            continue;
        if (!need(p, child, child->goal->count, kept))
            return false;
    }
    give_back(p, kept);
    return true;
}

static bool need_tool(struct planning *p, struct node *n, GHashTable *kept)
{
    const char *tool = goals_tool(p->g, n->goal);
    if (!*tool || is_held(p, tool))
        return true;
    g_autofree char *name = g_strdup(tool);
    return need_for(p, n, name, 1, kept);
}

static bool need_material(struct planning *p, struct node *n)
{
    g_autoptr(GHashTable) material = goals_material(p->g, n->goal), used_up = counts_new();
    g_autoptr(GPtrArray) names = counts_names(material);
    const struct node *first = p->g->chosen ? toward_chosen(p, n) : NULL; /* it is done next: what is there is kept for it */
    guint chosen = 0;
    if (first && g_ptr_array_find_with_equal_func(names, first->goal->object, g_str_equal, &chosen))
        g_ptr_array_insert(names, 0, g_ptr_array_steal_index(names, chosen));
    for (guint i = 0; i < names->len; i++)
        if (!need_for(p, n, names->pdata[i], counts_get(material, names->pdata[i]), used_up))
            return false;
    return true;
}

static bool is_above(const struct planning *p, const char *object)
{
    for (guint i = 0; i < p->path->len; i++)
        if (g_str_equal(((const struct goal *)p->path->pdata[i])->object, object))
            return true;
    return false;
}

/* What is there and burns is burnt first, then what is got for it. */
static bool need_fuel(struct planning *p, struct node *n)
{
    gint64 left = goals_burns(p->g, n->goal);
    g_autoptr(GPtrArray) names = left ? counts_names(p->g->fuels) : g_ptr_array_new();
    g_autoptr(GHashTable) burnt = counts_new();
    const char *fuel = p->g->fuel;
    for (guint i = 0; i < names->len && left > 0; i++) {
        gint64 each = counts_get(p->g->fuels, names->pdata[i]), there = counts_get(p->stock, names->pdata[i]);
        gint64 pieces_burnt = MIN(there, (left + each - 1) / each);
        if (g_str_equal(names->pdata[i], fuel) || pieces_burnt <= 0)
            continue;
        keep(p, names->pdata[i], pieces_burnt, burnt);
        left -= pieces_burnt * each;
    }
    gint64 each = left > 0 && fuel && *fuel && !is_above(p, fuel) ? counts_get(p->g->fuels, fuel) : 0;
    g_autofree char *name = g_strdup(fuel);
    return !each || need_for(p, n, name, (left + each - 1) / each, burnt);
}

/* What was planned before and is not needed any more goes; what is done or a person's stays to be seen. */
static void drop_unused(struct planning *p, struct node *n)
{
    for (guint i = n->children->len; i-- > 0;) {
        const struct node *child = n->children->pdata[i];
        const struct goal *goal = child->goal;
        if (!child->planned && !goal->touched && !goal->removed && goal->state != BOARD_DONE && goal->state != BOARD_FAILED &&
            goal->id != p->g->chosen && !find_chosen(p, n->children->pdata[i]))
            g_ptr_array_remove_index(n->children, i);
    }
}

/* What was done or left, then the others in the order in which they were planned. */
static int by_plan(const void *a, const void *b)
{
    const struct node *one = *(struct node *const *)a, *other = *(struct node *const *)b;
    return (one->planned > other->planned) - (one->planned < other->planned);
}

static bool get(struct planning *p, struct node *n, const struct goal_way *way)
{
    struct goal *goal = n->goal;
    g_autoptr(GHashTable) tools = counts_new();
    guint held = p->held->len;
    if (is_above(p, goal->object))
        return fails(p, goal, GOALS_ERROR_CYCLE, "it would need itself");
    if (p->path->len >= GOALS_DEPTH_MAX)
        return fails(p, goal, GOALS_ERROR_LARGE, "more goals within each other than a tree may have");
    g_ptr_array_add(p->path, goal);
    if (!need_inserted(p, n) || !need_tool(p, n, tools))
        return false;
    g_autoptr(GPtrArray) names = counts_names(tools);
    for (guint i = 0; i < names->len; i++)
        g_ptr_array_add(p->held, names->pdata[i]);
    if (!need_material(p, n) || !need_fuel(p, n))
        return false;
    g_ptr_array_set_size(p->held, (int)held);
    g_ptr_array_set_size(p->path, (int)p->path->len - 1);
    give_back(p, tools);
    counts_set(p->stock, goal->object, counts_get(p->stock, goal->object) + pieces(way, goal->get) * way->count);
    return true;
}

/* What is still to be got of the chosen goal. Its aim is set once, of all that is there: what other goals keep meanwhile does not
 * move it. */
static gint64 toward_aim(const struct planning *p, const struct goal *goal)
{
    gint64 there = goals_have(p->g, p->inventory, goal->object);
    if (!p->g->aim)
        p->g->aim = there + (goal->had >= goal->count ? goal->count : goal->count - goal->had);
    return MAX(0, p->g->aim - there);
}

/* The goal in its count: what is there, and what is to be got. `kept`: what the goal above keeps of it. */
static bool need(struct planning *p, struct node *n, gint64 count, GHashTable *kept)
{
    struct goal *goal = n->goal;
    const struct goal_way *way = goals_way(p->g, goal->object);
    bool chosen = goal->id == p->g->chosen;
    n->planned = ++p->rows;
    goal->count = goal->touched && goal->count > 0 ? goal->count : count;
    goal->had = goals_have(p->g, p->stock, goal->object);
    goal->get = 0;
    if (p->rows > GOALS_MAX)
        return fails(p, goal, GOALS_ERROR_LARGE, "more goals than a tree may have");
    if (goal->count < 1 || goal->count > GOALS_COUNT_MAX)
        return fails(p, goal, GOALS_ERROR_LARGE, "a goal's count is 1 to 10000");
    if (goal->removed || goal->state == BOARD_FAILED)
        goal->get = 0; /* what it is for is tried without it */
    else if ((goal->get = chosen ? toward_aim(p, goal) : MAX(0, goal->count - goal->had)) == 0) {
        goal->state = BOARD_LEFT_OUT;
        p->g->chosen = chosen ? 0 : p->g->chosen; /* it is reached: the tree goes on */
    } else {
        goal->state = BOARD_OPEN;
        goal->unknown = !way;
        if (way && !get(p, n, way))
            return false;
        if (!way)
            counts_set(p->stock, goal->object, counts_get(p->stock, goal->object) + goal->get);
    }
    drop_unused(p, n);
    g_ptr_array_sort(n->children, by_plan);
    keep(p, goal->object, count, kept);
    return true;
}

static bool plan_tops(struct planning *p, struct node *top, GHashTable *kept)
{
    for (guint i = 0; i < top->children->len; i++) {
        struct node *n = top->children->pdata[i];
        if (n->goal->state == BOARD_DONE)
            keep(p, n->goal->object, n->goal->count, kept);
        else if (!need(p, n, n->goal->count, kept))
            return false;
    }
    return true;
}

/* A person goes on from a goal that nothing needs: it has all that is there. */
static bool plan_chosen(struct planning *p, struct node *top)
{
    struct node *chosen = p->g->chosen ? find_chosen(p, top) : NULL;
    g_autoptr(GHashTable) all = counts_copy(p->inventory), kept = counts_new();
    GHashTable *stock = p->stock;
    p->stock = all;
    bool ok = !chosen || chosen->planned || need(p, chosen, chosen->goal->count, kept);
    p->stock = stock;
    return ok;
}

static gboolean is_used_up(G_GNUC_UNUSED gpointer name, gpointer n, G_GNUC_UNUSED gpointer data)
{
    return *(gint64 *)n == 0;
}

bool goals_plan(struct goals *g, GHashTable *inventory, GHashTable **ret_predicted, gint64 *ret_bad, GError **error)
{
    g_autoptr(GHashTable) stock = counts_copy(inventory), kept = counts_new();
    g_autoptr(GPtrArray) held = g_ptr_array_new(), path = g_ptr_array_new();
    struct planning p = {.g = g, .inventory = inventory, .stock = stock, .held = held, .path = path, .error = error};
    struct node *top = tree_of(g);
    bool ok = plan_tops(&p, top, kept) && plan_chosen(&p, top);
    put_rows(g, top, 0);
    node_free(top);
    give_back(&p, kept);
    g_hash_table_foreach_remove(stock, is_used_up, NULL);
    if (ret_predicted)
        *ret_predicted = g_hash_table_ref(stock);
    if (ret_bad)
        *ret_bad = ok ? 0 : p.bad;
    return ok;
}

/* ---- what comes next ---- */

guint goals_end(const struct goals *g, guint i)
{
    guint end = i + 1;
    while (end < g->rows->len &&
           ((const struct goal *)g->rows->pdata[end])->depth > ((const struct goal *)g->rows->pdata[i])->depth)
        end++;
    return end;
}

/* The first in post-order of the rows from `i` to `end`: the deepest on the way to the first that is open. */
static struct goal *first_open(const struct goals *g, guint i, guint end)
{
    while (i < end) {
        guint after = goals_end(g, i);
        struct goal *goal = g->rows->pdata[i], *below = goal->state == BOARD_OPEN ? first_open(g, i + 1, after) : NULL;
        if (goal->state == BOARD_OPEN)
            return below ? below : goal;
        i = after;
    }
    return NULL;
}

bool goals_find(const struct goals *g, gint64 id, guint *ret_i)
{
    for (*ret_i = 0; *ret_i < g->rows->len; ++*ret_i)
        if (((const struct goal *)g->rows->pdata[*ret_i])->id == id)
            return true;
    return false;
}

struct goal *goals_row(const struct goals *g, gint64 id)
{
    guint i;
    return goals_find(g, id, &i) ? g->rows->pdata[i] : NULL;
}

void goals_done(struct goals *g, gint64 id)
{
    guint i = 0;
    if (!goals_find(g, id, &i))
        return;
    for (guint k = i + 1; k < goals_end(g, i); k++) {
        struct goal *below = g->rows->pdata[k];
        below->state = below->state == BOARD_OPEN ? BOARD_LEFT_OUT : below->state;
    }
    ((struct goal *)g->rows->pdata[i])->state = BOARD_DONE;
    g->chosen = g->chosen == id ? 0 : g->chosen;
}

struct goal *goals_next(const struct goals *g)
{
    guint i;
    struct goal *chosen = g->chosen && goals_find(g, g->chosen, &i) ? first_open(g, i, goals_end(g, i)) : NULL;
    return chosen ? chosen : first_open(g, 0, g->rows->len);
}

struct goal *goals_unknown(const struct goals *g)
{
    for (guint i = 0; i < g->rows->len; i++)
        if (((const struct goal *)g->rows->pdata[i])->unknown)
            return g->rows->pdata[i];
    return NULL;
}

GHashTable *goals_missing(const struct goals *g)
{
    GHashTable *missing = counts_new();
    for (guint i = 0; i < g->rows->len; i++) {
        const struct goal *goal = g->rows->pdata[i];
        const struct goal_way *way = goals_way(g, goal->object);
        if (goal->state == BOARD_OPEN && goals_burns(g, goal) && !(g->fuel && *g->fuel))
            counts_set(missing, "fuel", counts_get(missing, "fuel") + goals_burns(g, goal));
        if (goal->state == BOARD_OPEN && (!way || g_hash_table_size(way->material) == 0))
            counts_set(missing, goal->object, counts_get(missing, goal->object) + goal->get);
    }
    return missing;
}
