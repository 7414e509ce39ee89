/* The campaign of hostile skills: made from a seed (tests/helper/hostile.c), each goes through everything that reads skills: the
 * check, the library, the dry run, a policy's and a brain's worker, and now and then the command line. Each must be stopped for
 * its own reason, with file and line; what shipped does what it did; no answer has a control character. `make soak` runs
 * SKILLS=1000 of them (SEED=); here is a sample. */
#include "tests/e2e/driver.h"

#include "skills/dryrun/dryrun.h"
#include "tests/helper/hostile.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

#define SAMPLE 10
#define CLI_EVERY 8

static char *folder;       /* the person's skills */
static char *click_before; /* what click_at_position does when no hostile file is there */
static int n_odd, n_by_time;

static void G_GNUC_PRINTF(2, 3) odd(const struct hostile *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *start = g_utf8_make_valid(h->text, (gssize)MIN(h->length, 400));
    print_error("%s (%s): %.400s\n%s\n", h->family, h->why, what, start);
    n_odd++;
}

static char *path_of(const char *file)
{
    return g_build_filename(folder, file, NULL);
}

/* Instructions, memory and processor time are all limited; on a slow or busy machine the second of time can come first. */
static bool gives_its_reason(const struct hostile *h, const char *text)
{
    if (strstr(text, h->why))
        return true;
    bool by_time = h->kind == HOSTILE_LIMIT && strstr(text, " of processor time");
    n_by_time += by_time;
    return by_time;
}

static const char *line_with(const GPtrArray *lines, const char *what)
{
    for (guint i = 0; i < lines->len; i++) {
        if (strstr(g_ptr_array_index(lines, i), what))
            return g_ptr_array_index(lines, i);
    }
    return lines->len ? g_ptr_array_index(lines, 0) : "nothing";
}

/* The line with the reason, else the one with the other limit. */
static const char *reason_in(const struct hostile *h, const GPtrArray *lines)
{
    const char *line = line_with(lines, h->why);
    return strstr(line, h->why) ? line : line_with(lines, " of processor time");
}

/* "PATH:LINE: … why …", and the line is one of the file. */
static bool names_the_place(const struct hostile *h, const char *line, const char *path)
{
    const char *place = strstr(line, path);
    return place && gives_its_reason(h, line) && place[strlen(path)] == ':' &&
           g_ascii_strtoll(place + strlen(path) + 1, NULL, 10) > 0;
}

static char *digest_of(const skill_library *lib, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = action_new(name);
    if (g_str_equal(name, "click_at_position")) {
        action_set_integer(a, "x", 5);
        action_set_integer(a, "y", 6);
    }
    g_autoptr(screen) blank = screen_new(1280, 720);
    g_autoptr(timeline) t = dryrun(lib, a, blank, 1, 60000, &error);
    return t ? timeline_digest(t) : g_strdup(error->message);
}

/* ---- the ways in ---- */

static void check_names_it(const struct hostile *h, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) found = dryrun_check_file(path, NULL, &error);
    if (!found) {
        odd(h, "not checked: %s", error->message);
        return;
    }
    if (h->kind == HOSTILE_TYPES && found->len)
        odd(h, "the check says: %s", (char *)found->pdata[0]);
    else if (h->kind != HOSTILE_TYPES && !names_the_place(h, reason_in(h, found), path))
        odd(h, "the check says: %s", reason_in(h, found));
}

static void dryrun_stops_it(const struct hostile *h, const skill_library *lib, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) blank = screen_new(1280, 720);
    g_autoptr(timeline) t = dryrun(lib, a, blank, 1, 60000, &error);
    if (h->kind == HOSTILE_TYPES) {
        const struct timeline_event *e = t && t->events->len == 1 ? &g_array_index(t->events, struct timeline_event, 0) : NULL;
        if (!e || g_strcmp0(e->text, h->why) != 0)
            odd(h, "types something else: %s", e && e->text ? e->text : error ? error->message : "no text");
    } else if (t) {
        odd(h, "gives a timeline of %u events", t->events->len);
    } else if (!gives_its_reason(h, error->message) || !strstr(error->message, path)) {
        odd(h, "the dry run says: %s", error->message);
    } else if (error->code != (h->kind == HOSTILE_LIMIT ? SKILLS_ERROR_LIMIT : SKILLS_ERROR_RUNTIME)) {
        odd(h, "the dry run has code %d: %s", error->code, error->message);
    }
}

static void library_stands(const struct hostile *h, const char *path)
{
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = skill_library_load(NULL, &problems, &error);
    if (!lib) {
        odd(h, "no library: %s", error->message);
        return;
    }
    g_autofree char *click = digest_of(lib, "click_at_position");
    if (!g_str_equal(click, click_before) && !g_str_equal(h->why, "has no doc comment"))
        odd(h, "click_at_position is another: %s", click);
    if (!skill_library_find(lib, "fine"))
        odd(h, "the file after it is gone");
    if (h->kind == HOSTILE_FILE) {
        if (!names_the_place(h, reason_in(h, problems), path))
            odd(h, "the library says: %s", reason_in(h, problems));
        return;
    }
    if (problems->len)
        odd(h, "the library says: %s", (char *)problems->pdata[0]);
    dryrun_stops_it(h, lib, path);
}

/* The same body as a policy's or a scripted brain's function. */
static void script_stops_it(const struct hostile *h)
{
    g_autofree char *source = g_strdup_printf("function policy(told)\n%s\nend\n", h->body);
    g_autoptr(GError) error = NULL;
    g_autoptr(worker) w = dryrun_script_start("policy.lua", source, "policy", "{}", &error);
    if (w)
        worker_wait(w);
    g_autofree char *answer = w ? dryrun_script_finish(w, &error) : NULL;
    if (answer)
        odd(h, "the policy answers: %s", answer);
    else if (!gives_its_reason(h, error->message) || !strstr(error->message, "policy"))
        odd(h, "the policy says: %s", error->message);
}

static bool is_clean(const char *text)
{
    for (const char *p = text; *p; p++) {
        if ((guchar)*p < ' ' && *p != '\n')
            return false;
    }
    return g_utf8_validate(text, -1, NULL) && !strstr(text, "\xe2\x80\xae") && !strstr(text, "\xe2\x80\x8b");
}

static void run_command(const struct hostile *h, bool shown, const char *const *words)
{
    g_autofree char *out = NULL, *err = NULL;
    int code = reins_run(NULL, words, &out, &err);
    bool should = h->kind == HOSTILE_TYPES;
    if ((code == 0) != should && !g_str_equal(words[0], "skills"))
        odd(h, "%s %s ends with %d: %s", words[0], words[1], code, err);
    if (shown && !gives_its_reason(h, out) && !gives_its_reason(h, err))
        odd(h, "%s %s does not say why: %s%s", words[0], words[1], out, err);
    if (!is_clean(out) || !is_clean(err))
        odd(h, "%s %s prints what a terminal would obey", words[0], words[1]);
}

static void command_line_says_it(const struct hostile *h, const char *path)
{
    const char *check[] = {"skills", "check", path, NULL}, *list[] = {"skills", "list", NULL},
               *preview[] = {"skills", "preview", "f", NULL}, *run[] = {"do", "--dry-run", "f", NULL};
    run_command(h, h->kind != HOSTILE_TYPES, check);
    run_command(h, false, list);
    if (h->kind != HOSTILE_FILE) {
        run_command(h, h->kind != HOSTILE_TYPES, preview);
        run_command(h, h->kind != HOSTILE_TYPES, run);
    }
}

/* ---- the campaign ---- */

static void hostile_skills__each_is_stopped_for_its_reason(void **state)
{
    (void)state;
    const char *asked = g_getenv("REINS_SOAK") ? g_getenv("SKILLS") : NULL, *seed_text = g_getenv("SEED");
    guint n = asked ? (guint)g_ascii_strtoull(asked, NULL, 10) : SAMPLE;
    guint32 seed = seed_text ? (guint32)g_ascii_strtoull(seed_text, NULL, 10) : 1;
    g_autoptr(GPtrArray) all = hostile_make(seed, n);
    g_autofree char *path = path_of("a_hostile.lua");
    n_odd = 0;
    for (guint i = 0; i < all->len; i++) {
        const struct hostile *h = g_ptr_array_index(all, i);
        assert_true(g_file_set_contents(path, h->text, (gssize)h->length, NULL));
        check_names_it(h, path);
        library_stands(h, path);
        if (h->pure && h->body)
            script_stops_it(h);
        if (i % CLI_EVERY == CLI_EVERY - 1)
            command_line_says_it(h, path);
    }
    g_unlink(path);
    printf("%u hostile skills, seed %u: %d not stopped as they should; %d answers named the time limit first\n", n, seed, n_odd,
           n_by_time);
    assert_int_equal(n_odd, 0);
}

/* ---- what is no file, or none that a person would write ---- */

static void put_socket(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_strlcpy(name.sun_path, path, sizeof name.sun_path);
    assert_int_equal(bind(fd, (struct sockaddr *)&name, sizeof name), 0);
    close(fd);
}

static void put_large(const char *path)
{
    g_autofree char *dashes = g_strnfill(10 * 1024 * 1024, '-');
    assert_true(g_file_set_contents(path, dashes, -1, NULL));
}

static void put_sparse(const char *path)
{
    FILE *f = fopen(path, "we");
    assert_int_equal(ftruncate(fileno(f), (off_t)1 << 40), 0);
    fclose(f);
}

static void odd_files__are_named_and_nothing_waits_for_them(void **state)
{
    (void)state;
    static const char *const names[] = {"a_pipe.lua",  "b_folder.lua", "c_zero.lua", "d_self.lua", "e_gone.lua", "f_socket.lua",
                                        "g_large.lua", "h_sparse.lua", "i_nul.lua",  "j_tty.lua",  "k_proc.lua"};
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        g_ptr_array_add(paths, path_of(names[i]));
    char **p = (char **)paths->pdata;
    assert_int_equal(mkfifo(p[0], 0600), 0);
    assert_int_equal(g_mkdir(p[1], 0700), 0);
    assert_int_equal(symlink("/dev/zero", p[2]), 0);
    assert_int_equal(symlink(p[3], p[3]), 0);
    assert_int_equal(symlink("/nonexistent/x.lua", p[4]), 0);
    put_socket(p[5]);
    put_large(p[6]);
    put_sparse(p[7]);
    assert_true(g_file_set_contents(p[8], "--- F.\nfunction f()\0 end\n", 25, NULL));
    assert_int_equal(symlink("/dev/tty", p[9]), 0);
    assert_int_equal(symlink("/proc/self/environ", p[10]), 0);
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = skill_library_load(NULL, &problems, &error);
    assert_non_null(lib);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GError) unread = NULL;
        g_autoptr(GPtrArray) found = i == 10 ? NULL : dryrun_check_file(p[i], NULL, &unread);
        if (i != 10 && !strstr(line_with(problems, p[i]), p[i]))
            fail_msg("%s: the library says %s", names[i], line_with(problems, p[i]));
        assert_true(i == 10 || unread || (found && found->len > 0));
        assert_int_equal(g_str_equal(names[i], "b_folder.lua") ? g_rmdir(p[i]) : g_unlink(p[i]), 0);
    }
    assert_non_null(skill_library_find(lib, "fine"));
    g_autofree char *click = digest_of(lib, "click_at_position");
    assert_string_equal(click, click_before);
}

static int setup(void **state)
{
    (void)state;
    folder = g_build_filename(g_get_user_data_dir(), "reins", "skills", NULL);
    g_autofree char *fine = path_of("z_fine.lua");
    g_mkdir_with_parents(folder, 0700);
    g_autoptr(skill_library) lib = skill_library_load(NULL, NULL, NULL);
    assert_non_null(lib);
    click_before = digest_of(lib, "click_at_position");
    assert_int_equal(strlen(click_before), 64);
    assert_true(g_file_set_contents(fine, "--- Wait.\nfunction fine() wait(1) end\n", -1, NULL));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(folder);
    g_free(click_before);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_skills__each_is_stopped_for_its_reason),
        cmocka_unit_test(odd_files__are_named_and_nothing_waits_for_them),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
