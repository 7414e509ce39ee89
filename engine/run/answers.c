#include "engine/run/answers.h"

void answers_init(struct answers *a, const struct module *modules)
{
    *a = (struct answers){.modules = modules, .n = module_count(modules)};
    a->said = g_new0(form_output *, MAX(a->n, 1));
    a->of = g_new0(struct answer, MAX(a->n, 1));
    for (guint m = 0; m < a->n; m++)
        a->of[m].aside = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)form_output_free);
}

void answers_begin_step(struct answers *a)
{
    for (guint m = 0; m < a->n; m++) {
        g_clear_pointer(&a->said[m], form_output_free);
        g_hash_table_remove_all(a->of[m].aside);
        a->of[m].fixed = false;
        a->of[m].call = 0;
    }
    a->corrected = false;
}

void answers_clear(struct answers *a)
{
    answers_forget_ahead(a);
    for (guint m = 0; m < a->n; m++) {
        form_output_free(a->said[m]);
        form_output_free(a->of[m].last);
        g_hash_table_unref(a->of[m].aside);
        g_free(a->of[m].digest);
    }
    g_clear_pointer(&a->said, g_free);
    g_clear_pointer(&a->of, g_free);
    a->n = 0;
}

static void set(form_output **place, form_output *output)
{
    form_output_free(*place);
    *place = output;
}

void answers_put(struct answers *a, guint m, const form_output *output, const char *digest, gint64 call)
{
    struct answer *one = &a->of[m];
    set(&a->said[m], form_output_copy(output));
    if (one->fixed)
        return;
    set(&one->last, form_output_copy(output));
    if (call)
        one->last_call = call;
    char *copy = g_strdup(digest);
    g_free(one->digest);
    one->digest = copy;
}

void answers_put_aside(struct answers *a, guint m, const char *path, const form_output *output)
{
    g_hash_table_insert(a->of[m].aside, g_strdup(path), form_output_copy(output));
}

static void forget_ahead(struct answer *one)
{
    g_clear_pointer(&one->ahead, g_free);
    g_clear_pointer(&one->ahead_from, g_free);
}

void answers_put_ahead(struct answers *a, guint m, const char *text, const char *from)
{
    forget_ahead(&a->of[m]);
    a->of[m].ahead = g_strdup(text);
    a->of[m].ahead_from = g_strdup(from);
}

char *answers_take_ahead(struct answers *a, guint m, char **ret_from)
{
    *ret_from = g_steal_pointer(&a->of[m].ahead_from);
    return g_steal_pointer(&a->of[m].ahead);
}

void answers_forget_ahead(struct answers *a)
{
    for (guint m = 0; m < a->n; m++)
        forget_ahead(&a->of[m]);
}

const form_output *answers_said(const struct answers *a, guint m, const char *aside)
{
    return aside ? g_hash_table_lookup(a->of[m].aside, aside) : a->said[m];
}

bool answers_unchanged(const struct answers *a, guint m, const char *digest)
{
    return a->of[m].last && !a->modules[m].always && g_strcmp0(digest, a->of[m].digest) == 0;
}

/* What comes before the corrected module stands; what comes later runs again from it. */
static void drop_later(struct answers *a, guint from)
{
    answers_forget_ahead(a);
    for (guint m = 0; m < a->n; m++)
        if (a->modules[m].rank > a->modules[from].rank && !a->of[m].fixed)
            g_clear_pointer(&a->said[m], form_output_free);
    a->corrected = true;
}

void answers_correct(struct answers *a, guint m, form_output *output)
{
    set(&a->said[m], output);
    a->of[m].fixed = true;
    if (a->of[m].last)
        set(&a->of[m].last, form_output_copy(output));
    drop_later(a, m);
}

void answers_retry(struct answers *a, guint m)
{
    g_clear_pointer(&a->of[m].digest, g_free);
    a->of[m].fixed = false;
    g_clear_pointer(&a->said[m], form_output_free);
    drop_later(a, m);
}

void answers_reconsider(struct answers *a)
{
    for (guint m = 0; m < a->n; m++)
        if (!a->of[m].fixed)
            g_clear_pointer(&a->said[m], form_output_free);
    a->corrected = true;
}
