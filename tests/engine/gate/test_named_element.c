/* Tiers by what a program says of its elements: it raises them, and lowers none. */
#include "tests/engine/gate/judging.h"

static void expect(const char *what, struct policy_verdict v, int tier, const char *rule, const char *evidence)
{
    if (v.tier != tier || strcmp(v.rule, rule) != 0 || !strstr(v.evidence, evidence))
        fail_msg("%s: tier %d by %s: %s", what, v.tier, v.rule, v.evidence);
    policy_verdict_clear(&v);
}

static struct policy_verdict judge_element(const char *json, const char *role, const char *name, const char *word)
{
    struct judged j;
    judged_init(&j, "x", json);
    screen_add_mark(j.observation->screen, &(struct screen_mark){.number = 1,
                                                                 .kind = (char *)"button",
                                                                 .source = (char *)"elements",
                                                                 .text = (char *)name,
                                                                 .role = (char *)role,
                                                                 .id = (char *)"1",
                                                                 .x = 140,
                                                                 .y = 140,
                                                                 .width = 40,
                                                                 .height = 30});
    if (word)
        judged_word(&j, word, 140, 150);
    struct policy_verdict v = policy_judge(&j.c);
    judged_clear(&j);
    return v;
}

/* What a program says of itself raises, and never lowers. */
static void policy__name_of_an_element__raises_only(void **state)
{
    (void)state;
    static const char click[] = "[" CLICK(150, 155) "]", far[] = "[" CLICK(250, 155) "]", text[] = "[" TEXT("abc") "]";
    expect("an icon that is called so", judge_element(click, "push button", "Delete", NULL), 3, "grave-element", "\"Delete\"");
    expect("in a name", judge_element(click, "menu item", "Send the letter", NULL), 3, "grave-element", "menu item");
    expect("spelled otherwise", judge_element(click, "push button", "D\u0435lete", NULL), 3, "grave-element", "");
    expect("under a mask", judge_element(click, "push button", "(masked)", NULL), 3, "grave-element", "(masked)");
    expect("not saved", judge_element(click, "push button", "Don't Save", NULL), 3, "grave-element", "");
    expect("a disk", judge_element(click, "menu item", "Format Disk...", NULL), 3, "grave-element", "");
    expect("a menu's title", judge_element(click, "menu", "Format", NULL), 1, "input", "");
    expect("a harmless name", judge_element(click, "push button", "Find", NULL), 1, "input", "");
    expect("beside it", judge_element(far, "push button", "Delete", NULL), 1, "input", "");
    expect("a name that lies", judge_element(click, "push button", "OK", "Delete"), 3, "grave-label", "\"Delete\"");
    expect("a name that turns it round", judge_element(click, "push button", "Do not delete", "Delete"), 3, "grave-label", "");
    expect("a role that lies", judge_element(text, "text", "Name", "Password:"), 3, "password-field", "\"Password:\"");
    expect("a password is pressed", judge_element(click, "password text", "", NULL), 3, "password-field", "one for a password");
    expect("text may go there", judge_element(text, "password text", "", NULL), 3, "password-field", "one for a password");
    expect("text goes elsewhere", judge_element("[" CLICK(250, 155) "," TEXT("abc") "]", "password text", "", NULL), 1, "input",
           "");
    expect("a tab leads there", judge_element("[" CLICK(250, 155) "," TAP("Tab") "," TEXT("abc") "]", "password text", "", NULL),
           3, "password-field", "");
    expect("a loop over it", judge_element("[" LOOP("\"left mouse\"", 110, 120, 80, 60) "]", "push button", "Delete", NULL), 3,
           "grave-element", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy__name_of_an_element__raises_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
