#include "engine/gate/footprint.h"

#include "skills/timeline/key.h"

#include <string.h>

#define CHORDS_MAX 4096 /* only a long text has more different sets, and these matter to no rule */

/* ---- general key names ---- */

static const char *general(const char *key)
{
    static const struct {
        const char *name, *general;
    } rows[] = {
        {"Control_L", "Control"}, {"Control_R", "Control"}, {"Shift_L", "Shift"},    {"Shift_R", "Shift"},
        {"Alt_L", "Alt"},         {"Alt_R", "Alt"},         {"Meta_L", "Alt"},       {"Meta_R", "Alt"},
        {"Super_L", "Super"},     {"Super_R", "Super"},     {"Hyper_L", "Hyper"},    {"Hyper_R", "Hyper"},
        {"ISO_Enter", "Return"},  {"Linefeed", "Return"},   {"ISO_Left_Tab", "Tab"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (strcmp(key, rows[i].name) == 0)
            return rows[i].general;
    if (!g_str_has_prefix(key, "KP_"))
        return key;
    char one[8] = {0};
    gunichar c = key_char(key);
    if (c)
        g_unichar_to_utf8(c, one);
    const char *plain = key_canonical(c ? one : key + strlen("KP_"), NULL); /* KP_7 is 7, KP_Home is Home */
    return plain ? plain : key;
}

static void add_key(GPtrArray *set, const char *key)
{
    const char *name = general(key);
    if (!g_ptr_array_find_with_equal_func(set, name, g_str_equal, NULL))
        g_ptr_array_add(set, g_strdup(name));
}

static void add_key_and_shift(GPtrArray *set, const char *key)
{
    if (g_ascii_isupper(key[0]) && key[1] == '\0') {
        const char lower[] = {(char)g_ascii_tolower(key[0]), '\0'};
        add_key(set, "Shift");
        add_key(set, lower);
    } else {
        add_key(set, key);
    }
}

static int compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char **take_sorted(GPtrArray *set)
{
    g_ptr_array_sort(set, compare);
    g_ptr_array_add(set, NULL);
    return (char **)g_ptr_array_free(set, FALSE);
}

char **footprint_chord(const char *text, GError **error)
{
    g_autoptr(GPtrArray) set = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit(text, "+", -1);
    for (guint i = 0; parts[i]; i++) {
        const char *key = key_canonical(g_strstrip(parts[i]), error);
        if (!key)
            return NULL;
        add_key_and_shift(set, key);
    }
    return take_sorted(g_steal_pointer(&set));
}

char *footprint_chord_text(char *const *chord)
{
    g_autoptr(GPtrArray) order = g_ptr_array_new();
    static const char *const first[] = {"Control", "Alt", "Super", "Hyper", "Shift", NULL};
    for (int i = 0; first[i]; i++)
        if (g_strv_contains((const char *const *)chord, first[i]))
            g_ptr_array_add(order, (char *)first[i]);
    for (guint i = 0; chord[i]; i++)
        if (!g_strv_contains(first, chord[i]))
            g_ptr_array_add(order, chord[i]);
    g_ptr_array_add(order, NULL);
    return g_strjoinv("+", (char **)order->pdata);
}

bool footprint_chord_within(char *const *part, char *const *whole)
{
    for (; *part; part++)
        if (!g_strv_contains((const char *const *)whole, *part))
            return false;
    return true;
}

/* ---- walking the timeline ---- */

static const char *const pasting[][4] = {
    {"Control_L", "v", NULL}, {"Control_L", "Shift_L", "v", NULL}, {"Shift_L", "Insert", NULL}};

struct down {
    const char *key;
    gint64 until_ms; /* the hand releases it then; 0 = a later event does */
};

struct walk {
    footprint *r;
    const struct policy_case *c;
    GArray *down; /* struct down */
    GHashTable *seen;
    struct timeline_place place; /* pointer_x, pointer_y: the current position */
    unsigned buttons;            /* bit n: button n is down */
    unsigned loose;              /* same, and the place of its release is unknown: a time or a later action releases it */
};

static const struct eye_window *window_at(const struct walk *w)
{
    if (!w->c->observation)
        return w->c->window;
    return eye_observation_window_at(w->c->observation, w->place.pointer_x, w->place.pointer_y);
}

static void add_window(footprint *r, const struct eye_window *window)
{
    if (!g_ptr_array_find(r->windows, window, NULL))
        g_ptr_array_add(r->windows, (gpointer)window);
}

static void add_point(struct walk *w, const struct eye_window *window)
{
    struct footprint_point p = {w->place.pointer_x, w->place.pointer_y, window};
    for (guint i = 0; i < w->r->points->len; i++) {
        const struct footprint_point *old = &g_array_index(w->r->points, struct footprint_point, i);
        if (old->x == p.x && old->y == p.y)
            return;
    }
    g_array_append_val(w->r->points, p);
    add_window(w->r, p.window);
}

static void touch(struct walk *w)
{
    bool first = w->r->points->len == 0 && w->c->x >= 0; /* the target itself: its window is known */
    if (first) {
        w->place.pointer_x = w->c->x;
        w->place.pointer_y = w->c->y;
    }
    add_point(w, first ? w->c->window : window_at(w));
}

static bool in(GPtrArray *set, const char *key, guint *ret_at)
{
    return g_ptr_array_find_with_equal_func(set, key, g_str_equal, ret_at);
}

/* With a modifier, a program may read a key as its Latin alias. */
static bool add_twins(const struct walk *w, GPtrArray *set)
{
    static const char *const modifiers[] = {"Control", "Alt", "Super", "Hyper"};
    char *const *pair = w->c->observation ? w->c->observation->twins : NULL;
    guint n = set->len;
    bool shortcut = false;
    for (gsize i = 0; i < G_N_ELEMENTS(modifiers); i++)
        shortcut |= in(set, modifiers[i], NULL);
    for (; shortcut && pair && pair[0] && pair[1]; pair += 2)
        for (guint i = 0; i < n; i++)
            if (g_str_equal(g_ptr_array_index(set, i), pair[0]))
                add_key_and_shift(set, pair[1]);
    return set->len > n;
}

/* A terminal reads a chord with Control as a control character, which another key gives, too. */
static bool make_control(GPtrArray *set)
{
    static const char *const rows[][2] = {
        {"m", "Return"}, {"j", "Return"}, {"i", "Tab"}, {"h", "BackSpace"}, {"bracketleft", "Escape"}};
    guint control;
    if (!in(set, "Control", &control))
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!in(set, rows[i][0], NULL))
            continue;
        g_ptr_array_remove_index(set, control);
        add_key(set, rows[i][1]);
        return true;
    }
    return false;
}

static gpointer copy_text(gconstpointer text, gpointer data)
{
    (void)data;
    return g_strdup(text);
}

/* Adds each set to a list once. */
static void add_chord(struct walk *w, GPtrArray *list, GPtrArray *set)
{
    char **chord = take_sorted(g_ptr_array_copy(set, copy_text, NULL));
    g_autofree char *text = g_strjoinv("+", chord);
    char *mark = g_strconcat(list == w->r->aliases ? "alias:" : "", text, NULL);
    bool room = list->len < CHORDS_MAX;
    if (room && g_hash_table_add(w->seen, mark)) {
        g_ptr_array_add(list, chord);
        return;
    }
    if (!room)
        g_free(mark);
    g_strfreev(chord);
}

static void strike(struct walk *w, const char *key, gint64 at_ms)
{
    g_autoptr(GPtrArray) set = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < w->down->len; i++) {
        const struct down *d = &g_array_index(w->down, struct down, i);
        if (d->until_ms == 0 || at_ms <= d->until_ms)
            add_key_and_shift(set, d->key);
    }
    for (const char *const *held = w->c->held; held && *held; held++)
        add_key_and_shift(set, *held);
    add_key_and_shift(set, key);
    add_chord(w, w->r->chords, set);
    if (add_twins(w, set))
        add_chord(w, w->r->aliases, set);
    if (make_control(set))
        add_chord(w, w->r->aliases, set);
}

static void key_down(struct walk *w, const struct timeline_event *e)
{
    struct down d = {e->key, e->hold_ms ? e->at_ms + e->hold_ms : 0};
    gunichar c = key_char(e->key);
    strike(w, e->key, e->at_ms);
    g_array_append_val(w->down, d);
    w->r->keys = true;
    if (c)
        g_string_append_unichar(w->r->typed, c);
}

static void key_up(struct walk *w, const char *key)
{
    for (guint i = w->down->len; i-- > 0;)
        if (strcmp(g_array_index(w->down, struct down, i).key, key) == 0)
            g_array_remove_index(w->down, i);
}

static void strike_chord(struct walk *w, const char *const *keys)
{
    guint before = w->down->len;
    for (; keys[1]; keys++) {
        struct down d = {*keys, 0};
        g_array_append_val(w->down, d);
    }
    strike(w, *keys, 0);
    g_array_set_size(w->down, before);
}

/* The hand types text key by key, so with Control held it gives chords. */
static void type_text(struct walk *w, const struct timeline_event *e)
{
    g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
    w->r->text = true;
    g_string_append(w->r->typed, e->text);
    if (e->paste) /* the hand chooses the chord that suits the program */
        for (gsize i = 0; i < G_N_ELEMENTS(pasting); i++)
            strike_chord(w, pasting[i]);
    for (const char *p = e->text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (!g_hash_table_add(done, GUINT_TO_POINTER(c)))
            continue;
        char one[8] = {0};
        g_unichar_to_utf8(c, one);
        const char *key = key_canonical(one, NULL);
        if (key)
            strike(w, key, e->at_ms);
    }
}

static void move(struct walk *w, const struct timeline_event *e)
{
    struct timeline_place *p = &w->place;
    if (timeline_move_point(e, p, &p->pointer_x, &p->pointer_y)) {
        p->pointer_x = CLAMP(p->pointer_x, 0, MAX(p->width - 1, 0));
        p->pointer_y = CLAMP(p->pointer_y, 0, MAX(p->height - 1, 0));
    }
    w->r->dragged |= w->buttons != 0;
    if (w->loose) {
        add_point(w, window_at(w));
        w->r->buttons = w->r->presses = true;
    }
}

static void gesture(struct walk *w, const struct timeline_event *e)
{
    w->place.pointer_x = e->x;
    w->place.pointer_y = e->y;
    touch(w);
    w->place.pointer_x = e->to_x;
    w->place.pointer_y = e->to_y;
    touch(w);
    w->r->buttons = w->r->clicks = true;
    w->r->dragged |= e->to_x != e->x || e->to_y != e->y;
}

#define GRID_PX 16 /* the hand finds windows smaller than this before it presses */

/* Adds all windows in the loop's area, and the first place without a known window to the points. */
static void loop_windows(struct walk *w, const timeline_loop *l)
{
    bool bare = !timeline_loop_uses_buttons(l);
    for (int y = l->y + GRID_PX / 2; y < l->y + l->height + GRID_PX / 2; y += GRID_PX)
        for (int x = l->x + GRID_PX / 2; x < l->x + l->width + GRID_PX / 2; x += GRID_PX) {
            w->place.pointer_x = MIN(x, l->x + l->width - 1);
            w->place.pointer_y = MIN(y, l->y + l->height - 1);
            const struct eye_window *window = window_at(w);
            if (!window && !bare)
                add_point(w, NULL);
            bare |= !window;
            add_window(w->r, window);
        }
    w->place.pointer_x = l->x + l->width / 2;
    w->place.pointer_y = l->y + l->height / 2;
}

/* Adds all that the loop's budget allows as if at once, because its order is unknown. */
static void loop(struct walk *w, const struct timeline_event *e)
{
    const timeline_loop *l = e->loop;
    w->r->loop = l;
    for (char **key = l->keys; *key; key++) {
        const char *name = key_canonical(*key, NULL);
        if (!name || !timeline_loop_has_key(l, name))
            continue;
        struct timeline_event down = {.type = TIMELINE_KEY_DOWN, .key = name, .at_ms = e->at_ms};
        key_down(w, &down);
    }
    for (char **key = l->keys; *key; key++) {
        const char *name = key_canonical(*key, NULL);
        if (name)
            strike(w, name, e->at_ms);
    }
    w->r->presses |= timeline_loop_uses_keyboard(l) || timeline_loop_uses_buttons(l);
    if (!timeline_loop_uses_pointer(l))
        return;
    loop_windows(w, l);
    add_point(w, window_at(w));
    w->r->buttons |= timeline_loop_uses_buttons(l);
}

static void step(struct walk *w, const struct timeline_event *e)
{
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
        key_down(w, e);
        break;
    case TIMELINE_KEY_UP:
        key_up(w, e->key);
        w->r->keys = true;
        break;
    case TIMELINE_TEXT:
        type_text(w, e);
        break;
    case TIMELINE_BUTTON_DOWN:
        w->buttons |= 1u << (e->button & 31);
        w->loose |= e->hold_ms ? 1u << (e->button & 31) : 0;
        w->r->buttons = w->r->clicks = true;
        touch(w);
        break;
    case TIMELINE_BUTTON_UP:
        w->buttons &= ~(1u << (e->button & 31));
        w->loose &= w->buttons;
        w->r->buttons = true;
        touch(w);
        break;
    case TIMELINE_SCROLL:
        w->r->buttons = true;
        touch(w);
        break;
    case TIMELINE_MOVE:
        move(w, e);
        return;
    case TIMELINE_GESTURE:
        gesture(w, e);
        break;
    case TIMELINE_ACT: /* into the world, its only window */
        w->r->keys = true;
        break;
    case TIMELINE_LOOP:
        loop(w, e);
        return;
    case TIMELINE_WAIT:
    case TIMELINE_TYPE_COUNT:
        return;
    }
    w->r->presses = true;
}

/* Adds the windows that get the keys: the case's window. With a click outside the target, also the window that has the focus now;
 * the target itself gets the focus by the hand (aim.c). */
static void add_keyboard_window(footprint *r, const struct policy_case *c)
{
    const eye_observation *o = c->observation;
    add_window(r, c->window);
    bool into_target = c->window && c->target_window && c->window->id == c->target_window;
    const struct eye_window *focus = o && r->points->len && o->focus && !into_target ? eye_observation_window(o, o->focus) : NULL;
    if (focus)
        add_window(r, focus);
}

footprint *footprint_new(const struct policy_case *c)
{
    footprint *r = g_new0(footprint, 1);
    r->points = g_array_new(FALSE, TRUE, sizeof(struct footprint_point));
    r->chords = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    r->aliases = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    r->windows = g_ptr_array_new();
    r->typed = g_string_new(NULL);
    g_autoptr(GArray) down = g_array_new(FALSE, TRUE, sizeof(struct down));
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct walk w = {.r = r, .c = c, .down = down, .seen = seen};
    w.place = (struct timeline_place){.width = G_MAXINT16, .height = G_MAXINT16, .pointer_x = c->x, .pointer_y = c->y};
    if (c->observation)
        w.place = screen_place(c->observation->screen);
    for (const char *const *name = c->held_buttons; name && *name; name++) {
        int button;
        if (button_parse(*name, &button, NULL))
            w.buttons = w.loose |= 1u << (button & 31);
    }
    for (guint i = 0; i < c->timeline->events->len; i++)
        step(&w, &g_array_index(c->timeline->events, struct timeline_event, i));
    if (r->keys || r->text)
        add_keyboard_window(r, c);
    return r;
}

int footprint_loop_distance(const footprint *r, int x, int y, int width, int height)
{
    const timeline_loop *l = r->loop;
    if (!l || !timeline_loop_uses_pointer(l))
        return G_MAXINT;
    int dx = MAX(0, MAX(x - (l->x + l->width), l->x - (x + width))),
        dy = MAX(0, MAX(y - (l->y + l->height), l->y - (y + height)));
    return MAX(dx, dy);
}

void footprint_free(footprint *r)
{
    if (!r)
        return;
    g_array_unref(r->points);
    g_ptr_array_unref(r->chords);
    g_ptr_array_unref(r->aliases);
    g_ptr_array_unref(r->windows);
    g_string_free(r->typed, TRUE);
    g_free(r);
}
