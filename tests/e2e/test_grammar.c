/* The agent computer with open models that write grammars: xcalc and Mousepad with an edit, a rejection, a take-over, a screen
 * that changes and an answer that cannot be read, and what the model was told afterwards. */
#include "tests/e2e/driver.h"

#include "config/strict_json.h"
#include "tests/engine/brain/mock_http.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define TURNS 8

static struct xvfb x;
static struct mock server;

/* Buttons of xcalc on a screen of 240x400: in pixels of the picture, which has 224x392, and in thousandths. */
#define TARS(CALLS) "Thought: I see it.\nAction: " CALLS
#define QWEN(ARGS) "Action: do it.\n<tool_call>\n{\"name\": \"computer_use\", \"arguments\": " ARGS "}\n</tool_call>\n"

static const struct play {
    const char *grammar, *says[TURNS], *prompt, *measure, *first;
    const char *proposed[6]; /* a batch of two, the second edited; rejected; taken over; stale; done */
    const char *wrong;
    const char *text, *edited;      /* of an editor: what the person makes of the text; what is in its file in the end */
    const char *display, *executed; /* as the model is told them: the display's size, and of no editor the edited click */
} plays[] = {
    {"ui-tars",
     {TARS("click(start_box='<|box_start|>(64,281)<|box_end|>')"), "Action: I click on it.",
      TARS("click(start_box='(188,281)')\n\nclick(start_box='(146,281)')"), TARS("type(content='it's 9\\n')"),
      TARS("click(start_box='(188,369)')"), TARS("click(start_box='(105,281)')"), TARS("click(start_box='(188,369)')"),
      TARS("finished(content='The display shows 56.')")},
     "left_double(start_box='(x,y)')",
     "Points are pixels of the picture, from its top left corner. It has 224 × 392 pixels.",
     "click_at_position(x = 69, y = 287)",
     {"click_at_position(x = 201, y = 287)", "click_at_position(x = 156, y = 287)", "type_into(text = \"it's 9\", enter = true)",
      "click_at_position(x = 201, y = 377)", "click_at_position(x = 113, y = 287)", "click_at_position(x = 201, y = 377)"},
     "line 1, column 10: ( is wanted behind I; there stands \" click on it.\"",
     NULL,
     NULL,
     "## Display\n224 × 392 pixels",
     "click_at_position(x = 105, y = 281)"},
    {"ui-tars",
     {TARS("type(content='it\\'s ')"), "Action: I type.", TARS("type(content='my ')\n\ntype(content='lettr')"),
      TARS("type(content=' wrong')"), TARS("hotkey(key='ctrl s')"), TARS("click(start_box='(112,196)')"),
      TARS("hotkey(key='ctrl s')"), TARS("finished(content='It is saved.')")},
     "left_double(start_box='(x,y)')",
     "Points are pixels of the picture, from its top left corner. It has 224 × 392 pixels.",
     "type_text(text = \"it's \")",
     {"type_text(text = \"my \")", "type_text(text = \"lettr\")", "type_text(text = \" wrong\")",
      "press_keys_combined(keys = \"ctrl+s\")", "click_at_position(x = 120, y = 200)", "press_keys_combined(keys = \"ctrl+s\")"},
     "line 1, column 10: ( is wanted behind I; there stands \" type.\"",
     "letter",
     "it's my letter",
     "## Display\n224 × 392 pixels",
     NULL},
    {"qwen3-vl",
     {QWEN("{\"action\": \"left_click\", \"coordinate\": [290, 719]}"),
      "Action: click.\n<tool_call>\n{\"name\": \"run\"}\n</tool_call>",
      QWEN("{\"action\": \"left_click\", \"coordinate\": [840, 719]}")
          QWEN("{\"action\": \"left_click\", \"coordinate\": [656, 719]}"),
      QWEN("{\"action\": \"key\", \"keys\": [\"ctrl\", \"9\"]}"),
      QWEN("{\"action\": \"left_click\", \"coordinate\": [840, 944]}"),
      QWEN("{\"action\": \"left_click\", \"coordinate\": [473, 719]}"),
      QWEN("{\"action\": \"left_click\", \"coordinate\": [840, 944]}"),
      "The display shows 56.\n" QWEN("{\"action\": \"terminate\", \"status\": \"success\"}")},
     "{\"type\": \"function\", \"function\": {\"name\": \"computer_use\"",
     "Points are thousandths (0 to 1000) of the picture, from its top left corner.",
     "click_at_position(x = 69, y = 287)",
     {"click_at_position(x = 201, y = 287)", "click_at_position(x = 157, y = 287)", "press_keys_combined(keys = \"ctrl+9\")",
      "click_at_position(x = 201, y = 377)", "click_at_position(x = 113, y = 287)", "click_at_position(x = 201, y = 377)"},
     "line 3, column 1: the only function is computer_use; there stands \"{\"name\": \"run\"}\"",
     NULL,
     NULL,
     "## Display\n1000 × 1000 thousandths (0 to 1000)",
     "click_at_position(x = 473, y = 719)"},
    {"qwen3-vl",
     {QWEN("{\"action\": \"type\", \"text\": \"it's \"}"), "Action: type.\n<tool_call>\n{\"name\": \"run\"}\n</tool_call>",
      QWEN("{\"action\": \"type\", \"text\": \"my \"}") QWEN("{\"action\": \"type\", \"text\": \"lettr\"}"),
      QWEN("{\"action\": \"type\", \"text\": \" wrong\"}"), QWEN("{\"action\": \"key\", \"keys\": [\"ctrl\", \"s\"]}"),
      QWEN("{\"action\": \"left_click\", \"coordinate\": [502, 501]}"),
      QWEN("{\"action\": \"key\", \"keys\": [\"ctrl\", \"s\"]}"),
      "It is saved.\n" QWEN("{\"action\": \"terminate\", \"status\": \"success\"}")},
     "{\"type\": \"function\", \"function\": {\"name\": \"computer_use\"",
     "Points are thousandths (0 to 1000) of the picture, from its top left corner.",
     "type_text(text = \"it's \")",
     {"type_text(text = \"my \")", "type_text(text = \"lettr\")", "type_text(text = \" wrong\")",
      "press_keys_combined(keys = \"ctrl+s\")", "click_at_position(x = 120, y = 200)", "press_keys_combined(keys = \"ctrl+s\")"},
     "line 3, column 1: the only function is computer_use; there stands \"{\"name\": \"run\"}\"",
     "letter",
     "it's my letter",
     "## Display\n1000 × 1000 thousandths (0 to 1000)",
     NULL},
};

/* file: of the editor; NULL = on the display where a calculator is. */
static driver *start(const struct play *play, const char *file)
{
    struct mock_step steps[TURNS];
    for (gsize i = 0; i < TURNS; i++) {
        g_autoptr(cJSON) root = cJSON_Parse("{\"choices\":[{\"message\":{},\"finish_reason\":\"stop\"}]}");
        cJSON *choice = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "choices"), 0);
        cJSON_AddStringToObject(cJSON_GetObjectItem(choice, "message"), "content", play->says[i]);
        g_autofree char *body = strict_json_print(root);
        steps[i] = (struct mock_step){MOCK_ANSWER, mock_response("200 OK", "Content-Type: application/json\r\n", body)};
    }
    server = mock_start(steps, TURNS);
    for (gsize i = 0; i < TURNS; i++)
        g_free(steps[i].text);
    g_autofree char *ini =
        g_strdup_printf("[eye]\nsettle_ms=100\n[brain open]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\ngrammar=%s\n",
                        server.port, play->grammar);
    driver_configure("gate", ini);
    g_autofree char *app =
        g_strdup_printf("env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server %s", file ? file : "");
    if (file)
        return driver_start(NULL, WORDS("run", "--headless", "--agent", "computer", "--sandbox", "240x400", "--app", app,
                                        "--brain", "open", "write a letter"));
    return driver_start(
        NULL, WORDS("run", "--headless", "--agent", "computer", "--display", x.display, "--brain", "open", "compute 7 times 8"));
}

static cJSON *messages_of(int which)
{
    int n;
    g_autofree char *all = mock_requests(&server, &n);
    assert_true(n > which);
    const char *at = all;
    for (int i = 0; i <= which; i++)
        at = strstr(i ? at + 1 : at, "POST ");
    const char *body = strstr(at, "\r\n\r\n") + 4;
    g_autoptr(cJSON) root = cJSON_ParseWithOpts(body, NULL, false);
    assert_non_null(root);
    assert_false(cJSON_HasObjectItem(root, "response_format"));
    return cJSON_DetachItemFromObject(root, "messages");
}

/* The last message's texts, and "[picture]" for a picture. */
static void assert_told(int which, const char *begin, const char *part)
{
    g_autoptr(cJSON) messages = messages_of(which);
    const cJSON *last = cJSON_GetArrayItem(messages, cJSON_GetArraySize(messages) - 1), *one;
    g_autoptr(GString) told = g_string_new(NULL);
    assert_string_equal(cJSON_GetObjectItem(last, "role")->valuestring, "user");
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(last, "content"))
    {
        const cJSON *text = cJSON_GetObjectItem(one, "text");
        g_string_append_printf(told, "%s\n", text ? text->valuestring : "[picture]");
    }
    if (!g_str_has_prefix(told->str, begin) || !strstr(told->str, part))
        fail_msg("request %d says: %s\nnot: %s … %s", which, told->str, begin, part);
}

/* The system message; how the model's own words come back. */
static void assert_asked(const struct play *play)
{
    g_autoptr(cJSON) messages = messages_of(1);
    const char *system = cJSON_GetObjectItem(cJSON_GetArrayItem(messages, 0), "content")->valuestring;
    if (!strstr(system, play->prompt) || !g_str_has_suffix(system, play->measure))
        fail_msg("not in the system message: %s\n%s", play->prompt, system);
    const cJSON *opening = cJSON_GetObjectItem(cJSON_GetArrayItem(messages, 1), "content");
    g_autofree char *first = cJSON_PrintUnformatted(opening), *unescaped = g_strcompress(first);
    if (!strstr(unescaped, play->display) || strstr(unescaped, "240"))
        fail_msg("not in one measure: %s", unescaped);
    assert_string_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(messages, 2), "content")->valuestring, play->says[0]);
}

static const event *proposed(driver *d, const char *call)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *words = action_describe(p->fire.action);
    assert_string_equal(words, call);
    return p;
}

static void fire(driver *d, const event *p)
{
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
}

static void a_whole_task__is_told_in_words(void **state)
{
    const struct play *play = *state;
    g_autofree char *file = play->text ? g_build_filename(g_get_home_dir(), "letter.txt", NULL) : NULL, *saved = NULL;
    pid_t xcalc = file ? 0 : xcalc_start(x.display);
    assert_true(!file || g_file_set_contents(file, "", 0, NULL));
    driver *d = start(play, file);
    fire(d, proposed(d, play->first));
    fire(d, proposed(d, play->proposed[0]));
    assert_asked(play);
    assert_told(1, "Result of the last action: {\"status\":\"done\"", "\n[picture]\n");
    assert_told(2, "Result of the last action: {\"status\":\"done\"", play->wrong);
    assert_told(2, "Result of the last action: {\"status\":\"done\"", play->says[1]);
    const event *p = proposed(d, play->proposed[1]);
    g_autoptr(action) other = action_copy(p->fire.action);
    if (file)
        action_set_string(other, "text", play->text);
    else
        action_set_integer(other, "x", 113);
    g_autofree char *words = action_describe(other), *quoted = g_strescape(file ? words : play->executed, "×");
    g_autofree char *executed = g_strdup_printf("\"executed\":\"%s\"", quoted);
    driver_edit(d, p, other);
    fire(d, proposed(d, words));
    p = proposed(d, play->proposed[2]);
    assert_told(3, "Result of action 1 of 2", "\nResult of action 2 of 2");
    assert_told(3, "Result of action 1 of 2", executed);
    driver_reject(d, p, "that is in already");
    p = proposed(d, play->proposed[3]);
    assert_told(4, "Result of the last action: {\"status\":\"rejected\"", "that is in already");
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"nothing is missing\"}");
    p = proposed(d, play->proposed[4]);
    assert_told(5, "Result of the last action: {\"status\":\"handed_back\"", "says on handing back: nothing is missing");
    p = file ? driver_make_stale(d, p->step, 0, 0, 240, 400) : driver_make_stale(d, p->step, 90, 270, 60, 40);
    assert_told(6, "Result of the last action: {\"status\":\"stale\"", "\n[picture]\n");
    g_autofree char *last = action_describe(p->fire.action);
    assert_string_equal(last, play->proposed[5]);
    driver_approve(d, p); /* stale, too: the window is gone */
    fire(d, proposed(d, play->proposed[5]));
    const event *end = driver_await(d, EVENT_ENDED);
    assert_string_equal(end->end.outcome, "success");
    assert_true(g_str_has_prefix(end->reason, file ? "It is saved." : "The display shows 56."));
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_verified();
    mock_stop(&server);
    if (!file)
        helper_end(xcalc);
    assert_true(!file || g_file_get_contents(file, &saved, NULL, NULL));
    if (file)
        assert_string_equal(g_strchomp(saved), play->edited);
}

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 240, 400, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

#define OF(NAME, PLAY)                                                                                                           \
    {                                                                                                                            \
        NAME ": a_whole_task__is_told_in_words", a_whole_task__is_told_in_words, NULL, NULL, (void *)&plays[PLAY]                \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF("ui-tars", 0),
        OF("ui-tars in an editor", 1),
        OF("qwen3-vl", 2),
        OF("qwen3-vl in an editor", 3),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
