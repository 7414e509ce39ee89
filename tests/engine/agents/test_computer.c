/* The agent computer without a run: what each call of each dialect becomes, what it is answered, which turns and pictures go out.
 */

#include "engine/agents/agent.h"
#include "engine/agents/computer/computer.h"
#include "engine/brain/brain.h"
#include "engine/modules/form.h"
#include "engine/modules/module.h"
#include "engine/modules/situation.h"
#include "engine/run/working.h"
#include "skills/dryrun/dryrun.h"
#include "skills/library/library.h"
#include "skills/timeline/action.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* ---- dialects ---- */

/* A screen of 1280x800 whose picture is half as large. */
static const struct coordinates halved = {1280, 800, 640, 400, COORDINATES_PIXELS};
static const struct coordinates thousand = {1280, 800, 640, 400, COORDINATES_999};

#define TOOL(INPUT) "[{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"computer\",\"input\":" INPUT "}]"
#define SET_BLOCK(NAME, INPUT)                                                                                                   \
    "{\"type\":\"tool_use\",\"id\":\"1\",\"toolset_name\":\"computer\",\"name\":\"" NAME "\",\"input\":" INPUT "}"
#define SET(NAME, INPUT) "[" SET_BLOCK(NAME, INPUT) "]"
#define OPENAI(ACTION) "[{\"type\":\"computer_call\",\"call_id\":\"1\",\"action\":" ACTION ",\"pending_safety_checks\":[]}]"
#define GEMINI(NAME, ARGS) "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"" NAME "\",\"args\":" ARGS "}}]}"

static const struct {
    const char *dialect, *said, *becomes; /* an action; "! " and a defect; "look", "ask", "finish" */
} rows[] = {
    {"anthropic", TOOL("{\"action\":\"left_click\",\"coordinate\":[100,50]}"), "click_at_position(x = 201, y = 101)"},
    {"anthropic", TOOL("{\"action\":\"key\",\"text\":\"ctrl+s\"}"), "press_keys_combined(keys = \"ctrl+s\")"},
    {"anthropic", SET("key", "{\"text\":\"Down\",\"repeat\":3}"), "press_keys_in_turn(keys = \"Down\", times = 3)"},
    {"anthropic", SET("key", "{\"text\":\"ctrl+k ctrl+s\"}"), "press_keys_in_turn(keys = \"ctrl+k ctrl+s\")"},
    {"anthropic", SET("hold_key", "{\"text\":\"shift\",\"duration\":1.5}"), "hold_keys(keys = \"shift\", seconds = 1.5)"},
    {"anthropic", SET("type", "{\"text\":\"h\\u00e9\"}"), "type_text(text = \"hé\")"},
    {"anthropic", SET("mouse_move", "{\"coordinate\":[0,0]}"), "move_mouse_to_position(x = 1, y = 1)"},
    {"anthropic", SET("mouse_move", "{}"), "! mouse_move: coordinate is not 2 numbers"},
    {"anthropic", SET("left_mouse_down", "{}"), "hold_mouse_button(mouse_button = \"left\")"},
    {"anthropic", SET("left_mouse_up", "{}"), "release_mouse_button(mouse_button = \"left\")"},
    {"anthropic", SET("left_click", "{}"), "click_with()"},
    {"anthropic", SET("left_click", "{\"coordinate\":[10,10],\"text\":\"ctrl\"}"), "click_with(x = 21, y = 21, keys = \"ctrl\")"},
    {"anthropic", SET("right_click", "{\"coordinate\":[10,10]}"), "click_at_position(x = 21, y = 21, mouse_button = \"right\")"},
    {"anthropic", SET("double_click", "{\"coordinate\":[10,10]}"), "double_click_at_position(x = 21, y = 21)"},
    {"anthropic", SET("triple_click", "{\"coordinate\":[10,10]}"), "click_with(x = 21, y = 21, clicks = 3)"},
    {"anthropic", SET("left_click_drag", "{\"start_coordinate\":[1,1],\"coordinate\":[10,10]}"),
     "mouse_drag(source_x = 3, source_y = 3, target_x = 21, target_y = 21)"},
    {"anthropic", SET("left_click_drag", "{\"coordinate\":[10,10]}"), "drag_along(path = \"21,21\")"},
    {"anthropic", SET("scroll", "{\"scroll_direction\":\"up\",\"scroll_amount\":3,\"coordinate\":[10,10]}"),
     "scroll_at(down = -3, x = 21, y = 21)"},
    {"anthropic", SET("scroll", "{\"scroll_direction\":\"left\",\"scroll_amount\":2}"), "scroll_at(down = 0, right = -2)"},
    {"anthropic", SET("scroll", "{\"scroll_direction\":\"in\",\"scroll_amount\":2}"),
     "! scroll has no direction (up, down, left, right)"},
    {"anthropic", SET("wait", "{\"duration\":2}"), "wait_seconds(seconds = 2)"},
    {"anthropic", SET("screenshot", "{}"), "look"},
    {"anthropic", SET("cursor_position", "{}"), "look"},
    {"anthropic", SET("zoom", "{\"region\":[0,0,10,10]}"), "look"},
    {"anthropic", SET("zoom", "{\"region\":[0,0,10]}"), "! zoom: region is not 4 numbers"},
    {"anthropic", SET("bash", "{\"command\":\"ls\"}"), "! there is no action \"bash\""},
    {"anthropic", SET("left_click", "{\"coordinate\":[640,10]}"),
     "! left_click: the point 640,10 is outside of the picture, which has 640 x 400 pixels"},
    {"anthropic", SET("left_click", "{\"coordinate\":\"[1,2]\"}"), "! left_click: coordinate is not 2 numbers"},
    {"anthropic", SET("type", "{}"), "! type has no text"},
    {"anthropic", SET("ask_person", "{\"question\":\"Which?\"}"), "ask"},
    {"anthropic", SET("finish", "{\"outcome\":\"success\",\"reason\":\"seen\"}"), "finish"},
    {"anthropic", SET("finish", "{\"outcome\":\"won\",\"reason\":\"seen\"}"), "! finish: outcome is success or failed"},
    {"responses", OPENAI("{\"type\":\"click\",\"button\":\"left\",\"x\":100,\"y\":50}"), "click_at_position(x = 201, y = 101)"},
    {"responses", OPENAI("{\"type\":\"click\",\"button\":\"wheel\",\"x\":100,\"y\":50,\"keys\":[\"CTRL\",\"SHIFT\"]}"),
     "click_with(x = 201, y = 101, mouse_button = \"middle\", keys = \"CTRL+SHIFT\")"},
    {"responses", OPENAI("{\"type\":\"click\",\"button\":\"foot\",\"x\":1,\"y\":1}"), "! there is no button \"foot\""},
    {"responses", OPENAI("{\"type\":\"click\",\"button\":\"left\",\"x\":1}"), "! click has no y"},
    {"responses", OPENAI("{\"type\":\"double_click\",\"x\":10,\"y\":10}"), "double_click_at_position(x = 21, y = 21)"},
    {"responses", OPENAI("{\"type\":\"drag\",\"path\":[{\"x\":1,\"y\":1},{\"x\":5,\"y\":5},{\"x\":10,\"y\":10}]}"),
     "drag_along(path = \"3,3 11,11 21,21\")"},
    {"responses", OPENAI("{\"type\":\"drag\",\"path\":[{\"x\":1,\"y\":1}]}"), "! drag has no path of two points or more"},
    {"responses", OPENAI("{\"type\":\"keypress\",\"keys\":[\"CTRL\",\"L\"]}"), "press_keys_combined(keys = \"CTRL+L\")"},
    {"responses", OPENAI("{\"type\":\"keypress\",\"keys\":[]}"), "! keypress names no key"},
    {"responses", OPENAI("{\"type\":\"move\",\"x\":10,\"y\":10,\"keys\":[\"ALT\"]}"),
     "move_with(x = 21, y = 21, keys = \"ALT\")"},
    {"responses", OPENAI("{\"type\":\"scroll\",\"x\":10,\"y\":10,\"scroll_x\":0,\"scroll_y\":180}"),
     "scroll_at(down = 3, x = 21, y = 21)"},
    {"responses", OPENAI("{\"type\":\"scroll\",\"x\":10,\"y\":10,\"scroll_x\":-5,\"scroll_y\":0}"),
     "scroll_at(down = 0, right = -1, x = 21, y = 21)"},
    {"responses", OPENAI("{\"type\":\"type\",\"text\":\"a\\nb\"}"), "type_text(text = \"a\\nb\")"},
    {"responses", OPENAI("{\"type\":\"wait\"}"), "wait_seconds(seconds = 2)"},
    {"responses", OPENAI("{\"type\":\"screenshot\"}"), "look"},
    {"responses", OPENAI("{\"type\":\"explode\"}"), "! there is no action \"explode\""},
    {"responses", "[{\"type\":\"computer_call\",\"call_id\":\"1\",\"actions\":[],\"pending_safety_checks\":[]}]", "look"},
    {"responses",
     "[{\"type\":\"function_call\",\"call_id\":\"1\",\"name\":\"finish\",\"arguments\":\"{\\\"outcome\\\":\\\"failed\\\","
     "\\\"reason\\\":\\\"x\\\"}\"}]",
     "finish"},
    {"responses", "[{\"type\":\"function_call\",\"call_id\":\"1\",\"name\":\"finish\",\"arguments\":\"{\"}]",
     "! finish has no reason"},
    {"gemini", GEMINI("click", "{\"x\":500,\"y\":999,\"intent\":\"to open it\"}"), "click_at_position(x = 640, y = 799)"},
    {"gemini", GEMINI("click", "{\"x\":1000,\"y\":0}"),
     "! click: the point 1000,0 is outside of the picture: each goes from 0 to 999"},
    {"gemini", GEMINI("triple_click", "{\"x\":500,\"y\":500}"), "click_with(x = 640, y = 400, clicks = 3)"},
    {"gemini", GEMINI("mouse_down", "{}"), "hold_mouse_button(mouse_button = \"left\")"},
    {"gemini", GEMINI("mouse_up", "{\"x\":500,\"y\":500}"), "release_mouse_button_at(x = 640, y = 400, mouse_button = \"left\")"},
    {"gemini", GEMINI("move", "{\"x\":500,\"y\":500}"), "move_mouse_to_position(x = 640, y = 400)"},
    {"gemini", GEMINI("type", "{\"text\":\"cats\"}"), "type_text(text = \"cats\")"},
    {"gemini", GEMINI("type", "{\"text\":\"cats\",\"press_enter\":true}"), "type_into(text = \"cats\", enter = true)"},
    {"gemini", GEMINI("type_text_at", "{\"x\":500,\"y\":500,\"text\":\"cats\"}"),
     "type_into(text = \"cats\", x = 640, y = 400, clear = true, enter = true)"},
    {"gemini", GEMINI("type_text_at", "{\"x\":500,\"y\":500,\"text\":\"a\",\"press_enter\":false,\"clear_before_typing\":false}"),
     "type_into(text = \"a\", x = 640, y = 400)"},
    {"gemini", GEMINI("drag_and_drop", "{\"start_x\":0,\"start_y\":0,\"end_x\":500,\"end_y\":500}"),
     "mouse_drag(source_x = 0, source_y = 0, target_x = 640, target_y = 400)"},
    {"gemini", GEMINI("drag_and_drop", "{\"x\":0,\"y\":0,\"destination_x\":500,\"destination_y\":500}"),
     "mouse_drag(source_x = 0, source_y = 0, target_x = 640, target_y = 400)"},
    {"gemini", GEMINI("scroll", "{\"x\":500,\"y\":500,\"direction\":\"down\"}"), "scroll_at(down = 3, x = 640, y = 400)"},
    {"gemini", GEMINI("scroll", "{\"x\":500,\"y\":500,\"direction\":\"up\",\"magnitude_in_wheel_clicks\":5}"),
     "scroll_at(down = -5, x = 640, y = 400)"},
    {"gemini", GEMINI("scroll_at", "{\"x\":500,\"y\":500,\"direction\":\"down\"}"), "scroll_at(down = 7, x = 640, y = 400)"},
    {"gemini", GEMINI("scroll_document", "{\"direction\":\"right\"}"), "scroll_at(down = 0, right = 5)"},
    {"gemini", GEMINI("wait", "{}"), "wait_seconds(seconds = 1)"},
    {"gemini", GEMINI("wait_5_seconds", "{}"), "wait_seconds(seconds = 5)"},
    {"gemini", GEMINI("press_key", "{\"key\":\"Enter\"}"), "press_keys_combined(keys = \"Enter\")"},
    {"gemini", GEMINI("key_down", "{\"key\":\"shift\"}"), "hold_key(key = \"shift\")"},
    {"gemini", GEMINI("key_up", "{\"key\":\"shift\"}"), "release_key(key = \"shift\")"},
    {"gemini", GEMINI("hotkey", "{\"keys\":[\"control\",\"a\"]}"), "press_keys_combined(keys = \"control+a\")"},
    {"gemini", GEMINI("key_combination", "{\"keys\":\"Control+A\"}"), "press_keys_combined(keys = \"Control+A\")"},
    {"gemini", GEMINI("take_screenshot", "{}"), "look"},
    {"gemini", GEMINI("navigate", "{\"url\":\"x\"}"),
     "! the function \"navigate\" is not offered here: use the mouse and the keys"},
};

static char *becomes(gsize i, action **ret_action)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(native_turn) turn = native_dialect_find(rows[i].dialect)->read(rows[i].said, strlen(rows[i].said), &error);
    if (!turn || turn->calls->len != 1)
        fail_msg("%s: %s", rows[i].said, error ? error->message : "not one call");
    struct native_call *call = turn->calls->pdata[0];
    *ret_action = native_call_action(call, g_str_equal(rows[i].dialect, "gemini") ? &thousand : &halved);
    if (call->defect)
        return g_strconcat("! ", call->defect, NULL);
    if (*ret_action)
        return action_describe(*ret_action);
    return g_strdup(call->action == NATIVE_FINISH ? "finish" : call->action == NATIVE_ASK_PERSON ? "ask" : "look");
}

/* Each action is one that the skills take and can be dry-run. */
static void dialects__each_call__becomes_its_action(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) lib = skill_library_load((const char *const[]){"computer", NULL}, &problems, &error);
    g_autoptr(screen) s = screen_blank();
    int wrong = 0;
    assert_non_null(lib);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(action) a = NULL;
        g_autofree char *got = becomes(i, &a);
        if (!g_str_equal(got, rows[i].becomes)) {
            print_message("%s\n  becomes %s\n  not     %s\n", rows[i].said, got, rows[i].becomes);
            wrong++;
        }
        bool loose = a && (g_str_has_prefix(a->skill, "release_")); /* nothing is held in a dry run that begins with it */
        g_autoptr(timeline) t = a && !loose ? dryrun(lib, a, s, 1, 60000, &error) : NULL;
        if (a && !loose && !t && !strstr(error->message, "off the screen"))
            fail_msg("%s: %s", got, error->message);
        g_clear_error(&error);
    }
    assert_int_equal(wrong, 0);
}

static void dialects__what_is_no_turn__is_an_error_or_nothing(void **state)
{
    (void)state;
    static const char *const said[] = {"", "{", "7", "[]", "[7,null]", "{\"parts\":7}", "[{\"type\":\"tool_use\"}]", "null"};
    static const char *const names[] = {"anthropic", "responses", "gemini"};
    for (gsize n = 0; n < G_N_ELEMENTS(names); n++)
        for (gsize i = 0; i < G_N_ELEMENTS(said); i++) {
            g_autoptr(GError) error = NULL;
            g_autoptr(native_turn) turn = native_dialect_find(names[n])->read(said[i], strlen(said[i]), &error);
            assert_true((turn == NULL) == (error != NULL));
            for (guint k = 0; turn && k < turn->calls->len; k++)
                assert_non_null(((struct native_call *)turn->calls->pdata[k])->defect);
        }
    assert_null(native_dialect_find("nobody"));
}

/* What a model says beside its calls, as it said it. */
static void dialects__words_beside_the_calls__are_whole(void **state)
{
    (void)state;
    static const struct {
        const char *dialect, *said, *thought;
    } cases[] = {
        /* the pieces of a stream are one text; what stands behind a call is another */
        {"gemini",
         "{\"role\":\"model\",\"parts\":[{\"text\":\"hm\",\"thought\":true},{\"text\":\"I press a menu entry\"},{\"text\":\" "
         "that needs "
         "consent.\"},{\"text\":\"\",\"thoughtSignature\":\"x\"},{\"functionCall\":{\"name\":\"wait\",\"args\":{}}},{\"text\":"
         "\"Then I "
         "look.\"}]}",
         "I press a menu entry that needs consent.\nThen I look."},
        {"responses",
         "[{\"type\":\"reasoning\",\"id\":\"r\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"I will click.\"}]},{\"type\":"
         "\"computer_call\",\"call_id\":\"1\",\"actions\":[{\"type\":\"wait\"}],\"pending_safety_checks\":[]}]",
         "I will click."},
        /* a turn without a call asks the person with its own words alone */
        {"responses",
         "[{\"type\":\"reasoning\",\"id\":\"r\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"Is it done?\"}]},{\"type\":"
         "\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is done.\"}]}]",
         "It is done."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(native_turn) turn = native_dialect_find(cases[i].dialect)->read(cases[i].said, strlen(cases[i].said), NULL);
        assert_string_equal(turn->thought, cases[i].thought);
    }
}

/* The model hears it in its answer, the person in the module's text. */
static void turn__call_that_cannot_be_done__is_told(void **state)
{
    (void)state;
    static const char reply[] = "{\"dialect\":\"anthropic\",\"said\":[" SET_BLOCK("frobnicate", "{}") "," SET_BLOCK(
        "left_click", "{\"coordinate\":[5000,-3]}") "],\"screen\":[1280,800],\"picture\":[640,400],\"space\":0}";
    const struct module *module = &agent_find("computer")->modules[0];
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) output = module->read(&module->form, reply, strlen(reply), &error);
    assert_null(error);
    assert_string_equal(form_output_string(output, "outcome"), "continue");
    assert_non_null(strstr(form_output_bent(output), "cannot be done: there is no action \"frobnicate\""));
    assert_non_null(strstr(form_output_bent(output), "; cannot be done: left_click: the point 5000,-3 is outside"));
}

/* ---- answers ---- */

static const struct {
    const char *verdict, *status, *effect, *person, *cause, *call, *text;
    bool error, acknowledged;
    const char *did; /* NULL = wait_seconds */
} outcomes[] = {
    {"approved", "done", "changed", "", "", "wait_seconds()",
     "{\"status\":\"done\",\"proposal\":7,\"fired\":true,\"effect\":\"changed\"}\nGo on", false, true},
    {"auto", "done", "changed", "", "", "wait_seconds()", "{\"status\":\"done\"", false, false}, /* no person's key */
    {"approved", "done", "no_effect", "", "", "press_key()",
     "{\"status\":\"done\",\"proposal\":7,\"fired\":true,\"effect\":\"no_effect\"}\nNothing changed", false, true, "press_key"},
    {"approved", "done", "no_effect", "", "", "wait_seconds()",
     "{\"status\":\"done\",\"proposal\":7,\"fired\":true,\"effect\":\"no_effect\"}\nGo on", false, true, NULL},
    {"approved", "done", "changed", "the person changed a into b", "", "press_key()",
     "{\"status\":\"edited\",\"proposal\":7,\"fired\":true,\"effect\":\"changed\",\"proposed\":\"press_key()\",\"executed\":"
     "\"wait_"
     "seconds()\"}\nA person",
     false, true},
    {"rejected", NULL, "", "not that one", "", "wait_seconds()",
     "{\"status\":\"rejected\",\"proposal\":7,\"fired\":false,\"reason\":\"not that one\"}\nPropose", true, false},
    {"refused", NULL, "", "", "no such key", "wait_seconds()",
     "{\"status\":\"rejected\",\"proposal\":7,\"fired\":false,\"reason\":\"no such key\"}", true, false},
    {"approved", NULL, "", "", "", "wait_seconds()",
     "{\"status\":\"rejected\",\"proposal\":7,\"fired\":false,\"reason\":\"this run fires nothing (mode dry)\"}", true, false},
    {"stale", NULL, "", "", "the window moved", "wait_seconds()",
     "{\"status\":\"stale\",\"proposal\":7,\"fired\":false,\"reason\":\"the window moved\"}\nThe screen changed", true, false},
    {"expired", NULL, "", "", "", "wait_seconds()", "{\"status\":\"expired\",\"proposal\":7,\"fired\":false}\nTime", true, false},
    {"voided", NULL, "", "", "the screen reacted late", "wait_seconds()",
     "{\"status\":\"stale\",\"proposal\":7,\"fired\":false,\"reason\":\"the screen reacted late\"}\nThe screen changed", true,
     false},
    {"approved", "aborted", "unknown", "", "paused", "wait_seconds()",
     "{\"status\":\"aborted\",\"proposal\":7,\"fired\":\"partly\",\"effect\":\"unknown\",\"reason\":\"paused\"}\nIt may have",
     true, true},
    {"approved", "uncertain", "unknown", "", "", "wait_seconds()",
     "{\"status\":\"uncertain\",\"proposal\":7,\"fired\":\"unknown\",\"effect\":\"unknown\"}\nIt may have", true, true},
};

static void answers__each_outcome__is_that_of_the_table(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(outcomes); i++) {
        struct situation_past *past = situation_past_new(3);
        past->action = action_new(outcomes[i].did ? outcomes[i].did : "wait_seconds");
        past->verdict = g_strdup(outcomes[i].verdict);
        past->status = g_strdup(outcomes[i].status);
        past->effect = g_strdup(outcomes[i].effect);
        past->person = g_strdup(outcomes[i].person);
        past->cause = g_strdup(outcomes[i].cause);
        struct computer_answer a = {.call = (char *)outcomes[i].call, .safety = (char *)"[{}]"};
        computer_answer_past(&a, past, 7, NULL);
        if (!g_str_has_prefix(a.text, outcomes[i].text))
            fail_msg("%s\nnot: %s", a.text, outcomes[i].text);
        assert_int_equal(a.error, outcomes[i].error);
        assert_int_equal(a.acknowledged, outcomes[i].acknowledged);
        g_free(a.text);
        g_free(a.status);
        situation_past_free(past);
    }
}

/* ---- turns ---- */

static void push(struct computer *m, gint64 step, guint calls)
{
    g_autoptr(native_turn) turn = native_turn_new();
    for (guint i = 0; i < calls; i++)
        g_ptr_array_add(turn->calls, native_call_new("id", "click", NATIVE_CLICK));
    computer_push(m, step, "anthropic", "[]", turn);
}

/* Why the rest of a turn is not done: by what came of the call before it. */
static void rest_of_a_turn__says_why_it_is_dropped(void **state)
{
    (void)state;
    static const struct {
        const char *before, *reason, *says;
    } cases[] = {
        {"edited", NULL, "Not executed: a person changed an earlier action of this turn"},
        {"rejected", "not so", "Not executed: an earlier action of this turn was rejected."},
        {"stale", NULL, "Not executed: the screen changed before an earlier action of this turn"},
        {"expired", NULL, "Not executed: nobody decided in time on an earlier action of this turn"},
        {"done", NULL, "Not executed: look first at what came of an earlier action of this turn"},
        {"aborted", NULL, "Not executed: an earlier computer action in this turn failed."},
        {"impossible", "no such", "Not executed: an earlier computer action in this turn failed."},
        {"handed_back", NULL, "Not executed: a person had taken over."},
        {"resumed", NULL, "Not executed: the run was interrupted before it."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct computer *m = mind_new(&computer_mind);
        push(m, 1, 3);
        computer_answer_open(m, cases[i].before, "dropped", cases[i].reason);
        for (guint k = 1; k < 3; k++) {
            const struct computer_answer *a = g_ptr_array_index(computer_last(m)->answers, k);
            if (!g_str_has_prefix(a->text, "{\"status\":\"dropped\",\"fired\":false}\n") || !strstr(a->text, cases[i].says))
                fail_msg("after %s: %s", cases[i].before, a->text);
            assert_true(a->error);
        }
        mind_free(&computer_mind, m);
    }
}

static void set_text(char **place, const char *text)
{
    g_free(*place);
    *place = g_strdup(text);
}

static struct computer *with_turns(guint n)
{
    struct computer *m = mind_new(&computer_mind);
    g_autofree char *dir = g_dir_make_tmp("frames.XXXXXX", NULL);
    set_text(&m->opening, "The task.");
    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("%u.png", i), *path = g_build_filename(dir, name, NULL);
        assert_true(g_file_set_contents(path, "x", -1, NULL));
        push(m, i + 1, 2);
        computer_answer_open(m, "done", "dropped", NULL);
        set_text(&computer_last(m)->frame, path);
    }
    return m;
}

static void turns__of_a_long_run__keep_calls_with_their_answers_and_the_newest_pictures(void **state)
{
    (void)state;
    struct computer *m = with_turns(45);
    g_autoptr(brain_request) r = brain_request_new("x");
    r->native = brain_native_new();
    computer_put_turns(m, 4, r);
    assert_int_equal(r->images->len, 4);
    assert_true(m->turns->len <= 40 && r->native->turns->len == m->turns->len);
    for (guint i = 0; i < r->native->turns->len; i++) {
        const struct brain_turn *t = r->native->turns->pdata[i];
        assert_int_equal(t->answers->len, 2);
        assert_true(g_str_has_prefix(((struct brain_answer *)t->answers->pdata[0])->text, "{\"status\":\"done\""));
        assert_int_equal(t->image >= 0, i + 4 >= r->native->turns->len);
    }
    assert_true(g_str_has_prefix(m->left_out, "You called earlier:\n- click: {\"status\":\"done\""));
    g_autofree char *json = mind_to_json(&computer_mind, m);
    g_autoptr(GError) error = NULL;
    struct computer *back = mind_from_json(&computer_mind, json, strlen(json), &error);
    assert_non_null(back);
    g_autofree char *again = mind_to_json(&computer_mind, back);
    assert_string_equal(again, json);
    mind_free(&computer_mind, back);
    mind_free(&computer_mind, m);
}

/* How many of the newest turns keep their pictures, by the turns there are. */
static void turns__older_pictures__leave_several_at_once(void **state)
{
    (void)state;
    static const guint kept[][9] = {
        [1] = {0, 1, 1, 1, 1, 1, 1, 1, 1}, [4] = {0, 1, 2, 3, 4, 3, 4, 3, 4}, [5] = {0, 1, 2, 3, 4, 5, 3, 4, 5}};
    for (guint most = 0; most < G_N_ELEMENTS(kept); most++) {
        for (guint n = 1; kept[most][1] && n < G_N_ELEMENTS(kept[most]); n++) {
            struct computer *m = with_turns(n);
            g_autoptr(brain_request) r = brain_request_new("x");
            r->native = brain_native_new();
            computer_put_turns(m, most, r);
            assert_int_equal(r->images->len, kept[most][n]);
            for (guint i = 0; i < n; i++)
                assert_int_equal(((const struct brain_turn *)r->native->turns->pdata[i])->image >= 0, i + kept[most][n] >= n);
            mind_free(&computer_mind, m);
        }
    }
}

static void turns__the_last_one_is_taken_back__its_note_is_told_again(void **state)
{
    (void)state;
    struct computer *m = with_turns(2);
    set_text(&computer_last(m)->note, "The person says: left");
    push(m, 3, 1);
    assert_int_equal(computer_open(m), 0);
    computer_pop(m);
    assert_int_equal(m->turns->len, 2);
    assert_string_equal(m->note, "The person says: left");
    assert_int_equal(computer_open(m), -1);
    mind_free(&computer_mind, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dialects__each_call__becomes_its_action),
        cmocka_unit_test(dialects__words_beside_the_calls__are_whole),
        cmocka_unit_test(dialects__what_is_no_turn__is_an_error_or_nothing),
        cmocka_unit_test(turn__call_that_cannot_be_done__is_told),
        cmocka_unit_test(answers__each_outcome__is_that_of_the_table),
        cmocka_unit_test(rest_of_a_turn__says_why_it_is_dropped),
        cmocka_unit_test(turns__of_a_long_run__keep_calls_with_their_answers_and_the_newest_pictures),
        cmocka_unit_test(turns__older_pictures__leave_several_at_once),
        cmocka_unit_test(turns__the_last_one_is_taken_back__its_note_is_told_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
