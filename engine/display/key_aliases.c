#include "engine/display/key_aliases.h"

#include "skills/timeline/key.h"

#include <X11/XKBlib.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define LEVELS 2       /* plain, with Shift */
#define PAIRS_MAX 1024 /* four groups of 48 keys on two levels have less */

/* The us layout by keycode, as the X servers of today number the keys (evdev: 8 more than the kernel). */
static const struct {
    int first;
    const char *levels[LEVELS];
} us_rows[] = {
    {10, {"1234567890-=", "!@#$%^&*()_+"}},
    {24, {"qwertyuiop[]", "QWERTYUIOP{}"}},
    {38, {"asdfghjkl;'`", "ASDFGHJKL:\"~"}},
    {51, {"\\zxcvbnm,./", "|ZXCVBNM<>?"}},
};

static KeySym us_letter(int code, int level)
{
    for (gsize i = 0; i < G_N_ELEMENTS(us_rows); i++) {
        int at = code - us_rows[i].first;
        if (at >= 0 && at < (int)strlen(us_rows[i].levels[level]))
            return (KeySym)us_rows[i].levels[level][at];
    }
    return NoSymbol;
}

static bool is_latin(KeySym sym)
{
    return sym > ' ' && sym <= '~';
}

static KeySym entry(XkbDescPtr xkb, int code, int group, int level)
{
    bool there = group < XkbKeyNumGroups(xkb, code) && level < XkbKeyGroupWidth(xkb, code, group);
    return there ? XkbKeySymEntry(xkb, code, level, group) : NoSymbol;
}

static bool group_has(XkbDescPtr xkb, int group, KeySym sym)
{
    for (int code = xkb->min_key_code; code <= xkb->max_key_code; code++)
        for (int level = 0; level < LEVELS; level++)
            if (entry(xkb, code, group, level) == sym)
                return true;
    return false;
}

static const char *name_of(KeySym sym)
{
    const char *name = XKeysymToString(sym);
    return name ? key_canonical(name, NULL) : NULL;
}

static void add(GPtrArray *pairs, KeySym sym, KeySym latin)
{
    const char *key = name_of(sym), *other = name_of(latin);
    if (!key || !other || pairs->len >= 2 * PAIRS_MAX)
        return;
    for (guint i = 0; i < pairs->len; i += 2)
        if (g_str_equal(pairs->pdata[i], key) && g_str_equal(pairs->pdata[i + 1], other))
            return;
    g_ptr_array_add(pairs, g_strdup(key));
    g_ptr_array_add(pairs, g_strdup(other));
}

static void add_key(GPtrArray *pairs, XkbDescPtr xkb, int code, int group, int level)
{
    KeySym sym = entry(xkb, code, group, level);
    if (sym == NoSymbol)
        return;
    for (int other = 0; other <= XkbNumKbdGroups; other++) { /* the last one is the us layout */
        KeySym latin = other < XkbNumKbdGroups ? entry(xkb, code, other, level) : us_letter(code, level);
        if (is_latin(latin) && latin != sym && !(is_latin(sym) && group_has(xkb, group, latin)))
            add(pairs, sym, latin);
    }
}

char **key_aliases_read(Display *dpy)
{
    GPtrArray *pairs = g_ptr_array_new();
    XkbDescPtr xkb = XkbGetMap(dpy, XkbKeyTypesMask | XkbKeySymsMask, XkbUseCoreKbd);
    for (int code = xkb && xkb->map && xkb->map->syms ? xkb->min_key_code : 256; code < 256 && code <= xkb->max_key_code; code++)
        for (int group = 0; group < XkbKeyNumGroups(xkb, code); group++)
            for (int level = 0; level < LEVELS; level++)
                add_key(pairs, xkb, code, group, level);
    if (xkb)
        XkbFreeKeyboard(xkb, XkbAllComponentsMask, True);
    g_ptr_array_add(pairs, NULL);
    return (char **)g_ptr_array_free(pairs, FALSE);
}
