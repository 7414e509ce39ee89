#include "engine/hand/keymap.h"

#include "engine/hand/hand.h"

#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <stdlib.h>

struct keymap {
    Display *dpy;
    XkbDescPtr xkb;
    GHashTable *strokes; /* keysym → struct stroke*, the easiest way to each */
    int group;           /* in effect */
    int mod_keys[8];     /* a key that gives this real modifier while it is down, 0 = none */
    guint8 num_lock;     /* its modifier */
};

keymap *keymap_new(Display *dpy, GError **error)
{
    int major = XkbMajorVersion, minor = XkbMinorVersion, opcode, event, code;
    if (!XkbQueryExtension(dpy, &opcode, &event, &code, &major, &minor)) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_DISPLAY,
                    "the X server has no XKB extension: keys cannot be found (use a server with XKB)");
        return NULL;
    }
    keymap *k = g_new0(keymap, 1);
    k->dpy = dpy;
    if (!keymap_load(k, error)) {
        keymap_free(k);
        return NULL;
    }
    return k;
}

static void drop_map(keymap *k)
{
    g_clear_pointer(&k->strokes, g_hash_table_unref);
    if (k->xkb)
        XkbFreeKeyboard(k->xkb, XkbAllComponentsMask, True);
    k->xkb = NULL;
}

void keymap_free(keymap *k)
{
    if (k) {
        drop_map(k);
        g_free(k);
    }
}

/* How well a key serves to hold a modifier down for a moment: the usual keys first, keys that lock never. */
static int modifier_rank(KeySym sym)
{
    switch (sym) {
    case XK_Shift_L:
    case XK_ISO_Level3_Shift:
    case XK_Control_L:
    case XK_Alt_L:
    case XK_Super_L:
        return 3;
    case XK_Mode_switch:
    case XK_ISO_Level5_Shift:
    case XK_Shift_R:
    case XK_Meta_L:
    case XK_Hyper_L:
        return 2;
    case XK_Control_R:
    case XK_Alt_R:
    case XK_Super_R:
    case XK_Meta_R:
    case XK_Hyper_R:
        return 1;
    default:
        return 0;
    }
}

static KeySym first_sym(const keymap *k, int code)
{
    return XkbKeyNumSyms(k->xkb, code) > 0 ? XkbKeySymEntry(k->xkb, code, 0, 0) : NoSymbol;
}

static void find_modifier_keys(keymap *k)
{
    int best[8] = {0};
    k->num_lock = 0;
    for (int bit = 0; bit < 8; bit++)
        k->mod_keys[bit] = 0;
    for (int code = k->xkb->min_key_code; code <= k->xkb->max_key_code; code++) {
        guint8 mods = k->xkb->map->modmap[code];
        KeySym sym = mods ? first_sym(k, code) : NoSymbol;
        if (sym == XK_Num_Lock)
            k->num_lock |= mods;
        for (int bit = 0; bit < 8; bit++) {
            if (mods & 1u << bit && modifier_rank(sym) > best[bit]) {
                best[bit] = modifier_rank(sym);
                k->mod_keys[bit] = code;
            }
        }
    }
}

/* Modifier keys for the real modifiers in `mask`; false when one of them has no key. */
static bool mods_to_keys(const keymap *k, guint8 mask, struct stroke *s)
{
    s->n_mods = 0;
    for (int bit = 0; bit < 8; bit++) {
        if (!(mask & 1u << bit))
            continue;
        if (!k->mod_keys[bit] || s->n_mods == STROKE_MODS_MAX)
            return false;
        s->mods[s->n_mods++] = k->mod_keys[bit];
    }
    return true;
}

/* The fewest modifiers that bring a key of this type to the level. */
static bool level_mods(const keymap *k, int code, int group, int level, struct stroke *s)
{
    XkbKeyTypePtr type = XkbKeyKeyType(k->xkb, code, group);
    bool found = level == 0;
    s->n_mods = 0;
    for (int i = 0; !found && i < STROKE_MODS_MAX + 1; i++) {
        for (int m = 0; !found && m < type->map_count; m++) {
            const XkbKTMapEntryRec *entry = &type->map[m];
            bool usable = entry->active && entry->level == level && !(entry->mods.mask & (LockMask | k->num_lock));
            found = usable && __builtin_popcount(entry->mods.mask) == i && mods_to_keys(k, entry->mods.mask, s);
        }
    }
    return found;
}

/* Notes how to get this keysym, unless an earlier group has it or an earlier key needs no more modifiers. */
static void note_stroke(keymap *k, guint32 keysym, const struct stroke *s, GHashTable *earlier)
{
    gpointer key = GUINT_TO_POINTER(keysym);
    const struct stroke *known = g_hash_table_lookup(k->strokes, key);
    if (known && (g_hash_table_contains(earlier, key) || known->n_mods <= s->n_mods))
        return;
    struct stroke *copy = g_new(struct stroke, 1);
    *copy = *s;
    g_hash_table_insert(k->strokes, key, copy);
}

/* One group: a key with one group gives that in all of them; one with more but not this one is left to its own groups. */
static void index_group(keymap *k, int group)
{
    g_autoptr(GHashTable) earlier = g_hash_table_new(NULL, NULL);
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, k->strokes);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        g_hash_table_add(earlier, key);
    for (int code = k->xkb->min_key_code; code <= k->xkb->max_key_code; code++) {
        int groups = XkbKeyNumGroups(k->xkb, code);
        if (groups == 0 || (group >= groups && groups > 1))
            continue;
        int own = group < groups ? group : 0;
        for (int level = 0; level < XkbKeyGroupWidth(k->xkb, code, own); level++) {
            KeySym keysym = XkbKeySymEntry(k->xkb, code, level, own);
            struct stroke s = {.keycode = code, .group = groups > 1 ? group : -1};
            if (keysym != NoSymbol && level_mods(k, code, own, level, &s))
                note_stroke(k, (guint32)keysym, &s, earlier);
        }
    }
}

static void index_strokes(keymap *k)
{
    k->strokes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    index_group(k, k->group);
    for (int group = 0; group < XkbNumKbdGroups; group++) {
        if (group != k->group)
            index_group(k, group);
    }
}

bool keymap_load(keymap *k, GError **error)
{
    drop_map(k);
    k->xkb = XkbGetMap(k->dpy, XkbAllClientInfoMask | XkbModifierMapMask, XkbUseCoreKbd);
    if (!k->xkb || !k->xkb->map || !k->xkb->map->modmap || !k->xkb->map->syms) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_DISPLAY,
                    "the display's keyboard map cannot be read (is there a keyboard? try setxkbmap us)");
        return false;
    }
    XkbStateRec state = {0};
    XkbGetState(k->dpy, XkbUseCoreKbd, &state);
    k->group = state.group;
    find_modifier_keys(k);
    index_strokes(k);
    return true;
}

bool keymap_find(const keymap *k, guint32 keysym, struct stroke *ret_stroke)
{
    const struct stroke *s = k->strokes ? g_hash_table_lookup(k->strokes, GUINT_TO_POINTER(keysym)) : NULL;
    if (s)
        *ret_stroke = *s;
    return s != NULL;
}

/* ---- keycodes lent to characters ---- */

#define LENT_FIRST 183
#define VENDOR_FIRST 0x10080000u /* XF86 multimedia keys */
#define VENDOR_LAST 0x1008ffffu
#define SERVER_FIRST 0x1008fe00u /* of them, those that the server acts on: switch the console, the video mode, drop grabs */
#define SERVER_LAST 0x1008feffu

bool keymap_form(const keymap *k, int code, struct ledger_form *ret_form)
{
    *ret_form = (struct ledger_form){0};
    if (code < k->xkb->min_key_code || code > k->xkb->max_key_code || XkbKeyNumSyms(k->xkb, code) > LEDGER_FORM_SYMS)
        return false;
    const XkbSymMapRec *map = &k->xkb->map->key_sym_map[code];
    ret_form->groups = map->group_info;
    ret_form->width = map->width;
    ret_form->n_syms = (guint8)XkbKeyNumSyms(k->xkb, code);
    for (int i = 0; i < 4; i++)
        ret_form->types[i] = map->kt_index[i];
    for (int i = 0; i < ret_form->n_syms; i++)
        ret_form->syms[i] = (guint32)XkbKeySymsPtr(k->xkb, code)[i];
    return true;
}

enum spare_class { SPARE_UPPER_EMPTY, SPARE_UPPER, SPARE_EMPTY, SPARE_CLASSES, SPARE_NOT };

static enum spare_class spare_class_of(const keymap *k, int code)
{
    struct ledger_form form;
    if (k->xkb->map->modmap[code] || !keymap_form(k, code, &form))
        return SPARE_NOT;
    bool empty = true;
    for (int i = 0; i < form.n_syms; i++) {
        guint32 sym = form.syms[i];
        if (sym != NoSymbol && (sym < VENDOR_FIRST || sym > VENDOR_LAST || (sym >= SERVER_FIRST && sym <= SERVER_LAST)))
            return SPARE_NOT;
        empty &= sym == NoSymbol;
    }
    if (code < LENT_FIRST)
        return empty ? SPARE_EMPTY : SPARE_NOT;
    return empty ? SPARE_UPPER_EMPTY : SPARE_UPPER;
}

int keymap_spare(const keymap *k, int *ret_codes, int max)
{
    int n = 0;
    for (int class = 0; class < SPARE_CLASSES; class ++) {
        for (int code = k->xkb->max_key_code; code >= k->xkb->min_key_code && n < max; code--) {
            if ((int)spare_class_of(k, code) == class)
                ret_codes[n++] = code;
        }
    }
    return n;
}

/* Xlib's error handler gets no pointer of ours. */
static struct grab_probe {
    unsigned long first; /* serial of the first request */
    bool taken[256];     /* by order of the requests */
} * probe;

static int probe_error(Display *dpy, XErrorEvent *event)
{
    (void)dpy;
    if (event->serial - probe->first < G_N_ELEMENTS(probe->taken))
        probe->taken[event->serial - probe->first] = true;
    return 0;
}

int keymap_not_in_use(keymap *k, int *codes, int n)
{
    g_autofree struct grab_probe *p = g_new0(struct grab_probe, 1);
    Window root = DefaultRootWindow(k->dpy);
    char down[32] = {0};
    n = MIN(n, (int)G_N_ELEMENTS(p->taken));
    XQueryKeymap(k->dpy, down);
    XSync(k->dpy, False);
    XErrorHandler before = XSetErrorHandler(probe_error);
    probe = p;
    p->first = NextRequest(k->dpy);
    for (int i = 0; i < n; i++)
        XGrabKey(k->dpy, codes[i], AnyModifier, root, False, GrabModeAsync, GrabModeAsync);
    for (int i = 0; i < n; i++)
        XUngrabKey(k->dpy, codes[i], AnyModifier, root);
    XSync(k->dpy, False);
    XSetErrorHandler(before);
    probe = NULL;
    int left = 0;
    for (int i = 0; i < n; i++) {
        if (!p->taken[i] && !(down[codes[i] / 8] & 1 << codes[i] % 8))
            codes[left++] = codes[i];
    }
    return left;
}

int keymap_together(const int *codes, int n)
{
    int upper = 0;
    while (upper < n && codes[upper] >= LENT_FIRST)
        upper++;
    return upper >= KEYMAP_ENOUGH ? upper : n;
}

static bool set_form(keymap *k, int code, const struct ledger_form *form)
{
    KeySym *syms = XkbResizeKeySyms(k->xkb, code, form->n_syms);
    if (!syms)
        return false;
    XkbSymMapRec *map = &k->xkb->map->key_sym_map[code];
    map->group_info = form->groups;
    map->width = form->width;
    for (int i = 0; i < 4; i++)
        map->kt_index[i] = form->types[i];
    for (int i = 0; i < form->n_syms; i++)
        syms[i] = form->syms[i];
    return true;
}

static gint lower_code(gconstpointer a, gconstpointer b)
{
    return *(const int *)a - *(const int *)b;
}

/* Sends these keycodes as our copy of the map has them: neighbours in one request, and all upper ones in one. */
static void send_forms(keymap *k, const int *codes, int n)
{
    if (n == 0)
        return; /* a dead hand had lent nothing: qsort() takes no NULL */
    g_autofree int *sorted = g_memdup2(codes, (gsize)n * sizeof *codes);
    qsort(sorted, (gsize)n, sizeof *sorted, lower_code);
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && (sorted[end] == sorted[end - 1] + 1 || sorted[i] >= LENT_FIRST);)
            end++;
        XkbMapChangesRec changes = {.changed = XkbKeySymsMask,
                                    .first_key_sym = (KeyCode)sorted[i],
                                    .num_key_syms = (unsigned char)(sorted[end - 1] - sorted[i] + 1)};
        XkbChangeMap(k->dpy, k->xkb, &changes);
    }
}

void keymap_lend(keymap *k, const int *codes, const guint32 *keysyms, int n)
{
    for (int i = 0; i < n; i++) {
        struct ledger_form form = {.groups = 1,
                                   .width = 2,
                                   .n_syms = 2,
                                   .types = {XkbTwoLevelIndex, XkbTwoLevelIndex, XkbTwoLevelIndex, XkbTwoLevelIndex},
                                   .syms = {keysyms[i], keysyms[i]}};
        set_form(k, codes[i], &form);
    }
    send_forms(k, codes, n);
}

void keymap_give_back(keymap *k, const int *codes, const struct ledger_form *forms, int n)
{
    for (int i = 0; i < n; i++)
        set_form(k, codes[i], &forms[i]);
    send_forms(k, codes, n);
}

guint32 keymap_meaning(const keymap *k, int code)
{
    bool on_map = code >= k->xkb->min_key_code && code <= k->xkb->max_key_code;
    return on_map ? (guint32)first_sym(k, code) : 0;
}

bool keymap_modifier(const keymap *k, int code, guint8 *ret_mods)
{
    bool on_map = code >= k->xkb->min_key_code && code <= k->xkb->max_key_code;
    *ret_mods = on_map ? k->xkb->map->modmap[code] : 0;
    return *ret_mods && !(*ret_mods & (LockMask | k->num_lock));
}

void keymap_locks_read(keymap *k, struct keymap_locks *ret_locks)
{
    XkbStateRec state = {0};
    XkbGetState(k->dpy, XkbUseCoreKbd, &state);
    ret_locks->affect = (guint8)~k->num_lock;
    ret_locks->locked = state.locked_mods & ret_locks->affect;
    ret_locks->group = state.locked_group;
}

bool keymap_locks_active(keymap *k, const struct keymap_locks *locks)
{
    XkbStateRec state = {0};
    XkbGetState(k->dpy, XkbUseCoreKbd, &state);
    return ((state.locked_mods | state.latched_mods) & locks->affect) || state.latched_group;
}

void keymap_locks_clear(keymap *k, const struct keymap_locks *locks)
{
    XkbLatchModifiers(k->dpy, XkbUseCoreKbd, locks->affect, 0);
    XkbLatchGroup(k->dpy, XkbUseCoreKbd, 0);
    XkbLockModifiers(k->dpy, XkbUseCoreKbd, locks->affect, 0);
}

void keymap_locks_restore(keymap *k, const struct keymap_locks *locks)
{
    XkbLockModifiers(k->dpy, XkbUseCoreKbd, locks->affect, locks->locked);
    XkbLockGroup(k->dpy, XkbUseCoreKbd, locks->group);
}

void keymap_lock_group(keymap *k, int group)
{
    XkbLockGroup(k->dpy, XkbUseCoreKbd, (unsigned)group);
}

int keymap_group(const keymap *k)
{
    return k->group;
}
