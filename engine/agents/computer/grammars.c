/* The grammars. A new model: its rows, its name, and its defaults in config/brains.c. */

#include "engine/agents/computer/grammar.h"

#include <string.h>

/* A name and what it takes. */
#define IGNORED "element_info|element|interval|duration|tween|pause|_pause|logScreenshot|data", TAKES_NOTHING
#define BOX_NAMES "start_box|point|start_point"
#define BOX BOX_NAMES, TAKES_POINT | NEEDED
#define END_BOX "end_box|end_point", TAKES_END | NEEDED
#define AT "coordinate", TAKES_POINT
#define X "x", TAKES_X
#define Y "y", TAKES_Y
#define HELD "text", TAKES_KEYS

/* UI-TARS 1 and 1.5, and Doubao, which says point for box. */
static const struct grammar_row ui_tars_rows[] = {
    {"click", NATIVE_CLICK, "left", 1, {{BOX}}},
    {"left_single", NATIVE_CLICK, "left", 1, {{BOX}}},
    {"left_double", NATIVE_CLICK, "left", 2, {{BOX}}},
    {"right_single", NATIVE_CLICK, "right", 1, {{BOX}}},
    {"hover", NATIVE_MOVE, NULL, 0, {{BOX}}},
    {"drag", NATIVE_DRAG, "left", 0, {{BOX}, {END_BOX}}},
    {"select", NATIVE_DRAG, "left", 0, {{BOX}, {END_BOX}}},
    {"hotkey", NATIVE_KEYS, NULL, 0, {{"key|hotkey", TAKES_KEYS | NEEDED}}},
    {"press", NATIVE_KEY_DOWN, NULL, 0, {{"key|press", TAKES_KEYS | NEEDED}}},
    {"keydown", NATIVE_KEY_DOWN, NULL, 0, {{"key|press", TAKES_KEYS | NEEDED}}},
    {"release", NATIVE_KEY_UP, NULL, 0, {{"key|press", TAKES_KEYS | NEEDED}}},
    {"keyup", NATIVE_KEY_UP, NULL, 0, {{"key|press", TAKES_KEYS | NEEDED}}},
    {"type", NATIVE_TYPE, NULL, 0, {{"content", TAKES_LINE | NEEDED}}},
    {"scroll", NATIVE_SCROLL, NULL, 0, {{BOX_NAMES, TAKES_POINT}, {"direction", TAKES_WAY | NEEDED}}},
    {"wait", NATIVE_WAIT, NULL, 5, {{0}}},
    {"finished", NATIVE_FINISH, NULL, 1, {{"content", TAKES_TEXT}}},
    {"call_user", NATIVE_ASK_PERSON, NULL, 0, {{"content", TAKES_TEXT}}},
    {0},
};

/* Qwen2.5-VL, Qwen3-VL and Qwen3.5: actions of one function. */
static const struct grammar_row qwen_rows[] = {
    {"key", NATIVE_KEYS, NULL, 0, {{"keys|text", TAKES_KEYS | NEEDED}}},
    {"key_down", NATIVE_KEY_DOWN, NULL, 0, {{"keys|text", TAKES_KEYS | NEEDED}}},
    {"key_up", NATIVE_KEY_UP, NULL, 0, {{"keys|text", TAKES_KEYS | NEEDED}}},
    {"type", NATIVE_TYPE, NULL, 0, {{"text", TAKES_TEXT | NEEDED}}},
    {"mouse_move", NATIVE_MOVE, NULL, 0, {{"coordinate", TAKES_POINT | NEEDED}}},
    {"left_click", NATIVE_CLICK, "left", 1, {{AT}, {HELD}}},
    {"right_click", NATIVE_CLICK, "right", 1, {{AT}, {HELD}}},
    {"middle_click", NATIVE_CLICK, "middle", 1, {{AT}, {HELD}}},
    {"double_click", NATIVE_CLICK, "left", 2, {{AT}, {HELD}}},
    {"triple_click", NATIVE_CLICK, "left", 3, {{AT}, {HELD}}},
    {"left_click_drag", NATIVE_DRAG, "left", 0, {{"coordinate", TAKES_END | NEEDED}, {"start_coordinate", TAKES_POINT}, {HELD}}},
    {"scroll", NATIVE_SCROLL, NULL, 0, {{"pixels", TAKES_UP_PX | NEEDED}, {AT}, {HELD}}},
    {"hscroll", NATIVE_SCROLL, NULL, 0, {{"pixels", TAKES_RIGHT_PX | NEEDED}, {AT}, {HELD}}},
    {"wait", NATIVE_WAIT, NULL, 2, {{"time", TAKES_SECONDS}}},
    {"screenshot", NATIVE_SCREENSHOT, NULL, 0, {{0}}},
    {"terminate", NATIVE_FINISH, NULL, 0, {{"status", TAKES_STATUS | NEEDED}, {"text", TAKES_TEXT}}},
    {"answer", NATIVE_ASK_PERSON, NULL, 0, {{"text", TAKES_TEXT | NEEDED}}},
    {"call_user", NATIVE_ASK_PERSON, NULL, 0, {{"question|text", TAKES_TEXT | NEEDED}}},
    {0},
};

static const struct grammar_row glm_rows[] = {
    {"left_click", NATIVE_CLICK, "left", 1, {{BOX}, {IGNORED}}},
    {"right_click", NATIVE_CLICK, "right", 1, {{BOX}, {IGNORED}}},
    {"middle_click", NATIVE_CLICK, "middle", 1, {{BOX}, {IGNORED}}},
    {"left_double_click", NATIVE_CLICK, "left", 2, {{BOX}, {IGNORED}}},
    {"hover", NATIVE_MOVE, NULL, 0, {{BOX}, {IGNORED}}},
    {"left_drag", NATIVE_DRAG, "left", 0, {{BOX}, {END_BOX}, {IGNORED}}},
    {"key", NATIVE_KEYS, NULL, 0, {{"keys|key", TAKES_KEYS | NEEDED}}},
    {"type", NATIVE_TYPE, NULL, 0, {{"content", TAKES_TEXT | NEEDED}}},
    {"scroll",
     NATIVE_SCROLL,
     NULL,
     0,
     {{BOX_NAMES, TAKES_POINT}, {"direction", TAKES_WAY | NEEDED}, {"step", TAKES_STEPS}, {IGNORED}}},
    {"screenshot", NATIVE_SCREENSHOT, NULL, 0, {{0}}},
    {"WAIT", NATIVE_WAIT, NULL, 5, {{0}}},
    {"DONE", NATIVE_FINISH, NULL, 1, {{0}}},
    {"FAIL", NATIVE_FINISH, NULL, 0, {{0}}},
    {0},
};

/* OpenCUA: lines that look like Python. */
static const struct grammar_row opencua_rows[] = {
    {"pyautogui.click",
     NATIVE_CLICK,
     "left",
     1,
     {{X}, {Y}, {"clicks", TAKES_CLICKS}, {IGNORED}, {"button", TAKES_BUTTON}, {IGNORED}}},
    {"pyautogui.leftClick", NATIVE_CLICK, "left", 1, {{X}, {Y}, {IGNORED}}},
    {"pyautogui.rightClick", NATIVE_CLICK, "right", 1, {{X}, {Y}, {IGNORED}}},
    {"pyautogui.middleClick", NATIVE_CLICK, "middle", 1, {{X}, {Y}, {IGNORED}}},
    {"pyautogui.doubleClick", NATIVE_CLICK, "left", 2, {{X}, {Y}, {IGNORED}, {"button", TAKES_BUTTON}}},
    {"pyautogui.tripleClick", NATIVE_CLICK, "left", 3, {{X}, {Y}, {IGNORED}, {"button", TAKES_BUTTON}}},
    {"computer.triple_click", NATIVE_CLICK, "left", 3, {{X}, {Y}, {IGNORED}}},
    {"computer.tripleClick", NATIVE_CLICK, "left", 3, {{X}, {Y}, {IGNORED}}},
    {"pyautogui.moveTo", NATIVE_MOVE, NULL, 0, {{X}, {Y}, {IGNORED}}},
    {"pyautogui.dragTo", NATIVE_DRAG, "left", 0, {{X}, {Y}, {IGNORED}, {IGNORED}, {"button", TAKES_BUTTON}}},
    {"pyautogui.mouseDown", NATIVE_MOUSE_DOWN, "left", 0, {{X}, {Y}, {"button", TAKES_BUTTON}, {IGNORED}}},
    {"pyautogui.mouseUp", NATIVE_MOUSE_UP, "left", 0, {{X}, {Y}, {"button", TAKES_BUTTON}, {IGNORED}}},
    {"pyautogui.scroll", NATIVE_SCROLL, NULL, 0, {{"clicks", TAKES_UP | NEEDED}, {X}, {Y}, {IGNORED}}},
    {"pyautogui.vscroll", NATIVE_SCROLL, NULL, 0, {{"clicks", TAKES_UP | NEEDED}, {X}, {Y}, {IGNORED}}},
    {"pyautogui.hscroll", NATIVE_SCROLL, NULL, 0, {{"clicks", TAKES_RIGHT | NEEDED}, {X}, {Y}, {IGNORED}}},
    {"pyautogui.press", NATIVE_KEYS, NULL, 0, {{"keys|key", TAKES_TURNS | NEEDED}, {"presses", TAKES_TIMES}, {IGNORED}}},
    {"pyautogui.hotkey", NATIVE_KEYS, NULL, 0, {{"keys|args", TAKES_KEYS | NEEDED | REST}, {IGNORED}}},
    {"pyautogui.keyDown", NATIVE_KEY_DOWN, NULL, 0, {{"key", TAKES_KEYS | NEEDED}, {IGNORED}}},
    {"pyautogui.keyUp", NATIVE_KEY_UP, NULL, 0, {{"key", TAKES_KEYS | NEEDED}, {IGNORED}}},
    {"pyautogui.write", NATIVE_TYPE, NULL, 0, {{"message|text", TAKES_TEXT | NEEDED}, {IGNORED}}},
    {"pyautogui.typewrite", NATIVE_TYPE, NULL, 0, {{"message|text", TAKES_TEXT | NEEDED}, {IGNORED}}},
    {"pyautogui.sleep", NATIVE_WAIT, NULL, 2, {{"seconds", TAKES_SECONDS | NEEDED}}},
    {"time.sleep", NATIVE_WAIT, NULL, 2, {{"seconds|secs", TAKES_SECONDS | NEEDED}}},
    {"computer.wait", NATIVE_WAIT, NULL, 20, {{"seconds|time", TAKES_SECONDS}}},
    {"computer.terminate", NATIVE_FINISH, NULL, 0, {{"status", TAKES_STATUS | NEEDED}, {"answer", TAKES_TEXT}, {IGNORED}}},
    {"computer.call_user", NATIVE_ASK_PERSON, NULL, 0, {{"question", TAKES_TEXT}}},
    {0},
};

/* Holo; what belongs to a browser alone (go_back, refresh, goto) is not offered: nobody knows that it has the focus. */
static const struct grammar_row holo_rows[] = {
    {"Click", NATIVE_CLICK, "left", 1, {{"x", TAKES_X | NEEDED}, {"y", TAKES_Y}}},
    {"click_element", NATIVE_CLICK, "left", 1, {{"x", TAKES_X | NEEDED}, {"y", TAKES_Y | NEEDED}, {IGNORED}}},
    {"write_element_abs",
     NATIVE_TYPE,
     NULL,
     1,
     {{"content", TAKES_TEXT | NEEDED}, {"x", TAKES_X | NEEDED}, {"y", TAKES_Y | NEEDED}, {IGNORED}}},
    {"scroll", NATIVE_SCROLL, NULL, 0, {{"direction", TAKES_WAY | NEEDED}, {X}, {Y}, {IGNORED}}},
    {"wait", NATIVE_WAIT, NULL, 2, {{"seconds", TAKES_SECONDS}}},
    {"answer", NATIVE_FINISH, NULL, 1, {{"content", TAKES_TEXT | NEEDED}}},
    {0},
};

/* ---- how each writes its calls ---- */

/* What may stand around calls, and says nothing. */
static void skip(struct scan *s)
{
    static const char *const words[] = {"```", "[EOS]", "<|im_end|>", "<|begin_of_box|>", "<|end_of_box|>"};
    bool more = true;
    while (more) {
        scan_spaces(s);
        more = false;
        for (gsize i = 0; i < G_N_ELEMENTS(words) && !more; i++)
            more = scan_word(s, words[i]);
    }
}

/* What the model says beside its calls. */
static void think(struct native_turn *turn, const char *from, const char *to)
{
    g_autofree char *text = g_strndup(from, (gsize)(to - from));
    g_strstrip(text);
    if (g_str_has_prefix(text, "<think>"))
        text = (char *)memmove(text, text + 7, strlen(text + 7) + 1);
    g_strstrip(text);
    if (*text)
        native_turn_think(turn, text);
}

static const char *line_with(const char *text, const char *word)
{
    for (const char *p = text; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL)
        if (g_str_has_prefix(p + strspn(p, " \t*#"), word))
            return p;
    return NULL;
}

/* All that there is up to the end, or to `last`. */
static bool read_calls(struct scan *s, struct native_turn *turn, const struct grammar_row *rows, const char *last, GError **error)
{
    for (skip(s); *s->at && !(last && g_str_has_prefix(s->at, last)); skip(s)) {
        g_autofree char *name = NULL;
        g_autoptr(GPtrArray) values = NULL;
        if (!scan_call(s, &name, &values, error))
            return false;
        grammar_call_add(turn, rows, name, values);
        while (*s->at == ';')
            s->at++;
    }
    return true;
}

/* "Thought: …", a line "Action: name(…)", and more of them behind an empty line. The first such line counts: a later one may be
 * what is typed. */
static bool read_ui_tars(struct scan *s, struct native_turn *turn, GError **error)
{
    const char *line = line_with(s->at, "Action:"), *thought = s->at + strspn(s->at, " \t\r\n");
    if (!line)
        return scan_fail(s, s->text + strlen(s->text), error, "no line begins with \"Action:\"");
    if (g_str_has_prefix(thought, "Thought:"))
        thought += strlen("Thought:");
    think(turn, MIN(thought, line), line);
    s->at = strstr(line, "Action:") + strlen("Action:");
    s->loose = true;
    return read_calls(s, turn, ui_tars_rows, NULL, error);
}

/* Words, the call somewhere in or behind them, and a memory that is its own. */
static bool read_glm(struct scan *s, struct native_turn *turn, GError **error)
{
    const char *begin = s->at;
    g_autoptr(GError) first = NULL;
    s->loose = true;
    for (const char *p = begin; *p; p++) {
        gsize length = strspn(p, "abcdefghijklmnopqrstuvwxyz_ADEFILNOTW");
        const struct grammar_row *row = glm_rows;
        while (row->name && (strlen(row->name) != length || strncmp(row->name, p, length) != 0))
            row++;
        if (row->name && p[length] == '(') {
            g_autoptr(native_turn) here = native_turn_new();
            think(here, begin, p);
            s->at = p;
            if (read_calls(s, here, glm_rows, "Memory:", first ? NULL : &first)) {
                struct native_turn with = *turn;
                *turn = *here;
                *here = with;
                return true;
            }
        }
        p += length ? length - 1 : 0;
    }
    if (!first)
        return scan_fail(s, s->text + strlen(s->text), error, "there is no action, such as left_click(start_box='[x,y]')");
    g_propagate_error(error, g_steal_pointer(&first));
    return false;
}

/* The last block of code: a call a line. */
static bool read_opencua(struct scan *s, struct native_turn *turn, GError **error)
{
    const char *open = NULL, *close = NULL;
    for (const char *p = line_with(s->at, "```"); p; p = strchr(p, '\n') ? line_with(strchr(p, '\n') + 1, "```") : NULL) {
        open = close;
        close = p;
    }
    if (!open)
        return scan_fail(s, s->text + strlen(s->text), error,
                         close ? "the block of code has no end" : "there is no block of code");
    think(turn, s->at, open);
    g_autofree char *code = g_strndup(s->text, (gsize)(close - s->text));
    struct scan inside = {code, code + (strstr(open, "```") - s->text) + 3, false};
    bool known = scan_word(&inside, "python") || scan_word(&inside, "code") || *inside.at == '\n' || *inside.at == '\r';
    if (!known)
        return scan_fail(&inside, inside.at, error, "a block of python or code is wanted");
    scan_spaces(&inside);
    while (scan_word(&inside, "import pyautogui\n") || scan_word(&inside, "import time\n"))
        scan_spaces(&inside);
    if (!read_calls(&inside, turn, opencua_rows, NULL, error))
        return false;
    s->at = strstr(close, "```") + 3;
    skip(s);
    return !*s->at || scan_fail(s, s->at, error, "nothing is wanted behind the block of code");
}

/* <function=computer_use><parameter=action>…</parameter>…</function>, in <tool_call>. */
static bool read_function(struct scan *s, struct native_turn *turn, GError **error)
{
    g_autoptr(GPtrArray) values = grammar_values_new();
    g_autofree char *does = NULL;
    if (!scan_word(s, "<function=computer_use>"))
        return scan_fail(s, s->at, error, "<function=computer_use> is wanted");
    for (scan_spaces(s); !scan_word(s, "</function>"); scan_spaces(s)) {
        const char *begin = s->at;
        gsize length = scan_word(s, "<parameter=") ? strcspn(s->at, ">\n") : 0;
        if (!length || s->at[length] != '>')
            return scan_fail(s, begin, error, "<parameter=NAME> or </function> is wanted");
        g_autofree char *name = g_strndup(s->at, length);
        const char *from = s->at + length + 1 + (s->at[length + 1] == '\n'), *end = from - 1, *next;
        do { /* what is typed may have such a tag in it */
            end = strstr(end + 1, "</parameter>");
            next = end ? end + strlen("</parameter>") : "";
            next += strspn(next, " \t\r\n");
        } while (end && !g_str_has_prefix(next, "<parameter=") && !g_str_has_prefix(next, "</function>"));
        if (!end)
            return scan_fail(s, begin, error, "this parameter has no end");
        s->at = next;
        gsize n = (gsize)(end - from);
        g_autofree char *value = g_strndup(from, n > 0 && from[n - 1] == '\n' ? n - 1 : n);
        if (g_str_equal(name, "action") && !does) {
            does = g_strdup(g_strstrip(value));
            continue;
        }
        GPtrArray *items = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(items, g_steal_pointer(&value));
        grammar_value_add(values, name, items, false);
    }
    grammar_call_add(turn, qwen_rows, does ? does : "", values);
    return true;
}

/* Words, and calls in tags: JSON or, of Qwen3.5, like XML. */
static bool read_qwen(struct scan *s, struct native_turn *turn, GError **error)
{
    for (const char *open; (open = strstr(s->at, "<tool_call>"));) {
        think(turn, s->at, open);
        s->at = open + strlen("<tool_call>");
        scan_spaces(s);
        bool read = *s->at == '{' ? grammar_tool_json(s, turn, qwen_rows, error) : read_function(s, turn, error);
        if (!read)
            return false;
        scan_spaces(s);
        if (*s->at && !scan_word(s, "</tool_call>"))
            return scan_fail(s, s->at, error, "</tool_call> is wanted");
    }
    if (!turn->calls->len)
        return scan_fail(s, s->text + strlen(s->text), error, "there is no <tool_call>");
    skip(s);
    think(turn, s->at, s->at + strlen(s->at));
    return true;
}

static bool read_holo(struct scan *s, struct native_turn *turn, GError **error)
{
    skip(s);
    scan_word(s, "json");
    scan_spaces(s);
    if (*s->at != '{')
        return read_calls(s, turn, holo_rows, NULL, error);
    if (!grammar_step_json(s, turn, holo_rows, error))
        return false;
    skip(s);
    return !*s->at || scan_fail(s, s->at, error, "nothing is wanted behind the object");
}

/* ---- dialects ---- */

static struct native_turn *read_turn(bool (*read)(struct scan *s, struct native_turn *turn, GError **error), const char *said,
                                     gsize length, GError **error)
{
    g_autofree char *text = g_strndup(said, length);
    g_autoptr(native_turn) turn = native_turn_new();
    struct scan s = {text, text, false};
    if (strlen(text) != length || !g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, NATIVE_ERROR, NATIVE_ERROR_REPLY, "this is no text");
        return NULL;
    }
    const char *thought = strstr(text, "</think>");
    if (thought) {
        think(turn, text, thought);
        s.at = thought + strlen("</think>");
    }
    return read(&s, turn, error) ? g_steal_pointer(&turn) : NULL;
}

#define READER(NAME)                                                                                                             \
    static struct native_turn *NAME##_turn(const char *said, gsize length, GError **error)                                       \
    {                                                                                                                            \
        return read_turn(read_##NAME, said, length, error);                                                                      \
    }
READER(ui_tars)
READER(qwen)
READER(glm)
READER(opencua)
READER(holo)

const struct native_dialect native_grammars[] = {
    {"ui-tars", ui_tars_turn, {"ui-tars"}},
    {"doubao", ui_tars_turn, {"ui-tars"}},
    {"qwen2.5-vl", qwen_turn, {"qwen", "qwen-json"}},
    {"qwen3-vl", qwen_turn, {"qwen", "qwen-json"}},
    {"qwen3.5", qwen_turn, {"qwen", "qwen-xml"}},
    {"glm-4.5v", glm_turn, {"glm-4.5v"}},
    {"opencua", opencua_turn, {"opencua"}},
    {"holo", holo_turn, {"holo"}},
    {0},
};
