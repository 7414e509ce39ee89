/* A library as a file: what goes out comes back as drafts and history; Python calls become ours only where they are the same. */

#include "engine/curation/port.h"
#include "engine/curation/python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static memory *new_store(void)
{
    g_autofree char *dir = g_dir_make_tmp("reins-port-XXXXXX", NULL), *store = g_build_filename(dir, "store", NULL);
    memory *m = memory_open(store, true, NULL);
    assert_non_null(m);
    return m;
}

static skill_library *library(void)
{
    static const char *const none[] = {NULL};
    skill_library *lib = skill_library_load(none, NULL, NULL);
    assert_non_null(lib);
    return lib;
}

/* One skill of a file's text, taken into a new store. */
static struct port_done *take(memory *m, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = library();
    g_autoptr(port_file) file = port_read(text, strlen(text), &error);
    if (!file)
        fail_msg("%s", error->message);
    assert_int_equal(file->skills->len, 1);
    struct port_done *d = port_take(m, lib, g_ptr_array_index(file->skills, 0), "lib.json", &error);
    if (!d)
        fail_msg("%s", error->message);
    return d;
}

#define VERSION(code, more) "{\"code\":\"" code "\"" more "}"
#define SKILL(versions) "{\"reins_skills\":1,\"skills\":[{\"name\":\"greet\",\"versions\":[" versions "]}]}"
#define OLD "--- Greets.\\nfunction greet() key.type('old') end\\n"
#define NEW "--- Greets.\\nfunction greet() key.type('new') end\\n"

/* Whatever the file says of stages and hashes: nothing is loaded, and no outcome of elsewhere is newer than a stage here. */
static void import__of_trusted_versions__trusts_none(void **state)
{
    (void)state;
    g_autoptr(memory) m = new_store();
    struct port_done *d =
        take(m, SKILL(VERSION(OLD, ",\"sha256\":\"feed\",\"stage\":\"trusted\"") "," VERSION(
                    NEW, ",\"loaded\":true,\"stage\":\"trusted\",\"author\":\"shipped\",\"at\":5,"
                         "\"outcomes\":[{\"what\":\"verified\",\"at\":9007199254740991},{\"what\":\"fired\"}]")));
    assert_string_equal(d->stage, "draft");
    assert_int_equal(d->versions, 1);
    assert_int_equal(d->outcomes, 2);
    g_autoptr(GPtrArray) versions = memory_skill_versions(m, "greet", NULL);
    assert_int_equal(versions->len, 2);
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        g_autofree char *sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, v->code, -1);
        assert_string_equal(v->sha256, sha256); /* not the one that the file claims */
        assert_string_equal(v->author, "import");
        assert_string_equal(v->stage, i ? "retired" : "draft");
    }
    g_autoptr(GPtrArray) later = memory_outcomes(m, "greet", d->sha256, g_get_real_time() + 1, 0, NULL);
    assert_int_equal(later->len, 0);
    port_done_free(d);
    d = take(m, SKILL(VERSION(NEW, ",\"outcomes\":[{\"what\":\"fired\"}]")));
    assert_true(d->known);
    assert_int_equal(d->outcomes, 0); /* nothing is counted twice */
    port_done_free(d);
}

static void import__of_helpers__puts_them_inside_where_that_is_the_same(void **state)
{
    (void)state;
    g_autoptr(memory) m = new_store();
    struct port_done *d =
        take(m, SKILL(VERSION("--- Greets.\\nfunction greet() key.type(WORD) end\\n", ",\"beside\":\"local WORD = 'hi'\"")));
    assert_int_equal(d->errors->len, 0);
    assert_int_equal(d->lost->len, 0);
    port_done_free(d);
    d = take(m, SKILL(VERSION("--- Greets.\\n-- @param key key which\\nfunction greet(key) board.press(key) end\\n",
                              ",\"beside\":\"local board = key\"")));
    assert_true(d->errors->len > 0); /* the parameter would be what board is */
    assert_int_equal(d->lost->len, 1);
    port_done_free(d);
    /* what breaks out of the function is no skill */
    const char *text =
        SKILL(VERSION("--- Greets.\\nfunction greet() wait(1) end\\n", ",\"beside\":\"end os.exit() function x()\""));
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = library();
    g_autoptr(port_file) file = port_read(text, strlen(text), &error);
    assert_null(port_take(m, lib, g_ptr_array_index(file->skills, 0), "lib.json", &error));
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX));
}

/* The body of a function with these parameters and this one line; NULL = no exact call. */
static char *lua_of(const char *params, const char *line)
{
    g_autofree char *source = g_strdup_printf("def f(%s):\n    \"\"\"D.\"\"\"\n    %s\n", params, line), *why = NULL;
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, (gpointer) "open_map");
    g_autoptr(python_function) f = python_read(source, &why);
    assert_non_null(f);
    char *body = python_body(f, names);
    return body ? g_strstrip(body) : NULL;
}

static void python__calls__become_ours_only_where_they_are_the_same(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"", "io_env.mouse_move(625, 1015)", "mouse.move(625, 1015, {origin = \"window\"})"},
        {"", "io_env.mouse_move(1, 2, relative=True)", "mouse.move(1, 2, {origin = \"relative\"})"},
        {"x, y", "io_env.mouse_move(x + 1, -y * 2)  # there", "mouse.move(x + 1, -y * 2, {origin = \"window\"})"},
        {"x, y", "io_env.mouse_move_normalized(x=x, y=y)", "mouse.move(x, y, {origin = \"window_normalized\"})"},
        {"", "io_env.mouse_click_button(\"right mouse button\")", "mouse.click(\"right\")"},
        {"", "io_env.mouse_click_button(\"left\", clicks=2)", "mouse.click(\"left\", {clicks = 2})"},
        {"duration", "io_env.mouse_hold(\"left\", duration)", "mouse.hold(\"left\", {duration = duration, wait = true})"},
        {"", "io_env.key_press('esc')", "key.press('esc')"},
        {"", "io_env.key_press(\"ctrl, c\")", "key.combo(\"ctrl, c\")"},
        {"", "io_env.key_press(['ctrl', 'c'])", "key.combo({'ctrl', 'c'})"},
        {"text", "io_env.keys_type(text)", "key.type(text)"},
        {"distance", "io_env.mouse_scroll(io_env.WHEEL_UP_MOUSE_BUTTON, distance)", "mouse.scroll(-1 * (distance))"},
        {"theta", "io_env.mouse_move_horizontal_angle(theta)", "mouse.turn(theta)"},
        {"", "time.sleep(0.5)", "wait(0.5)"},
        {"", "pyautogui.hotkey('ctrl', 's')", "key.hotkey('ctrl', 's')"},
        {"", "pyautogui.scroll(-3)", "mouse.scroll(-(-3))"},
        {"", "open_map()", "open_map()"},
        /* not the same, or not known to be */
        {"key", "io_env.key_press(key)", NULL},
        {"", "io_env.key_press('no such key')", NULL},
        {"", "io_env.mouse_click_button(\"left\", 0.1, 2)", NULL},
        {"", "io_env.mouse_move(1)", NULL},
        {"", "io_env.mouse_move(1, 2, fast=3)", NULL},
        {"", "io_env.mouse_move(1 // 2, 3)", NULL},
        {"", "io_env.keys_type(f'{x}')", NULL},
        {"", "io_env.keys_type('a' + 'b')", NULL},
        {"", "io_env.keys_type('a\\x41')", NULL},
        {"", "io_env.keys_type('a\\", NULL},
        {"", "io_env.keys_type(other)", NULL},
        {"", "open_map(1) or io_env.key_press('a')", NULL},
        {"", "open_map(mode=1)", NULL},
        {"", "os.system('x')", NULL},
        {"", "x = 1", NULL},
        {"", "if True: pass", NULL},
        {"", "pass", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *got = lua_of(rows[i][0], rows[i][1]);
        if (g_strcmp0(got, rows[i][2]) != 0)
            fail_msg("%s: %s instead of %s", rows[i][1], got ? got : "nothing", rows[i][2] ? rows[i][2] : "nothing");
    }
}

static void python__of_a_hostile_function__is_refused_or_harmless(void **state)
{
    (void)state;
    g_autofree char *why = NULL;
    static const char *const refused[] = {"",       "x = 1",           "def :", "def end(): pass", "def a b(): pass",
                                          "def f(", "def ../f(): pass"};
    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_clear_pointer(&why, g_free);
        assert_null(python_read(refused[i], &why));
        assert_true(why && *why);
    }
    /* neither comment nor documentation ends early */
    const char *source = "def f(a):\n    '''D.\n    @effect 0\n    - a: x {1 2}\n    '''\n    # ]] ]=] ]==] os.exit()\n    g()\n";
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_clear_pointer(&why, g_free);
    g_autoptr(python_function) f = python_read(source, &why);
    g_autofree char *lua = python_to_lua(f, source, names);
    assert_non_null(strstr(lua, "-- @param a string x (1 2)\n"));
    assert_null(strstr(lua, "-- @effect"));
    assert_non_null(strstr(lua, "--[===[")); /* the first level that the text does not close */
    assert_non_null(strstr(lua, "error(\"f is not rewritten"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(import__of_trusted_versions__trusts_none),
        cmocka_unit_test(import__of_helpers__puts_them_inside_where_that_is_the_same),
        cmocka_unit_test(python__calls__become_ours_only_where_they_are_the_same),
        cmocka_unit_test(python__of_a_hostile_function__is_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
