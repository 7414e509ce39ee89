/* Task files: what they say, and what is wrong with them. */
#include "config/config.h"
#include "config/task_file.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static task_file *read_text(const char *text, GError **error)
{
    return task_file_parse(text, strlen(text), "/t/save.ini", NULL, error);
}

static void file__with_all_kinds__is_read(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(task_file) t = read_text("[task]\ninstruction=save it\napp=mousepad a.txt\nmax_steps=7\nmax_minutes=1.5\n"
                                       "reward=r.lua\ngroup=text\n"
                                       "[world]\nname=small\ninventory=stick 2; iron_ingot 3\nlimit=600\n"
                                       "[start text]\nfile=a.txt\ntext=one\\ntwo\n"
                                       "[start copy]\nfile=sub/b.txt\nfrom=b.txt\n"
                                       "[start git]\ncommand=git init\n"
                                       "[check saved]\nfile=a.txt\ntext=^three$\n"
                                       "[check same]\nfile=/x/b.txt\nsame_as=want.txt\n"
                                       "[check said]\nwords=3 files\n"
                                       "[check closed]\nwindow=Save As\nabsent=true\n"
                                       "[check red]\npixels=1,2,30,40\ncolor=#ff0080\nshare=0.5\n"
                                       "[check like]\npixels=0,0,8,8\npicture=p.png\n"
                                       "[check run]\ncommand=test -s a.txt\n",
                                       &error);
    assert_null(error);
    assert_string_equal(t->instruction, "save it");
    assert_string_equal(t->app, "mousepad a.txt");
    assert_int_equal(t->max_steps, 7);
    assert_true(t->max_minutes > 1.49 && t->max_minutes < 1.51);
    assert_true(t->home_temporary);
    assert_string_equal(t->reward_path, "/t/r.lua");
    assert_string_equal(t->group, "text");
    assert_true(t->world.given);
    assert_string_equal(t->world.inventory, "stick 2; iron_ingot 3");
    assert_null(t->world.biome);
    assert_int_equal(t->world.limit, 600);
    const struct task_start *s = t->starts->pdata[0], *copy = t->starts->pdata[1], *git = t->starts->pdata[2];
    assert_string_equal(s->text, "one\ntwo");
    assert_string_equal(copy->from, "/t/b.txt");
    assert_string_equal(git->command, "git init");
    assert_int_equal(t->checks->len, 7);
    const struct task_check *c = t->checks->pdata[0];
    assert_int_equal(c->kind, TASK_CHECK_FILE);
    assert_string_equal(c->text, "^three$");
    assert_string_equal(((struct task_check *)t->checks->pdata[1])->same_as, "/t/want.txt");
    assert_true(((struct task_check *)t->checks->pdata[3])->absent);
    c = t->checks->pdata[4];
    assert_int_equal(c->color, 0xff0080);
    assert_int_equal(c->height, 40);
    assert_int_equal(((struct task_check *)t->checks->pdata[5])->color, -1);
    assert_string_equal(((struct task_check *)t->checks->pdata[5])->picture, "/t/p.png");
}

/* A blank at either end is written \s: a bare one belongs to the line. */
static void start__text__keeps_its_blanks(void **state)
{
    static const char *const cases[][2] = {
        {" world\\n", "world\n"}, {"\\sworld\\s\\n", " world \n"}, {"a\\\\s\\s7\\ttab", "a\\s 7\ttab"}, {"\\s\\s", "  "}};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = g_strdup_printf("[task]\ninstruction=x\n[start a]\nfile=a\ntext=%s\n", cases[i][0]);
        g_autoptr(task_file) t = read_text(text, &error);
        assert_null(error);
        assert_string_equal(((const struct task_start *)t->starts->pdata[0])->text, cases[i][1]);
    }
}

/* Each is one sentence with the line. */
static void file__that_is_wrong__is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "has no group [task]"},
        {"[task]\n", "save.ini:1: [task] has no instruction"},
        {"[task]\ninstruction=x\nmax_step=3\n", "save.ini:3: [task] max_step: no such key: did you mean"},
        {"[task]\ninstruction=x\nmax_steps=many\n", "whole number"},
        {"[task]\ninstruction=x\ninstruction=y\n", "is set twice"},
        {"[task]\ninstruction=x\n[checks a]\nfile=a\n", "no such group"},
        {"[task]\ninstruction=x\n[check]\nfile=a\n", "needs a name"},
        {"[task]\ninstruction=x\n[check a]\nfile=a\nwindow=b\n", "exactly one of"},
        {"[task]\ninstruction=x\n[check a]\nabsent=true\n", "exactly one of"},
        {"[task]\ninstruction=x\n[check a]\nwindow=b\ntext=c\n", "text: belongs to a check of file"},
        {"[task]\ninstruction=x\n[check a]\nwords=(\n", "words: "},
        {"[task]\ninstruction=x\n[check a]\npixels=1,2,3\ncolor=#000000\n", "X,Y,WIDTH,HEIGHT"},
        {"[task]\ninstruction=x\n[check a]\npixels=1,2,3,4\n", "either color or picture"},
        {"[task]\ninstruction=x\n[check a]\npixels=1,2,3,4\ncolor=red\n", "#rrggbb"},
        {"[task]\ninstruction=x\n[page a]\nwindow=b\n", "has no score"},
        {"[task]\ninstruction=x\n[page a]\nscore=1\n", "exactly one of"},
        {"[task]\ninstruction=x\n[page a]\nscore=high\nwindow=b\n", "score: "},
        {"[task]\ninstruction=x\n[check a]\nscore=1\nwindow=b\n", "score: no such key"},
        {"[task]\ninstruction=x\n[page a]\nscore=1\nwindow=b\ntext=c\n", "text: belongs to a check of file"},
        {"[task]\ninstruction=x\n[start a]\nfile=../a\ntext=x\n", "below the program's folder"},
        {"[task]\ninstruction=x\n[start a]\nfile=/a\ntext=x\n", "below the program's folder"},
        {"[task]\ninstruction=x\n[start a]\nfile=a\ntext=C:\\dir\n", "\\d means nothing"},
        {"[task]\ninstruction=x\n[start a]\nfile=a\ntext=end\\\n", "means nothing"},
        {"[task]\ninstruction=x\n[world small]\nlimit=1\n", "[world] has no name"},
        {"[task]\ninstruction=x\n[world]\nlimit=-2\n", "limit: "},
        {"[task]\ninstruction=x\n[start a]\nfile=a\n", "either from or text"},
        {"[task]\ninstruction=x\n[start a]\nfile=a\ntext=x\ncommand=c\n", "either file or command"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(task_file) t = read_text(bad[i].text, &error);
        assert_null(t);
        if (!strstr(error->message, bad[i].says))
            fail_msg("no \"%s\" in: %s", bad[i].says, error->message);
    }
}

static void load__reads_its_script__and_misses_what_is_not_there(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_dir_make_tmp("reins-task-XXXXXX", NULL), *path = g_build_filename(dir, "t.ini", NULL);
    g_autofree char *lua = g_build_filename(dir, "r.lua", NULL);
    g_file_set_contents(path, "[task]\ninstruction=x\nreward=r.lua\n", -1, NULL);
    g_autoptr(task_file) none = task_file_load(path, &error);
    assert_null(none);
    assert_non_null(strstr(error->message, "r.lua: there is no such file"));
    g_clear_error(&error);
    g_file_set_contents(lua, "function reward() return 1 end\n", -1, NULL);
    g_autoptr(task_file) t = task_file_load(path, &error);
    assert_non_null(t);
    assert_string_equal(t->reward, "function reward() return 1 end\n");
    g_file_set_contents(path, "[task]\ninstruction=x\n[check a]\nfile=a\nsame_as=b\n", -1, NULL);
    g_autoptr(task_file) missing = task_file_load(path, &error);
    assert_null(missing);
    assert_non_null(strstr(error->message, "b, and there is no such file"));
    g_remove(lua);
    g_remove(path);
    g_rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file__with_all_kinds__is_read),
        cmocka_unit_test(file__that_is_wrong__is_refused_with_its_place),
        cmocka_unit_test(start__text__keeps_its_blanks),
        cmocka_unit_test(load__reads_its_script__and_misses_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
