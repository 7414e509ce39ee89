/* The protocol to the letter: fields that are always there, round trips, and what is refused. */
#include "engine/protocol/marks_event.h"
#include "engine/protocol/protocol.h"
#include "engine/protocol/rest_event.h"
#include "config/line.h"
#include "engine/picture/screen_match.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void protocol__proposal__has_every_field_and_comes_back(void **state)
{
    (void)state;
    const char *line =
        "{\"event\":\"proposal\",\"id\":3,\"step\":2,\"action\":{\"skill\":\"press_button\",\"args\":{\"label\":"
        "\"3\"},\"expectation\":\"the display shows 3\","
        "\"reason\":\"next "
        "digit\"},\"timeline\":[{\"at_ms\":0,\"button\":\"left\",\"hold_ms\":0,\"type\":\"button_down\"}],\"tier\":1,\"rule\":"
        "\"input\",\"word\":\"\","
        "\"target\":{\"window\":\"xcalc\",\"x\":5,\"y\":6},\"digest\":\"ab\",\"expires_s\":0}";
    GError *error = NULL;
    g_autoptr(event) e = event_from_json(line, strlen(line), &error);
    assert_null(error);
    assert_int_equal(e->id, 3);
    assert_string_equal(e->fire.action->skill, "press_button");
    assert_int_equal(e->fire.timeline->events->len, 1);
    assert_int_equal(e->fire.target->x, 5);
    g_autofree char *again = event_to_json(e);
    const char *fields[] = {"\"event\":\"proposal\"", "\"id\":3",          "\"step\":2",         "\"action\":{",
                            "\"timeline\":[",         "\"tier\":1",        "\"rule\":\"input\"", "\"word\":\"\"",
                            "\"target\":{",           "\"digest\":\"ab\"", "\"expires_s\":0"};
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        if (!strstr(again, fields[i]))
            fail_msg("%s is not in %s", fields[i], again);
    assert_null(strchr(again, '\n'));
    g_autoptr(event) twice = event_from_json(again, strlen(again), &error);
    assert_null(error);
    g_autofree char *third = event_to_json(twice);
    assert_string_equal(again, third);
}

static GPtrArray *rest_read(const char *actions, GError **error)
{
    g_autoptr(event) e = event_new(EVENT_REST);
    e->rest.actions = g_strdup(actions);
    return rest_event_actions(e, error);
}

static void protocol__rest__comes_back_and_only_what_was_told_whole_may_be_granted(void **state)
{
    (void)state;
    const char *const bad[] = {"[3]",
                               "[{}]",
                               "[{\"text\":\"a\"}]", /* nothing to see, and it would not ask */
                               "[{\"text\":\"a\",\"digest\":\"ab\"}]",
                               "[{\"text\":\"a\",\"timeline\":[]}]",
                               "[{\"text\":\"a\",\"tier\":4,\"asks\":\"x\"}]",
                               "[{\"text\":\"a\",\"asks\":\"x\",\"timeline\":[{}]}]"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        if (rest_read(bad[i], &error) || !error)
            fail_msg("%s is taken", bad[i]);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rest = rest_read("[{\"text\":\"a\",\"digest\":\"ab\",\"tier\":2,\"timeline\":[]},"
                                          "{\"text\":\"b\",\"asks\":\"why\"},{\"text\":\"c\",\"digest\":\"cd\",\"timeline\":[]}]",
                                          &error);
    assert_null(error);
    assert_int_equal(rest_actions_free_to_grant(rest), 1);
    g_autoptr(event) e = rest_event_new(7, rest);
    g_autofree char *line = event_to_json(e);
    g_autoptr(event) again = event_from_json(line, strlen(line), &error);
    g_autoptr(GPtrArray) twice = rest_event_actions(again, &error);
    assert_null(error);
    const struct rest_action *first = twice->pdata[0], *second = twice->pdata[1];
    assert_int_equal(again->id, 7);
    assert_int_equal(twice->len, 3);
    assert_string_equal(first->digest, "ab");
    assert_int_equal(first->tier, 2);
    assert_string_equal(second->asks, "why");
    assert_null(second->timeline);
}

/* A sum in binary, as a person would write it. */
static void protocol__cost__has_no_dust(void **state)
{
    (void)state;
    g_autoptr(event) e = event_new(EVENT_METER);
    e->spent.cost = 0.0056 + 0.0084;
    g_autofree char *line = event_to_json(e);
    assert_non_null(strstr(line, "\"cost\":0.014,"));
}

static void protocol__module__null_output_is_written(void **state)
{
    (void)state;
    g_autoptr(event) e = event_new(EVENT_MODULE);
    e->module.name = g_strdup("plan");
    e->status = g_strdup("started");
    g_autofree char *line = event_to_json(e);
    assert_string_equal(
        line,
        "{\"event\":\"module\",\"module\":\"plan\",\"status\":\"started\",\"text\":\"\",\"output\":null,\"ms\":0,\"tokens_in\":0,"
        "\"tokens_out\":0,\"cost\":0,\"unpriced\":false}");
}

/* How far a closed loop is: to the letter, and nothing of it may be missing. */
static void protocol__loop__says_how_far_it_is(void **state)
{
    (void)state;
    const char *line = "{\"event\":\"loop\",\"id\":3,\"events\":41,\"max_events\":300,\"ms\":1900,\"max_ms\":10000}";
    GError *error = NULL;
    g_autoptr(event) e = event_from_json(line, strlen(line), &error);
    assert_null(error);
    assert_int_equal(e->kind, EVENT_LOOP);
    assert_true(e->id == 3 && e->loop.events == 41 && e->loop.max_events == 300 && e->loop.ms == 1900 && e->loop.max_ms == 10000);
    g_autofree char *again = event_to_json(e);
    assert_string_equal(again, line);
    const char *without = "{\"event\":\"loop\",\"id\":3,\"events\":41,\"ms\":1900,\"max_ms\":10000}";
    assert_null(event_from_json(without, strlen(without), &error));
    assert_non_null(strstr(error->message, "\"max_events\" is missing"));
    g_error_free(error);
}

/* What is left out of the comparison: nobody is shown less of it than there is. */
static void protocol__moving_places__all_fit_or_the_proposal_is_refused(void **state)
{
    (void)state;
    static const char *const unfit[] = {"{}", "[[1,2,3]]", "[[1,2,3,4,5]]", "[[1,2,3,4],[-1,2,3,4]]", "[[1,2,3,\"4\"]]", "[7]"};
    for (gsize i = 0; i <= G_N_ELEMENTS(unfit); i++) {
        g_autofree char *line = g_strdup_printf(
            "{\"event\":\"proposal\",\"id\":1,\"step\":1,"
            "\"action\":{\"skill\":\"wait\",\"args\":{},\"expectation\":\"\",\"reason\":\"\"},"
            "\"timeline\":[],\"tier\":1,\"rule\":\"input\",\"digest\":\"ab\",\"expires_s\":0,\"target\":{\"moving\":%s}}",
            i ? unfit[i - 1] : "[[1,2,3,4],[5,6,7,8]]");
        g_autoptr(GError) error = NULL;
        g_autoptr(event) e = event_from_json(line, strlen(line), &error);
        if (i && (e || !strstr(error->message, "\"moving\" must be")))
            fail_msg("%s: %s", unfit[i - 1], error ? error->message : "taken");
        if (i == 0 && (!e || e->fire.target->moving->len != 2))
            fail_msg("%s", error ? error->message : "not all are there");
    }
}

static void protocol__unknown_event__is_not_an_error(void **state)
{
    (void)state;
    g_autoptr(event) e = event_from_json("{\"event\":\"later\",\"x\":1}", 23, NULL);
    assert_non_null(e);
    assert_int_equal(e->kind, EVENT_UNKNOWN);
}

static void protocol__commands__refused_with_the_reason(void **state)
{
    (void)state;
    g_autofree char *deep = g_strnfill(100, '[');
    const struct {
        const char *line, *says;
    } rows[] = {
        {"", "JSON"},
        {"null", "object"},
        {"[1]", "object"},
        {"{}", "command"},
        {"{\"command\":5}", "command"},
        {"{\"command\":\"fire\"}", "no command \"fire\""},
        {"{\"command\":\"approve\"}", "\"id\" is missing"},
        {"{\"command\":\"grant\",\"until\":\"count\",\"value\":2,\"tier\":-1}", "tier"},
        {"{\"command\":\"grant\",\"until\":\"count\",\"value\":2,\"tier\":4}", "tier"},
        {"{\"command\":\"grant\",\"until\":\"count\",\"value\":2,\"tier\":\"1\"}", "tier"},
        {"{\"command\":\"grant\",\"until\":\"count\",\"value\":2,\"tier\":0.5}", "tier"},
        {"{\"command\":\"grant\",\"until\":\"count\",\"value\":2,\"tiers\":0}", "no \"tiers\""},
        {"{\"command\":\"grant\",\"until\":\"count\",\"value\":\"2\"}", "value"},
        {"{\"command\":\"revoke\",\"grant\":true}", "grant"},
        {"{\"command\":\"approve\",\"id\":\"1\",\"digest\":\"a\"}", "id"},
        {"{\"command\":\"approve\",\"id\":1.5,\"digest\":\"a\"}", "id"},
        {"{\"command\":\"approve\",\"id\":1}", "\"digest\" is missing"},
        {"{\"command\":\"approve\",\"id\":1,\"digest\":null}", "\"digest\" is missing"},
        {"{\"command\":\"edit\",\"id\":1,\"action\":7}", ""},
        {"{\"command\":\"edit\",\"id\":1,\"action\":{\"skill\":\"x\",\"args\":[]}}", ""},
        {"{\"command\":\"approve\",\"id\":1,\"id\":2,\"digest\":\"a\"}", "id"},
        {"{\"command\":\"pause\"} x", ""},
        {deep, ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GError *error = NULL;
        g_autoptr(command) c = command_from_json(rows[i].line, strlen(rows[i].line), &error);
        if (c || !error || !strstr(error->message, rows[i].says))
            fail_msg("%s: %s", rows[i].line, error ? error->message : "accepted");
        g_error_free(error);
    }
}

static void protocol__every_command__comes_back(void **state)
{
    (void)state;
    const char *lines[] = {
        "{\"command\":\"approve\",\"id\":3,\"digest\":\"ab\",\"word\":\"send\"}",
        "{\"command\":\"reject\",\"id\":3,\"reason\":\"no\"}",
        "{\"command\":\"hold\",\"id\":3}",
        "{\"command\":\"pause\"}",
        "{\"command\":\"pause\",\"reason\":\"detached\"}",
        "{\"command\":\"resume\"}",
        "{\"command\":\"stop\"}",
        "{\"command\":\"mode\",\"mode\":\"dry\"}",
        "{\"command\":\"say\",\"text\":\"try ×\"}",
        "{\"command\":\"takeover\"}",
        "{\"command\":\"animated\",\"scope\":\"areas\"}",
        "{\"command\":\"handback\",\"note\":\"\"}",
        "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"a\":1}}",
        "{\"command\":\"module_retry\",\"module\":\"plan\",\"hint\":\"x\"}",
        "{\"command\":\"grant\",\"until\":\"count\",\"value\":3,\"tier\":1}",
        "{\"command\":\"revoke\",\"grant\":1}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        GError *error = NULL;
        g_autoptr(command) c = command_from_json(lines[i], strlen(lines[i]), &error);
        assert_null(error);
        g_autofree char *again = command_to_json(c);
        assert_string_equal(again, lines[i]);
    }
}

static void protocol__rare_members__come_back_and_are_left_out(void **state)
{
    (void)state;
    const char *lines[] = {
        "{\"event\":\"state\",\"state\":\"paused\",\"step\":3,\"reason\":\"you used the mouse\"}",
        "{\"event\":\"state\",\"state\":\"firing\",\"step\":3}",
        "{\"event\":\"decision\",\"id\":3,\"verdict\":\"stale\",\"by\":\"hand\",\"reason\":\"moved\",\"before\":\"/"
        "a\",\"after\":\"/b\"}",
        "{\"event\":\"proposal\",\"id\":1,\"step\":1,\"action\":{\"skill\":\"s\",\"args\":{},\"expectation\":\"\",\"reason\":"
        "\"\"},"
        "\"timeline\":[],\"tier\":1,\"rule\":\"r\",\"word\":\"\",\"target\":null,\"digest\":\"d\",\"expires_s\":0,\"fuse_ms\":"
        "1500,"
        "\"evidence\":\"e\",\"explain\":[{\"rule\":\"r\",\"tier\":1,\"evidence\":\"e\",\"effect\":\"tier\"}]}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        GError *error = NULL;
        g_autoptr(event) e = event_from_json(lines[i], strlen(lines[i]), &error);
        if (error)
            fail_msg("%s: %s", lines[i], error->message);
        g_autofree char *again = event_to_json(e);
        assert_string_equal(again, lines[i]);
    }
}

/* What the manual says of an event or a command of that name, which is all that another front end has; caller frees. */
static char *in_manual(const char *section, const char *name)
{
    g_autofree char *begin = g_strdup_printf("\n.TP\n.B %s\n", name);
    const char *at = strstr(section, begin);
    if (!at)
        fail_msg("reins-protocol.7 does not say what %s is", name);
    const char *end = strstr(at + strlen(begin), "\n.TP\n");
    return end ? g_strndup(at, (gsize)(end - at)) : g_strdup(at);
}

/* It names each member that its JSON always has; rare ones are not looked for. */
static void assert_members(const char *section, const char *name, const char *json)
{
    g_autofree char *text = in_manual(section, name);
    g_autoptr(GRegex) key = g_regex_new("\"(\\w+)\":", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(key, json + 2, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *member = g_match_info_fetch(match, 1), *word = g_strdup_printf("\\b%s\\b", member);
        if (!g_str_has_prefix(json + 2, member) && !g_regex_match_simple(word, text, 0, 0))
            fail_msg("reins-protocol.7 does not say that %s has \"%s\"", name, member);
    }
}

static void protocol__every_event_and_command__is_in_the_manual(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(g_getenv("REINS_SOURCE"), "tui/man/reins-protocol.7", NULL), *page = NULL;
    assert_true(g_file_get_contents(path, &page, NULL, NULL));
    char *events = strstr(page, "\n.SH EVENTS\n"), *commands = strstr(page, "\n.SH COMMANDS\n");
    assert_non_null(events);
    assert_non_null(commands);
    *commands++ = '\0'; /* one may be called as an event is */
    char *end = strstr(commands, "\n.SH ");
    assert_non_null(end);
    *end = '\0';
    for (int kind = 0; kind < EVENT_UNKNOWN; kind++) {
        g_autoptr(event) e = event_new((enum event_kind)kind);
        g_autofree char *json = event_to_json(e);
        g_auto(GStrv) parts = g_strsplit(json, "\"", 5); /* {"event":"NAME" */
        assert_int_equal(g_strv_length(parts), 5);
        if (kind != EVENT_PREVIEW) /* never on stdout */
            assert_members(events, parts[3], json);
    }
    for (int kind = 0; kind < COMMAND_COUNT; kind++) {
        g_autoptr(command) c = command_new((enum command_kind)kind);
        g_autofree char *json = command_to_json(c);
        assert_members(commands, command_name((enum command_kind)kind), json);
    }
}

static void protocol__marks__come_back(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(640, 480);
    const struct screen_word word = {(char *)"Save", (char *)"screen", 10, 20, 30, 12, 0.876};
    const struct screen_mark mark = {7, (char *)"button", (char *)"shapes", (char *)"Save As...", 5, 15, 80, 24};
    screen_add_word(s, &word);
    screen_add_mark(s, &mark);
    g_autoptr(event) e = marks_event_new("ab", s);
    g_autofree char *line = event_to_json(e);
    assert_string_equal(line, "{\"event\":\"marks\",\"frame\":\"ab\",\"words\":[{\"text\":\"Save\",\"box\":[10,20,30,12],"
                              "\"confidence\":0.88}],\"marks\":[{\"number\":7,\"box\":[5,15,80,24],\"text\":\"Save As...\","
                              "\"kind\":\"button\"}]}");
    g_autoptr(event) again = event_from_json(line, strlen(line), NULL);
    g_autoptr(screen) seen = marks_event_screen(again);
    assert_int_equal(seen->words->len, 1);
    const struct screen_word *w = &g_array_index(seen->words, struct screen_word, 0);
    assert_string_equal(w->text, "Save");
    assert_int_equal(w->x, 10);
    assert_int_equal(w->height, 12);
    assert_true(w->confidence > 0.87 && w->confidence < 0.89);
    const struct screen_mark *m = screen_mark_of(seen, 7);
    assert_string_equal(m->text, "Save As...");
    assert_string_equal(m->kind, "button");
    assert_int_equal(m->width, 80);
}

/* Whatever is on a screen, one line takes it. */
static void protocol__marks__are_bounded(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(16384, 16384);
    g_autofree char *text = g_strnfill(3000, 1); /* six bytes each in JSON */
    for (int i = 0; i < 4000; i++) {
        const struct screen_word word = {text, (char *)"screen", 16000, 16000, 16000, 16000, 0.87};
        const struct screen_mark mark = {i + 1, (char *)"button", (char *)"shapes", text, 16000, 16000, 16000, 16000};
        screen_add_word(s, &word);
        screen_add_mark(s, &mark);
    }
    g_autoptr(event) e = marks_event_new("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", s);
    g_autofree char *line = event_to_json(e);
    assert_true(strlen(line) < LINE_MAX_BYTES);
    g_autoptr(screen) seen = marks_event_screen(e);
    assert_int_equal(seen->words->len, MARKS_EVENT_WORDS);
    assert_int_equal(seen->marks->len, MARKS_EVENT_MARKS);
    g_autoptr(screen) letters = screen_new(9, 9); /* none is cut in two */
    const struct screen_word umlauts = {(char *)"xääääääääääääääääääääääääääääääääääääääääääää", (char *)"", 0, 0, 1, 1, 1};
    screen_add_word(letters, &umlauts);
    g_autoptr(event) cut = marks_event_new("ab", letters);
    g_autoptr(screen) whole = marks_event_screen(cut);
    const char *shown = g_array_index(whole->words, struct screen_word, 0).text;
    assert_true(g_utf8_validate(shown, -1, NULL));
    assert_int_equal(strlen(shown), MARKS_EVENT_BYTES - 1);
}

static void protocol__marks__what_is_not_valid_is_left_out(void **state)
{
    (void)state;
    const char *line = "{\"event\":\"marks\",\"frame\":\"ab\",\"words\":[7,{},{\"text\":\"a\"},{\"text\":\"a\",\"box\":[1,2,3],"
                       "\"confidence\":1},{\"text\":\"a\",\"box\":[1,2,3,-4],\"confidence\":1},{\"text\":\"a\",\"box\":[1,2,3,"
                       "4],\"confidence\":2},{\"text\":\"b\",\"box\":[1,2,3,4],\"confidence\":1,\"new\":true}],\"marks\":[{"
                       "\"number\":0,\"box\":[1,2,3,4],\"text\":\"\",\"kind\":\"icon\"},{\"number\":1e300,\"box\":[1,2,3,4],"
                       "\"text\":\"\",\"kind\":\"icon\"}]}";
    g_autoptr(event) e = event_from_json(line, strlen(line), NULL);
    g_autoptr(screen) s = marks_event_screen(e);
    assert_int_equal(s->words->len, 1);
    assert_string_equal(g_array_index(s->words, struct screen_word, 0).text, "b");
    assert_int_equal(s->marks->len, 0);
    assert_null(marks_event_areas("[[1,2,3]]"));
    assert_null(marks_event_areas(NULL));
    g_autoptr(GArray) areas = marks_event_areas("[[1,2,3,4]]");
    g_autofree char *written = marks_event_areas_json(areas);
    assert_string_equal(written, "[[1,2,3,4]]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(protocol__proposal__has_every_field_and_comes_back),
        cmocka_unit_test(protocol__cost__has_no_dust),
        cmocka_unit_test(protocol__module__null_output_is_written),
        cmocka_unit_test(protocol__loop__says_how_far_it_is),
        cmocka_unit_test(protocol__moving_places__all_fit_or_the_proposal_is_refused),
        cmocka_unit_test(protocol__unknown_event__is_not_an_error),
        cmocka_unit_test(protocol__commands__refused_with_the_reason),
        cmocka_unit_test(protocol__every_command__comes_back),
        cmocka_unit_test(protocol__rare_members__come_back_and_are_left_out),
        cmocka_unit_test(protocol__marks__come_back),
        cmocka_unit_test(protocol__marks__are_bounded),
        cmocka_unit_test(protocol__marks__what_is_not_valid_is_left_out),
        cmocka_unit_test(protocol__rest__comes_back_and_only_what_was_told_whole_may_be_granted),
        cmocka_unit_test(protocol__every_event_and_command__is_in_the_manual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
