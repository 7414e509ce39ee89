/* AppAgent without a run: what is left out on which page, what an action is remembered as, and answers in the released lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/agents/appagent/appagent.h"
#include "skills/timeline/action.h"

extern const struct agent agent_appagent;

#define PAGE G_GUINT64_CONSTANT(0xf0f0f0f0f0f0f0f0)

static struct appagent *on_page(guint64 print, const char *window)
{
    struct appagent *m = mind_new(&appagent_mind);
    appagent_look(m, print, window);
    appagent_add(m, 1, "id-a", "push button \"A\"");
    appagent_add(m, 2, "id-f", "text \"F\"");
    appagent_add(m, 3, "", "icon \"\"");
    return m;
}

static void look_at(struct appagent *m, guint64 print, const char *window)
{
    appagent_look(m, print, window);
    appagent_add(m, 1, "id-a", "push button \"A\"");
    appagent_add(m, 2, "id-f", "text \"F\"");
}

static void did(struct appagent *m, const char *call)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) actions = actions_from_calls(call, &error);
    assert_null(error);
    appagent_acts(m, 1, "/f/before.png", "aa");
    appagent_did(m, actions->pdata[0], true);
}

static void useless__on_a_page_alike__is_left_out_there_alone(void **state)
{
    (void)state;
    struct appagent *m = on_page(PAGE, "icons");
    did(m, "appagent_tap_element(element = 1)");
    look_at(m, ~PAGE, "icons"); /* what the tap showed */
    appagent_decide(m, DECISION_BACK);
    assert_true(m->go_back);
    assert_int_equal(appagent_left(m), 2); /* another page */
    look_at(m, PAGE ^ 0x7, "icons");       /* the page that it was on, a clock has moved */
    assert_int_equal(appagent_left(m), 1);
    assert_true(appagent_find(m, 1)->left_out);
    look_at(m, PAGE, "another window");
    assert_int_equal(appagent_left(m), 2);
    mind_free(&appagent_mind, m);
}

static void success__leaves_nothing_out(void **state)
{
    (void)state;
    struct appagent *m = on_page(PAGE, "icons");
    m->last_act = g_strdup("so far");
    did(m, "appagent_tap_element(element = 1)");
    appagent_decide(m, DECISION_SUCCESS);
    assert_int_equal(appagent_left(m), 3);
    assert_string_equal(m->last_act, "so far");
    appagent_decide(m, DECISION_CONTINUE);
    assert_int_equal(appagent_left(m), 2);
    assert_string_equal(m->last_act, "");
    mind_free(&appagent_mind, m);
}

/* Tapping a field that has the keys changes nothing; its text does. */
static void success__takes_in_what_was_left_out(void **state)
{
    (void)state;
    struct appagent *m = on_page(PAGE, "icons");
    did(m, "appagent_tap_element(element = 2)");
    appagent_decide(m, DECISION_INEFFECTIVE);
    assert_true(appagent_find(m, 2)->left_out);
    did(m, "appagent_text(text_input = \"hi\")");
    appagent_decide(m, DECISION_SUCCESS);
    assert_false(appagent_find(m, 2)->left_out);
    mind_free(&appagent_mind, m);
}

static void board__a_person_leaves_out__and_takes_in(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    struct appagent *m = on_page(PAGE, "icons");
    appagent_document(m, "id-f", "text", "takes a name");
    assert_true(appagent_change(NULL, m, 1, BOARD_REMOVE, NULL, &error));
    appagent_rows(m, rows);
    const struct board_row *a = rows->pdata[0], *f = rows->pdata[1];
    assert_int_equal(a->state, BOARD_LEFT_OUT);
    assert_string_equal(f->note, "text: takes a name");
    assert_true(appagent_change(NULL, m, 1, BOARD_GO, NULL, &error));
    assert_int_equal(appagent_left(m), 3);
    assert_null(error);
    assert_false(appagent_change(NULL, m, 3, BOARD_REMOVE, NULL, &error)); /* no id that stays */
    assert_non_null(error);
    g_clear_error(&error);
    assert_false(appagent_change(NULL, m, 9, BOARD_REMOVE, NULL, &error));
    mind_free(&appagent_mind, m);
}

static void actions__kinds__by_what_was_fired(void **state)
{
    (void)state;
    static const struct {
        const char *call, *id;
        gint64 kind;
    } table[] = {
        {"appagent_text(text_input = \"x\")", "", 1 + DOC_TEXT}, /* nothing was tapped before it */
        {"appagent_tap_element(element = 2)", "id-f", 1 + DOC_TAP},
        {"appagent_text(text_input = \"x\")", "id-f", 1 + DOC_TEXT},
        {"appagent_swipe_element(element = 1, direction = \"up\")", "id-a", 1 + DOC_V_SWIPE},
        {"appagent_swipe_element(element = 1, direction = \"left\")", "id-a", 1 + DOC_H_SWIPE},
        {"appagent_text(text_input = \"x\")", "", 1 + DOC_TEXT}, /* a swipe gives no field the keys */
        {"appagent_long_press_element(element = 1)", "id-a", 1 + DOC_LONG_PRESS},
        {"click_mark(number = 1)", "id-a", 1 + DOC_TAP}, /* a person's own call */
        {"appagent_back()", "", 0},
        {"appagent_grid_tap(area = 1, subarea = \"top\")", "", 0},
    };
    struct appagent *m = on_page(PAGE, "icons");
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        did(m, table[i].call);
        if (m->kind != table[i].kind || !g_str_equal(m->id, table[i].id))
            fail_msg("%s: kind %d of %s", table[i].call, (int)m->kind, m->id);
    }
    g_autoptr(action) refused = action_new("appagent_tap_element");
    action_set_integer(refused, "element", 1);
    appagent_did(m, refused, false);
    assert_int_equal(m->kind, 0);
    mind_free(&appagent_mind, m);
}

static void mind__stored__is_read_back(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct appagent *m = on_page(PAGE, "icons");
    for (int i = 0; i < 1000; i++) { /* more than a mind holds */
        did(m, "appagent_tap_element(element = 1)");
        appagent_decide(m, DECISION_CONTINUE);
        appagent_add(m, 10 + i, "x", "y");
    }
    g_autofree char *json = mind_to_json(&appagent_mind, m);
    struct appagent *again = mind_from_json(&appagent_mind, json, strlen(json), &error);
    assert_null(error);
    assert_int_equal(appagent_left(again), appagent_left(m));
    mind_free(&appagent_mind, again);
    mind_free(&appagent_mind, m);
}

/* ---- the released lines ---- */

static const struct module *module_of(const char *name)
{
    return module_find(agent_appagent.modules, name);
}

static char *action_said(const char *line)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *reply = g_strdup_printf("Observation: icons\nThought: so\nAction: %s\nSummary: did it", line);
    g_autoptr(form_output) out = module_parse(module_of("actor"), reply, strlen(reply), &error);
    if (!out)
        return g_strdup(error->message);
    const GPtrArray *actions = form_output_actions(out, "actions");
    return actions->len ? action_describe(actions->pdata[0]) : g_strdup(form_output_string(out, "outcome"));
}

static void lines__actions__as_released(void **state)
{
    (void)state;
    static const struct {
        const char *line, *want;
    } table[] = {
        {"tap(7)", "appagent_tap_element(element = 7)"},
        {"long_press( 12 )", "appagent_long_press_element(element = 12)"},
        {"swipe(3, \"up\", \"short\")", "appagent_swipe_element(element = 3, direction = \"up\", dist = \"short\")"},
        {"text(\"it's (here)\")", "appagent_text(text_input = \"it's (here)\")"},
        {"text(\"say \"hi\" :)\")", "appagent_text(text_input = \"say \\\"hi\\\" :)\")"},
        {"text(\"C:\\new\")", "appagent_text(text_input = \"C:\\\\new\")"},
        {"text('')", "appagent_text(text_input = \"\")"},
        {"tap(5, \"top-left\")", "appagent_grid_tap(area = 5, subarea = \"top-left\")"},
        {"swipe(1, \"center\", 9, \"bottom\")",
         "appagent_grid_swipe(start_area = 1, start_subarea = \"center\", end_area = 9, end_subarea = \"bottom\")"},
        {"back()", "appagent_back()"},
        {"grid()", "grid"},
        {"FINISH", "exit"},
        {"exit()", "exit"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autofree char *got = action_said(table[i].line);
        assert_string_equal(got, table[i].want);
    }
}

static void lines__what_is_wrong__is_said_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *line, *part;
    } actions[] = {
        {"tap(seven)", "not the arguments of tap"},
        {"tap()", "not the arguments of tap"},
        {"text(hello)", "a text stands in quotes"},
        {"tap(7", "the bracket of tap( has no end"},
        {"poke(7)", "there is no poke"},
        {"7", "has no call"},
        {"tap(1,2,3,4,5)", "at most 4 arguments"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(actions); i++) {
        g_autofree char *got = action_said(actions[i].line);
        if (!strstr(got, actions[i].part))
            fail_msg("%s: %s", actions[i].line, got);
    }
    static const struct {
        const char *module, *reply, *part;
    } replies[] = {
        {"actor", "Observation: x\nThought: y\nAction: tap(1)", "the line \"Summary:\" is missing"},
        {"actor", "Thought: y\nAction: tap(1)\nSummary: z", "the line \"Observation:\" is missing"},
        {"reflect", "Thought: y\nDocumentation: z", "the line \"Decision:\" is missing"},
        {"reflect", "Decision: MAYBE\nThought: y\nDocumentation: z", "decision"},
        {"actor", "I would tap the button.", "neither a JSON object"},
        {"actor", "", "neither a JSON object"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(form_output) out =
            appagent_read(&module_of(replies[i].module)->form, replies[i].reply, strlen(replies[i].reply), &error);
        if (out || !strstr(error->message, replies[i].part))
            fail_msg("%s: %s", replies[i].reply, out ? "taken" : error->message);
    }
}

static void lines__bold_and_several__are_taken(void **state)
{
    (void)state;
    static const char reply[] = "**Decision:** SUCCESS\n**Thought:** it is\nopen now\n\nDocumentation: opens it.\nAnd more.";
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out = module_parse(module_of("reflect"), reply, strlen(reply), &error);
    assert_null(error);
    assert_string_equal(form_output_string(out, "decision"), "SUCCESS");
    assert_string_equal(form_output_string(out, "thought"), "it is\nopen now");
    assert_string_equal(form_output_string(out, "documentation"), "opens it.\nAnd more.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(useless__on_a_page_alike__is_left_out_there_alone),
        cmocka_unit_test(success__leaves_nothing_out),
        cmocka_unit_test(success__takes_in_what_was_left_out),
        cmocka_unit_test(board__a_person_leaves_out__and_takes_in),
        cmocka_unit_test(actions__kinds__by_what_was_fired),
        cmocka_unit_test(mind__stored__is_read_back),
        cmocka_unit_test(lines__actions__as_released),
        cmocka_unit_test(lines__what_is_wrong__is_said_exactly),
        cmocka_unit_test(lines__bold_and_several__are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
