/* The label of an acting record: what was done in the step, in the words of the reply where that is what it said. */

#include "engine/exports/screenagent.h"

#include <string.h>

static word copy_of(const word *one)
{
    word copy = *one;
    copy.text = g_strdup(one->text);
    copy.left = copy.top = copy.right = copy.bottom = 0; /* the area is the recorder's to give, and so are pictures */
    copy.before = copy.after = NULL;
    return copy;
}

void screenagent_add_proposal(words *w, const struct memory_proposal *p, int width, int height)
{
    g_autoptr(timeline) t = p && p->timeline ? timeline_from_json(p->timeline, strlen(p->timeline), NULL) : NULL;
    struct vocabulary_target target;
    if (!t)
        return;
    bool aimed = run_reader_target(p->target, &target);
    g_autoptr(words) does = vocabulary_words_from_timeline(t, width, height, aimed ? &target : NULL);
    for (guint i = 0; i < does->list->len; i++)
        vocabulary_words_add(w, copy_of(&g_array_index(does->list, word, i)));
    w->lost += does->lost;
}

/* The next word of the reply that is an action; what lies between was never proposed. */
static const word *next_action(const words *own, guint *at, bool *as_said)
{
    for (; own && *at < own->list->len; ++*at) {
        const word *one = &g_array_index(own->list, word, *at);
        if (one->kind == WORD_MOUSE || one->kind == WORD_KEYBOARD || one->kind == WORD_WAIT)
            return one;
        *as_said = false;
    }
    return NULL;
}

static bool is_call_of(const struct memory_proposal *p, const word *one)
{
    g_autoptr(action) proposed = p->action ? action_from_json(p->action, strlen(p->action), NULL) : NULL;
    g_autoptr(action) said = one ? vocabulary_word_to_action(one) : NULL;
    g_autofree char *a = proposed ? action_describe(proposed) : NULL, *b = said ? action_describe(said) : NULL;
    return a && b && g_str_equal(a, b);
}

words *screenagent_done(const run_reader_step *s, const words *own, int width, int height, bool *ret_as_said)
{
    words *w = vocabulary_words_new();
    bool as_said = own != NULL;
    guint at = 0;
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        const word *one = next_action(own, &at, &as_said);
        if (!run_reader_fired(s, i))
            continue;
        bool said = is_call_of(p, one);
        if (said)
            vocabulary_words_add(w, copy_of(one));
        else
            screenagent_add_proposal(w, p, width, height);
        as_said = as_said && said;
        at += said || p->edited_from;
    }
    *ret_as_said = as_said && !next_action(own, &at, &as_said) && as_said;
    return w;
}
