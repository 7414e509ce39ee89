/* The gate's readers: words and titles of a screen, rules as written, what a Lua policy answers. A screen never lowers a tier,
 * and no answer of a policy allows. */

#include "engine/gate/confusables.h"
#include "engine/gate/rules.h"

#include "config/profile.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char click[] = "[{\"at_ms\":0,\"type\":\"button_down\",\"button\":\"left\",\"hold_ms\":0},"
                            "{\"at_ms\":1,\"type\":\"text\",\"text\":\"a\",\"duration_ms\":0}]";

/* The text as a title and as a word beside the target. */
static void check_screen(const char *text)
{
    g_autoptr(timeline) t = timeline_from_json(click, strlen(click), NULL);
    g_autoptr(action) a = action_new("x");
    g_autoptr(screen) s = screen_new(640, 480);
    struct screen_word word = {.text = (char *)text, .x = 5, .y = 5, .width = 10, .height = 10};
    struct eye_window window = {.id = 5, .title = (char *)text, .class = (char *)text, .width = 640, .height = 480};
    g_autoptr(GPtrArray) windows = g_ptr_array_new();
    eye_observation o = {.screen = s, .windows = windows, .target = 5, .focus = 5, .frame = {.width = 640, .height = 480}};
    struct policy_case c = {.action = a, .timeline = t, .observation = &o, .x = 3, .y = 3, .window = &window, .target_window = 5};
    g_ptr_array_add(windows, &window);
    screen_add_word(s, &word);
    a->tier = -1;
    struct policy_verdict v = policy_judge(&c);
    g_autofree char *explain = policy_explain(&v), *told = policy_case_json(&c, &v);
    if (!told || v.tier < 1 || v.denied || !g_utf8_validate(explain, -1, NULL) || (v.tier == 3) != (*v.word != '\0'))
        abort();
    policy_verdict_clear(&v);
}

static void check_answer(const char *text)
{
    struct policy_answer answer = {0};
    g_autofree char *notice = NULL;
    g_autoptr(GError) error = NULL;
    bool ok = policy_answer_parse(text, 2, &answer, &notice, &error);
    if (ok != (error == NULL) || (ok && answer.tier != -1 && answer.tier != 3))
        abort();
    g_free(answer.reason);
}

static void check_rules(const char *text, gsize size)
{
    g_autoptr(GError) error = NULL;
    struct rule *words = rule_from_words("s", text, &error);
    if ((words == NULL) == (error == NULL) || (words && words->verdict == RULE_ALLOW))
        abort();
    rule_free(words);
    g_autoptr(profile) p = profile_parse("p", text, size, "p.ini", NULL);
    rules_free(p ? rules_new(NULL, p->rules, NULL, NULL) : NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) split = confusables_words(text);
    for (int i = 0; split[i]; i++) {
        g_autofree char *bone = confusables_skeleton(split[i]);
        if (!*split[i] || !g_utf8_validate(split[i], -1, NULL) || !g_utf8_validate(bone, -1, NULL))
            abort();
    }
    if (g_utf8_validate(text, -1, NULL))
        check_screen(text);
    check_answer(text);
    check_rules(text, strlen(text));
    return 0;
}
