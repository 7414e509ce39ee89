/* A store is for its owner: made so, kept so, and said where it is not. */

#include "tests/memory/common.h"

#include "memory/privacy.h"

#include <sys/stat.h>
#include <unistd.h>

static void assert_said(const char *path, const char *part)
{
    g_autofree char *said = memory_others_see(path);
    if (!part) {
        assert_null(said);
        return;
    }
    assert_non_null(said);
    if (!strstr(said, part) || !strstr(said, "chmod go-rwx"))
        fail_msg("said: %s", said);
}

static void privacy__store__made_and_closed_by_who_writes(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir(), *file = g_build_filename(dir, "memory.sqlite", NULL),
                    *wal = g_strconcat(file, "-wal", NULL);
    mode_t mask = umask(0);
    memory *m = open_store(dir);
    add_story(m);
    umask(mask);
    const char *const paths[] = {dir, file, wal};
    struct stat info;
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
        assert_int_equal(stat(paths[i], &info), 0);
        assert_int_equal(info.st_mode & 077, 0);
    }
    assert_said(dir, NULL);
    memory_close(m);
    assert_int_equal(chmod(dir, 0755), 0);
    assert_int_equal(chmod(file, 0644), 0);
    memory_close(open_store(dir));
    assert_said(dir, NULL);
}

static void privacy__open_to_others__said_of_what_is_worst(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir(), *file = g_build_filename(dir, "memory.sqlite", NULL),
                    *frames = g_build_filename(dir, "frames", NULL);
    memory_close(open_store(dir));
    assert_int_equal(chmod(file, 0644), 0);
    assert_said(dir, NULL); /* nobody gets there */
    assert_said(file, "(mode 0644)");
    assert_int_equal(chmod(dir, 0755), 0);
    assert_said(dir, "memory.sqlite is open");
    assert_int_equal(chmod(file, 0600), 0);
    assert_int_equal(chmod(frames, 0750), 0);
    assert_said(dir, "frames is open to others (mode 0750)");
    assert_int_equal(chmod(frames, 0700), 0);
    assert_said(dir, "(mode 0755)");
    assert_said("/nowhere/at/all", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(privacy__store__made_and_closed_by_who_writes),
        cmocka_unit_test(privacy__open_to_others__said_of_what_is_worst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
