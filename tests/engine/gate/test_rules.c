/* The person's rules at work: when one holds, which wins, and how an allow could be stretched and is not. */
#include "tests/engine/gate/judging.h"

#include "engine/gate/rules.h"

#define NOW (G_GINT64_CONSTANT(1800000000) * G_USEC_PER_SEC)

static GPtrArray *rules_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ini) file = ini_parse(text, strlen(text), "x.ini", &error);
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
    g_auto(GStrv) groups = g_key_file_get_groups(file->file, NULL);
    for (guint i = 0; groups[i]; i++) {
        struct rule *r = rule_from_ini(file, groups[i], &error);
        if (!r)
            fail_msg("%s", error->message);
        g_ptr_array_add(list, r);
    }
    return list;
}

struct court {
    GPtrArray *list;
    rules *r;
};

static struct court court(const char *text)
{
    GError *error = NULL;
    struct court c = {.list = rules_of(text)};
    c.r = rules_new(c.list, NULL, NULL, &error);
    if (!c.r)
        fail_msg("%s", error->message);
    return c;
}

static void court_close(struct court *c)
{
    rules_free(c->r);
    g_ptr_array_unref(c->list);
}

static struct rules_answer judge_at(const struct court *c, struct judged *j, gint64 now)
{
    struct policy_verdict v = policy_judge(&j->c);
    struct rules_answer a = rules_judge(c->r, &j->c, &v, now);
    policy_verdict_clear(&v);
    return a;
}

/* Does the one rule "r" hold for this timeline? */
static bool holds(const char *conditions, const char *skill, const char *timeline_text, const char *near)
{
    g_autofree char *text = g_strdup_printf("[rule r]\n%s\n", conditions);
    struct court c = court(text);
    struct judged j;
    judged_init(&j, skill, timeline_text);
    if (near)
        judged_word(&j, near, 140, 150);
    struct rules_answer a = judge_at(&c, &j, NOW);
    judged_clear(&j);
    court_close(&c);
    return a.denied_by || a.asked_by || a.allowed_by;
}

struct row {
    bool holds;
    const char *conditions, *skill, *timeline, *near;
};

static void check(const struct row *rows, gsize n)
{
    for (gsize i = 0; i < n; i++)
        if (holds(rows[i].conditions, rows[i].skill, rows[i].timeline, rows[i].near) != rows[i].holds)
            fail_msg("row %zu: %s: %s", i, rows[i].conditions, rows[i].holds ? "does not hold" : "holds");
}

/* A rule that narrows holds when any part fits. */
static void rules__deny__holds_for_any_part(void **state)
{
    (void)state;
    const struct row rows[] = {
        {true, "verdict=deny", "x", "[" CLICK(150, 150) "]", NULL},
        {true, "verdict=deny\nskill=press_*", "press_key", "[" TAP("a") "]", NULL},
        {false, "verdict=deny\nskill=press_*", "type_text", "[" TAP("a") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Control_R") "," TAP("w") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Control_L") "," DOWN("Shift_L") "," TAP("W") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Control_L") "," TEXT("ow") "]", NULL},
        {false, "verdict=deny\nkey=ctrl+w", "x", "[" TAP("Control_L") "," TAP("w") "]", NULL},
        {true, "verdict=deny\nkey=enter", "x", "[" TAP("KP_Enter") "]", NULL},
        {true, "verdict=deny\nkey=enter", "x", "[" TAP("Linefeed") "]", NULL},
        {true, "verdict=deny\nkey=Tab", "x", "[" TAP("KP_Tab") "]", NULL},
        {true, "verdict=deny\nkey=Home", "x", "[" TAP("KP_Home") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+minus", "x", "[" DOWN("Control_L") "," TAP("KP_Subtract") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Control_L") "," TAP("Cyrillic_tse") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Cyrillic_TSE") "," TAP("Control_L") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Control_L") "," TEXT("ц") "]", NULL},
        {false, "verdict=deny\nkey=w", "x", "[" TAP("Cyrillic_tse") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+shift+w", "x", "[" DOWN("Control_L") "," TAP("Cyrillic_TSE") "]", NULL},
        {true, "verdict=deny\nkey=alt+v", "x", "[" DOWN("Alt_L") "," TAP("Greek_omega") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+o", "x", "[" DOWN("Control_L") "," TAP("hebrew_finalmem") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+p", "x", "[" DOWN("Control_L") "," TAP("hebrew_finalmem") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+q", "x", "[" DOWN("Control_L") "," TEXT(";") "]", NULL},
        {false, "verdict=deny\nkey=ctrl+q", "x", "[" DOWN("Control_L") "," TAP("a") "]", NULL},
        {true, "verdict=deny\nkey=Return", "x", "[" DOWN("Control_L") "," TAP("m") "]", NULL},
        {true, "verdict=deny\nkey=Return", "x", "[" DOWN("Control_R") "," TAP("M") "]", NULL},
        {true, "verdict=deny\nkey=enter", "x", "[" DOWN("Control_L") "," TEXT("j") "]", NULL},
        {true, "verdict=deny\nkey=Tab", "x", "[" DOWN("Control_L") "," TAP("i") "]", NULL},
        {true, "verdict=deny\nkey=BackSpace", "x", "[" DOWN("Control_L") "," TAP("h") "]", NULL},
        {true, "verdict=deny\nkey=Escape", "x", "[" DOWN("Control_L") "," TAP("bracketleft") "]", NULL},
        {true, "verdict=deny\nkey=ctrl+m", "x", "[" DOWN("Control_L") "," TAP("m") "]", NULL},
        {false, "verdict=deny\nkey=ctrl+Return", "x", "[" DOWN("Control_L") "," TAP("m") "]", NULL},
        {false, "verdict=deny\nkey=Return", "x", "[" TAP("m") "]", NULL},
        {false, "verdict=deny\nkey=Return", "x", "[" DOWN("Control_L") "," TAP("n") "]", NULL},
        {true, "verdict=deny\ntext=ц1-2", "x", "[" TAP("Cyrillic_tse") "," TAP("KP_1") "," TAP("KP_Subtract") "," TAP("KP_2") "]",
         NULL},
        {true, "verdict=deny\nkey=ctrl+v", "x", "[" PASTE("a") "]", NULL},
        {false, "verdict=deny\nkey=ctrl+v", "x", "[" TEXT("va") "]", NULL},
        {true, "verdict=deny\nkey=enter", "x", "[" TEXT("a\\nb") "]", NULL},
        {true, "verdict=deny\nkey=Delete", "x", "[" TAP("a") "," TAP("Delete") "]", NULL},
        {true, "verdict=deny\nclass=^Mail$", "x", "[" CLICK(150, 150) "," CLICK(450, 150) "]", NULL},
        {false, "verdict=deny\nclass=^Mail$", "x", "[" CLICK(150, 150) "]", NULL},
        {true, "verdict=deny\ntitle=Calc", "x", "[" TAP("a") "]", NULL},
        {true, "verdict=deny\nrect=40,40,20,20", "x", "[" CLICK(150, 150) "]", NULL},
        {false, "verdict=deny\nrect=140,140,20,20", "x", "[" CLICK(150, 150) "]", NULL},
        {true, "verdict=deny\nrect=screen:140,140,20,20", "x", "[" CLICK(150, 150) "]", NULL},
        {true, "verdict=deny\nrect=screen:140,140,20,20", "x", "[" CLICK(10, 10) "," CLICK(150, 150) "]", NULL},
        {false, "verdict=deny\nrect=0,0,900,900", "x", "[" TAP("a") "]", NULL},
        {true, "verdict=deny\ntext=rm -rf", "x", "[" TEXT("sudo rm -rf /") "]", NULL},
        {true, "verdict=deny\ntext=rm -rf", "x", "[" TEXT("r\xe2\x80\x8bm -rf") "]", NULL},
        {true, "verdict=deny\ntext=rm -rf", "x", "[" TEXT("rm") "," TAP("space") "," TEXT("-rf") "]", NULL},
        {true, "verdict=deny\ntext=rm", "x", "[" TAP("r") "," TAP("m") "]", NULL},
        {true, "verdict=deny\nnear=delete", "x", "[" CLICK(150, 155) "]", "DELETE"},
        {true, "verdict=deny\nnear=delete", "x", "[" CLICK(150, 155) "]", "Del\xd0\xb5te"},
        {false, "verdict=deny\nnear=delete", "x", "[" CLICK(150, 155) "]", "Keep"},
        {false, "verdict=deny\nskill=y\nkey=a", "x", "[" TAP("a") "]", NULL},
        {true, "verdict=ask\ntier=1", "x", "[" CLICK(150, 150) "]", NULL},
        {false, "verdict=ask\ntier=1", "x", "[" TAP("Return") "]", NULL},
        {true, "verdict=deny\ntext=(a+)+$", "x", "[" TEXT("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab") "]", NULL},
    };
    check(rows, G_N_ELEMENTS(rows));
}

/* A rule that allows holds only when all of it fits: what is beside what was allowed is not allowed along. */
static void rules__allow__holds_for_the_whole_only(void **state)
{
    (void)state;
    const struct row rows[] = {
        {true, "verdict=allow\nskill=press_*", "press_key", "[" CLICK(150, 150) "]", NULL},
        {false, "verdict=allow\nskill=press_*", "press_key", "[" TAP("Return") "]", NULL}, /* tier 2 */
        {true, "verdict=allow\nskill=press_*\ntier=2", "press_key", "[" TAP("Return") "]", NULL},
        {false, "verdict=allow\nskill=press_*\ntier=2", "press_key", "[" CLICK(150, 155) "]", "Send"},
        {true, "verdict=allow\nskill=press_*\ntier=3", "press_key", "[" CLICK(150, 155) "]", "Send"},
        {true, "verdict=allow\nkey=Tab", "x", "[" TAP("Tab") "," TAP("Tab") "]", NULL},
        {false, "verdict=allow\nkey=Tab", "x", "[" TAP("Tab") "," TAP("x") "]", NULL},
        {false, "verdict=allow\nkey=Tab", "x", "[" DOWN("Control_L") "," TAP("Tab") "]", NULL},
        {true, "verdict=allow\nkey=ctrl+Tab", "x", "[" DOWN("Control_L") "," TAP("Tab") "," UP("Control_L") "]", NULL},
        {false, "verdict=allow\nkey=ctrl+Tab", "x", "[" TAP("Tab") "]", NULL},
        {false, "verdict=allow\nkey=Tab", "x", "[" TAP("Tab") "," CLICK(150, 150) "]", NULL},
        {true, "verdict=allow\ntier=2\nkey=ctrl+m", "x", "[" DOWN("Control_L") "," TAP("m") "]", NULL},
        {false, "verdict=allow\ntier=2\nkey=Return", "x", "[" DOWN("Control_L") "," TAP("m") "]", NULL},
        {true, "verdict=allow\ntier=2\nkey=ctrl+Cyrillic_tse", "x", "[" DOWN("Control_L") "," TAP("Cyrillic_tse") "]", NULL},
        {false, "verdict=allow\ntier=2\nkey=ctrl+w", "x", "[" DOWN("Control_L") "," TAP("Cyrillic_tse") "]", NULL},
        {false, "verdict=allow\nkey=Tab", "x", "[" TAP("Tab") "," TEXT("rm") "]", NULL},
        {true, "verdict=allow\ntext=[0-9]+", "x", "[" TEXT("123") "]", NULL},
        {false, "verdict=allow\ntext=[0-9]+", "x", "[" TEXT("123x") "]", NULL},
        {false, "verdict=allow\ntext=[0-9]+", "x", "[" TEXT("123") "," TEXT("x") "]", NULL},
        {false, "verdict=allow\ntext=[0-9]+", "x", "[" TEXT("123") "," TAP("Tab") "]", NULL},
        {false, "verdict=allow\ntext=[0-9]+", "x", "[" TEXT("123") "," CLICK(150, 150) "]", NULL},
        {false, "verdict=allow\ntext=.*\ntier=1", "x", "[" TEXT("a\\n") "]", NULL},
        {true, "verdict=allow\nrect=0,0,100,100", "x", "[" CLICK(150, 150) "]", NULL},
        {false, "verdict=allow\nrect=0,0,100,100\ntier=3", "x", "[" CLICK(150, 150) "," CLICK(350, 250) "]", NULL},
        {false, "verdict=allow\nrect=0,0,100,100\ntier=3", "x", "[" MOVE(150, 150) "," PRESS "," MOVE(350, 150) "," LIFT "]",
         NULL},
        {true, "verdict=allow\nclass=XCalc", "x", "[" CLICK(150, 150) "]", NULL},
        {false, "verdict=allow\nclass=XCalc\ntier=3", "x", "[" CLICK(150, 150) "," CLICK(450, 150) "]", NULL},
        {false, "verdict=allow\nclass=XCalc\ntier=3", "x", "[" CLICK(10, 10) "]", NULL},
        {true, "verdict=allow\nclass=XCalc\nnear=^Next$", "x", "[" CLICK(150, 155) "]", "Next"},
        {false, "verdict=allow\nclass=XCalc\nnear=^Next$", "x", "[" CLICK(150, 155) "]", "Back"},
        {false, "verdict=allow\nclass=XCalc\nnear=^Next$", "x", "[" CLICK(150, 155) "]", "N\xd0\xb5xt"}, /* looks like it */
        {false, "verdict=allow\ntext=(a+)+", "x", "[" TEXT("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab") "]", NULL},
    };
    check(rows, G_N_ELEMENTS(rows));
}

#define W "\"w\""
#define MOUSE "\"left mouse\""

/* What a loop's budget names may all be done, in whatever order: a rule that narrows holds when any of it fits. */
static void rules__deny__holds_for_all_that_a_loop_may_do(void **state)
{
    (void)state;
    const struct row rows[] = {
        {true, "verdict=deny\nkey=w", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {false, "verdict=deny\nkey=q", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" LOOP("\"Control_L\"," W, 0, 0, 0, 0) "]", NULL},
        {true, "verdict=deny\nkey=ctrl+w", "x", "[" DOWN("Control_L") "," LOOP(W, 0, 0, 0, 0) "]", NULL},
        {false, "verdict=deny\nkey=ctrl+w", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {true, "verdict=deny\ntext=wasd", "x", "[" LOOP("\"a\",\"d\",\"s\"," W, 0, 0, 0, 0) "]", NULL}, /* in any order */
        {true, "verdict=deny\ntext=WAS", "x", "[" LOOP("\"a\",\"s\"," W, 0, 0, 0, 0) "]", NULL},
        {true, "verdict=deny\ntext=w{50}", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {false, "verdict=deny\ntext=was", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {false, "verdict=deny\ntext=.", "x", "[" LOOP("\"Left\",\"Right\"", 0, 0, 0, 0) "]", NULL},
        {true, "verdict=ask\nrect=screen:390,0,10,110", "x", "[" LOOP(MOUSE, 120, 100, 300, 20) "]", NULL},
        {false, "verdict=ask\nrect=screen:390,0,10,90", "x", "[" LOOP(MOUSE, 120, 100, 300, 20) "]", NULL},
        {true, "verdict=ask\nrect=150,0,10,10", "x", "[" LOOP(MOUSE, 120, 100, 300, 20) "]", NULL}, /* in a window of it */
        {false, "verdict=ask\nrect=screen:0,0,640,480", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {true, "verdict=deny\nclass=^Mail$", "x", "[" LOOP(MOUSE, 120, 120, 300, 20) "]", NULL}, /* a corner of it */
        {false, "verdict=deny\nclass=^Mail$", "x", "[" LOOP(MOUSE, 120, 120, 200, 20) "]", NULL},
        {true, "verdict=deny\nclass=^XCalc$", "x", "[" LOOP(W, 0, 0, 0, 0) "]", NULL},
        {true, "verdict=deny\nnear=delete", "x", "[" LOOP(MOUSE, 200, 200, 50, 50) "]", "Delete"}, /* the word: 140,150 */
        {false, "verdict=allow\nrect=0,0,50,50\ntier=3", "x", "[" LOOP(MOUSE, 120, 120, 200, 20) "]", NULL},
        {false, "verdict=allow\nclass=XCalc\ntier=3", "x", "[" LOOP(MOUSE, 120, 120, 300, 20) "]", NULL},
    };
    check(rows, G_N_ELEMENTS(rows));
}

static void rules__precedence__is_deny_ask_allow(void **state)
{
    (void)state;
    static const char *const orders[] = {
        "[rule a]\nverdict=allow\nskill=x\n[rule b]\nverdict=ask\n[rule c]\nverdict=deny\n",
        "[rule c]\nverdict=deny\n[rule b]\nverdict=ask\n[rule a]\nverdict=allow\nskill=x\n",
        "[rule b]\nverdict=ask\n[rule a]\nverdict=allow\nskill=x\n[rule c]\nverdict=deny\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(orders); i++) {
        struct court c = court(orders[i]);
        struct judged j;
        judged_init(&j, "x", "[" CLICK(150, 150) "]");
        struct rules_answer a = judge_at(&c, &j, NOW);
        assert_string_equal(a.denied_by, "rule:c");
        assert_string_equal(a.asked_by, "rule:b");
        assert_string_equal(a.allowed_by, "rule:a");
        assert_int_equal(a.allowed_tier, 1); /* who decides of the three is gate_choose()'s */
        judged_clear(&j);
        court_close(&c);
    }
}

static void rules__expiry_count_and_rate__end_a_rule(void **state)
{
    (void)state;
    struct court c = court("[rule e]\nverdict=deny\nexpires=2027-01-15T08:00:00Z\n[rule n]\nverdict=ask\nmax_fires=2\n"
                           "[rule r]\nverdict=allow\nskill=x\nrate=2/min\n");
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 150) "]");
    gint64 minute = 60 * G_USEC_PER_SEC;
    assert_string_equal(judge_at(&c, &j, NOW - 1).denied_by, "rule:e");
    assert_null(judge_at(&c, &j, NOW).denied_by);
    rules_used(c.r, "rule:n", NOW);
    assert_non_null(judge_at(&c, &j, NOW).asked_by);
    rules_used(c.r, "rule:n", NOW);
    assert_null(judge_at(&c, &j, G_MAXINT64 / 2).asked_by);
    rules_used(c.r, "rule:r", NOW);
    rules_used(c.r, "rule:r", NOW + minute / 2);
    rules_used(c.r, "human", NOW);
    rules_used(c.r, "rule:none", NOW);
    rules_used(c.r, NULL, NOW);
    assert_null(judge_at(&c, &j, NOW + minute - 1).allowed_by);
    assert_non_null(judge_at(&c, &j, NOW + minute).allowed_by);
    rules_used(c.r, "rule:r", NOW + minute);
    assert_null(judge_at(&c, &j, NOW + minute).allowed_by);
    judged_clear(&j);
    court_close(&c);
}

static void rules__names__are_one_each_and_keys_are_known(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) config_list = rules_of("[rule a]\nverdict=allow\nskill=x\n");
    g_autoptr(GPtrArray) profile_list = rules_of("[rule a]\nverdict=deny\n");
    g_autoptr(rules) r = rules_new(config_list, profile_list, NULL, NULL);
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 150) "]");
    struct policy_verdict v = policy_judge(&j.c);
    struct rules_answer a = rules_judge(r, &j.c, &v, NOW);
    assert_string_equal(a.denied_by, "rule:profile.a");
    g_autofree char *why = policy_explain(&v);
    assert_non_null(strstr(why, "x.ini:1: verdict=deny"));
    policy_verdict_clear(&v);
    judged_clear(&j);
    g_autoptr(GPtrArray) bad = rules_of("[rule k]\nverdict=deny\nkey=ctrl+nonsensekey\n");
    g_autoptr(GError) error = NULL;
    assert_null(rules_new(bad, NULL, NULL, &error));
    assert_non_null(strstr(error->message, "x.ini:1: [rule k] key = ctrl+nonsensekey"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules__deny__holds_for_any_part),
        cmocka_unit_test(rules__allow__holds_for_the_whole_only),
        cmocka_unit_test(rules__deny__holds_for_all_that_a_loop_may_do),
        cmocka_unit_test(rules__precedence__is_deny_ask_allow),
        cmocka_unit_test(rules__expiry_count_and_rate__end_a_rule),
        cmocka_unit_test(rules__names__are_one_each_and_keys_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
