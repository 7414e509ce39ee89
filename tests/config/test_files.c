#include "config/config.h"
#include "config/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A home of one test's own. */
struct home {
    char *dir, *config, *data, *run;
};

static void remove_tree(const char *path)
{
    if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
        g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
        for (const char *name; dir && (name = g_dir_read_name(dir));) {
            g_autofree char *child = g_build_filename(path, name, NULL);
            remove_tree(child);
        }
    }
    g_remove(path);
}

static int setup(void **state)
{
    struct home *home = g_new0(struct home, 1);
    home->dir = g_dir_make_tmp("reins-files-XXXXXX", NULL);
    home->config = g_build_filename(home->dir, "config", NULL);
    home->data = g_build_filename(home->dir, "data", NULL);
    home->run = g_build_filename(home->dir, "run", NULL);
    g_setenv("HOME", home->dir, TRUE);
    g_setenv("XDG_CONFIG_HOME", home->config, TRUE);
    g_setenv("XDG_DATA_HOME", home->data, TRUE);
    g_setenv("XDG_RUNTIME_DIR", home->run, TRUE);
    *state = home;
    return home->dir ? 0 : -1;
}

static int teardown(void **state)
{
    struct home *home = *state;
    remove_tree(home->dir);
    g_free(home->dir);
    g_free(home->config);
    g_free(home->data);
    g_free(home->run);
    g_free(home);
    return 0;
}

static void write_file(struct home *home, const char *path, const char *text)
{
    g_autofree char *full = g_build_filename(home->config, "reins", path, NULL);
    g_autofree char *dir = g_path_get_dirname(full);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(full, text, -1, NULL));
}

static mode_t mode_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 07777;
}

/* ---- folders ---- */

static void data_dir__is__made_for_the_owner_only(void **state)
{
    struct home *home = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autofree char *want = g_build_filename(home->data, "reins", NULL);
    assert_string_equal(dir, want);
    assert_int_equal(mode_of(dir), 0700);
    assert_int_equal(chmod(dir, 0755), 0);
    g_autofree char *again = config_data_dir(&error);
    assert_int_equal(mode_of(again), 0700);
}

static void data_dir__refuses__a_file_in_its_place(void **state)
{
    struct home *home = *state;
    g_autoptr(GError) error = NULL;
    assert_true(g_file_set_contents(home->data, "x", -1, NULL));
    assert_null(config_data_dir(&error));
    assert_int_equal(error->code, CONFIG_ERROR_ENVIRONMENT);
    assert_non_null(strstr(error->message, home->data));
}

static void data_dir__ignores__relative_variables(void **state)
{
    struct home *home = *state;
    g_setenv("XDG_DATA_HOME", "relative", TRUE);
    g_autofree char *dir = config_data_dir(NULL);
    g_autofree char *want = g_build_filename(home->dir, ".local/share/reins", NULL);
    assert_string_equal(dir, want);
}

static void runtime_dir__falls_back__when_the_variable_is_of_no_use(void **state)
{
    struct home *home = *state;
    g_autofree char *want = g_build_filename(home->data, "reins", "run", NULL);
    g_autofree char *missing = config_runtime_dir(NULL); /* XDG_RUNTIME_DIR names a folder that is not there */
    assert_string_equal(missing, want);
    assert_int_equal(mode_of(missing), 0700);
    g_unsetenv("XDG_RUNTIME_DIR");
    g_autofree char *unset = config_runtime_dir(NULL);
    assert_string_equal(unset, want);
    g_setenv("XDG_RUNTIME_DIR", home->run, TRUE);
    assert_int_equal(g_mkdir(home->run, 0700), 0);
    g_autofree char *there = config_runtime_dir(NULL);
    g_autofree char *inside = g_build_filename(home->run, "reins", NULL);
    assert_string_equal(there, inside);
}

/* ---- files ---- */

static void file__is__the_users_over_the_shipped(void **state)
{
    struct home *home = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *origin = NULL, *mine = NULL;
    g_autoptr(GBytes) shipped = config_file("apps/xcalc.ini", &origin, &error);
    assert_non_null(shipped);
    assert_string_equal(origin, "shipped:apps/xcalc.ini");
    write_file(home, "apps/xcalc.ini", "[profile]\napp=other\n");
    g_autoptr(GBytes) bytes = config_file("apps/xcalc.ini", &mine, &error);
    assert_memory_equal(g_bytes_get_data(bytes, NULL), "[profile]\napp=other\n", 20);
    assert_true(g_str_has_prefix(mine, home->config));
    g_autoptr(GBytes) absolute = config_file(mine, NULL, &error);
    assert_true(g_bytes_equal(bytes, absolute));
}

static void file__refuses__ways_out_of_the_folder(void **state)
{
    struct home *home = *state;
    write_file(home, "secret", "x");
    static const char *const rows[] = {"apps/../secret", "../reins/secret", "apps//xcalc.ini",   "./secret", "",
                                       "apps/",          "apps/none.ini",   "/nonexistent/file", "apps"};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) bytes = config_file(rows[i], NULL, &error);
        if (bytes || !error)
            fail_msg("\"%s\" was taken", rows[i]);
    }
}

static void file__names__the_nearest(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(config_file("apps/xclac.ini", NULL, &error));
    assert_non_null(strstr(error->message, "did you mean \"xcalc.ini\"?"));
    assert_int_equal(error->code, CONFIG_ERROR_USAGE);
}

static void file__refuses__pipes_and_folders(void **state)
{
    struct home *home = *state;
    write_file(home, "apps/dir.ini/x", "");
    g_autofree char *pipe = g_build_filename(home->config, "reins/apps/pipe.ini", NULL);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    static const char *const rows[] = {"apps/dir.ini", "apps/pipe.ini"};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(config_file(rows[i], NULL, &error));
        assert_non_null(strstr(error->message, "not a regular file"));
        assert_int_equal(error->code, CONFIG_ERROR_FAILED);
    }
}

static void file__limits__its_length(void **state)
{
    struct home *home = *state;
    write_file(home, "apps/long.ini", "");
    g_autofree char *path = g_build_filename(home->config, "reins/apps/long.ini", NULL);
    assert_int_equal(truncate(path, 17 * 1024 * 1024), 0);
    g_autoptr(GError) error = NULL;
    assert_null(config_file("apps/long.ini", NULL, &error));
    assert_non_null(strstr(error->message, "16 MiB"));
}

static void files__lists__both_sorted_once(void **state)
{
    struct home *home = *state;
    write_file(home, "apps/xcalc.ini", "");
    write_file(home, "apps/aaa.ini", "");
    write_file(home, "apps/.hidden.ini", "");
    write_file(home, "apps/folder/x.ini", "");
    g_auto(GStrv) names = config_files("apps");
    g_autofree char *all = g_strjoinv(" ", names);
    assert_string_equal(
        all, "aaa.ini chocolate-doom.ini chromium.ini default.ini mousepad.ini sgt-solo.ini world.ini xcalc.ini xterm.ini");
    g_auto(GStrv) none = config_files("nothing");
    assert_null(none[0]);
}

static void load__reads__the_users_file(void **state)
{
    struct home *home = *state;
    write_file(home, "reins.ini", "[run]\nmax_steps=9\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    assert_int_equal(config_int(cfg, "run", "max_steps"), 9);
    assert_true(g_str_has_prefix(config_path(cfg), home->config));
}

static void load__is_not__stopped_by_an_empty_or_missing_file(void **state)
{
    struct home *home = *state;
    g_autoptr(config) missing = config_load(NULL);
    assert_non_null(missing);
    write_file(home, "reins.ini", "");
    g_autoptr(config) empty = config_load(NULL);
    assert_non_null(empty);
}

static void load__refuses__a_folder_as_file(void **state)
{
    struct home *home = *state;
    write_file(home, "reins.ini/x", "");
    g_autoptr(GError) error = NULL;
    assert_null(config_load(&error));
    assert_int_equal(error->code, CONFIG_ERROR_FAILED);
}

/* ---- profiles ---- */

static void profile__xcalc__is_as_shipped(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(profile) p = profile_for_command("/usr/bin/xcalc -rpn", &error);
    assert_string_equal(p->name, "xcalc");
    assert_string_equal(p->app, "xcalc");
    assert_string_equal(p->skills[0], "xcalc");
    assert_int_equal(p->regions->len, 1);
    const struct profile_region *r = &g_array_index(p->regions, struct profile_region, 0);
    assert_string_equal(r->name, "display");
    assert_true(r->x == 29 && r->y == 8 && r->width == 186 && r->height == 18);
    assert_string_equal(r->whitelist, "0123456789.-+eE");
    assert_true(g_regex_match_simple(p->window, "Calculator", 0, 0) && g_regex_match_simple(p->window, "XCalc", 0, 0));
    assert_false(g_regex_match_simple(p->window, "xterm", 0, 0));
}

static void profile__every_shipped_one__loads(void **state)
{
    (void)state;
    g_auto(GStrv) names = profile_names();
    assert_true(g_strv_length(names) >= 3);
    for (guint i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(profile) p = profile_load(names[i], &error);
        if (!p)
            fail_msg("%s", error->message);
        assert_string_equal(p->name, names[i]);
    }
}

static void profile__for_command__falls_back(void **state)
{
    (void)state;
    static const char *const commands[] = {"unknown-program --flag", "", NULL, "'quoted name' x"};
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autoptr(profile) p = profile_for_command(commands[i], NULL);
        assert_string_equal(p->name, "default");
        assert_null(p->window);
        assert_null(p->app);
        assert_int_equal(g_strv_length(p->mask_windows), 0);
    }
    g_autoptr(GError) error = NULL;
    assert_null(profile_for_command("xcalc 'unfinished", &error));
    assert_int_equal(error->code, CONFIG_ERROR_USAGE);
}

static void profile__refuses__broken_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"[profil]\n", "x:1: [profil] no such group: did you mean \"profile\"?"},
        {"[profile]\nwindo=x\n", "x:2: [profile] windo: no such key: did you mean \"window\"?"},
        {"[profile]\nwindow=(\n", "must be a regular expression"},
        {"[profile]\nmask_windows=a;(\n", "must be a regular expression"},
        {"[profile]\nskills=a, b\n", "must be names separated by ;"},
        {"[profile]\nskills=../x\n", "must be names separated by ;"},
        {"[profile]\nallow=a;b/c\n", "(\"b/c\" is none)"},
        {"[profile]\ntarget_match=2\n", "must be a number from 0.5 to 1"},
        {"[profile]\nmax_hold_s=0\n", "must be a whole number"},
        {"[profile]\nrecord=screen\n", "x:2: [profile] record: must be display, window, or X,Y,WIDTH,HEIGHT"},
        {"[profile]\nrecord=1,2,3\n", "must be display, window, or X,Y,WIDTH,HEIGHT"},
        {"[profile]\nrecord=1,2,0,4\n", "must be display, window, or X,Y,WIDTH,HEIGHT"},
        {"[profile]\nplace=1,2,3\n", "x:2: [profile] place: must be X,Y,WIDTH,HEIGHT"},
        {"[profile]\napp=a\napp=b\n", "set twice"},
        {"[profile x]\n", "has no name"},
        {"[region]\nx=0\ny=0\nwidth=1\nheight=1\n", "needs one word as its name"},
        {"[region a b]\nx=0\ny=0\nwidth=1\nheight=1\n", "needs one word as its name"},
        {"[region r]\nx=0\ny=0\nwidth=1\n", "x:1: [region r] has no height"},
        {"[region r]\nx=0\ny=0\nwidth=0\nheight=1\n", "must be a whole number from 1"},
        {"[region r]\nx=0\ny=0\nwidth=1\nheight=1\nscale=9\n", "from 1 to 8"},
        {"[region r]\nx=a\ny=0\nwidth=1\nheight=1\n", "x:2: [region r] x: must be"},
        {"[icon i]\n", "has no file"},
        {"[icon i]\nfile=\n", "must be given"},
        {"[ignore i]\nfrom=desk\nx=0\ny=0\nwidth=1\nheight=1\n", "must be one of"},
        {"[profile]\nframe_match=1.5\n", "must be a number from 0 to 1"},
        {"[mask m]\nx=-1\ny=0\nwidth=1\nheight=1\n", "from 0 to"},
        {"[mask m]\nx=1\ny=0\nwidth=1\nheight=1\nscale=2\n", "no such key"},
        {"[turn]\nx=1\ny=1\n", "needs one word as its name"},
        {"[turn walking]\nx=1\n", "[turn walking] has no y"},
        {"[turn walking]\nx=1\ny=0\n", "x and y must not be 0"},
        {"[turn walking]\nx=a\ny=1\n", "x:2: [turn walking] x: must be a number"},
        {"no ini", "x:1: "},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(profile) p = profile_parse("x", rows[i].text, strlen(rows[i].text), "x", &error);
        if (p || !strstr(error->message, rows[i].message))
            fail_msg("%s: %s", rows[i].text, error ? error->message : "taken");
    }
}

static void profile__limits__its_items(void **state)
{
    (void)state;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < 65; i++)
        g_string_append_printf(text, "[mask m%d]\nx=0\ny=0\nwidth=1\nheight=1\n", i);
    g_autoptr(GError) error = NULL;
    assert_null(profile_parse("x", text->str, text->len, "x", &error));
    assert_non_null(strstr(error->message, "more than 64"));
}

static void profile__reads__all_it_may_have(void **state)
{
    (void)state;
    const char *text =
        "[profile]\napp=prog -x\nwindow=a{1,2}\nwm=twm\nhome=temporary\ncwd=~/x\n"
        "mask_windows=^Pass; Vault $\ntarget_match=0.9\nskills=a;b\nunnamed=reversible\nrecord=5, 6,7,8\n"
        "allow=click;\ndeny=type_text\n[region r]\nx=-1\ny=2\nwidth=3\nheight=4\n[icon i]\nfile=apps/p/i.png\n"
        "[mask m]\nx=1\ny=2\nwidth=3\nheight=4\n[ignore clock]\nfrom=screen\nx=-9\ny=8\nwidth=7\nheight=6\n"
        "[ignore spinner]\nx=1\ny=2\nwidth=3\nheight=4\n[turn walking]\nx=16.5\ny=10\n[turn aiming]\nx=4\ny=-2.5\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(profile) p = profile_parse("p", text, strlen(text), "p.ini", &error);
    assert_non_null(p);
    assert_string_equal(p->window, "a{1,2}");
    assert_string_equal(p->cwd, "~/x");
    assert_true(p->home_temporary);
    assert_string_equal(p->mask_windows[1], "Vault $");
    assert_string_equal(p->skills[1], "b");
    assert_true(p->unnamed_reversible);
    assert_true(p->record.what == PROFILE_RECORD_AREA && p->record.area.x == 5 && p->record.area.y == 6);
    assert_true(p->record.area.width == 7 && p->record.area.height == 8);
    assert_string_equal(p->allow[0], "click");
    assert_null(p->allow[1]);
    assert_string_equal(g_array_index(p->icons, struct profile_icon, 0).file, "apps/p/i.png");
    assert_int_equal(g_array_index(p->masks, struct profile_mask, 0).height, 4);
    const struct profile_ignore *clock = &g_array_index(p->ignores, struct profile_ignore, 0);
    assert_true(clock->from_screen && clock->x == -9 && clock->y == 8 && clock->width == 7 && clock->height == 6);
    assert_false(g_array_index(p->ignores, struct profile_ignore, 1).from_screen);
    assert_int_equal(p->turns->len, 2);
    assert_string_equal(g_array_index(p->turns, struct profile_turn, 0).name, "walking");
    assert_true(g_array_index(p->turns, struct profile_turn, 1).y == -2.5);
    assert_int_equal(g_array_index(p->regions, struct profile_region, 0).scale, 1);
    assert_null(g_array_index(p->regions, struct profile_region, 0).whitelist);
    g_autoptr(config) cfg = config_load_text(
        "[gate]\ntarget_match=0.7\nframe_match=0.5\npatch_px=10\n[eye]\nsettle_ms=1\n[run]\nmax_hold_s=2\n", NULL);
    profile_fill(p, cfg);
    assert_true(p->target_match == 0.9 && p->frame_match == 0.5); /* its own, and that of reins.ini */
    assert_true(p->patch_px == 10 && p->settle_ms == 1 && p->settle_timeout_ms == 3000 && p->max_hold_s == 2);
}

static void profile__names__those_there_are(void **state)
{
    struct home *home = *state;
    write_file(home, "apps/mine.ini", "[profile]\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(profile) p = profile_load("mine", &error);
    assert_non_null(p);
    assert_null(profile_load("zzzzzz", &error));
    assert_non_null(strstr(error->message, "there are chocolate-doom, chromium, default, mine, mousepad, "));
    assert_int_equal(error->code, CONFIG_ERROR_USAGE);
    assert_null(profile_load("../apps/mine", NULL));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(data_dir__is__made_for_the_owner_only),
        CASE(data_dir__refuses__a_file_in_its_place),
        CASE(data_dir__ignores__relative_variables),
        CASE(runtime_dir__falls_back__when_the_variable_is_of_no_use),
        CASE(file__is__the_users_over_the_shipped),
        CASE(file__refuses__ways_out_of_the_folder),
        CASE(file__names__the_nearest),
        CASE(file__refuses__pipes_and_folders),
        CASE(file__limits__its_length),
        CASE(files__lists__both_sorted_once),
        CASE(load__reads__the_users_file),
        CASE(load__is_not__stopped_by_an_empty_or_missing_file),
        CASE(load__refuses__a_folder_as_file),
        CASE(profile__xcalc__is_as_shipped),
        CASE(profile__every_shipped_one__loads),
        CASE(profile__for_command__falls_back),
        CASE(profile__refuses__broken_files),
        CASE(profile__limits__its_items),
        CASE(profile__reads__all_it_may_have),
        CASE(profile__names__those_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
