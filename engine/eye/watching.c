#include "engine/eye/watching.h"

#include <math.h>
#include <string.h>

#define MATCH_STEP 0.001
#define BLINK_MS 2500 /* longer than two phases of the slowest caret: Gnumeric's has phases of 1200 */

void watching_end(struct watching *w)
{
    screen_match_rules_clear(&w->rules);
    recorder_shot_unref(w->before);
    recorder_shot_unref(w->compared);
    g_free(w->changed);
    g_free(w->stack_hash);
    *w = (struct watching){0};
}

void watching_begin(struct watching *w, const struct screen_match_rules *rules, shot *before, const volatile_areas *r,
                    const caret *c, gint64 now_us)
{
    watching_end(w);
    *w = (struct watching){.active = true, .rules = screen_match_rules_copy(rules), .before = recorder_shot_ref(before)};
    g_clear_pointer(&w->rules.restless, g_array_unref);
    g_clear_pointer(&w->rules.unsettled, g_array_unref);
    w->rules.restless = volatile_areas_areas(r, &w->rules, now_us, &w->rules.unsettled);
    caret_find(c, &w->rules, &w->rules.caret, &w->rules.second);
}

static char *compare(struct watching *w, const frame *live, const GArray *tips)
{
    struct screen_match_rules rules = screen_match_rules_copy(&w->rules);
    if (!rules.ignored)
        rules.ignored = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_vals(rules.ignored, tips->data, tips->len);
    w->likeness = screen_match_measure(w->before->picture, live, &rules);
    char *changed = screen_match_changed(&w->likeness, &rules);
    screen_match_rules_clear(&rules);
    return changed;
}

void watching_compare(struct watching *w, shot *live, const caret *c, const GArray *tips, gint64 now_us)
{
    struct screen_match_caret found, second;
    caret_find(c, &w->rules, &found, &second);
    bool known = memcmp(&found, &w->rules.caret, sizeof found) == 0 && memcmp(&second, &w->rules.second, sizeof second) == 0;
    if (live != w->compared || !known) {
        w->told = w->told && known;
        w->rules.caret = found;
        w->rules.second = second;
        recorder_shot_unref(w->compared);
        w->compared = recorder_shot_ref(live);
        g_free(w->changed);
        w->changed = compare(w, live->picture, tips);
    }
    w->patience_us = (caret_only(c) ? BLINK_MS : SCREEN_MATCH_PATIENCE_MS) * 1000;
    if (!w->changed)
        w->changed_us = 0;
    else if (w->changed_us == 0)
        w->changed_us = now_us;
}

bool watching_says(struct watching *w, eye_answer *a, gint64 now_us)
{
    a->text = w->changed;
    a->caret = w->rules.caret;
    a->second = w->rules.second;
    a->match = w->likeness.target < 0 ? 1 : w->likeness.target;
    if (w->told && w->changed && a->focus != w->focus) /* who gets or loses the focus looks different for a moment */
        w->changed_us = now_us;
    a->bar = w->changed && screen_match_only_bar(&w->likeness, &w->rules);
    a->lasting = w->changed && now_us - w->changed_us >= w->patience_us;
    if (w->told && fabs(a->match - w->match) < MATCH_STEP && (a->match < 1) == (w->match < 1) &&
        (a->text != NULL) == w->differs && a->bar == w->bar && a->lasting == w->lasting && a->reacted == w->reacted &&
        a->windows_same == w->windows_same && a->focus == w->focus && g_strcmp0(a->stack_hash, w->stack_hash) == 0)
        return false;
    w->told = true;
    w->match = a->match;
    w->differs = a->text != NULL;
    w->bar = a->bar;
    w->lasting = a->lasting;
    w->reacted = a->reacted;
    w->windows_same = a->windows_same;
    w->focus = a->focus;
    g_free(w->stack_hash);
    w->stack_hash = g_strdup(a->stack_hash);
    return true;
}
