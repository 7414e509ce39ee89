#include "engine/hand/held.h"

struct hold {
    enum held_kind kind;
    const char *name; /* interned */
    int codes[HELD_CODES_MAX];
    int n_codes;
    gint64 until_us;
};

struct held {
    GArray *holds; /* struct hold, in the order of pressing */
    guint users[HELD_KIND_COUNT][HELD_CODE_LIMIT];
};

held *held_new(void)
{
    held *h = g_new0(held, 1);
    h->holds = g_array_new(FALSE, FALSE, sizeof(struct hold));
    return h;
}

void held_free(held *h)
{
    if (h) {
        g_array_unref(h->holds);
        g_free(h);
    }
}

static struct hold *hold_at(const held *h, guint i)
{
    return &g_array_index(h->holds, struct hold, i);
}

static gint find_hold(const held *h, enum held_kind kind, const char *name)
{
    const char *interned = g_intern_string(name);
    for (guint i = 0; i < h->holds->len; i++) {
        if (hold_at(h, i)->kind == kind && hold_at(h, i)->name == interned)
            return (gint)i;
    }
    return -1;
}

bool held_add(held *h, enum held_kind kind, const char *name, const int *codes, int n_codes, gint64 until_us, GArray *ret_down)
{
    g_return_val_if_fail(n_codes > 0 && n_codes <= HELD_CODES_MAX, false);
    gint at = find_hold(h, kind, name);
    if (at >= 0) {
        struct hold *old = hold_at(h, (guint)at);
        old->until_us = MAX(old->until_us, until_us);
        return false;
    }
    struct hold hold = {.kind = kind, .name = g_intern_string(name), .n_codes = n_codes, .until_us = until_us};
    for (int i = 0; i < n_codes; i++) {
        g_return_val_if_fail(codes[i] >= 0 && codes[i] < HELD_CODE_LIMIT, false);
        hold.codes[i] = codes[i];
    }
    for (int i = 0; i < n_codes; i++) {
        struct held_code down = {kind, codes[i]};
        if (h->users[kind][codes[i]]++ == 0)
            g_array_append_val(ret_down, down);
    }
    g_array_append_val(h->holds, hold);
    return true;
}

gint64 held_end(const held *h, enum held_kind kind, const char *name)
{
    gint at = find_hold(h, kind, name);
    return at < 0 ? 0 : hold_at(h, (guint)at)->until_us;
}

static void end_hold(held *h, guint i, GArray *ret_up)
{
    struct hold hold = *hold_at(h, i);
    g_array_remove_index(h->holds, i);
    /* the key before its modifiers, as fingers do it */
    for (int c = hold.n_codes - 1; c >= 0; c--) {
        struct held_code up = {hold.kind, hold.codes[c]};
        if (--h->users[hold.kind][hold.codes[c]] == 0)
            g_array_append_val(ret_up, up);
    }
}

bool held_remove(held *h, enum held_kind kind, const char *name, GArray *ret_up)
{
    gint at = find_hold(h, kind, name);
    if (at < 0)
        return false;
    end_hold(h, (guint)at, ret_up);
    return true;
}

/* Index of the hold that ends first; holds->len = none. */
static guint first_to_end(const held *h)
{
    guint first = h->holds->len;
    for (guint i = 0; i < h->holds->len; i++) {
        if (first == h->holds->len || hold_at(h, i)->until_us < hold_at(h, first)->until_us)
            first = i;
    }
    return first;
}

bool held_expire(held *h, gint64 now_us, GArray *ret_up)
{
    bool changed = false;
    for (guint i; (i = first_to_end(h)) < h->holds->len && hold_at(h, i)->until_us <= now_us; changed = true)
        end_hold(h, i, ret_up);
    return changed;
}

bool held_clear(held *h, GArray *ret_up)
{
    bool changed = h->holds->len > 0;
    while (h->holds->len > 0)
        end_hold(h, h->holds->len - 1, ret_up);
    return changed;
}

gint64 held_deadline(const held *h)
{
    guint i = first_to_end(h);
    return i < h->holds->len ? hold_at(h, i)->until_us : G_MAXINT64;
}

bool held_down(const held *h, enum held_kind kind, int code)
{
    return code >= 0 && code < HELD_CODE_LIMIT && h->users[kind][code] > 0;
}

guint held_count(const held *h, enum held_kind kind)
{
    guint n = 0;
    for (guint i = 0; i < h->holds->len; i++)
        n += hold_at(h, i)->kind == kind;
    return n;
}

char **held_names(const held *h, enum held_kind kind)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < h->holds->len; i++) {
        if (hold_at(h, i)->kind == kind)
            g_ptr_array_add(names, g_strdup(hold_at(h, i)->name));
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

GArray *held_left(const held *h, enum held_kind kind, gint64 now_us)
{
    GArray *left = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < h->holds->len; i++) {
        gint64 ms = MAX(0, (hold_at(h, i)->until_us - now_us + 999) / 1000);
        if (hold_at(h, i)->kind == kind)
            g_array_append_val(left, ms);
    }
    return left;
}

gint64 held_until(gint64 now_us, gint64 hold_ms, gint64 max_hold_ms)
{
    gint64 ms = hold_ms > 0 ? MIN(hold_ms, max_hold_ms) : max_hold_ms;
    return now_us + ms * 1000;
}
