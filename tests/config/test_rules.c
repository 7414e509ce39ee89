/* Rules as they are written: what each key takes, and what is refused with file, line and the nearest name. */
#include "config/rules.h"

#include "config/config.h"
#include "config/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct rule *rule_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ini) file = ini_parse(text, strlen(text), "x.ini", &error);
    assert_non_null(file);
    struct rule *r = rule_from_ini(file, "rule a", &error);
    if (!r)
        fail_msg("%s", error->message);
    return r;
}

static void rule__every_key__is_read(void **state)
{
    (void)state;
    struct rule *r = rule_of("[rule a]\nverdict=allow\nskill=press_*\nkey=ctrl+w\nclass=^XCalc$\ntitle=a\\.b\nrect=1, 2,3,4\n"
                             "text=[0-9]+\nnear=Save\ntier=3\nexpires=2027-01-31T18:00Z\nmax_fires=7\nrate=5/min\n");
    assert_string_equal(r->name, "a");
    assert_string_equal(r->origin, "x.ini:1");
    assert_int_equal(r->verdict, RULE_ALLOW);
    assert_string_equal(r->skill, "press_*");
    assert_string_equal(r->key, "ctrl+w");
    assert_true(g_regex_match(r->title, "xa.bx", 0, NULL));
    assert_false(g_regex_match(r->title, "aab", 0, NULL));
    assert_true(r->has_rect && !r->rect_on_screen);
    assert_int_equal(r->x * 1000 + r->y * 100 + r->width * 10 + r->height, 1234);
    assert_true(g_regex_match(r->text, "123", 0, NULL));
    assert_false(g_regex_match(r->text, "123; rm", 0, NULL)); /* an allow is for the whole text */
    assert_false(g_regex_match(r->text, "123\n", 0, NULL));
    assert_int_equal(r->tier, 3);
    assert_int_equal(r->expires_us / G_USEC_PER_SEC, 1801418400);
    assert_int_equal(r->max_fires, 7);
    assert_int_equal(r->rate, 5);
    assert_int_equal(r->rate_us, 60 * G_USEC_PER_SEC);
    assert_string_equal(r->given[0], "verdict=allow");
    assert_int_equal(g_strv_length(r->given), 12);
    rule_free(r);
}

static void rule__little__is_enough(void **state)
{
    (void)state;
    struct rule *r = rule_of("[rule a]\nverdict=deny\nrect=screen:-5,0,1,1\ntext=rm\nskill=\n");
    assert_true(r->rect_on_screen);
    assert_null(r->skill);
    assert_null(r->class);
    assert_int_equal(r->tier, -1);
    assert_int_equal(r->expires_us, 0);
    assert_true(g_regex_match(r->text, "x rm x", 0, NULL)); /* a deny is for any of it */
    rule_free(r);
    rule_free(rule_of("[rule a]\nverdict=ask\n"));
}

static void rule__wrong__is_refused_with_reason(void **state)
{
    (void)state;
    const struct {
        const char *text, *says;
    } rows[] = {
        {"[rule a]\nskill=x\n", "has no verdict"},
        {"[rule a]\nverdict=maybe\n", "deny, ask, allow"},
        {"[rule a]\nverdict=deny\nkye=x\n", "x.ini:3: [rule a] no such key \"kye\": did you mean \"key\""},
        {"[rule a]\nverdict=deny\ntitel=x\n", "did you mean \"title\""},
        {"[rule a]\nverdict=deny\nkey=ctrl+\n", "key = ctrl+"},
        {"[rule a]\nverdict=deny\nkey=+\n", "plus"},
        {"[rule a]\nverdict=deny\ntitle=(\n", "title = ("},
        {"[rule a]\nverdict=deny\nrect=1,2,3\n", "x,y,w,h"},
        {"[rule a]\nverdict=deny\nrect=1,2,0,4\n", "x,y,w,h"},
        {"[rule a]\nverdict=deny\nrect=window:1,2,3,4\n", "x,y,w,h"},
        {"[rule a]\nverdict=deny\ntier=4\n", "0 to 3"},
        {"[rule a]\nverdict=deny\nexpires=tomorrow\n", "ISO 8601"},
        {"[rule a]\nverdict=deny\nmax_fires=0\n", "1 to"},
        {"[rule a]\nverdict=deny\nrate=5\n", "N/s"},
        {"[rule a]\nverdict=deny\nrate=5/day\n", "N/s"},
        {"[rule a]\nverdict=deny\nrate=0/s\n", "N/s"},
        {"[rule a]\nverdict=allow\n", "an allow rule needs"},
        {"[rule a]\nverdict=allow\ntitle=Safe\nnear=OK\n", "an allow rule needs"},
        {"[rule a b]\nverdict=deny\n", "one name"},
        {"[rule]\nverdict=deny\n", "one name"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        config *cfg = config_load_text(rows[i].text, &error);
        if (cfg)
            fail_msg("taken: %s", rows[i].text);
        g_autofree char *after = g_strdup(strstr(rows[i].says, "x.ini") ? strchr(rows[i].says, '[') : rows[i].says);
        if (!strstr(error->message, after) || error->code != CONFIG_ERROR_USAGE)
            fail_msg("%s: %s", rows[i].text, error->message);
        g_clear_error(&error);
        profile *p = profile_parse("p", rows[i].text, strlen(rows[i].text), "x.ini", &error);
        if (p || !strstr(error->message, rows[i].says))
            fail_msg("in a profile: %s: %s", rows[i].text, p ? "taken" : error->message);
        g_clear_error(&error);
    }
}

static void rule__in_ini_and_profile__come_in_order(void **state)
{
    (void)state;
    const char *text = "[rule b]\nverdict=deny\nskill=x\n[rule a]\nverdict=ask\n";
    g_autoptr(config) cfg = config_load_text(text, NULL);
    assert_int_equal(config_rules(cfg)->len, 2);
    assert_string_equal(((struct rule *)config_rules(cfg)->pdata[0])->name, "b");
    g_autofree char *shown = config_show(cfg), *json = config_show_json(cfg);
    assert_non_null(strstr(shown, "\n[rule b]\nverdict=deny\nskill=x\n"));
    assert_non_null(strstr(json, "\"rules\":{\"b\":{\"verdict\":\"deny\",\"skill\":\"x\"}"));
    g_autoptr(config) again = config_load_text(shown, NULL);
    assert_int_equal(config_rules(again)->len, 2);
    g_autoptr(profile) p = profile_parse("p", text, strlen(text), "p.ini", NULL);
    assert_int_equal(p->rules->len, 2);
    g_autoptr(config) odd = config_load_text("[rules a]\nverdict=deny\n", NULL);
    assert_non_null(strstr(config_warnings(odd)->pdata[0], "[rule NAME]"));
}

static void rule__of_the_command_line__only_narrows(void **state)
{
    (void)state;
    struct rule *r = rule_from_words("session-1", "deny key=ctrl+w title='My Mail.*'", NULL);
    assert_non_null(r);
    assert_int_equal(r->verdict, RULE_DENY);
    assert_true(g_regex_match(r->title, "My Mail 3", 0, NULL));
    rule_free(r);
    const struct {
        const char *words, *says;
    } rows[] = {
        {"allow skill=x", "only deny or ask"},
        {"deny kay=x", "did you mean \"key\""},
        {"deny key", "KEY=VALUE"},
        {"deny key=a key=b", "twice"},
        {"deny verdict=allow", "twice"},
        {"key=ctrl+w", "verdict"},
        {"", "--rule"},
        {"deny title='x", "--rule"},
        {"deny text=\xff", "UTF-8"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        r = rule_from_words("s", rows[i].words, &error);
        if (r || !strstr(error->message, rows[i].says) || error->code != CONFIG_ERROR_USAGE)
            fail_msg("'%s': %s", rows[i].words, r ? "taken" : error->message);
        g_error_free(error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule__every_key__is_read),
        cmocka_unit_test(rule__little__is_enough),
        cmocka_unit_test(rule__wrong__is_refused_with_reason),
        cmocka_unit_test(rule__in_ini_and_profile__come_in_order),
        cmocka_unit_test(rule__of_the_command_line__only_narrows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
