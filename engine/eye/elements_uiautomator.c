/* Elements of an Android phone: the XML of `uiautomator dump`, a node for each view. */
#include "engine/eye/elements.h"
#include "engine/picture/frame.h"

#include <string.h>

#define BEGINS "<hierarchy"
#define ENDS "</hierarchy>"
#define FRAMEWORK "android:id/" /* names of dialogs and lists, the same in all of them */
#define SAID_MAX 200            /* bytes of uiautomator's own words in a sentence */

struct node {
    int parent; /* its index; -1 = none */
    char *class, *package, *resource;
    char *text, *told, *hint; /* what it shows; what it is called for those who do not see it; what is to be put in */
    char *first, *all;        /* texts of what is in it and no aim of its own; NULL = none */
    struct area box;          /* as much of it as shows; width 0 = nothing */
    struct area pane;         /* where what is in it can show */
    bool clickable, long_clickable, focusable, focused, scrollable, checkable, checked, enabled, password, shown;
    bool holds;   /* another node is in it */
    bool in_list; /* in something that makes a row of the same kind for each of many things */
    char id[ELEMENTS_ID_BYTES];
};

struct tree {
    GArray *nodes; /* struct node, parents first */
    GArray *open;  /* int: indices, the innermost last; -1 = one that is not looked at */
    struct area screen;
    bool cut;
};

static const struct {
    const char *class, *role; /* the role as AT-SPI names it */
    bool value;               /* its text is what is in it, not what it is called */
    bool list;
} roles[] = {
    {"Button", "push button", false, false},
    {"ImageButton", "push button", false, false},
    {"CheckBox", "check box", false, false},
    {"CheckedTextView", "check box", false, false},
    {"RadioButton", "radio button", false, false},
    {"Switch", "toggle button", true, false},
    {"ToggleButton", "toggle button", true, false},
    {"EditText", "text", true, false},
    {"AutoCompleteTextView", "text", true, false},
    {"MultiAutoCompleteTextView", "text", true, false},
    {"Spinner", "combo box", true, false},
    {"SeekBar", "slider", true, false},
    {"ImageView", "image", false, false},
    {"TextView", "label", false, false},
    {"ListView", "list", false, true},
    {"ExpandableListView", "list", false, true},
    {"RecyclerView", "list", false, true},
    {"GridView", "list", false, true},
    {"ViewPager", "list", false, true},
    {"ScrollView", "scroll pane", false, false},
    {"WebView", "document web", false, false},
};

static const char *short_class(const struct node *n)
{
    const char *dot = strrchr(n->class, '.');
    return dot ? dot + 1 : n->class;
}

/* -1 = it is none of them. */
static int kind_of(const struct node *n)
{
    for (gsize i = 0; i < G_N_ELEMENTS(roles); i++)
        if (g_str_equal(roles[i].class, short_class(n)))
            return (int)i;
    return -1;
}

static bool is_text(const struct node *n)
{
    const int kind = kind_of(n);
    return n->password || (kind >= 0 && g_str_equal(roles[kind].role, "text"));
}

static bool is_value(const struct node *n)
{
    const int kind = kind_of(n);
    return n->password || (kind >= 0 && roles[kind].value);
}

static bool is_list(const struct node *n)
{
    const int kind = kind_of(n);
    return kind >= 0 && roles[kind].list;
}

static const char *role_of(const struct node *n)
{
    const int kind = kind_of(n);
    return n->password ? ELEMENTS_PASSWORD : kind >= 0 ? roles[kind].role : "panel";
}

/* What is in it is told by itself only where that is an aim, too. */
static bool is_aim(const struct node *n)
{
    return n->clickable || n->long_clickable || n->scrollable || is_text(n) || (n->focusable && !n->holds);
}

/* What it is called by itself, "" = nothing: never what was typed into it. */
static const char *label_of(const struct node *n)
{
    return *n->told ? n->told : *n->hint ? n->hint : is_value(n) ? "" : n->text;
}

/* ---- reading ---- */

static void node_clear(gpointer data)
{
    struct node *n = data;
    g_free(n->class);
    g_free(n->package);
    g_free(n->resource);
    g_free(n->text);
    g_free(n->told);
    g_free(n->hint);
    g_free(n->first);
    g_free(n->all);
}

/* "[0,96][1080,240]"; empty: it is none. */
static struct area read_box(const char *text)
{
    static const char *const before[] = {"[", ",", "][", ","};
    gint64 at[G_N_ELEMENTS(before)];
    for (gsize i = 0; i < G_N_ELEMENTS(before); i++) {
        char *end = NULL;
        if (!g_str_has_prefix(text, before[i]))
            return (struct area){0};
        text += strlen(before[i]);
        at[i] = g_ascii_strtoll(text, &end, 10);
        if (end == text || at[i] < -FRAME_MAX_SIDE || at[i] > FRAME_MAX_SIDE)
            return (struct area){0};
        text = end;
    }
    if (!g_str_equal(text, "]") || at[2] <= at[0] || at[3] <= at[1])
        return (struct area){0};
    return (struct area){(int)at[0], (int)at[1], (int)(at[2] - at[0]), (int)(at[3] - at[1])};
}

static const struct {
    const char *name;
    gsize at;
} texts[] = {{"class", offsetof(struct node, class)},          {"package", offsetof(struct node, package)},
             {"resource-id", offsetof(struct node, resource)}, {"text", offsetof(struct node, text)},
             {"content-desc", offsetof(struct node, told)},    {"hint", offsetof(struct node, hint)}},
  flags[] = {{"clickable", offsetof(struct node, clickable)},   {"long-clickable", offsetof(struct node, long_clickable)},
             {"focusable", offsetof(struct node, focusable)},   {"focused", offsetof(struct node, focused)},
             {"scrollable", offsetof(struct node, scrollable)}, {"checkable", offsetof(struct node, checkable)},
             {"checked", offsetof(struct node, checked)},       {"enabled", offsetof(struct node, enabled)},
             {"visible-to-user", offsetof(struct node, shown)}, {"password", offsetof(struct node, password)}};

static void read_attribute(struct node *n, const char *name, const char *value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        if (g_str_equal(name, texts[i].name)) {
            char **text = G_STRUCT_MEMBER_P(n, texts[i].at);
            g_free(*text);
            *text = element_name(g_strdup(value));
        }
    for (gsize i = 0; i < G_N_ELEMENTS(flags); i++)
        if (g_str_equal(name, flags[i].name))
            G_STRUCT_MEMBER(bool, n, flags[i].at) = g_str_equal(value, "true");
    if (g_str_equal(name, "bounds"))
        n->box = read_box(value);
}

static struct node *node_at(const struct tree *t, int i)
{
    return i < 0 ? NULL : &g_array_index(t->nodes, struct node, i);
}

/* The innermost open node; -1 = none, or one that is not looked at. */
static int open_node(const struct tree *t)
{
    return t->open->len ? g_array_index(t->open, int, t->open->len - 1) : -1;
}

static void begin_element(GMarkupParseContext *c, const char *element, const char **names, const char **values, gpointer data,
                          GError **error)
{
    struct tree *t = data;
    const int around = open_node(t), none = -1;
    (void)c, (void)error;
    if (!g_str_equal(element, "node") || t->open->len >= ELEMENTS_DEPTH_MAX || t->nodes->len >= ELEMENTS_VISITED_MAX) {
        t->cut = t->cut || g_str_equal(element, "node");
        g_array_append_val(t->open, none);
        return;
    }
    struct node n = {.parent = around, .shown = true, .enabled = true};
    for (gsize i = 0; names[i]; i++)
        read_attribute(&n, names[i], values[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        if (!G_STRUCT_MEMBER(char *, &n, texts[i].at))
            G_STRUCT_MEMBER(char *, &n, texts[i].at) = g_strdup("");
    struct node *in = node_at(t, around);
    n.box = area_cut(n.box, in ? in->pane : t->screen);
    n.pane = n.scrollable ? n.box : in ? in->pane : t->screen;
    n.in_list = in && (in->in_list || is_list(in));
    if (in)
        in->holds = true;
    const int index = (int)t->nodes->len;
    g_array_append_val(t->nodes, n);
    g_array_append_val(t->open, index);
}

static void add_text(struct node *n, const char *text)
{
    if (!n->first)
        n->first = g_strdup(text);
    g_autofree char *before = n->all;
    n->all = g_utf8_strlen(before ? before : "", -1) < ELEMENTS_NAME_MAX
                 ? element_name(g_strconcat(before ? before : "", before ? ", " : "", text, NULL))
                 : g_steal_pointer(&before);
}

/* What is in an aim names it; what is in an aim of its own does not. */
static void end_element(GMarkupParseContext *c, const char *element, gpointer data, GError **error)
{
    struct tree *t = data;
    const struct node *n = node_at(t, open_node(t));
    struct node *in = n ? node_at(t, n->parent) : NULL;
    (void)c, (void)element, (void)error;
    g_array_set_size(t->open, t->open->len - 1);
    if (!in || is_aim(n) || !n->shown)
        return;
    if (*label_of(n))
        add_text(in, label_of(n));
    else if (n->all)
        add_text(in, n->all);
}

/* ---- ids and names ---- */

/* A phone's own id of a view outlives everything; of rows of a list, and of the parts of all dialogs, the text tells one from
 * another. */
static void give_ids(struct tree *t, const struct eye_window *window)
{
    g_autoptr(GArray) nodes = element_nodes_new();
    const bool named = strchr(window->title, '/'); /* that of a popup has a number that is another each time */
    const struct element_node root = {
        .parent = -1, .role = g_strdup(named ? window->class : ""), .name = g_strdup(named ? window->title : ""), .window = true};
    g_array_append_val(nodes, root);
    for (guint i = 0; i < t->nodes->len; i++) {
        const struct node *n = &g_array_index(t->nodes, struct node, i);
        const bool alone = *n->resource && !n->in_list && !g_str_has_prefix(n->resource, FRAMEWORK);
        const char *inner = is_aim(n) && !is_value(n) && n->first ? n->first : "";
        const char *text = *label_of(n) ? label_of(n) : inner;
        const struct element_node node = {.parent = n->parent < 0 || *n->resource ? 0 : n->parent + 1, /* behind the root */
                                          .role = g_strdup(*n->resource ? n->resource : n->class),
                                          .name = g_strdup(alone ? "" : text),
                                          .holds = !n->in_list};
        g_array_append_val(nodes, node);
    }
    element_nodes_identify(nodes);
    for (guint i = 0; i < t->nodes->len; i++)
        g_strlcpy(node_at(t, (int)i)->id, g_array_index(nodes, struct element_node, i + 1).id, ELEMENTS_ID_BYTES);
}

/* "com.example:id/save_button" → "save button". Caller frees. */
static char *resource_words(const struct node *n)
{
    const char *slash = strchr(n->resource, '/');
    return g_strdelimit(g_strdup(slash ? slash + 1 : ""), "_", ' ');
}

static char *name_of(const struct node *n)
{
    if (*label_of(n))
        return g_strdup(label_of(n));
    return n->all && !is_text(n) ? g_strdup(n->all) : resource_words(n);
}

/* What another program has put there is not this one's, but that a password goes there counts whosever it is. */
static void tell(const struct tree *t, const struct node *n, const struct eye_window *window, GArray *elements)
{
    const bool own = !strchr(window->title, '/') || g_str_equal(n->package, window->class) || n->password;
    if (!own || !n->shown || !is_aim(n) || n->box.width <= 0 || n->box.height <= 0)
        return;
    struct element e = {.role = g_strdup(role_of(n)),
                        .name = name_of(n),
                        .x = n->box.x,
                        .y = n->box.y,
                        .width = n->box.width,
                        .height = n->box.height,
                        .top = t->screen,
                        .top_name = g_strdup(window->title),
                        .clickable = n->clickable || n->long_clickable,
                        .focusable = n->focusable || n->scrollable || is_text(n),
                        .sensitive = n->enabled,
                        .checkable = n->checkable,
                        .checked = n->checked,
                        .focused = n->focused,
                        .secret = n->password};
    g_strlcpy(e.id, n->id, sizeof e.id);
    g_array_append_val(elements, e);
}

/* ---- the whole ---- */

/* "ERROR: could not get idle state." → "could not get idle state" */
static void refused(const char *text, GError **error)
{
    const char *said = strstr(text, "ERROR: ");
    g_autofree char *words = g_strndup(said ? said + strlen("ERROR: ") : text, SAID_MAX);
    g_autofree char *line = element_name(g_strndup(words, strcspn(words, "\r\n")));
    if (g_str_has_suffix(line, "."))
        line[strlen(line) - 1] = '\0';
    g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "the phone's uiautomator says: %s", *line ? line : "nothing");
}

GArray *elements_uiautomator_read(const char *text, gsize length, const struct eye_window *window, bool *ret_cut, GError **error)
{
    static const GMarkupParser parser = {.start_element = begin_element, .end_element = end_element};
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
    const char *xml = strstr(valid, BEGINS), *end = xml ? g_strrstr(xml, ENDS) : NULL;
    g_autoptr(GError) problem = NULL;
    if (!xml) {
        refused(valid, error);
        return NULL;
    }
    struct tree t = {.screen = eye_window_inner(window)};
    t.open = g_array_new(FALSE, FALSE, sizeof(int));
    t.nodes = g_array_new(FALSE, TRUE, sizeof(struct node));
    g_array_set_clear_func(t.nodes, node_clear);
    g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&parser, 0, &t, NULL);
    GArray *elements = NULL;
    if (g_markup_parse_context_parse(context, xml, end ? end + strlen(ENDS) - xml : (gssize)strlen(xml), &problem) &&
        g_markup_parse_context_end_parse(context, &problem)) {
        elements = elements_new();
        give_ids(&t, window);
        for (guint i = 0; i < t.nodes->len && elements->len < ELEMENTS_MAX; i++)
            tell(&t, node_at(&t, (int)i), window, elements);
        *ret_cut = t.cut || elements->len >= ELEMENTS_MAX;
    } else {
        g_autofree char *why = element_name(g_strdup(problem->message)); /* GMarkup may cut a sign in two */
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "what the phone's uiautomator writes is no whole XML: %s", why);
    }
    g_array_unref(t.open);
    g_array_unref(t.nodes);
    return elements;
}
