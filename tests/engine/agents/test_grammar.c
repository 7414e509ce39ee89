/* The grammars of open models: what each call becomes, what is wrong with one that cannot be done, and the error of a text that
 * cannot be read. Texts of the forms that the models' sources document, with the traps that released parsers fall into. */

#include "config/config.h"
#include "engine/agents/computer/native.h"
#include "engine/brain/coordinates.h"
#include "skills/dryrun/dryrun.h"
#include "skills/library/library.h"
#include "skills/timeline/action.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* A screen of 1280x800, in pixels of a picture half as large, in thousandths, and in parts. */
static const struct coordinates halved = {1280, 800, 640, 400, COORDINATES_PIXELS};
static const struct coordinates thousand = {1280, 800, 1280, 800, COORDINATES_1000};
static const struct coordinates parts = {1280, 800, 1280, 800, COORDINATES_PART};

static const struct coordinates *space_of(const char *grammar)
{
    static const char *const pixels[] = {"ui-tars", "qwen2.5-vl", NULL};
    return g_str_equal(grammar, "opencua") ? &parts : g_strv_contains(pixels, grammar) ? &halved : &thousand;
}

#define TARS(CALL) "Thought: I see it.\nAction: " CALL
#define QWEN(ARGS) "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": " ARGS "}\n</tool_call>"
#define XML(PARAMS) "I do it.\n\n<tool_call>\n<function=computer_use>\n" PARAMS "</function>\n</tool_call>"
#define SET(NAME, VALUE) "<parameter=" NAME ">\n" VALUE "\n</parameter>\n"
#define GLM(CALL) "I do it. " CALL "\nMemory:\n[]"
#define CODE(LINES) "## Thought:\nI see it.\n\n## Action:\nDo it.\n\n## Code:\n```python\n" LINES "\n```"
#define HOLO(ACTION) "{\"note\": \"\", \"thought\": \"There.\", \"action\": " ACTION "}"

/* `becomes`: for each call, with " | " between: an action; "! " and a defect; "look", "ask: …", "success: …", "failed: …". */
static const struct {
    const char *grammar, *said, *becomes;
} rows[] = {
    {"ui-tars", TARS("click(start_box='(100,50)')"), "click_at_position(x = 201, y = 101)"},
    {"ui-tars", TARS("click(start_box='<|box_start|>(100,50)<|box_end|>')"), "click_at_position(x = 201, y = 101)"},
    {"ui-tars", TARS("click(start_box=<|box_start|>(100,50)<|box_end|>)"), "click_at_position(x = 201, y = 101)"},
    {"ui-tars", TARS("click(start_box='[90, 40, 110, 60]')"), "click_at_position(x = 201, y = 101)"},
    {"ui-tars", TARS("click(start_box=(100, 50))"), "click_at_position(x = 201, y = 101)"},
    {"ui-tars", TARS("left_double(start_box='(10,10)')"), "double_click_at_position(x = 21, y = 21)"},
    {"ui-tars", TARS("right_single(start_box='(10,10)')"), "click_at_position(x = 21, y = 21, mouse_button = \"right\")"},
    {"ui-tars", TARS("drag(start_box='(1,1)', end_box='(10,10)')"),
     "mouse_drag(source_x = 3, source_y = 3, target_x = 21, target_y = 21)"},
    {"ui-tars", TARS("hotkey(key='ctrl c')"), "press_keys_combined(keys = \"ctrl+c\")"},
    {"ui-tars", TARS("hotkey(key='ctrl+shift t')"), "press_keys_combined(keys = \"ctrl+shift+t\")"},
    {"ui-tars", TARS("hotkey(key='arrowdown')"), "press_keys_combined(keys = \"arrowdown\")"},
    {"ui-tars", TARS("hotkey(key='page down')"), "press_keys_combined(keys = \"Next\")"},
    {"ui-tars", TARS("hotkey(key='')"), "! hotkey names no key"},
    {"ui-tars", TARS("type(content='hello')"), "type_text(text = \"hello\")"},
    {"ui-tars", TARS("type(content='banana\\n')"), "type_into(text = \"banana\", enter = true)"}, /* not "bana" */
    {"ui-tars", TARS("type(content='a\\n\\n')"), "type_into(text = \"a\\n\", enter = true)"},
    {"ui-tars", TARS("type(content='a\nb')"), "type_text(text = \"a\\nb\")"},
    {"ui-tars", TARS("type(content='it's here')"), "type_text(text = \"it's here\")"},
    {"ui-tars", TARS("type(content='it\\'s \"here\"')"), "type_text(text = \"it's \\\"here\\\"\")"},
    {"ui-tars", TARS("type(content='C:\\dir')"), "type_text(text = \"C:\\\\dir\")"},
    {"ui-tars", TARS("type(content='caf\\u00e9')"), "type_text(text = \"café\")"},
    {"ui-tars", TARS("type(content='Action: click(start_box='(1,1)') and')"),
     "type_text(text = \"Action: click(start_box='(1,1)') and\")"},
    {"ui-tars", TARS("type(content='one\nAction: wait()\ntwo')"), "type_text(text = \"one\\nAction: wait()\\ntwo\")"},
    {"ui-tars", TARS("scroll(start_box='(10,10)', direction='down')"), "scroll_at(down = 5, x = 21, y = 21)"},
    {"ui-tars", TARS("scroll(direction='Up', start_box='(10,10)')"), "scroll_at(down = -5, x = 21, y = 21)"},
    {"ui-tars", TARS("scroll(direction='sideways')"), "! scroll has no direction (up, down, left, right)"},
    {"ui-tars", TARS("wait()"), "wait_seconds(seconds = 5)"},
    {"ui-tars", TARS("finished(content='It's done.')"), "success: It's done."},
    {"ui-tars", TARS("finished()"), "success: I see it."},
    {"ui-tars", TARS("call_user()"), "ask: I see it."},
    {"ui-tars", TARS("click(start_box='(10,10)')\n\ntype(content='a')"),
     "click_at_position(x = 21, y = 21) | type_text(text = \"a\")"},
    {"ui-tars", "Action: wait()", "wait_seconds(seconds = 5)"},
    {"ui-tars", "<think>Hm.</think>\nThought: a\nAction: wait()<|im_end|>", "wait_seconds(seconds = 5)"},
    {"ui-tars", TARS("click(start_box='(700,50)')"),
     "! click: the point 700,50 is outside of the picture, which has 640 x 400 pixels"},
    {"ui-tars", TARS("click(start_box='there')"), "! click: start_box is no point: \"there\""},
    {"ui-tars", TARS("click(start_box='(1,2,3)')"), "! click: start_box is no point: \"(1,2,3)\""},
    {"ui-tars", TARS("click()"), "! click has no start_box"},
    {"ui-tars", TARS("click(start_box='(1,2)', start_box='(3,4)')"), "! click has start_box twice"},
    {"ui-tars", TARS("click(start_box='(1,2)', mode='x')"), "! click has no argument \"mode\""},
    {"ui-tars", TARS("open_app(name='x')"), "! there is no action \"open_app\""},
    {"doubao", TARS("click(point='<point>500 250</point>')"), "click_at_position(x = 640, y = 200)"},
    {"doubao", TARS("drag(start_point='<point>0 0</point>', end_point='<point>500 500</point>')"),
     "mouse_drag(source_x = 0, source_y = 0, target_x = 640, target_y = 400)"},
    {"doubao", TARS("scroll(point='<point>500 500</point>', direction='left')"),
     "scroll_at(down = 0, right = -5, x = 640, y = 400)"},

    {"qwen2.5-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": [100, 50]}"), "click_at_position(x = 201, y = 101)"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": [500, 250]}"), "click_at_position(x = 640, y = 200)"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": [1001, 250]}"),
     "! left_click: the point 1001,250 is outside of the picture: each goes from 0 to 1000"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": \"[500, 250]\"}"), "click_at_position(x = 640, y = 200)"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": [[500, 250]]}"), "click_at_position(x = 640, y = 200)"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": [400, 200, 600, 300]}"),
     "click_at_position(x = 640, y = 200)"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\", \"coordinate\": {\"y\": 1, \"x\": 2}}"),
     "! left_click: coordinate is no point: \"{\"y\":1,\"x\":2}\""},
    {"qwen3-vl", QWEN("{\"action\": \"left_click\"}"), "click_with()"},
    {"qwen3-vl", QWEN("{\"action\": \"right_click\", \"coordinate\": [500, 500]}"),
     "click_at_position(x = 640, y = 400, mouse_button = \"right\")"},
    {"qwen3-vl", QWEN("{\"action\": \"triple_click\", \"coordinate\": [500, 500]}"), "click_with(x = 640, y = 400, clicks = 3)"},
    {"qwen3-vl", QWEN("{\"action\": \"left_click_drag\", \"coordinate\": [500, 500]}"), "drag_along(path = \"640,400\")"},
    {"qwen3-vl", QWEN("{\"action\": \"mouse_move\", \"coordinate\": [0, 0]}"), "move_mouse_to_position(x = 0, y = 0)"},
    {"qwen3-vl", QWEN("{\"action\": \"mouse_move\"}"), "! mouse_move has no coordinate"},
    {"qwen3-vl", QWEN("{\"action\": \"key\", \"keys\": [\"ctrl\", \"s\"]}"), "press_keys_combined(keys = \"ctrl+s\")"},
    {"qwen3-vl", QWEN("{\"action\": \"key\", \"keys\": [\"ctrl+s\"]}"), "press_keys_combined(keys = \"ctrl+s\")"},
    {"qwen3-vl", QWEN("{\"action\": \"key\", \"keys\": [\"Control_L\", \"Super\", \"Left\"]}"),
     "press_keys_combined(keys = \"Control_L+Super+Left\")"},
    {"qwen3-vl", QWEN("{\"action\": \"key\", \"keys\": [\"ctrl\", \"+\"]}"), "press_keys_combined(keys = \"ctrl+plus\")"},
    {"qwen3-vl", QWEN("{\"action\": \"key\", \"keys\": []}"), "! key names no key"},
    {"qwen3-vl", QWEN("{\"action\": \"type\", \"text\": \"a </tool_call> {b}\\n\"}"),
     "type_text(text = \"a </tool_call> {b}\\n\")"},
    {"qwen3-vl", QWEN("{\"action\": \"type\", \"text\": 12}"), "type_text(text = \"12\")"},
    {"qwen3-vl", QWEN("{\"action\": \"type\", \"text\": [\"a\"]}"), "! type: text is no text: \"a\""},
    {"qwen3-vl", QWEN("{\"action\": \"type\", \"text\": \"\"}"), "type_text(text = \"\")"},
    {"qwen3-vl", QWEN("{\"action\": \"scroll\", \"pixels\": -360}"), "scroll_at(down = 3)"},
    {"qwen3-vl", QWEN("{\"action\": \"scroll\", \"pixels\": 5, \"coordinate\": [500, 500]}"),
     "scroll_at(down = -1, x = 640, y = 400)"},
    {"qwen3-vl", QWEN("{\"action\": \"hscroll\", \"pixels\": 120}"), "scroll_at(down = 0, right = 1)"},
    {"qwen3-vl", QWEN("{\"action\": \"scroll\", \"pixels\": 1e9}"), "! scroll: pixels is no number: \"1000000000\""},
    {"qwen3-vl", QWEN("{\"action\": \"wait\", \"time\": 1.5}"), "wait_seconds(seconds = 1.5)"},
    {"qwen3-vl", QWEN("{\"action\": \"wait\", \"time\": -1}"), "! wait: time is no time: \"-1\""},
    {"qwen3-vl", QWEN("{\"action\": \"terminate\", \"status\": \"success\"}"), "success: the model says that the task is done"},
    {"qwen3-vl", "It cannot be done.\n" QWEN("{\"action\": \"terminate\", \"status\": \"failure\"}"),
     "failed: It cannot be done."},
    {"qwen3-vl", QWEN("{\"action\": \"terminate\", \"status\": \"soon\"}"),
     "! terminate: status is no status (success, failure): \"soon\""},
    {"qwen3-vl", QWEN("{\"action\": \"answer\", \"text\": \"Which one?\"}"), "ask: Which one?"},
    {"qwen3-vl", QWEN("{\"action\": \"mouse_move\", \"coordinate\": [0, 0]}") "\n" QWEN("{\"action\": \"wait\", \"time\": null}"),
     "move_mouse_to_position(x = 0, y = 0) | wait_seconds(seconds = 2)"},
    {"qwen3-vl", "<tool_call>{\"name\":\"computer_use\",\"arguments\":{\"action\":\"wait\"}}", "wait_seconds(seconds = 2)"},
    {"qwen3-vl", QWEN("{\"action\": \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé\"}"),
     "! there is no action \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa�\""}, /* what is told is cut, and still
                                                                                                  text */
    {"qwen3.5", XML(SET("action", "left_click") SET("coordinate", "[500, 250]")), "click_at_position(x = 640, y = 200)"},
    {"qwen3.5", XML(SET("action", "left_click") SET("coordinate", "[500, 250]") SET("text", "ctrl+shift")),
     "click_with(x = 640, y = 200, keys = \"ctrl+shift\")"},
    {"qwen3.5", XML(SET("action", "key") SET("keys", "[\"ctrl\", \"s\"]")), "press_keys_combined(keys = \"ctrl+s\")"},
    {"qwen3.5", XML(SET("action", "type") SET("text", "one\n two </parameter> 3\n")),
     "type_text(text = \"one\\n two </parameter> 3\\n\")"},
    {"qwen3.5", XML(SET("action", "type") SET("text", "[1, 2]")), "type_text(text = \"[1, 2]\")"},
    {"qwen3.5", XML(SET("action", "terminate") SET("status", "success")), "success: I do it."},
    {"qwen3.5", XML(SET("text", "x")), "! there is no action \"\""},

    {"glm-4.5v", GLM("left_click(start_box='[500,250]', element_info='OK')"), "click_at_position(x = 640, y = 200)"},
    {"glm-4.5v",
     "<think>left_click(start_box='[1,1]')?</think>I type(content) it.\n<|begin_of_box|>type(content='cats')<|end_of_box|>",
     "type_text(text = \"cats\")"},
    {"glm-4.5v", GLM("left_drag(start_box='[0,0]', end_box='[500,500]')"),
     "mouse_drag(source_x = 0, source_y = 0, target_x = 640, target_y = 400)"},
    {"glm-4.5v", GLM("hover(start_box='[500,500]')"), "move_mouse_to_position(x = 640, y = 400)"},
    {"glm-4.5v", GLM("left_double_click(start_box=[500, 500])"), "double_click_at_position(x = 640, y = 400)"},
    {"glm-4.5v", GLM("key(keys='ctrl+c')"), "press_keys_combined(keys = \"ctrl+c\")"},
    {"glm-4.5v", GLM("key(key='enter')"), "press_keys_combined(keys = \"enter\")"},
    {"glm-4.5v", GLM("scroll(start_box='[500,500]', direction='up', step=3)"), "scroll_at(down = -3, x = 640, y = 400)"},
    {"glm-4.5v", GLM("type(content='a\\n')"), "type_text(text = \"a\\n\")"},
    {"glm-4.5v", GLM("WAIT()"), "wait_seconds(seconds = 5)"},
    {"glm-4.5v", GLM("DONE()"), "success: I do it."},
    {"glm-4.5v", GLM("FAIL()"), "failed: I do it."},

    {"opencua", CODE("pyautogui.click(x=0.5, y=0.25)"), "click_at_position(x = 640, y = 200)"},
    {"opencua", CODE("pyautogui.click(0.5, 0.25, 2, 0.1, 'right')"),
     "double_click_at_position(x = 640, y = 200, mouse_button = \"right\")"},
    {"opencua", CODE("pyautogui.click(x=[0.5, 0.25])"), "click_at_position(x = 640, y = 200)"},
    {"opencua", CODE("pyautogui.click(x=0.5)"), "! pyautogui.click: a point has two numbers"},
    {"opencua", CODE("pyautogui.click(x=0.5, y=0.25, clicks=9)"), "! pyautogui.click: clicks is from 1 to 3"},
    {"opencua", CODE("pyautogui.doubleClick(0.5, 0.25, interval=0.1, duration=1)"), "double_click_at_position(x = 640, y = 200)"},
    {"opencua", CODE("import pyautogui\nimport time\npyautogui.moveTo(0.5, 0.5); pyautogui.dragTo(x=0.75, y=0.5, button='left')"),
     "move_mouse_to_position(x = 640, y = 400) | drag_along(path = \"960,400\")"},
    {"opencua", CODE("pyautogui.hotkey('ctrl', 'c')"), "press_keys_combined(keys = \"ctrl+c\")"},
    {"opencua", CODE("pyautogui.hotkey(['ctrl', 'c'])"), "press_keys_combined(keys = \"ctrl+c\")"},
    {"opencua", CODE("pyautogui.press(['tab', 'tab', ' '])"), "press_keys_in_turn(keys = \"tab tab space\")"},
    {"opencua", CODE("pyautogui.press('pagedown', presses=3)"), "press_keys_in_turn(keys = \"pagedown\", times = 3)"},
    {"opencua", CODE("pyautogui.keyDown('shift')\npyautogui.keyUp('shift')"),
     "hold_key(key = \"shift\") | release_key(key = \"shift\")"},
    {"opencua", CODE("pyautogui.write('it\\'s', interval=0.05)"), "type_text(text = \"it's\")"},
    {"opencua", CODE("pyautogui.typewrite(message='a ; b')"), "type_text(text = \"a ; b\")"},
    {"opencua", CODE("pyautogui.scroll(-10)"), "scroll_at(down = 10)"},
    {"opencua", CODE("pyautogui.scroll(3, x=0.5, y=0.5)"), "scroll_at(down = -3, x = 640, y = 400)"},
    {"opencua", CODE("pyautogui.hscroll(-2)"), "scroll_at(down = 0, right = -2)"},
    {"opencua", CODE("time.sleep(1)"), "wait_seconds(seconds = 1)"},
    {"opencua", "```python\npyautogui.click(0.1, 0.1)\n```\nNo:\n```code\ncomputer.triple_click(x=0.5, y=0.5)\n```\n",
     "click_with(x = 640, y = 400, clicks = 3)"},
    {"opencua", "```code\ncomputer.wait()\n```", "wait_seconds(seconds = 20)"},
    {"opencua", "```code\ncomputer.terminate(status='success', answer='''It's\n56''')\n```", "success: It's\n56"},
    {"opencua", "```code\ncomputer.terminate(\"failure\")\n```", "failed: the model says that the task cannot be done"},
    {"opencua", CODE("os.system('ls')"), "! there is no action \"os.system\""},
    {"opencua", CODE("pyautogui.click(x=None, y=None)"), "click_with()"},

    {"holo", "Click(500, 250)", "click_at_position(x = 640, y = 200)"},
    {"holo", "Click(x=500, y=250)", "click_at_position(x = 640, y = 200)"},
    {"holo", HOLO("{\"action\": \"click_element\", \"element\": \"OK\", \"x\": 500, \"y\": 250}"),
     "click_at_position(x = 640, y = 200)"},
    {"holo", "```json\n{\"action\": \"click_element\", \"element\": \"OK\", \"x\": 500, \"y\": 250}\n```",
     "click_at_position(x = 640, y = 200)"},
    {"holo", HOLO("{\"action\": \"write_element_abs\", \"content\": \"cats\", \"element\": \"\", \"x\": 500, \"y\": 250}"),
     "type_into(text = \"cats\", x = 640, y = 200, enter = true)"},
    {"holo", HOLO("{\"action\": \"scroll\", \"direction\": \"down\"}"), "scroll_at(down = 5)"},
    {"holo", HOLO("{\"action\": \"wait\", \"seconds\": 3}"), "wait_seconds(seconds = 3)"},
    {"holo", HOLO("{\"action\": \"answer\", \"content\": \"56\"}"), "success: 56"},
    {"holo", HOLO("{\"action\": \"goto\", \"url\": \"http://x\"}"), "! there is no action \"goto\""},
};

static void tell(GString *out, struct native_call *call, action *a)
{
    g_string_append(out, out->len ? " | " : "");
    g_autofree char *words = a ? action_describe(a) : NULL;
    if (call->defect)
        g_string_append_printf(out, "! %s", call->defect);
    else if (a)
        g_string_append(out, words);
    else if (call->action == NATIVE_FINISH)
        g_string_append_printf(out, "%s: %s", call->success ? "success" : "failed", call->text);
    else if (call->action == NATIVE_ASK_PERSON)
        g_string_append_printf(out, "ask: %s", call->text);
    else
        g_string_append(out, "look");
}

/* Each action is one that the skills take. */
static void calls__of_each_grammar__become_actions(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) lib = skill_library_load((const char *const[]){"computer", NULL}, &problems, &error);
    g_autoptr(screen) s = screen_blank();
    int wrong = 0;
    assert_non_null(lib);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        g_autoptr(native_turn) turn = native_dialect_find(rows[i].grammar)->read(rows[i].said, strlen(rows[i].said), &error);
        for (guint k = 0; turn && k < turn->calls->len; k++) {
            g_autoptr(action) a = native_call_action(turn->calls->pdata[k], space_of(rows[i].grammar));
            tell(out, turn->calls->pdata[k], a);
            bool loose = a && g_str_has_prefix(a->skill, "release_"); /* nothing is held in a dry run that begins with it */
            g_autoptr(timeline) t = a && !loose ? dryrun(lib, a, s, 1, 60000, &error) : NULL;
            if (a && !loose && !t && !strstr(error->message, "off the screen"))
                fail_msg("%s: %s", out->str, error->message);
            g_clear_error(&error);
        }
        const char *got = turn ? out->str : error->message;
        if (!turn || !g_str_equal(got, rows[i].becomes)) {
            print_message("%s\n  becomes %s\n  not     %s\n", rows[i].said, got, rows[i].becomes);
            wrong++;
        }
        g_clear_error(&error);
    }
    assert_int_equal(wrong, 0);
}

static const struct {
    const char *grammar, *said, *error;
} malformed[] = {
    {"ui-tars", "Thought: I wait.", "line 1, column 17: no line begins with \"Action:\"; the text ends there"},
    {"ui-tars", "Action: I click on it.", "line 1, column 10: ( is wanted behind I; there stands \" click on it.\""},
    {"ui-tars", TARS("click(start_box='(1,2)'"), "line 2, column 25: this text has no end; there stands \"'(1,2)'\""},
    {"ui-tars", TARS("type(content='a') and then"), "line 2, column 22: this text has no end; there stands \"'a') and then\""},
    {"ui-tars", TARS("wait()\n\nThought: more"), "line 4, column 8: ( is wanted behind Thought; there stands \": more\""},
    {"ui-tars", TARS("click(start_box=there)"),
     "line 2, column 25: a value is wanted: a text in quotes, a number or a list; "
     "there stands \"there)\""},
    {"ui-tars", TARS("click(start_box=[[[[[[[[[1]]]]]]]]])"),
     "line 2, column 33: lists are too deep; there stands \"[1]]]]]]]]])\""},
    {"qwen3-vl", "Action: click here please", "line 1, column 26: there is no <tool_call>; the text ends there"},
    {"qwen3.5", "<think>56?</think>The display shows 56.", "line 1, column 40: there is no <tool_call>; the text ends there"},
    {"qwen3-vl", "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": {\"action\": \"wait\"\n</tool_call>",
     "line 2, column 1: this object has no end; there stands \"{\"name\": \"computer_use\", \"arguments\": {\"\""},
    {"qwen3-vl", "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": {\"action\": wait}}\n</tool_call>", NULL},
    {"qwen3-vl", "<tool_call>\n{\"name\": \"run\", \"arguments\": {}}\n</tool_call>",
     "line 2, column 1: the only function is computer_use; there stands \"{\"name\": \"run\", \"arguments\": {}}\""},
    {"qwen3-vl", "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": []}\n</tool_call>", NULL},
    {"qwen3-vl", "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": {\"x\": 1}}\n</tool_call>", NULL},
    {"qwen3-vl", QWEN("{\"action\": \"wait\", \"action\": \"type\"}"), NULL}, /* which of the two? */
    {"qwen2.5-vl", "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": {\"action\": \"wait\"}}}\n</tool_call>",
     "line 2, column 58: </tool_call> is wanted; there stands \"}\""},
    {"qwen3.5", "<tool_call>\n<function=bash>\n</function>\n</tool_call>",
     "line 2, column 1: <function=computer_use> is wanted; there stands \"<function=bash>\""},
    {"qwen3.5", "<tool_call>\n<function=computer_use>\n<parameter=action>\nwait\n</function>\n</tool_call>",
     "line 3, column 1: this parameter has no end; there stands \"<parameter=action>\""},
    {"qwen3.5", "<tool_call>\n<function=computer_use>\nwait\n",
     "line 3, column 1: <parameter=NAME> or </function> is wanted; "
     "there stands \"wait\""},
    {"glm-4.5v", "I am done.\nMemory:\n[]",
     "line 3, column 3: there is no action, such as left_click(start_box='[x,y]'); the text ends there"},
    {"glm-4.5v", "left_click(start_box='[1,2]') and more",
     "line 1, column 22: this text has no end; there stands \"'[1,2]') and more\""},
    {"opencua", "## Code:\npyautogui.click(1, 2)", "line 2, column 22: there is no block of code; the text ends there"},
    {"opencua", "```python\npyautogui.click(1, 2)", "line 2, column 22: the block of code has no end; the text ends there"},
    {"opencua", "```bash\nls\n```", "line 1, column 4: a block of python or code is wanted; there stands \"bash\""},
    {"opencua", CODE("x = 0.5"), "line 9, column 2: ( is wanted behind x; there stands \" = 0.5\""},
    {"opencua", CODE("pyautogui.click(x=w/2, y=3)"),
     "line 9, column 19: a value is wanted: a text in quotes, a number or a list; there stands \"w/2, y=3)\""},
    {"opencua", CODE("pyautogui.write('a' + 'b')"), "line 9, column 21: a comma or ) is wanted; there stands \"+ 'b')\""},
    {"opencua", CODE("pyautogui.write(f'{x}')"), NULL},
    {"opencua", CODE("pyautogui.write('a\nb')"), "line 9, column 17: this text has no end; there stands \"'a\""},
    {"opencua", CODE("for i in range(3): pyautogui.press('tab')"), NULL},
    {"opencua", CODE("__import__('os').system('ls')"),
     "line 9, column 17: an action is wanted, such as name(argument); there stands \".system('ls')\""},
    {"holo", "I click there.", NULL},
    {"holo", "{\"note\": \"\"}", "line 1, column 1: there is no text \"action\"; there stands \"{\"note\": \"\"}\""},
    {"holo", HOLO("{\"action\": \"wait\"}") " then",
     "line 1, column 65: nothing is wanted behind the object; there stands \"then\""},
    {"holo", "\xff", "this is no text"},
};

static void texts__that_no_rule_reads__are_an_error_with_its_place(void **state)
{
    (void)state;
    int wrong = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(malformed); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(native_turn) turn =
            native_dialect_find(malformed[i].grammar)->read(malformed[i].said, strlen(malformed[i].said), &error);
        if (turn || (malformed[i].error && !g_str_equal(error->message, malformed[i].error))) {
            print_message("%s\n  is %s\n  not %s\n", malformed[i].said, turn ? "read" : error->message, malformed[i].error);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void thoughts__are_what_stands_beside_the_calls(void **state)
{
    (void)state;
    static const char *const said[][3] = {
        {"ui-tars", "<think>\nHm.\n</think>\n\nThought: It is there.\nAction: wait()", "Hm.\nIt is there."},
        {"qwen3-vl", "Action: wait a bit.\n" QWEN("{\"action\":\"wait\"}") "\nSo.", "Action: wait a bit.\nSo."},
        {"glm-4.5v", "It is there. WAIT()\nMemory:\n[]", "It is there."},
        {"opencua", CODE("time.sleep(1)"), "## Thought:\nI see it.\n\n## Action:\nDo it.\n\n## Code:"},
        {"holo", HOLO("{\"action\": \"wait\"}"), "There."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(said); i++) {
        g_autoptr(native_turn) turn = native_dialect_find(said[i][0])->read(said[i][1], strlen(said[i][1]), NULL);
        assert_non_null(turn);
        assert_string_equal(turn->thought, said[i][2]);
    }
}

/* The list of the option is that of the dialects, and each tells its model how it calls. */
static void grammars__of_the_profile__are_those_that_are_read(void **state)
{
    (void)state;
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct native_dialect *d = native_grammars; d->name; d++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *ini = g_strdup_printf("[brain x]\nkind=openai\nurl=http://x/v1\nmodel=m\ngrammar=%s\n", d->name);
        g_autoptr(config) cfg = config_load_text(ini, &error);
        g_autoptr(brain_profile) brain = cfg ? config_brain(cfg, "x", &error) : NULL;
        if (!brain)
            fail_msg("%s", error->message);
        assert_string_equal(brain->grammar, d->name);
        g_string_append_printf(text, "%s %s %d\n", d->name, brain->coordinates, brain->picture_multiple);
        for (gsize i = 0; i < G_N_ELEMENTS(d->prompts) && d->prompts[i]; i++) {
            g_autofree char *path = g_strdup_printf("prompts/computer/%s.md", d->prompts[i]);
            g_autoptr(GBytes) bytes = config_file(path, NULL, &error);
            assert_non_null(bytes);
        }
    }
    assert_string_equal(text->str, "ui-tars pixels 28\ndoubao 1000 1\nqwen2.5-vl pixels 28\nqwen3-vl 1000 1\nqwen3.5 1000 1\n"
                                   "glm-4.5v 999 1\nopencua pixels 28\nholo 1000 1\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load_text("[brain x]\nkind=gemini\nurl=http://x/v1\nmodel=m\ngrammar=ui-tars\n", &error);
    assert_null(config_brain(cfg, "x", &error));
    assert_true(g_str_has_prefix(error->message, "[brain x] grammar = ui-tars: kind=gemini has none, kind=openai has"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls__of_each_grammar__become_actions),
        cmocka_unit_test(texts__that_no_rule_reads__are_an_error_with_its_place),
        cmocka_unit_test(thoughts__are_what_stands_beside_the_calls),
        cmocka_unit_test(grammars__of_the_profile__are_those_that_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
