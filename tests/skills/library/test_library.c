/* Where skills lie, what their text says: layers, named libraries, fingerprint, tokens, uses. */

#include "skills/library/library.h"
#include "skills/library/library_image.h"
#include "skills/lua/lua_tokens.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void put(const char *folder, const char *name, const char *source)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *parent = g_path_get_dirname(path);
    assert_int_equal(g_mkdir_with_parents(parent, 0700), 0);
    assert_true(g_file_set_contents(path, source, -1, NULL));
}

static skill_library *load(const char *const *names, GPtrArray **ret_problems)
{
    g_autoptr(GError) error = NULL;
    skill_library *lib = skill_library_load(names, ret_problems, &error);
    if (!lib)
        fail_msg("%s", error->message);
    return lib;
}

/* Each test has an empty own folder and an empty project. */
static int empty(void **state)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    g_autofree char *data = g_dir_make_tmp("reins-library-XXXXXX", NULL);
    g_autofree char *home = g_path_get_dirname(own);
    assert_int_equal(g_mkdir_with_parents(home, 0700), 0);
    g_autofree char *gone = g_strdup_printf("%s.%s", own, strrchr(data, '-') + 1);
    (void)g_rename(own, gone);
    assert_int_equal(g_chdir(data), 0);
    *state = g_steal_pointer(&data);
    return 0;
}

static int leave(void **state)
{
    g_free(*state);
    return g_chdir("/");
}

static void layers__a_later_one__replaces_and_says_where_it_lies(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN), *project = skill_layer_folder(LAYER_PROJECT);
    put(own, "mine.lua", "--- Own.\nfunction greet() key.type('own') end\n--- Only own.\nfunction only_own() greet() end\n");
    put(project, "ours.lua", "--- Project.\nfunction greet() key.type('project') end\n");
    g_autoptr(skill_library) lib = load(NULL, NULL);
    const skill *greet = skill_library_find(lib, "greet"), *only = skill_library_find(lib, "only_own");
    assert_non_null(greet);
    assert_string_equal(greet->doc, "Project.");
    assert_int_equal(greet->layer, LAYER_PROJECT);
    assert_int_equal(only->layer, LAYER_OWN);
    assert_string_equal(only->uses[0], "greet");
    assert_null(only->uses[1]);
    assert_int_equal(skill_library_find(lib, "press_key")->layer, LAYER_SHIPPED);
    assert_string_equal(skill_library_find(lib, "press_key")->library, "base");
}

static void folders__of_a_name__are_loaded_where_it_is_asked_for(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "gimp/brush.lua", "--- Brush.\nfunction brush() key.press('b') end\n");
    put(own, "gimp/.hidden.lua", "--- Hidden.\nfunction hidden() key.press('b') end\n");
    static const char *const gimp[] = {"gimp?", NULL}, *const all[] = {"*", NULL}, *const none[] = {"xcalc", "nowhere?", NULL};
    g_autoptr(skill_library) with = load(gimp, NULL), every = load(all, NULL);
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) without = load(none, &problems);
    assert_non_null(skill_library_find(with, "brush"));
    assert_string_equal(skill_library_find(with, "brush")->library, "gimp");
    assert_null(skill_library_find(with, "hidden"));
    assert_non_null(skill_library_find(every, "brush"));
    assert_non_null(skill_library_find(every, "press_button"));
    assert_null(skill_library_find(without, "brush"));
    assert_int_equal(problems->len, 0);
}

/* A person's own build is none of a world's business, and the other way round. */
static void a_worlds_names__are_free_elsewhere_and_stay_in_a_world(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    static const char *const world[] = {"world", NULL}, *const all[] = {"*", NULL};
    put(own, "build.lua", "--- Build the project.\nfunction build() key.combo('ctrl+b') end\n");
    put(own, "world/more.lua", "--- Dance.\nfunction dance() world.act('dance') end\n");
    g_autoptr(skill_library) without = load(NULL, NULL), in = load(world, NULL), every = load(all, NULL);
    assert_int_equal(skill_library_find(without, "build")->layer, LAYER_OWN);
    assert_int_equal(skill_library_find(every, "build")->layer, LAYER_OWN);
    assert_int_equal(skill_library_find(in, "build")->layer, LAYER_SHIPPED);
    assert_string_equal(skill_library_find(in, "build")->library, "world");
    assert_non_null(skill_library_find(in, "dance"));
    assert_non_null(skill_library_find(in, "mine"));
}

static void a_library__that_is_nowhere_or_leads_away__is_named(void **state)
{
    (void)state;
    static const char *const names[] = {"nowhere", "../../../etc", NULL};
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) lib = load(names, &problems);
    assert_int_equal(problems->len, 2);
    assert_non_null(strstr(g_ptr_array_index(problems, 0), "nowhere"));
    assert_non_null(strstr(g_ptr_array_index(problems, 1), "plain file name"));
}

static void stamp__changes__with_each_change_of_a_file(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    g_autoptr(skill_library) lib = load(NULL, NULL);
    g_autofree char *before = skill_places_stamp(NULL);
    assert_string_equal(before, skill_library_stamp(lib));
    put(own, "new.lua", "--- A.\nfunction a() wait(1) end\n");
    g_autofree char *added = skill_places_stamp(NULL);
    assert_string_not_equal(before, added);
    put(own, "new.lua", "--- B.\nfunction a() wait(1) end\n"); /* the same size: the time or the inode tells */
    g_autofree char *changed = skill_places_stamp(NULL);
    assert_string_not_equal(added, changed);
}

/* As a program leaves it that copies a file's times with its text: the same place, size and time of change. */
static void stamp__changes__with_a_text_whose_time_was_set_back(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN), *path = g_build_filename(own, "old.lua", NULL);
    put(own, "old.lua", "--- A.\nfunction a() wait(1) end\n");
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    g_autofree char *before = skill_places_stamp(NULL), *after = NULL;
    gint64 end = g_get_monotonic_time() + 10 * G_USEC_PER_SEC; /* the file system's clock ticks in milliseconds */
    do {
        g_free(after);
        FILE *f = fopen(path, "r+e");
        assert_non_null(f);
        assert_true(fputs("--- B.", f) >= 0);
        assert_int_equal(fclose(f), 0);
        assert_int_equal(utimensat(AT_FDCWD, path, (const struct timespec[]){st.st_atim, st.st_mtim}, 0), 0);
        after = skill_places_stamp(NULL);
    } while (g_str_equal(before, after) && g_get_monotonic_time() < end);
    assert_string_not_equal(before, after);
}

static void doc__pre_and_effect__are_read(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "tags.lua",
        "--- Sends the mail.\n-- @pre the mail's window\n-- is open\n-- @effect 3 it cannot be called back\nfunction send_mail() "
        "key.press('enter') end\n--- Odd.\n-- @effect dangerous\nfunction odd() wait(1) end\n--- Odd, too.\n-- @needs luck\n"
        "function odd_too() wait(1) end\n");
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) lib = load(NULL, &problems);
    const skill *s = skill_library_find(lib, "send_mail");
    assert_string_equal(s->pre, "the mail's window is open");
    assert_int_equal(s->effect, 3);
    assert_int_equal(skill_library_find(lib, "press_key")->effect, -1);
    assert_int_equal(problems->len, 2);
    assert_non_null(strstr(g_ptr_array_index(problems, 0), "tags.lua:7: @effect needs a tier"));
    assert_non_null(strstr(g_ptr_array_index(problems, 1), "tags.lua:10: @needs knows one word: manager"));
}

/* Where there is no window manager with keys, no skill is offered that needs one, nor any that leads to such a skill. */
static void restrict_bare__skills_that_need_a_manager__are_kept_back(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "aa.lua",
        "--- A.\nfunction aa() bb() end\n--- B.\nfunction bb() maximize_window() end\n--- C.\nfunction cc() wait(1) end\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = skill_library_load((const char *const[]){"windows", NULL}, NULL, &error);
    static const char *const kept_back[] = {"aa",
                                            "bb",
                                            "go_back_to_target_application",
                                            "maximize_window",
                                            "move_window",
                                            "open_window_menu",
                                            "resize_window",
                                            "switch_window"};
    for (gsize i = 0; i < G_N_ELEMENTS(kept_back); i++)
        assert_non_null(skill_library_find(lib, kept_back[i]));
    g_autoptr(GBytes) image = skill_library_to_image(lib);
    g_autoptr(skill_library) other = skill_library_from_image(image);
    skill_library_restrict_bare(lib);
    skill_library_restrict_bare(other);
    for (gsize i = 0; i < G_N_ELEMENTS(kept_back); i++)
        assert_true(!skill_library_find(lib, kept_back[i]) && !skill_library_find(other, kept_back[i]));
    assert_int_equal(skill_library_kept_back(lib)->len, G_N_ELEMENTS(kept_back));
    assert_true(skill_library_find(lib, "cc") && skill_library_find(lib, "focus_window_at") &&
                skill_library_find(lib, "close_window"));
    g_autoptr(action) a = action_new("switch_window");
    assert_false(skill_library_check(lib, a, &error));
    assert_string_equal(error->message,
                        "the skill \"switch_window\" may not be used here (it needs a window manager with keys, menus "
                        "and title bars: the sandbox has no such)");
}

static char *version_of(const char *source)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "version.lua", source);
    g_autoptr(skill_library) lib = load(NULL, NULL);
    const skill *s = skill_library_find(lib, "aa");
    return s ? g_strdup(s->sha256) : g_strdup("none");
}

static void a_version__is_the_text_and_the_helpers_beside_it(void **state)
{
    (void)state;
    static const char alone[] = "--- A.\nfunction aa() wait(1) end\n";
    static const char with_helper[] = "local function h() wait(1) end\n--- A.\nfunction aa() h() end\n";
    static const struct {
        const char *one, *other;
        bool same;
    } rows[] = {
        {alone, "-- a remark\n\n--- A.\nfunction aa() wait(1) end\n-- another\n", true},
        {alone, "--- A.\nfunction aa() wait(1) end\n--- B.\nfunction bb() wait(1) end\n", true},
        {alone, "--- A.\nfunction aa() wait(2) end\n", false},
        {with_helper, "local function h() wait(1) end -- so\n--- A.\nfunction aa() h() end\n", true},
        {with_helper, "local function h() wait(2) end\n--- A.\nfunction aa() h() end\n", false},
        {with_helper, "function h() wait(1) end\n--- A.\nfunction aa() h() end\n", false},
        {"function h() wait(1) end\n--- A.\nfunction aa() h() end\n", "function h() wait(2) end\n--- A.\nfunction aa() h() end\n",
         false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *one = version_of(rows[i].one), *other = version_of(rows[i].other);
        assert_string_not_equal(one, "none");
        if (g_str_equal(one, other) != rows[i].same)
            fail_msg("%s\n%s", rows[i].one, rows[i].other);
    }
}

static void closure__of_a_skill__holds_all_that_it_leads_to_once(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "chain.lua",
        "--- A.\nfunction aa() bb() cc() end\n--- B.\nfunction bb() cc() aa() end\n--- C.\nfunction cc() press_key('a', 0) end\n"
        "--- D.\nfunction dd() local t = {aa = 1, x = 'bb'} wait(t.cc or 1) end -- aa()\n");
    g_autoptr(skill_library) lib = load(NULL, NULL);
    g_autoptr(GPtrArray) names = skill_library_closure(lib, "aa"), alone = skill_library_closure(lib, "dd");
    assert_int_equal(names->len, 4);
    assert_string_equal(names->pdata[0], "aa");
    assert_string_equal(names->pdata[1], "bb");
    assert_string_equal(names->pdata[2], "cc");
    assert_string_equal(names->pdata[3], "press_key");
    assert_int_equal(alone->len, 1);
    g_autoptr(GPtrArray) nothing = skill_library_closure(lib, "no_such_skill");
    assert_int_equal(nothing->len, 0);
}

/* A helper of its file calls for a skill, too: whoever asks what it leads to must be told. */
static void closure__through_what_its_file_has_beside_skills__is_complete(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "aa.lua", "--- A.\nfunction aa() press_key('a', 0) end\n");
    put(own, "bb.lua", "--- B.\nfunction bb() wait(1) end\n");
    put(own, "helped.lua",
        "local function help() aa() end\n--- Helped.\nfunction helped() help() end\nlocal t = {bb}\n--- Other.\nfunction other() "
        "t[1]() end\n");
    g_autoptr(skill_library) lib = load(NULL, NULL);
    const skill *helped = skill_library_find(lib, "helped");
    g_autofree char *uses = g_strjoinv(" ", helped->uses);
    assert_string_equal(uses, "aa bb");
    g_autoptr(GPtrArray) names = skill_library_closure(lib, "helped");
    assert_int_equal(names->len, 4); /* and press_key */
    skill_library_restrict(lib, NULL, (const char *const[]){"aa", NULL});
    assert_null(skill_library_find(lib, "aa"));
    assert_string_equal(skill_library_find_any(lib, "aa")->name, "aa");
    assert_non_null(skill_library_find(lib, "press_key"));
    skill_library_restrict(lib, NULL, (const char *const[]){"library-base", NULL}); /* all of that file */
    assert_null(skill_library_find(lib, "press_key"));
    assert_non_null(skill_library_find(lib, "bb"));
}

/* "a" and what is reached from it, joined by blanks, where `files` are own files in this order; "none": it is not there. */
static char *led_to(const char *const *files)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    for (int i = 0; files[i]; i++) {
        g_autofree char *name = g_strdup_printf("%c.lua", 'a' + i);
        put(own, name, files[i]);
    }
    g_autoptr(skill_library) lib = load(NULL, NULL);
    g_autoptr(GPtrArray) names = skill_library_closure(lib, "a");
    g_ptr_array_add(names, NULL);
    for (int i = 0; files[i]; i++) {
        g_autofree char *path = g_strdup_printf("%s/%c.lua", own, 'a' + i);
        g_unlink(path);
    }
    return names->len > 1 ? g_strjoinv(" ", (char **)names->pdata) : g_strdup("none");
}

#define NEW "--- New.\nfunction new() wait(1) end\n"

/* However a skill file is written: what one skill runs of another is known before it runs, or the file is not read. */
static void closure__of_a_skill_that_hides_what_it_calls__is_complete(void **state)
{
    (void)state;
    static const struct {
        const char *files[5], *all;
    } rows[] = {
        {{NEW, "--- A.\nfunction a() new() end\n"}, "a new"},
        {{NEW, "--- A.\nfunction a() _ENV['n' .. 'ew']() end\n"}, "none"},
        {{NEW, "--- A.\nfunction a() local e = _ENV e.new() end\n"}, "none"},
        {{NEW, "--- A.\nfunction a() (function(_ENV) new() end)({new = wait}) end\n"}, "none"},
        {{NEW, "local e = getmetatable(_ENV)\n--- A.\nfunction a() e.__index.new() end\n"}, "none"},
        {{NEW, "--- A. Not _ENV.\nfunction a() wait(#'_ENV') end -- _ENV\n"}, "a"},
        /* where Lua sees the end of a text or a comment, and a reader of lines does not */
        {{NEW, "--- A.\nfunction a() local x = 'a\\z\n' new() --'\nend\n"}, "a new"},
        {{NEW, "--- A.\r\nfunction a() local x = 'a\\\r\n' new() --'\r\nend\r\n"}, "a new"},
        {{NEW, "local x = 'a\\\n--- A.\\\n' function a() new() end\n"}, "none"},
        {{NEW, "--[[\n--- A.\n--]] function a() new() end\n"}, "none"},
        {{NEW, "local x\n--- B.\nfunction b() end x = new\n--- A.\nfunction a() x() end\n"}, "a new"},
        /* through what is no skill of another file: without a comment, within another, replaced by a later file */
        {{NEW, "function help() new() end\n", "--- A.\nfunction a() help() end\n"}, "a new"},
        {{NEW, "function help() new() end\n", "function more() help() end\n", "--- A.\nfunction a() more() end\n"}, "a new"},
        {{NEW "--- B.\nfunction b() new() end\n", "--- A.\nfunction a() b() end\n", "--- B.\nfunction b() end\n"}, "a b new"},
        {{NEW "x = 1\n", "local x = 2\n--- A.\nfunction a() wait(x) end\n"}, "a"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *all = led_to(rows[i].files);
        if (!g_str_equal(all, rows[i].all))
            fail_msg("row %zu leads to %s instead of %s:\n%s", i, all, rows[i].all, rows[i].files[1]);
    }
}

static char *version_of_a(const char *helper, const char *caller)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "a.lua", helper);
    put(own, "b.lua", caller);
    g_autoptr(skill_library) lib = load(NULL, NULL);
    const skill *a = skill_library_find(lib, "a");
    assert_non_null(a);
    char *sha256 = g_strdup(a->sha256);
    put(own, "a.lua", "");
    put(own, "b.lua", "");
    return sha256;
}

/* What a skill does through a function of another file that is no skill there is part of its version: a change of it is seen. */
static void a_version__of_a_skill_that_calls_what_is_no_skill__counts_it(void **state)
{
    (void)state;
    static const char calls[] = "--- A.\nfunction a() help() end\n",
                      way[] = "function more() help() end\n--- A.\nfunction a() more() end\n";
    static const char first[] = "function help() wait(1) end\n", other[] = "function help() wait(2) end\n";
    static const char same[] = "-- said\nfunction help()\n  wait(1)\nend\n--- C.\nfunction c() wait(3) end\n";
    for (int i = 0; i < 2; i++) {
        const char *caller = i ? way : calls;
        g_autofree char *one = version_of_a(first, caller), *two = version_of_a(other, caller),
                        *three = version_of_a(same, caller);
        assert_string_not_equal(one, two);
        assert_string_equal(one, three); /* words and other skills are no part of it */
    }
    static const char skill_one[] = "--- Helps.\nfunction help() wait(1) end\n",
                      skill_two[] = "--- Helps.\nfunction help() wait(2) end\n";
    g_autofree char *one = version_of_a(skill_one, calls), *two = version_of_a(skill_two, calls);
    assert_string_equal(one, two); /* a skill has versions of its own */
}

/* So it is with a value that another file set, and with what an earlier file had under the skill's own name. */
static void a_version__of_a_skill_that_takes_from_another_file__counts_it(void **state)
{
    (void)state;
    static const struct {
        const char *first, *other, *caller;
    } rows[] = {
        {"word = 'x'\n", "word = 'y'\n", "--- A.\nfunction a() key.type(word) end\n"},
        {"word = 1\n", "word = 2\n", "local w = word\n--- A.\nfunction a() wait(w) end\n"},
        {"word = 'x'\n", "word = 'y'\n", "word = word .. 'z'\n--- A.\nfunction a() key.type(word) end\n"},
        {"--- A.\nfunction a() wait(1) end\n", "--- A.\nfunction a() wait(2) end\n",
         "local old = a\n--- A.\nfunction a() old() end\n"},
        {"--- B.\nfunction b() wait(1) end\n", "--- B.\nfunction b() wait(2) end\n",
         "local old = b\n--- B.\nfunction b() end\n--- A.\nfunction a() old() end\n"},
        {"function b() wait(1) end\n", "function b() wait(2) end\n",
         "local old = b\nfunction b() old() end\n--- A.\nfunction a() b() end\n"},
    };
    static const char one_b[] = "function b() wait(1) end\nw = 1\n", two_b[] = "function b() wait(2) end\nw = 2\n";
    static const struct {
        const char *caller;
        bool takes;
    } own[] = {
        {"function b() wait(3) end\n--- A.\nfunction a() b() end\n", false}, /* its own, from the first line on */
        {"w = 3\n--- A.\nfunction a() wait(w) end\n", false},
        {"b = function() wait(3) end\n--- A.\nfunction a() b() end\n", false},
        {"w = nil or w\n--- A.\nfunction a() wait(w) end\n", true},
        {"goto s\nfunction b() end\n::s::\nold = {b}\nfunction b() old[1]() end\n--- A.\nfunction a() b() end\n", true},
        {"if b then old = {b} end\nfunction b() old[1]() end\n--- A.\nfunction a() b() end\n", true},
        {"if not b then function b() end end\nold = {b}\nfunction b() old[1]() end\n--- A.\nfunction a() b() end\n", true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *one = version_of_a(rows[i].first, rows[i].caller), *two = version_of_a(rows[i].other, rows[i].caller);
        if (g_str_equal(one, two))
            fail_msg("row %zu: the change is not seen:\n%s", i, rows[i].caller);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(own); i++) {
        g_autofree char *one = version_of_a(one_b, own[i].caller), *two = version_of_a(two_b, own[i].caller);
        if (g_str_equal(one, two) == own[i].takes)
            fail_msg("own row %zu: %s:\n%s", i, own[i].takes ? "the change is not seen" : "another's change counts",
                     own[i].caller);
    }
}

/* What a file keeps for itself is its own: nobody would be told that another, which need have no skill, had changed it. */
static void a_file__that_calls_another_while_it_is_loaded__is_left_out(void **state)
{
    (void)state;
    static const char keeps[] = "local n = 'hello'\n--- Sets.\n-- @param x string what\nfunction set(x) n = x end\n"
                                "--- A.\nfunction a() key.type(n) end\n";
    static const char *const rows[] = {
        "set('replaced')\n",
        "local function f(x) return set(x) end\nf('replaced')\n",
        "coroutine.wrap(set)('replaced')\n",
        "table.sort({'replaced', 'x'}, set)\n",
        "string.gsub('replaced', 'replaced', set)\n",
        "local t = setmetatable({}, {__index = function(_, k) set(k) end})\nlocal x = t.replaced\n",
    };
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    put(own, "a.lua", keeps);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        put(own, "b.lua", rows[i]);
        g_autoptr(GPtrArray) problems = NULL;
        g_autoptr(skill_library) lib = load(NULL, &problems);
        if (problems->len != 1 || !strstr(problems->pdata[0], "b.lua:"))
            fail_msg("row %zu is loaded: %s", i, rows[i]);
        assert_non_null(skill_library_find(lib, "a"));
        if (i == 0)
            assert_non_null(strstr(problems->pdata[0], "b.lua:1: calls a function of another file while it is loaded"));
        assert_null(strstr(skill_library_sources(lib), "replaced")); /* (it names folders, too: longer than mktemp's letters) */
    }
    put(own, "b.lua", "--- B.\nfunction b() set('x') end\n");
    g_autoptr(GPtrArray) none = NULL;
    g_autoptr(skill_library) lib = load(NULL, &none);
    assert_int_equal(none->len, 0);
    put(own, "a.lua", "");
    put(own, "b.lua", "");
}

static void tokens__of_any_text__cover_it_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *text, *kinds;
    } rows[] = {
        {"local x = 0x1p-3 .. 'a\\'b' -- end", "knonosc"},
        {"a.b[ [==[ ]] ]==] ]", "nonoso"},
        {"--[[ long\n]] if", "ck"},
        {"'never ends\nx", "sn"},
        {"[[never\nends", "s"},
        {"1e+5 3..2 .5", "nnn"},
        {"\\ @ \xc3\xa4", "xxxx"},
        {"~= // :: ... <<", "ooooo"},
        {"'a\\z\n \t\r\n b' x", "sn"},
        {"'a\\\r\nb' x", "sn"},
        {"'a\\\nb' x", "sn"},
    };
    static const char letters[] = {[TOKEN_COMMENT] = 'c', [TOKEN_STRING] = 's',   [TOKEN_NUMBER] = 'n', [TOKEN_KEYWORD] = 'k',
                                   [TOKEN_NAME] = 'n',    [TOKEN_OPERATOR] = 'o', [TOKEN_OTHER] = 'x'};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GArray) tokens = lua_tokens(rows[i].text, strlen(rows[i].text));
        g_autoptr(GString) kinds = g_string_new(NULL);
        gsize end = 0;
        for (guint t = 0; t < tokens->len; t++) {
            const struct lua_token *token = &g_array_index(tokens, struct lua_token, t);
            assert_true(token->start >= end && token->length > 0);
            end = token->start + token->length;
            g_string_append_c(kinds, letters[token->kind]);
        }
        assert_true(end <= strlen(rows[i].text));
        assert_string_equal(kinds->str, rows[i].kinds);
    }
}

/* The bounds that stop hostile files leave room for honest ones, many in few files and few in many. */
static void ten_thousand_honest_skills__load_without_a_word(void **state)
{
    (void)state;
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    for (int f = 0, n = 0; f < 100; f++) {
        g_autoptr(GString) text = g_string_new(NULL);
        for (int i = 0; i < 100; i++, n++)
            g_string_append_printf(
                text,
                "--- Opens panel %d of the settings and waits until it is drawn.\n-- @param x integer from the left\n"
                "-- @param text string what is typed\n-- @expect panel %d is shown\n"
                "function panel_%d(x, text)\n    mouse.click(x, 5)\n    key.type(text)\nend\n\n",
                n, n, n);
        g_autofree char *name = g_strdup_printf("f%d.lua", f);
        put(own, name, text->str);
    }
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(skill_library) lib = load(NULL, &problems);
    if (problems->len)
        fail_msg("%u problems: %s", problems->len, (char *)problems->pdata[0]);
    assert_true(skill_library_all(lib)->len > 10000);
    assert_non_null(skill_library_find(lib, "panel_0"));
    assert_non_null(skill_library_find(lib, "panel_9999"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(layers__a_later_one__replaces_and_says_where_it_lies, empty, leave),
        cmocka_unit_test_setup_teardown(folders__of_a_name__are_loaded_where_it_is_asked_for, empty, leave),
        cmocka_unit_test_setup_teardown(a_worlds_names__are_free_elsewhere_and_stay_in_a_world, empty, leave),
        cmocka_unit_test_setup_teardown(a_library__that_is_nowhere_or_leads_away__is_named, empty, leave),
        cmocka_unit_test_setup_teardown(stamp__changes__with_each_change_of_a_file, empty, leave),
        cmocka_unit_test_setup_teardown(stamp__changes__with_a_text_whose_time_was_set_back, empty, leave),
        cmocka_unit_test_setup_teardown(doc__pre_and_effect__are_read, empty, leave),
        cmocka_unit_test_setup_teardown(restrict_bare__skills_that_need_a_manager__are_kept_back, empty, leave),
        cmocka_unit_test_setup_teardown(a_version__is_the_text_and_the_helpers_beside_it, empty, leave),
        cmocka_unit_test_setup_teardown(closure__of_a_skill__holds_all_that_it_leads_to_once, empty, leave),
        cmocka_unit_test_setup_teardown(closure__through_what_its_file_has_beside_skills__is_complete, empty, leave),
        cmocka_unit_test_setup_teardown(closure__of_a_skill_that_hides_what_it_calls__is_complete, empty, leave),
        cmocka_unit_test_setup_teardown(ten_thousand_honest_skills__load_without_a_word, empty, leave),
        cmocka_unit_test_setup_teardown(a_version__of_a_skill_that_calls_what_is_no_skill__counts_it, empty, leave),
        cmocka_unit_test_setup_teardown(a_version__of_a_skill_that_takes_from_another_file__counts_it, empty, leave),
        cmocka_unit_test_setup_teardown(a_file__that_calls_another_while_it_is_loaded__is_left_out, empty, leave),
        cmocka_unit_test(tokens__of_any_text__cover_it_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
