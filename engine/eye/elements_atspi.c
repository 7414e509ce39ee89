/* The worker "elements": walks the trees of programs on the accessibility bus. It calls nothing but questions. A program that
 * does not answer costs one time-out, and its parent kills the worker in the end. */
#include "config/config.h"
#include "config/late.h"
#include "engine/eye/elements.h"
#include "engine/picture/frame.h"

#include <atspi/atspi.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUS_PREFIX "unix:path="
#define REST_US (150 * 1000)
#define RESTS_WITHIN_US (2000 * 1000) /* what never rests is told as it is */
#define ANSWER_MS 6000 /* a program that gives no answer for so long hangs; on a busy machine one may take seconds */

#define ATSPI(NAME)                                                                                                              \
    NAME(atspi_init)                                                                                                             \
    NAME(atspi_set_timeout)                                                                                                      \
    NAME(atspi_get_desktop)                                                                                                      \
    NAME(atspi_accessible_clear_cache)                                                                                           \
    NAME(atspi_accessible_get_child_count)                                                                                       \
    NAME(atspi_accessible_get_child_at_index)                                                                                    \
    NAME(atspi_accessible_get_process_id)                                                                                        \
    NAME(atspi_accessible_get_role)                                                                                              \
    NAME(atspi_accessible_get_name)                                                                                              \
    NAME(atspi_accessible_get_description)                                                                                       \
    NAME(atspi_accessible_get_state_set)                                                                                         \
    NAME(atspi_accessible_get_component_iface)                                                                                   \
    NAME(atspi_accessible_get_action_iface)                                                                                      \
    NAME(atspi_role_get_name)                                                                                                    \
    NAME(atspi_state_set_contains)                                                                                               \
    NAME(atspi_component_get_extents)                                                                                            \
    NAME(atspi_action_get_n_actions)                                                                                             \
    NAME(g_object_unref)

static struct {
    ATSPI(LATE_MEMBER)
} at;

struct walk {
    GArray *elements; /* struct element */
    GArray *of;       /* int: the node of each */
    GArray *nodes;    /* struct element_node */
    gint64 until_us, pid;
    guint visited;
    struct area top;      /* of the window that is walked */
    char *top_name;       /* its name; owned */
    struct area pane;     /* of what scrolls around the node; width 0 = nothing does */
    guint menus;          /* around the node */
    int moved_x, moved_y; /* px: so far from what they say is what is around the node */
    bool cut;             /* there is more */
    bool active;          /* only windows that say that they are active */
    bool ends;            /* no time or no room is left */
    bool dead;            /* it gave no answer in time */
};

/* "unixexec:" would start a program, "tcp:" ask another machine; several addresses are tried in turn. */
static bool is_bus(const char *address, GError **error)
{
    struct stat st;
    g_autofree char *path = g_str_has_prefix(address, BUS_PREFIX)
                                ? g_strndup(address + strlen(BUS_PREFIX), strcspn(address + strlen(BUS_PREFIX), ","))
                                : NULL;
    if (path && *path == '/' && !strpbrk(address, ";%") && stat(path, &st) == 0 && S_ISSOCK(st.st_mode) && st.st_uid == getuid())
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "there is no accessibility bus at \"%s\"", address);
    return false;
}

bool elements_worker_connect(const char *request, gsize length, GError **error)
{
    static const char *const names[] = {ATSPI(LATE_NAME) NULL};
    struct elements_request r = {0};
    bool ok = elements_request_from_json(request, length, &r, error) && is_bus(r.bus, error) &&
              late_load("libatspi.so.0", names, &at, error) && g_setenv("AT_SPI_BUS_ADDRESS", r.bus, TRUE);
    if (ok) {
        at.atspi_set_timeout(MIN(r.within_ms, ANSWER_MS), MIN(r.within_ms, ANSWER_MS));
        if ((ok = at.atspi_init() < 2) == false)
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the accessibility bus at \"%s\" does not answer", r.bus);
    }
    elements_request_clear(&r);
    return ok;
}

/* An icon's tooltip is its description. Caller frees; NULL = no answer. */
static char *name_of(AtspiAccessible *a)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *name = element_name(at.atspi_accessible_get_name(a, &error));
    if (!error && !*name) {
        g_free(name);
        name = element_name(at.atspi_accessible_get_description(a, &error));
    }
    return error ? NULL : g_steal_pointer(&name);
}

static bool is_secret(AtspiRole role)
{
    return role == ATSPI_ROLE_PASSWORD_TEXT;
}

/* What these are called changes with what they hold. */
static bool names_value(AtspiRole role)
{
    return role == ATSPI_ROLE_FRAME || role == ATSPI_ROLE_WINDOW || role == ATSPI_ROLE_COMBO_BOX;
}

/* What holds others, and is no aim itself. */
static bool only_holds(AtspiRole role)
{
    static const AtspiRole holders[] = {
        ATSPI_ROLE_APPLICATION,    ATSPI_ROLE_FRAME,          ATSPI_ROLE_WINDOW,        ATSPI_ROLE_DIALOG,
        ATSPI_ROLE_PANEL,          ATSPI_ROLE_FILLER,         ATSPI_ROLE_SCROLL_PANE,   ATSPI_ROLE_VIEWPORT,
        ATSPI_ROLE_MENU_BAR,       ATSPI_ROLE_TOOL_BAR,       ATSPI_ROLE_PAGE_TAB_LIST, ATSPI_ROLE_TABLE,
        ATSPI_ROLE_TREE,           ATSPI_ROLE_TREE_TABLE,     ATSPI_ROLE_LIST,          ATSPI_ROLE_LIST_BOX,
        ATSPI_ROLE_SPLIT_PANE,     ATSPI_ROLE_LAYERED_PANE,   ATSPI_ROLE_ROOT_PANE,     ATSPI_ROLE_DOCUMENT_WEB,
        ATSPI_ROLE_DOCUMENT_FRAME, ATSPI_ROLE_INTERNAL_FRAME, ATSPI_ROLE_SECTION,       ATSPI_ROLE_FORM,
        ATSPI_ROLE_GROUPING,       ATSPI_ROLE_LANDMARK,       ATSPI_ROLE_PARAGRAPH,     ATSPI_ROLE_STATUS_BAR,
        ATSPI_ROLE_LABEL,          ATSPI_ROLE_STATIC,         ATSPI_ROLE_ALERT,         ATSPI_ROLE_FILE_CHOOSER,
        ATSPI_ROLE_SCROLL_BAR,     ATSPI_ROLE_POPUP_MENU,     ATSPI_ROLE_HEADING};
    for (gsize i = 0; i < G_N_ELEMENTS(holders); i++)
        if (role == holders[i])
            return true;
    return false;
}

/* What is in it shows inside of it only. */
static bool scrolls(AtspiRole role)
{
    return role == ATSPI_ROLE_SCROLL_PANE || role == ATSPI_ROLE_VIEWPORT || role == ATSPI_ROLE_TREE_TABLE ||
           role == ATSPI_ROLE_TREE || role == ATSPI_ROLE_TABLE;
}

/* What is in it may show in a window of its own, wherever that is. */
static bool opens(AtspiRole role)
{
    return role == ATSPI_ROLE_MENU || role == ATSPI_ROLE_POPUP_MENU || role == ATSPI_ROLE_COMBO_BOX ||
           role == ATSPI_ROLE_WINDOW || role == ATSPI_ROLE_FRAME || role == ATSPI_ROLE_DIALOG;
}

static bool acts(AtspiAccessible *a)
{
    AtspiAction *action = at.atspi_accessible_get_action_iface(a);
    bool does = action && at.atspi_action_get_n_actions(action, NULL) > 0;
    if (action)
        at.g_object_unref(action);
    return does;
}

/* As it says; width 0 = it does not. */
static struct area told_box(AtspiAccessible *a)
{
    AtspiComponent *component = at.atspi_accessible_get_component_iface(a);
    g_autofree AtspiRect *box = component ? at.atspi_component_get_extents(component, ATSPI_COORD_TYPE_SCREEN, NULL) : NULL;
    if (component)
        at.g_object_unref(component);
    if (!box || box->width < 1 || box->height < 1 || box->width > FRAME_MAX_SIDE || box->height > FRAME_MAX_SIDE ||
        ABS((gint64)box->x) > FRAME_MAX_SIDE || ABS((gint64)box->y) > FRAME_MAX_SIDE)
        return (struct area){0};
    return (struct area){box->x, box->y, box->width, box->height};
}

/* False: it says none. */
static bool box_of(const struct walk *w, AtspiAccessible *a, struct element *e)
{
    const struct area box = told_box(a);
    e->x = box.x + w->moved_x;
    e->y = box.y + w->moved_y;
    e->width = box.width;
    e->height = box.height;
    return box.width > 0;
}

static struct area area_of(const struct element *e)
{
    return (struct area){e->x, e->y, e->width, e->height};
}

/* Cut to the pane; false: it is not in it. */
static bool in_pane(const struct walk *w, struct element *e)
{
    const struct area a = w->pane.width ? area_cut(area_of(e), w->pane) : area_of(e);
    e->x = a.x;
    e->y = a.y;
    e->width = a.width;
    e->height = a.height;
    return a.width > 0;
}

/* Takes the name. */
static void tell(struct walk *w, AtspiAccessible *a, AtspiRole role, AtspiStateSet *states, char *name, int node)
{
    struct element e = {.name = name, .pid = w->pid, .top = w->top, .menu = w->menus > 0, .secret = is_secret(role)};
    e.focusable = at.atspi_state_set_contains(states, ATSPI_STATE_FOCUSABLE);
    e.clickable = !only_holds(role) && acts(a);
    if (only_holds(role) || (!e.clickable && !e.focusable) || !box_of(w, a, &e) || !in_pane(w, &e)) {
        g_free(name);
        return;
    }
    e.sensitive = at.atspi_state_set_contains(states, ATSPI_STATE_SENSITIVE);
    e.focused = at.atspi_state_set_contains(states, ATSPI_STATE_FOCUSED);
    e.checkable = at.atspi_state_set_contains(states, ATSPI_STATE_CHECKABLE);
    e.checked = at.atspi_state_set_contains(states, ATSPI_STATE_CHECKED);
    e.role = g_strdup(g_array_index(w->nodes, struct element_node, node).role);
    e.top_name = g_strdup(w->top_name);
    g_array_append_val(w->elements, e);
    g_array_append_val(w->of, node);
}

static int add_node(struct walk *w, int parent, AtspiRole role, const char *name)
{
    const struct element_node node = {.parent = parent,
                                      .role = at.atspi_role_get_name(role),
                                      .name = g_strdup(names_value(role) ? "" : name),
                                      .window = parent < 0 || g_array_index(w->nodes, struct element_node, parent).parent < 0,
                                      .holds = only_holds(role)};
    g_array_append_val(w->nodes, node);
    return (int)w->nodes->len - 1;
}

static void walk_children(struct walk *w, AtspiAccessible *parent, int node, int depth);

/* LibreOffice lays out what is below a root pane itself, and GTK what holds the pane. Until a menu was opened it tells its boxes
 * as if no menu bar were above the pane. So a pane that is as large as its parent lies where its parent does. What GTK lays out
 * in it is told right: it fills a panel, and lies where that does already. False: nobody knows where the pane is. */
static bool find_moved(struct walk *w, AtspiAccessible *a, AtspiAccessible *parent, AtspiRole role)
{
    const bool root = role == ATSPI_ROLE_ROOT_PANE, moved = w->moved_x || w->moved_y;
    const struct area box = root || (moved && role == ATSPI_ROLE_PANEL) ? told_box(a) : (struct area){0};
    struct area around = box.width ? told_box(parent) : (struct area){0};
    if (around.width == 0)
        return true;
    around.x += w->moved_x;
    around.y += w->moved_y;
    const bool fills = box.width == around.width && box.height == around.height;
    const int x = around.x - box.x, y = around.y - box.y;
    if (fills && (root || (x == 0 && y == 0))) {
        w->moved_x = x;
        w->moved_y = y;
    }
    const struct area both = area_cut(box, around);
    return !root || fills || (both.width == box.width && both.height == box.height);
}

/* The children. A menu bar without a height is another toolkit's, which draws none. */
static bool shows_its_own(struct walk *w, AtspiAccessible *a, AtspiAccessible *parent, AtspiRole role)
{
    const bool known = find_moved(w, a, parent, role);
    w->cut = w->cut || !known;
    return known && (role != ATSPI_ROLE_MENU_BAR || told_box(a).width > 0);
}

/* True: it shows. */
static bool walk_node(struct walk *w, AtspiAccessible *a, AtspiAccessible *holder, int parent, int depth)
{
    g_autoptr(GError) error = NULL;
    AtspiRole role = at.atspi_accessible_get_role(a, &error);
    char *name = error ? NULL : name_of(a);
    if (!name) { /* it has gone meanwhile, or does not answer */
        w->cut = true;
        return false;
    }
    const int node = add_node(w, parent, role, name);
    AtspiStateSet *states = at.atspi_accessible_get_state_set(a);
    bool shows = states && at.atspi_state_set_contains(states, ATSPI_STATE_SHOWING) &&
                 at.atspi_state_set_contains(states, ATSPI_STATE_VISIBLE);
    bool is_active = states && at.atspi_state_set_contains(states, ATSPI_STATE_ACTIVE);
    struct element box = {0};
    if (depth == 0) {
        w->top = box_of(w, a, &box) ? area_of(&box) : (struct area){0};
        g_free(w->top_name);
        w->top_name = g_strdup(name);
    }
    if (shows)
        tell(w, a, role, states, name, node);
    else
        g_free(name);
    if (states)
        at.g_object_unref(states);
    const bool menu = role == ATSPI_ROLE_MENU || role == ATSPI_ROLE_POPUP_MENU;
    const struct area around = w->pane;
    const int moved_x = w->moved_x, moved_y = w->moved_y;
    w->menus += menu;
    if (opens(role))
        w->pane = (struct area){0};
    else if (shows && scrolls(role) && box_of(w, a, &box) && in_pane(w, &box))
        w->pane = area_of(&box);
    if (shows && (depth > 0 || !w->active || is_active) && shows_its_own(w, a, holder, role))
        walk_children(w, a, node, depth + 1);
    w->menus -= menu;
    w->pane = around;
    w->moved_x = moved_x;
    w->moved_y = moved_y;
    return shows;
}

static void walk_children(struct walk *w, AtspiAccessible *parent, int node, int depth)
{
    int n = at.atspi_accessible_get_child_count(parent, NULL);
    w->dead = w->dead || (n < 0 && depth == 0);
    w->cut = w->cut || (n > 0 && depth >= ELEMENTS_DEPTH_MAX) || n > ELEMENTS_CHILDREN_MAX;
    if (depth >= ELEMENTS_DEPTH_MAX)
        return;
    bool shown = false;
    for (int i = 0, hidden = 0; i < MIN(n, ELEMENTS_CHILDREN_MAX) && !w->ends; i++) {
        AtspiAccessible *child = at.atspi_accessible_get_child_at_index(parent, i, NULL);
        const bool shows = child && walk_node(w, child, parent, node, depth);
        if (child)
            at.g_object_unref(child);
        shown = shown || shows;
        hidden = shows ? 0 : hidden + 1;
        if (n > ELEMENTS_CHILDREN_MAX && shown && hidden >= ELEMENTS_HIDDEN_MAX)
            return;
        w->ends =
            ++w->visited >= ELEMENTS_VISITED_MAX || w->elements->len >= ELEMENTS_MAX || g_get_monotonic_time() > w->until_us;
    }
}

static bool is_asked(const GArray *pids, gint64 pid)
{
    for (guint i = 0; i < pids->len; i++)
        if (g_array_index(pids, gint64, i) == pid)
            return true;
    return false;
}

static void walk_program(struct walk *w, AtspiAccessible *program)
{
    g_autofree char *name = name_of(program);
    w->dead = w->dead || !name;
    if (name)
        walk_children(w, program, add_node(w, -1, ATSPI_ROLE_APPLICATION, name), 0);
}

static void give_ids(struct walk *w)
{
    element_nodes_identify(w->nodes);
    for (guint i = 0; i < w->elements->len; i++) {
        const struct element_node *n = &g_array_index(w->nodes, struct element_node, g_array_index(w->of, int, i));
        g_strlcpy(g_array_index(w->elements, struct element, i).id, n->id, ELEMENTS_ID_BYTES);
    }
}

/* How many of the programs that are asked for are on the bus. */
static int walk_bus(struct walk *w, AtspiAccessible *desktop, int n, const struct elements_request *r)
{
    int programs = 0;
    for (int i = 0; i < n; i++) {
        AtspiAccessible *program = at.atspi_accessible_get_child_at_index(desktop, i, NULL);
        w->pid = program ? (gint64)at.atspi_accessible_get_process_id(program, NULL) : 0;
        if (program && (r->all || is_asked(r->pids, w->pid))) {
            programs++;
            walk_program(w, program);
        }
        if (program)
            at.g_object_unref(program);
    }
    return programs;
}

static bool tell_the_same(const GArray *a, const GArray *b)
{
    bool same = a->len == b->len;
    for (guint i = 0; i < a->len && same; i++) {
        const struct element *one = &g_array_index(a, struct element, i), *other = &g_array_index(b, struct element, i);
        same = g_str_equal(one->id, other->id) && one->x == other->x && one->y == other->y && one->width == other->width &&
               one->height == other->height;
    }
    return same;
}

/* One walk; w->elements is new. How many programs, -1 with an error. */
static int walk_once(struct walk *w, AtspiAccessible *desktop, const struct elements_request *r, gint64 until_us, GError **error)
{
    int n = desktop ? at.atspi_accessible_get_child_count(desktop, error) : 0;
    g_autoptr(GArray) nodes = element_nodes_new(), of = g_array_new(FALSE, FALSE, sizeof(int));
    *w = (struct walk){.elements = elements_new(), .of = of, .nodes = nodes, .until_us = until_us, .active = r->all};
    int programs = walk_bus(w, desktop, n, r);
    if (w->active && w->elements->len == 0) {
        w->active = false;
        g_array_set_size(nodes, 0);
        programs = walk_bus(w, desktop, n, r);
    }
    give_ids(w);
    g_clear_pointer(&w->top_name, g_free);
    return *error ? -1 : programs;
}

bool elements_worker(const char *request, gsize length, GString *reply, GError **error)
{
    struct elements_request r = {0};
    if (!elements_request_from_json(request, length, &r, error))
        return false;
    const gint64 began_us = g_get_monotonic_time(), until_us = began_us + (gint64)r.within_ms * 1000;
    g_autoptr(GArray) elements = NULL;
    struct walk w = {0};
    AtspiAccessible *desktop = at.atspi_get_desktop(0);
    int programs = 0;
    for (bool same = false; !same;) {
        g_autoptr(GArray) before = g_steal_pointer(&elements);
        programs = walk_once(&w, desktop, &r, until_us, error);
        elements = w.elements;
        const bool whole = !w.cut && !w.ends && !w.dead && programs > 0;
        same = !r.rests || !whole || (before && tell_the_same(before, elements)) ||
               g_get_monotonic_time() > began_us + RESTS_WITHIN_US;
        if (!same) {
            g_usleep(REST_US);
            at.atspi_accessible_clear_cache(desktop);
        }
    }
    elements_request_clear(&r);
    if (programs < 0)
        return false;
    if (w.dead && elements->len == 0) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, ELEMENTS_UNANSWERED);
        return false;
    }
    const bool late = w.dead || (w.ends && g_get_monotonic_time() > until_us);
    elements_reply_to_json(elements, &(struct elements_told){.programs = programs, .cut = w.cut || w.ends, .late = late}, reply);
    return true;
}
