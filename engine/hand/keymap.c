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

static bool is_spare(const keymap *k, int code)
{
    if (code < k->xkb->min_key_code || code > k->xkb->max_key_code || k->xkb->map->modmap[code])
        return false;
    for (int i = 0; i < XkbKeyNumSyms(k->xkb, code); i++) {
        if (XkbKeySymsPtr(k->xkb, code)[i] != NoSymbol)
            return false;
    }
    return true;
}

struct run {
    int first, length;
};

static gint longer_run(gconstpointer a, gconstpointer b)
{
    const struct run *left = a, *right = b;
    return left->length != right->length ? right->length - left->length : left->first - right->first;
}

int keymap_spare(const keymap *k, int *ret_codes, int max)
{
    g_autoptr(GArray) runs = g_array_new(FALSE, FALSE, sizeof(struct run));
    for (int code = k->xkb->min_key_code; code <= k->xkb->max_key_code; code++) {
        if (!is_spare(k, code))
            continue;
        struct run run = {code, 1};
        while (is_spare(k, run.first + run.length))
            run.length++;
        g_array_append_val(runs, run);
        code += run.length;
    }
    g_array_sort(runs, longer_run);
    int n = 0;
    for (guint i = 0; i < runs->len; i++) {
        struct run run = g_array_index(runs, struct run, i);
        for (int c = 0; c < run.length && n < max; c++)
            ret_codes[n++] = run.first + c;
    }
    return n;
}

void keymap_assign(keymap *k, const int *codes, const guint32 *keysyms, int n)
{
    for (int i = 0; i < n;) {
        KeySym syms[2 * 256];
        int count = 0;
        do {
            syms[2 * count] = keysyms[i + count];
            syms[2 * count + 1] = keysyms[i + count];
            count++;
        } while (i + count < n && count < 256 && codes[i + count] == codes[i] + count);
        XChangeKeyboardMapping(k->dpy, codes[i], 2, syms, count);
        i += count;
    }
}

bool keymap_means(keymap *k, int keycode, guint32 keysym)
{
    if (keycode < k->xkb->min_key_code || keycode > k->xkb->max_key_code)
        return false;
    int per_code = 0;
    KeySym *syms = XGetKeyboardMapping(k->dpy, (KeyCode)keycode, 1, &per_code);
    bool same = syms && per_code > 0 && syms[0] == keysym;
    if (syms)
        XFree(syms);
    return same;
}

void keymap_locks_read(keymap *k, struct keymap_locks *ret_locks)
{
    XkbStateRec state = {0};
    XkbGetState(k->dpy, XkbUseCoreKbd, &state);
    ret_locks->affect = (guint8)~k->num_lock;
    ret_locks->locked = state.locked_mods & ret_locks->affect;
    ret_locks->group = state.locked_group;
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
