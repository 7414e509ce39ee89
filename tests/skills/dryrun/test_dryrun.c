/* Skills to timelines, through the real worker: the API, base.lua, arguments, scripts, checks. */

#include "skills/dryrun/dryrun.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *own_file(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_mkdir_with_parents(folder, 0700);
    return g_build_filename(folder, "own.lua", NULL);
}

static skill_library *library_of(const char *source)
{
    static const char *const names[] = {"xcalc", NULL};
    g_autofree char *path = own_file();
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = NULL;
    assert_true(g_file_set_contents(path, source, -1, NULL));
    skill_library *lib = skill_library_load(names, &problems, &error);
    if (!lib || problems->len)
        fail_msg("%s: %s", source, lib ? (char *)problems->pdata[0] : error->message);
    g_unlink(path);
    return lib;
}

/* The events of `function f() BODY end` in the words of timeline_event_describe(), each behind its time; or the error. */
static char *timeline_of(const char *body, const screen *s)
{
    g_autofree char *source = g_strdup_printf("--- A skill.\nfunction f()\n%s\nend\n", body);
    g_autoptr(skill_library) lib = library_of(source);
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) blank = screen_new(1280, 720);
    screen_add_mark(blank, &(struct screen_mark){1, (char *)"button", (char *)"shapes", (char *)"1", 640, 360, 1, 1});
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = dryrun(lib, a, s ? s : blank, 7, 60000, &error);
    if (!t)
        return g_strdup(error->message);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *text = timeline_event_describe(e);
        g_string_append_printf(out, "%s%d %s", i ? "; " : "", (int)e->at_ms, text);
    }
    return g_string_free(out, FALSE);
}

static void dryrun__each_api_function__gives_its_events(void **state)
{
    (void)state;
    static const struct {
        const char *body, *events;
    } rows[] = {
        {"key.press('enter')", "0 key Return down; 50 key Return up"},
        {"key.press('a', 0.2) key.press('b', 0)", "0 key a down; 200 key a up; 200 key b down; 200 key b up"},
        {"key.press('a', 0.0004)", "0 key a down; 0 key a up"},
        {"key.hold('w', 1.5) wait(0.5)", "0 key w down, held for at most 1500 ms; 0 wait 500 ms"},
        {"key.hold('w') wait(1) key.release('w')", "0 key w down; 0 wait 1000 ms; 1000 key w up"},
        {"key.hold('w')", "0 key w down, held for at most 60.0 s"},
        {"key.hold('w') key.release('w') key.hold('w')", "0 key w down; 0 key w up; 0 key w down, held for at most 60.0 s"},
        {"key.combo('ctrl', 'shift', 'p')",
         "0 key Control_L down; 0 key Shift_L down; 0 key p down; 50 key p up; 50 key Shift_L up; 50 key Control_L up"},
        {"key.combo('ctrl+c', 0.1)", "0 key Control_L down; 0 key c down; 100 key c up; 100 key Control_L up"},
        {"key.combo({'ctrl', 'c'})", "0 key Control_L down; 0 key c down; 50 key c up; 50 key Control_L up"},
        {"key.combo('ctrl++')", "0 key Control_L down; 0 key plus down; 50 key plus up; 50 key Control_L up"},
        {"key.hotkey('ctrl', 'k', 0.1)", "0 key Control_L down; 50 key k down; 100 key k up; 100 key Control_L up"},
        {"key.type('héllo\\n') key.type('') key.type(42, 1)", "0 type \"héllo\\n\"; 0 type \"42\" in 1000 ms"},
        {"mouse.move(10, 20)", "0 move to 10,20 (ease_in_out, 120 ms)"},
        {"mouse.move(10.4, 20.5, 0)", "0 move to 10,21"},
        {"mouse.move(-5, 7, {from = 'relative', seconds = 1, tween = 'linear'})", "0 move by -5,+7 (linear, 1000 ms)"},
        {"mouse.move(0.5, 1, {from = 'normalized', seconds = 0})", "0 move to 50.00 %,100.00 %"},
        {"mouse.move(-640, 359, {from = 'center', seconds = 0})", "0 move to centre -640,+359"},
        {"mouse.click()", "0 left down; 50 left up"},
        {"mouse.click('right', 0.1)", "0 right down; 100 right up"},
        {"mouse.click(3, 4, 'middle')", "0 move to 3,4 (ease_in_out, 120 ms); 120 middle down; 170 middle up"},
        {"mouse.double_click()", "0 left down; 40 left up; 80 left down; 120 left up"},
        {"mouse.hold('left', 2) mouse.move(1, 1, 0) mouse.release()",
         "0 left down, held for at most 2000 ms; 0 move to 1,1; 0 left up"},
        {"mouse.drag(1, 2, 3, 4)", "0 move to 1,2 (ease_in_out, 120 ms); 120 left down; 220 move to 3,4 (ease_in_out, 500 ms); "
                                   "720 wait 100 ms; 820 left up"},
        {"mouse.scroll(3)", "0 scroll down 3 in 60 ms"},
        {"mouse.scroll(0, -2, 1)", "0 scroll left 2 in 1000 ms"},
        {"local w, h = screen.size() mouse.move(w - 1, h - 1, 0)", "0 move to 1279,719"},
        {"local x, y, w, h = screen.window() key.type(x .. ' ' .. y .. ' ' .. w .. ' ' .. h)", "0 type \"0 0 1280 720\""},
        {"if screen.find_text('x') == nil and screen.find_icon('x') == nil and screen.text() == '' then wait(1) end",
         "0 wait 1000 ms"},
        {"press_key('a') type_text('b') wait_seconds(1)", "0 key a down; 50 key a up; 50 type \"b\"; 50 wait 1000 ms"},
        {"local m = screen.mark(1) mouse.move(m.x, m.y, 0) key.type(m.kind .. ' ' .. m.text .. ' ' .. m.source)",
         "0 move to 640,360; 0 type \"button 1 shapes\""},
        {"click_mark(1)", "0 move to 640,360 (ease_in_out, 120 ms); 120 left down; 170 left up"},
        {"local ok, why = pcall(screen.mark, 7) if not ok and string.find(why, 'no mark 7 is on the screen') then wait(2) end",
         "0 wait 2000 ms"},
        {"wait(math.random(1000) / 1000 * 0 + 1)", "0 wait 1000 ms"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *got = timeline_of(rows[i].body, NULL);
        if (strcmp(got, rows[i].events) != 0)
            fail_msg("%s\n  gives   %s\n  not     %s", rows[i].body, got, rows[i].events);
    }
}

static void dryrun__wrong_arguments__name_function_argument_and_what_fits(void **state)
{
    (void)state;
    static const struct {
        const char *body, *error;
    } rows[] = {
        {"key.press()", "own.lua:3: key.press: key is missing (a key name such as \"a\", \"enter\" or \"F5\" fits)"},
        {"key.press({})", "key.press: key is a table"},
        {"key.press('a', 'b')", "key.press: duration is \"b\" (a number of seconds from 0 to 3600 fits)"},
        {"key.press('entr')", "key.press: no key is called \"entr\" (did you mean \"enter\"?)"},
        {"key.hold('a', 61)", "key.hold: duration is 61 (at most 60 fits"},
        {"key.combo()", "key.combo: keys is missing"},
        {"key.combo('ctrl+')", "key.combo: a key has no name"},
        {"key.type(true)", "key.type: text is true (a text fits)"},
        {"key.type('a\\n\\27[A')", "key.type: text has the control character U+001B, which no key types"},
        {"key.type('\\u{9b}31m')", "U+009B"},
        {"mouse.click('lefty')", "no mouse button is called \"lefty\""},
        {"mouse.move('1', 2)", "mouse.move: x is \"1\" (a number of pixels fits)"},
        {"mouse.move(1, -1)", "mouse.move: 1,-1 is off the screen, which is 1280x720 (0,0 to 1279,719 fits)"},
        {"mouse.move(641, 0, {from = 'center'})", "off the screen"},
        {"mouse.move(2, 0, {from = 'normalized'})", "mouse.move: x is 2 (a part of the whole from 0 to 1 fits)"},
        {"mouse.move(1, 1, {pace = 3})",
         "mouse.move: option 'pace' is not there (there are duration, speed, origin, tween, monitor)"},
        {"mouse.move(1, 1, {tween = 'bounce'})",
         "mouse.move: tween is \"bounce\" (linear, ease_in, ease_out, ease_in_out, ease_in_cubic"},
        {"mouse.scroll(0)", "mouse.scroll: down is 0"},
        {"mouse.scroll(1.5)", "mouse.scroll: down is 1.5 (a whole number of wheel clicks"},
        {"wait()", "wait: seconds is missing"},
        {"wait(-0.001)", "wait: seconds is -0.001"},
        {"screen.find_text('')", "screen.find_text: text is \"\""},
        {"local t = nil\nreturn t.x", "own.lua:4: attempt to index a nil value (local 't')"},
        {"error('mine')", "own.lua:3: mine"},
        {"error('a\\0b\\0')", "own.lua:3: a‹U+0000›b‹U+0000›"},
        {"error({})", "raised an error that is not a text but a table"},
        {"error()", "raised an error that is not a text but a nil"},
        {"click_at_position(5000, 1)", "base.lua:"},
        {"clik_at_position(1, 1)", "undeclared global 'clik_at_position' (did you mean 'click_at_position'?)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *got = timeline_of(rows[i].body, NULL);
        if (!strstr(got, rows[i].error))
            fail_msg("%s\n  gives %s\n  not   %s", rows[i].body, got, rows[i].error);
    }
}

static void dryrun__the_screen__is_what_the_engine_saw(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(1000, 500);
    s->window_x = 100, s->window_y = 50, s->window_width = 226, s->window_height = 394;
    screen_add_word(
        s, &(struct screen_word){
               .text = (char *)"Save", .region = (char *)"menu", .x = 10, .y = 10, .width = 40, .height = 10, .confidence = 1});
    screen_add_word(
        s, &(struct screen_word){
               .text = (char *)"as…", .region = (char *)"menu", .x = 60, .y = 10, .width = 20, .height = 10, .confidence = 1});
    screen_add_icon(s, &(struct screen_icon){.name = (char *)"ok", .x = 200, .y = 100, .width = 20, .height = 10});
    g_autofree char *text = timeline_of("local p = screen.find_text('SAVE AS…') mouse.move(p.x, p.y, 0)", s);
    assert_string_equal(text, "0 move to 45,15");
    g_autofree char *part = timeline_of("local p = screen.find_text('ave', 'menu') mouse.move(p.left, p.top, 0)", s);
    assert_string_equal(part, "0 move to 10,10");
    g_autofree char *icon = timeline_of("local p = screen.find_icon('ok') mouse.move(p.x, p.y, 0)", s);
    assert_string_equal(icon, "0 move to 210,105");
    g_autofree char *button = timeline_of("press_button('7')", s);
    assert_string_equal(button, "0 move to 169,336 (ease_in_out, 120 ms); 120 left down; 170 left up");
}

static void dryrun__the_same_seed__gives_the_same_timeline(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib =
        library_of("--- Random.\nfunction f() mouse.move(math.random(0, 1000), math.random(0, 700)) end\n");
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) blank = screen_new(1280, 720);
    char *digest[3];
    for (int i = 0; i < 3; i++) {
        g_autoptr(timeline) t = dryrun(lib, a, blank, i < 2 ? 99 : 100, 60000, NULL);
        assert_non_null(t);
        digest[i] = timeline_digest(t);
    }
    assert_string_equal(digest[0], digest[1]);
    assert_string_not_equal(digest[0], digest[2]);
    for (int i = 0; i < 3; i++)
        g_free(digest[i]);
}

/* ---- arguments ---- */

static void library_check__arguments__are_converted_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *action, *result; /* JSON after the conversion, or part of the error */
    } rows[] = {
        {"{\"skill\":\"press_key\",\"args\":{\"key\":\"ctrl\",\"duration\":1}}", "\"key\":\"Control_L\",\"duration\":1}"},
        {"{\"skill\":\"press_key\",\"args\":{\"key\":\"a\"}}", "\"key\":\"a\"}"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":1.0,\"y\":2,\"mouse_button\":\"RIGHT\"}}",
         "\"x\":1,\"y\":2,\"mouse_button\":\"right\"}"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":1.5,\"y\":2}}", "click_at_position: x is 1.5 (a whole number fits)"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":1}}", "click_at_position: y is missing (a whole number fits)"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":\"1\",\"y\":2}}",
         "click_at_position: x is \"1\" (a whole number fits)"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":1,\"y\":2,\"z\":3}}",
         "has no argument \"z\" (it takes x, y, mouse_button)"},
        {"{\"skill\":\"mouse_drag\",\"args\":{\"from_x\":1,\"from_y\":2,\"to_x\":3,\"to_y\":4}}",
         "mouse_drag has no argument \"from_x\": did you mean \"source_x\"? (it takes source_x, source_y, target_x"},
        {"{\"skill\":\"mouse_drag\",\"args\":{\"source_x\":1,\"source_y\":2,\"to_x\":3,\"to_y\":4}}",
         "has no argument \"to_x\": did you mean \"target_x\"?"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":1,\"y\":2,\"button\":\"left\"}}",
         "has no argument \"button\": did you mean \"mouse_button\"?"},
        {"{\"skill\":\"type_text\",\"args\":{\"txet\":\"a\"}}", "has no argument \"txet\": did you mean \"text\"?"},
        {"{\"skill\":\"click_at_position\",\"args\":{\"x\":1,\"y\":2,\"mouse_button\":\"lefty\"}}",
         "mouse_button: no mouse button is called"},
        {"{\"skill\":\"press_button\",\"args\":{\"label\":\"12\"}}", "press_button: label is \"12\" (one of 0 1 2 3"},
        {"{\"skill\":\"press_button\",\"args\":{\"label\":\"×\"}}", "\"label\":\"×\""},
        {"{\"skill\":\"press_key\",\"args\":{\"key\":\"ctrl+c\"}}", "key: no key is called"},
        {"{\"skill\":\"type_text\",\"args\":{\"text\":5}}", "type_text: text is 5 (a text fits)"},
        {"{\"skill\":\"clik_at_position\",\"args\":{}}",
         "there is no skill \"clik_at_position\" (did you mean \"click_at_position\"?)"},
        {"{\"skill\":\"key.press\",\"args\":{}}", "there is no skill"},
        {"{\"skill\":\"pcall\",\"args\":{}}", "there is no skill"},
    };
    g_autoptr(skill_library) lib = library_of("");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(action) a = action_from_json(rows[i].action, strlen(rows[i].action), &error);
        assert_non_null(a);
        bool ok = skill_library_check(lib, a, &error);
        g_autofree char *got = ok ? action_to_json(a) : g_strdup(error->message);
        if (!strstr(got, rows[i].result))
            fail_msg("%s\n  gives %s\n  not   %s", rows[i].action, got, rows[i].result);
    }
}

static void library_param_value__literal_text__is_taken_whole_or_not_at_all(void **state)
{
    (void)state;
    static const struct {
        enum param_type type;
        const char *text;
        bool fits;
    } rows[] = {
        {PARAM_INTEGER, "12", true},    {PARAM_INTEGER, "-3", true},
        {PARAM_INTEGER, "1.5", false},  {PARAM_INTEGER, "", false},
        {PARAM_INTEGER, " 1", false},   {PARAM_INTEGER, "1 ", false},
        {PARAM_INTEGER, "0x10", false}, {PARAM_INTEGER, "99999999999999999999", false},
        {PARAM_INTEGER, "1e3", false},  {PARAM_NUMBER, "1.5", true},
        {PARAM_NUMBER, "1e3", true},    {PARAM_NUMBER, "nan", false},
        {PARAM_NUMBER, "inf", false},   {PARAM_NUMBER, "1e999", false},
        {PARAM_NUMBER, "", false},      {PARAM_NUMBER, "1,5", false},
        {PARAM_BOOLEAN, "true", true},  {PARAM_BOOLEAN, "yes", false},
        {PARAM_STRING, "", true},       {PARAM_STRING, "$(x) a=b", true},
        {PARAM_STRING, "\xff", false},  {PARAM_KEY, "enter", true},
        {PARAM_KEY, "nokey", false},    {PARAM_BUTTON, "left", true},
        {PARAM_BUTTON, "10", false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct param p = {.name = (char *)"p", .type = rows[i].type};
        struct value v = {0};
        g_autoptr(GError) error = NULL;
        if (library_param_value(&p, rows[i].text, &v, &error) != rows[i].fits)
            fail_msg("%s \"%s\"", param_type_name(rows[i].type), rows[i].text);
        g_free(v.string);
    }
}

static void library__restricted__offers_only_what_is_allowed(void **state)
{
    (void)state;
    static const char *const allow[] = {"press_key", "type_text", NULL}, *const deny[] = {"type_text", NULL};
    g_autoptr(skill_library) lib = library_of("");
    skill_library_restrict(lib, allow, deny);
    assert_int_equal(skill_library_all(lib)->len, 1);
    assert_non_null(skill_library_find(lib, "press_key"));
    g_autoptr(action) a = action_new("type_text");
    g_autoptr(GError) error = NULL;
    assert_false(skill_library_check(lib, a, &error));
    assert_non_null(strstr(error->message, "may not be used here"));
}

static void library__doc_comment__is_read_whole_and_replaces_the_earlier(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib = library_of(
        "local x = 1\n\n--- First line,\n-- second line.\n--\n-- Another paragraph.\n-- @param speed number? how fast\n"
        "--   it goes\n-- @param mode string which {slow fast}\n-- @pre it stands\n-- @expect it moves\n-- @effect 1\n"
        "function go(speed, mode)\n    wait(1)\nend\n"
        "--- Replaced.\n-- @param key key a key\nfunction release_key(key) wait(1) end\n");
    const skill *go = skill_library_find(lib, "go");
    assert_string_equal(go->doc, "First line, second line.");
    assert_string_equal(go->expect, "it moves");
    assert_int_equal(go->line, 13);
    assert_int_equal(go->params->len, 2);
    const struct param *speed = &g_array_index(go->params, struct param, 0), *mode = &g_array_index(go->params, struct param, 1);
    assert_string_equal(speed->meaning, "how fast it goes");
    assert_true(speed->optional);
    assert_string_equal(mode->meaning, "which");
    assert_string_equal(mode->allowed[1], "fast");
    assert_true(g_str_has_prefix(go->code, "--- First line,\n"));
    assert_true(g_str_has_suffix(go->code, "    wait(1)\nend\n"));
    assert_int_equal(strlen(go->sha256), 64);
    const skill *release = skill_library_find(lib, "release_key");
    assert_string_equal(release->doc, "Replaced.");
    g_autofree char *described = skill_library_describe(lib, NULL);
    assert_non_null(strstr(
        described, "{\"name\":\"go\",\"doc\":\"First line, second line.\",\"params\":[{\"name\":\"speed\",\"type\":\"number\""));
    assert_non_null(strstr(described, "\"pre\":\"it stands\",\"expect\":\"it moves\"}"));
}

/* ---- scripts ---- */

static char *script(const char *source, const char *function, const char *input)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(worker) w = dryrun_script_start("brain.lua", source, function, input, &error);
    assert_non_null(w);
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    while (!worker_poll(w)) {
        g_array_set_size(fds, 0);
        worker_prepare(w, fds);
        gint64 left = (worker_deadline(w) - g_get_monotonic_time()) / 1000 + 1;
        g_poll((GPollFD *)(void *)fds->data, fds->len, (int)MAX(left, 0));
    }
    char *out = dryrun_script_finish(w, &error);
    return out ? out : g_strdup(error->message);
}

static void script__json_in_and_out__keeps_its_shape(void **state)
{
    (void)state;
    static const struct {
        const char *body, *input, *output;
    } rows[] = {
        {"return x", "{\"b\":[1,2.5,\"é\",[],{}],\"a\":{\"n\":null,\"t\":true},\"big\":9007199254740991}",
         "{\"a\":{\"t\":true},\"b\":[1,2.5,\"é\",[],{}],\"big\":9007199254740991}"},
        {"return x", "[]", "[]"},
        {"return x", "[null,1]", "[null,1]"},
        {"return 'text'", "null", "text"},
        {"return {}", "1", "{}"},
        {"return json.array{}", "1", "[]"},
        {"return {1, 2, {a = 1}}", "1", "[1,2,{\"a\":1}]"},
        {"return x.n + 1", "{\"n\":41}", "42"},
        {"return {[1.5] = 1}", "1", "no JSON form: a table whose keys"},
        {"return {a = print}", "1", "'print' is not there"},
        {"return {a = function() end}", "1", "no JSON form: a function"},
        {"local t = {} t.t = t return t", "1", "more than 64 deep"},
        {"return 0/0", "1", "not finite"},
        {"return '\\xff'", "1", "not UTF-8"},
        {"return key", "1", "undeclared global 'key'"},
        {"return screen", "1", "undeclared global 'screen'"},
        {"while true do end", "1", "10,000,000 instructions"},
        {"return string.rep('x', 20000000)", "1", "answer is longer than 4194304 bytes"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *source = g_strdup_printf("function f(x)\n%s\nend\n", rows[i].body);
        g_autofree char *got = script(source, "f", rows[i].input);
        if (!strstr(got, rows[i].output))
            fail_msg("%s\n  gives %.300s\n  not   %s", rows[i].body, got, rows[i].output);
    }
    g_autofree char *missing = script("function f() end", "g", "1");
    assert_non_null(strstr(missing, "brain.lua has no function \"g\""));
    g_autofree char *syntax = script("function f( end", "f", "1");
    assert_non_null(strstr(syntax, "brain.lua:1:"));
}

/* ---- check ---- */

static char *check_of(const char *source, gssize length)
{
    g_autofree char *path = g_build_filename(g_getenv("XDG_DATA_HOME"), "c.lua", NULL);
    g_autoptr(GError) error = NULL;
    g_mkdir_with_parents(g_getenv("XDG_DATA_HOME"), 0700);
    assert_true(g_file_set_contents(path, source, length, NULL));
    g_autoptr(GPtrArray) found = dryrun_check_file(path, NULL, &error);
    if (!found)
        return g_strdup(error->message);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < found->len; i++) {
        const char *line = g_ptr_array_index(found, i);
        assert_true(g_str_has_prefix(line, path)); /* FILE:LINE: what */
        g_string_append_printf(out, "%s%s", i ? "|" : "", line + strlen(path) + 1);
    }
    return g_string_free(out, FALSE);
}

static void check__each_kind_of_finding__is_at_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *source, *findings;
    } rows[] = {
        {"", ""},
        {"-- nothing\n", ""},
        {"--- Fine.\n-- @param x integer x\n-- @param b boolean? b\nfunction f(x, b) click_at_position(x, x) if b then wait(1) "
         "end end\n",
         ""},
        {"--- One.\nfunction one() two() end\n--- Two.\nfunction two() type_text('x') end\n", ""},
        {"function f() end\n", "1: f has no doc comment (--- what it does, right above it)"},
        {"--- F.\n\nfunction f() end\n", "3: f has no doc comment (--- what it does, right above it)"},
        {"--- F.\nfunction f(x) end\n", "2: parameter 'x' of f has no @param"},
        {"--- F.\n-- @param x integer x\nfunction f() end\n", "3: @param x: f has no such parameter"},
        {"--- F.\n-- @param x int x\nfunction f(x) end\n",
         "2: @param x has the unknown type 'int' (there are number, integer, string, boolean, key, button)"},
        {"--- F.\n-- @param x\nfunction f(x) end\n",
         "2: @param needs a name, a type and a meaning: -- @param name type what|3: parameter 'x' of f has no @param"},
        {"--- F.\n-- @returns x\nfunction f() end\n",
         "2: unknown tag @returns (there are @param, @expect, @pre, @effect, @needs)"},
        {"--- F.\nfunction f(...) end\n", "2: f takes '...': a skill's parameters have names"},
        {"--- F.\nfunction f(\n", "3: <name> or '...' expected near <eof>"},
        {"--- F.\nfunction f()\n    foo()\nend\n", "3: undeclared global 'foo' (make it local, or define it before)"},
        {"--- F.\nfunction f()\n    if false then\n        foo()\n    end\nend\n",
         "4: undeclared global 'foo' (make it local, or define it before)"},
        {"--- F.\nfunction f()\n    if 1 == 2 then load('x')() end\nend\n", "3: 'load' is not there: a skill cannot load code"},
        {"--- F.\nfunction f()\n    local n\n    key.press(n.x)\nend\n", "4: attempt to index a nil value (local 'n')"},
        {"--- F.\nfunction f()\n\n    click_at_position(5000, 1)\nend\n",
         "4: mouse.move: 5000,1 is off the screen, which is 1280x720 (0,0 to 1279,719 fits)"},
        {"--- F.\n-- @param b boolean b\nfunction f(b)\n    if not b then error('only when false') end\nend\n",
         "4: only when false"},
        {"--- F.\n-- @param l string l {a b}\nfunction f(l)\n    if l == 'b' then error('only b') end\nend\n", "4: only b"},
        {"--- F.\n-- @param n number? n\nfunction f(n)\n    wait(n + 1)\nend\n",
         "4: attempt to perform arithmetic on a nil value (local 'n')"},
        {"--- F.\nfunction f()\n    while true do end\nend\n", "3: f ran more than 10,000,000 instructions: an endless loop?"},
        {"wait(1)\n", "1: wait works only inside a skill, not while a file is loaded"},
        {"while true do end\n", "1: loading the file ran more than 1,000,000 instructions: an endless loop?"},
        {"--- F.\nfunction f() screen.mark(0) end\n", "2: screen.mark: n is 0 (the number of a mark fits)"},
        {"--- F.\nfunction f() screen.mark(4) end\n", "2: screen.mark: no mark 4 is on the screen (1 mark is there)"},
        {"--- F.\nfunction f() x = 1 end\n",
         "2: undeclared global 'x' (make it local, or define it before)|2: undeclared global 'x' is assigned (make it local)"},
        {"--- F.\nfunction f()\n  loop({seconds = 1, events = 9, keys = {'w'}}, function(t)\n    local p = "
         "screen.find_color(1, 2, 3)\n    return p.x > 3\n  end)\nend\n",
         "5: attempt to index a nil value (local 'p')"},
        {"--- F.\nfunction f()\n  loop({seconds = 1, events = 9, keys = {'w'}}, function(t)\n    local p = "
         "screen.find_text('Go')\n    if p then mouse.move(p.x, p.y) end\n  end)\nend\n",
         "5: mouse.move: the loop would use the pointer, and its budget names no area for it"},
        {"--- F.\nfunction f()\n  local n = 0\n  loop({seconds = 1, events = 9, keys = {'w'}}, function(t)\n    n = n + 1\n    "
         "if "
         "n > 2 then key.press('d') end\n  end)\nend\n",
         "6: key.press: the loop would press the key d, which its budget does not name"},
        {"--- F.\nfunction f()\n  loop({seconds = 1, events = 9, keys = {'w'}}, function(t)\n    pcall(key.press, 'd')\n  "
         "end)\nend\n",
         "4: key.press: the loop would press the key d, which its budget does not name"},
        {"--- F.\nfunction f()\n  loop({seconds = 10, events = 9, keys = {'w'}}, function(t)\n    if t > 9 then t.x = 1 end\n  "
         "end)\nend\n",
         "4: attempt to index a number value (local 't')"},
        {"--- F.\nfunction f()\n  loop({seconds = 10, events = 9, keys = {'w'}}, function(t)\n    while true do end\n  "
         "end)\nend\n",
         "4: f ran more than 10,000,000 instructions: an endless loop?"},
        {"--- F.\nfunction f()\n  loop({seconds = 10, events = 9, keys = {'wheel'}, rect = {5, 5, 9, 9}}, function(t)\n    local "
         "p "
         "= screen.find_icon('i') or screen.find_color(0, 0, 0)\n    if p and screen.changed() > 0.5 then mouse.scroll(1, {x = "
         "p.x, y = p.y}) end\n    return t > 9\n  end)\nend\n--- G.\nfunction g() screen.changed() end\n",
         "10: screen.changed works only in the step of a loop, where the screen is looked at"},
        {"\x1bLua", "1: this is bytecode: a skill file is Lua text"},
        {"--- \xff\n", "1: not UTF-8 text (a zero byte or another encoding: save the file as UTF-8)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *got = check_of(rows[i].source, -1);
        if (strcmp(got, rows[i].findings) != 0)
            fail_msg("%s\n  gives %s\n  not   %s", rows[i].source, got, rows[i].findings);
    }
}

static void check__a_file_of_ten_megabytes__is_refused_by_its_size(void **state)
{
    (void)state;
    g_autofree char *big = g_strnfill(10 * 1024 * 1024, '-');
    g_autofree char *got = check_of(big, -1);
    assert_string_equal(got, "1: the file has 10485760 bytes: a skill file has at most 1 MiB");
    g_autofree char *zero = check_of("--- x\n\0", 7);
    assert_non_null(strstr(zero, "2: not UTF-8 text"));
}

static void check__a_file_that_is_none__is_an_error(void **state)
{
    (void)state;
    static const char *const bad[] = {"/nonexistent/x.lua", "/", "/dev/zero", ""};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(dryrun_check_file(bad[i], NULL, &error));
        assert_non_null(error);
    }
}

static void check__what_ships__is_clean(void **state)
{
    (void)state;
    g_autofree char *folder = g_build_filename(g_getenv("REINS_SOURCE"), "skills", "lib", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    int files = 0;
    for (const char *name; (name = g_dir_read_name(dir));) {
        if (!g_str_has_suffix(name, ".lua"))
            continue;
        files++;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) found = dryrun_check_file(path, NULL, &error);
        if (!found || found->len)
            fail_msg("%s: %s", path, found ? (char *)found->pdata[0] : error->message);
    }
    assert_true(files >= 10);
}

static void note(void *data, gint64 done, gint64 of)
{
    g_string_append_printf(data, "%d/%d ", (int)done, (int)of);
}

/* Each worker's turn is told; one that a limit has ended is one, too. */
static void check__of_more_than_one_turn__tells_how_far_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *bodies[5], *told;
    } rows[] = {{{"wait(1)"}, "0/0 "},
                {{"wait(1)", "while true do end", "wait(1)", "while true do end", "wait(1)"}, "0/0 2/5 4/5 "}};
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "long.lua", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) text = g_string_new(NULL), heard = g_string_new(NULL);
        const struct check_watch watch = {note, heard};
        for (int k = 0; k < 5 && rows[i].bodies[k]; k++)
            g_string_append_printf(text, "--- Number %d.\nfunction long_%d()\n    %s\nend\n", k, k, rows[i].bodies[k]);
        assert_true(g_file_set_contents(path, text->str, -1, NULL));
        g_autoptr(GPtrArray) found = dryrun_check_file(path, &watch, NULL);
        assert_non_null(found);
        assert_string_equal(heard->str, rows[i].told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dryrun__each_api_function__gives_its_events),
        cmocka_unit_test(dryrun__wrong_arguments__name_function_argument_and_what_fits),
        cmocka_unit_test(dryrun__the_screen__is_what_the_engine_saw),
        cmocka_unit_test(dryrun__the_same_seed__gives_the_same_timeline),
        cmocka_unit_test(library_check__arguments__are_converted_or_refused),
        cmocka_unit_test(library_param_value__literal_text__is_taken_whole_or_not_at_all),
        cmocka_unit_test(library__restricted__offers_only_what_is_allowed),
        cmocka_unit_test(library__doc_comment__is_read_whole_and_replaces_the_earlier),
        cmocka_unit_test(script__json_in_and_out__keeps_its_shape),
        cmocka_unit_test(check__each_kind_of_finding__is_at_its_line),
        cmocka_unit_test(check__a_file_of_ten_megabytes__is_refused_by_its_size),
        cmocka_unit_test(check__a_file_that_is_none__is_an_error),
        cmocka_unit_test(check__what_ships__is_clean),
        cmocka_unit_test(check__of_more_than_one_turn__tells_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
