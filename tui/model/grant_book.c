#include "tui/model/grant_book.h"

#include <string.h>

#define ENDED_MAX 8 /* kept for the list */

static const char *const until_names[] = {[UNTIL_COUNT] = "count",
                                          [UNTIL_SECONDS] = "seconds",
                                          [UNTIL_WINDOW] = "window",
                                          [UNTIL_LIST] = "list",
                                          [UNTIL_LOOP] = "loop"};

const char *grant_book_until_name(enum until until)
{
    return until_names[until];
}

static void view_free(void *data)
{
    struct grant_view *v = data;
    g_free(v->status);
    g_free(v->reason);
    g_free(v);
}

void grant_book_init(struct grant_book *g)
{
    g->all = g_ptr_array_new_with_free_func(view_free);
    g->approvals = g_array_new(FALSE, FALSE, sizeof(struct approval));
}

void grant_book_clear(struct grant_book *g)
{
    g_ptr_array_unref(g->all);
    g_array_unref(g->approvals);
}

static struct grant_view *view_of(struct grant_book *g, int id)
{
    for (guint i = 0; i < g->all->len; i++) {
        struct grant_view *v = g_ptr_array_index(g->all, i);
        if (v->id == id)
            return v;
    }
    struct grant_view *v = g_new0(struct grant_view, 1);
    v->id = id;
    g_ptr_array_add(g->all, v);
    return v;
}

static void drop_old(struct grant_book *g)
{
    guint ended = g->all->len - grant_book_active(g);
    for (guint i = 0; i < g->all->len && ended > ENDED_MAX;) {
        if (((struct grant_view *)g_ptr_array_index(g->all, i))->active)
            i++;
        else
            g_ptr_array_remove_index(g->all, i), ended--;
    }
}

void grant_book_event(struct grant_book *g, const event *e, gint64 now_us)
{
    struct grant_view *v = view_of(g, e->grant.id);
    v->tier = CLAMP(e->grant.tier, 0, 3);
    v->until = UNTIL_COUNT;
    for (int i = 0; i < UNTIL_N; i++) {
        if (!g_strcmp0(e->grant.until, until_names[i]))
            v->until = (enum until)i;
    }
    v->value = e->grant.value;
    v->left = e->grant.left;
    v->at_us = now_us;
    v->active = !g_strcmp0(e->status, "active") || !g_strcmp0(e->status, "used");
    g_free(v->status);
    g_free(v->reason);
    v->status = g_strdup(e->status ? e->status : "");
    v->reason = g_strdup(e->reason ? e->reason : "");
    drop_old(g);
}

void grant_book_approved(struct grant_book *g, const struct approval *a)
{
    if (g->approvals->len >= GRANT_APPROVALS)
        g_array_remove_index(g->approvals, 0);
    g_array_append_val(g->approvals, *a);
}

guint grant_book_active(const struct grant_book *g)
{
    guint n = 0;
    for (guint i = 0; i < g->all->len; i++)
        n += ((const struct grant_view *)g_ptr_array_index(g->all, i))->active;
    return n;
}

/* Remaining firings or seconds. */
static gint64 grant_view_left(const struct grant_view *grant, gint64 now_us)
{
    if (grant->until != UNTIL_SECONDS || !grant->active)
        return grant->left;
    return MAX(0, grant->left - (now_us - grant->at_us) / G_USEC_PER_SEC);
}

char *grant_view_text(const struct grant_view *grant, gint64 now_us)
{
    gint64 left = grant_view_left(grant, now_us);
    if (grant->until == UNTIL_WINDOW)
        return g_strdup("this window");
    if (grant->until == UNTIL_SECONDS)
        return g_strdup_printf("%" G_GINT64_FORMAT ":%02d", left / 60, (int)(left % 60));
    return g_strdup_printf("%" G_GINT64_FORMAT " left", left);
}

/* The laxest one is the one to be seen. */
static const struct grant_view *laxest(const struct grant_book *g)
{
    const struct grant_view *found = NULL;
    for (guint i = 0; i < g->all->len; i++) {
        const struct grant_view *v = g_ptr_array_index(g->all, i);
        if (v->active && (!found || v->tier >= found->tier))
            found = v;
    }
    return found;
}

char *grant_book_status(const struct grant_book *g, bool brief, gint64 now_us)
{
    const struct grant_view *v = laxest(g);
    if (!v)
        return NULL;
    guint more = grant_book_active(g) - 1;
    g_autofree char *left = grant_view_text(v, now_us);
    g_autofree char *others = more ? g_strdup_printf(" +%u", more) : g_strdup("");
    return g_strdup_printf(brief ? "≤%d·%s%s" : "grant ≤%d · %s%s", v->tier, left, others);
}

gint64 grant_book_deadline(const struct grant_book *g, gint64 now_us)
{
    gint64 deadline = -1;
    for (guint i = 0; i < g->all->len; i++) {
        const struct grant_view *v = g_ptr_array_index(g->all, i);
        if (!v->active || v->until != UNTIL_SECONDS || grant_view_left(v, now_us) == 0)
            continue;
        gint64 at = v->at_us + ((now_us - v->at_us) / G_USEC_PER_SEC + 1) * G_USEC_PER_SEC;
        deadline = deadline < 0 ? at : MIN(deadline, at);
    }
    return deadline;
}

int grant_book_preview(const struct grant_book *g, enum until until, gint64 value, int tier, int *ret_of)
{
    int covered = 0;
    const struct approval *first = g->approvals->len ? &g_array_index(g->approvals, struct approval, 0) : NULL;
    for (guint i = 0; i < g->approvals->len; i++) {
        const struct approval *a = &g_array_index(g->approvals, struct approval, i);
        bool ended = until == UNTIL_COUNT     ? covered >= value
                     : until == UNTIL_SECONDS ? a->at_us - first->at_us > value * G_USEC_PER_SEC
                                              : a->window_id != first->window_id;
        if (ended)
            break;
        covered += a->tier <= tier;
    }
    *ret_of = (int)g->approvals->len;
    return covered;
}
