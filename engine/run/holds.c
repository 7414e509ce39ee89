/* Holds: keys and buttons that outlive the action that pressed them. The hand says what is down and for how long; this remembers
 * what a pause, a takeover or a death took away in the middle, so that the agent may ask for it again: by an action like any
 * other, through the gate, never behind the person's back. What an action holds only while it runs is not among them: that action
 * was cut short, and the agent is told so. */

#include "engine/run/holds.h"

#include "skills/timeline/action.h"

struct run_holds *run_holds_new(void)
{
    struct run_holds *h = g_new0(struct run_holds, 1);
    h->down = g_ptr_array_new_with_free_func((GDestroyNotify)run_hold_free);
    h->lost = g_ptr_array_new_with_free_func((GDestroyNotify)run_hold_free);
    return h;
}

void run_holds_free(struct run_holds *h)
{
    if (!h)
        return;
    g_strfreev(h->keys);
    g_strfreev(h->buttons);
    g_ptr_array_unref(h->down);
    g_ptr_array_unref(h->lost);
    g_free(h);
}

struct run_hold *run_hold_new(bool button, const char *name, gint64 left_ms)
{
    struct run_hold *h = g_new0(struct run_hold, 1);
    h->button = button;
    h->name = g_strdup(name);
    h->left_ms = left_ms;
    return h;
}

void run_hold_free(struct run_hold *h)
{
    if (h)
        g_free(h->name);
    g_free(h);
}

static struct run_hold *find(const GPtrArray *holds, bool button, const char *name)
{
    for (guint i = 0; i < holds->len; i++) {
        struct run_hold *h = g_ptr_array_index(holds, i);
        if (h->button == button && g_str_equal(h->name, name))
            return h;
    }
    return NULL;
}

static void add_down(struct run_holds *h, GPtrArray *down, bool button, bool firing, char **names, const gint64 *left_ms)
{
    gint64 now_us = g_get_monotonic_time();
    for (gsize i = 0; names && names[i]; i++) {
        const struct run_hold *before = find(h->down, button, names[i]);
        struct run_hold *now = run_hold_new(button, names[i], 0);
        now->until_us = now_us + (left_ms ? left_ms[i] : 0) * 1000;
        now->standing = before ? before->standing : !firing;
        g_ptr_array_add(down, now);
        struct run_hold *lost = find(h->lost, button, names[i]);
        if (lost)
            g_ptr_array_remove(h->lost, lost);
    }
}

void holds_follow(struct run_holds *h, char **keys, char **buttons, const GArray *left_ms, bool firing)
{
    GPtrArray *down = g_ptr_array_new_with_free_func((GDestroyNotify)run_hold_free);
    guint n_keys = keys ? g_strv_length(keys) : 0;
    const gint64 *left = left_ms && left_ms->len ? (const gint64 *)(const void *)left_ms->data : NULL;
    add_down(h, down, false, firing, keys, left);
    add_down(h, down, true, firing, buttons, left ? left + n_keys : NULL);
    g_ptr_array_unref(h->down);
    h->down = down;
}

void holds_settle(struct run_holds *h)
{
    for (guint i = 0; i < h->down->len; i++)
        ((struct run_hold *)g_ptr_array_index(h->down, i))->standing = true;
}

gint64 run_hold_left_ms(const struct run_hold *h)
{
    return h->until_us ? MAX(0, (h->until_us - g_get_monotonic_time()) / 1000) : h->left_ms;
}

void holds_lose(struct run_holds *h)
{
    for (guint i = 0; i < h->down->len; i++) {
        struct run_hold *one = g_ptr_array_index(h->down, i);
        gint64 left_ms = run_hold_left_ms(one);
        if (one->standing && left_ms > 0 && !find(h->lost, one->button, one->name))
            g_ptr_array_add(h->lost, run_hold_new(one->button, one->name, left_ms));
        one->standing = false;
    }
}

char *run_hold_describe(const struct run_hold *h)
{
    gint64 tenths = (run_hold_left_ms(h) + 99) / 100;
    return g_strdup_printf("%s%s (%" G_GINT64_FORMAT ".%d s were left)", h->name, h->button ? " button" : "", tenths / 10,
                           (int)(tenths % 10));
}

action *run_hold_action(const struct run_hold *h)
{
    action *a = action_new(h->button ? "hold_mouse_button" : "hold_key");
    struct value seconds = {.type = VALUE_NUMBER, .number = (double)run_hold_left_ms(h) / 1000};
    g_autofree char *what = run_hold_describe(h);
    action_set_string(a, h->button ? "mouse_button" : "key", h->name);
    action_set(a, "duration", &seconds);
    g_free(a->expectation);
    a->expectation = g_strdup("what it does goes on");
    g_free(a->reason);
    a->reason = g_strdup_printf("it was held when the run was interrupted, and is still wanted: %s", what);
    return a;
}

char *holds_forget(struct run_holds *h, const char *why)
{
    if (h->lost->len == 0)
        return NULL;
    GString *text = g_string_new("not pressed again: ");
    for (guint i = 0; i < h->lost->len; i++) {
        g_autofree char *one = run_hold_describe(g_ptr_array_index(h->lost, i));
        g_string_append_printf(text, "%s%s", i ? ", " : "", one);
    }
    g_string_append_printf(text, ": %s", why);
    g_ptr_array_set_size(h->lost, 0);
    return g_string_free(text, FALSE);
}
