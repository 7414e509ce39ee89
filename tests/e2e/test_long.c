/* A long run in one sandbox, a dialog opened and closed by every two actions: X clients, descriptors and memory of whoever stays
 * for all of it are at the end what they were after the first fifth. 16 steps; `make soak` takes STEPS=500. */
#include "tests/e2e/driver.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <X11/Xlib.h>
#include <X11/extensions/XRes.h>

#define STEPS 16
#define FIRST 5 /* the part of the steps after which all has been used once */
#define MORE_CLIENTS 0
#define MORE_DESCRIPTORS 0
/* Six pictures, which the eye may have in hand or not. One kept a step would be 29 MB after 14 steps, 840 after 400. */
#define MORE_KB 12288

enum who { ENGINE, EYE, HAND, SERVER, MANAGER, WHO };
static const char *const names[WHO] = {"engine", "eye", "hand", "Xvfb", "openbox"};

struct usage {
    int clients;
    int descriptors[WHO]; /* -1: not to be read, by who is not root */
    int kb[WHO];
};

static int descriptors_of(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/fd", (int)pid);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    int n = dir ? 0 : -1;
    while (dir && g_dir_read_name(dir))
        n++;
    return n;
}

static int kb_in(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? (int)g_ascii_strtoll(at + strlen(name), NULL, 10) : 0;
}

/* Its own memory and its share of what it shares with the X server; libraries are others', too, and their share says nothing. Of
 * a process of reins, which is not dumpable, who is not root sees all that is resident. */
static int kb_of(pid_t pid)
{
    g_autofree char *rollup = g_strdup_printf("/proc/%d/smaps_rollup", (int)pid);
    g_autofree char *status = g_strdup_printf("/proc/%d/status", (int)pid), *text = NULL, *plain = NULL;
    if (g_file_get_contents(rollup, &text, NULL, NULL) && *text)
        return kb_in(text, "\nPss_Anon:") + kb_in(text, "\nPss_Shmem:");
    assert_true(g_file_get_contents(status, &plain, NULL, NULL));
    return kb_in(plain, "\nVmRSS:");
}

static struct usage usage_of(const driver *d)
{
    struct usage u = {0};
    Display *dpy = XOpenDisplay(d->display);
    XResClient *clients = NULL;
    assert_non_null(dpy);
    assert_true(XResQueryClients(dpy, &u.clients, &clients));
    XFree(clients);
    XCloseDisplay(dpy);
    for (int i = 0; i < WHO; i++) {
        pid_t pid = i == ENGINE ? d->pid : child_named(d->pid, names[i]);
        if (pid <= 0)
            fail_msg("no %s", names[i]);
        u.descriptors[i] = descriptors_of(pid);
        u.kb[i] = kb_of(pid);
    }
    return u;
}

static void tell(int step, const struct usage *u)
{
    g_autoptr(GString) line = g_string_new(NULL);
    for (int i = 0; i < WHO; i++)
        g_string_append_printf(line, ", %s %d fds %d kB", names[i], u->descriptors[i], u->kb[i]);
    print_message("%d steps: %d X clients%s\n", step, u->clients, line->str);
}

static int steps(void)
{
    const char *asked = g_getenv("STEPS");
    return asked ? (int)g_ascii_strtoll(asked, NULL, 10) : STEPS;
}

/* AddressSanitizer keeps what was freed, up to 256 MB a process: what is kept here is so little that what is not freed shows. */
static void keep_little_of_what_was_freed(void)
{
    const char *before = g_getenv("ASAN_OPTIONS");
    if (!before)
        return;
    g_autofree char *after = g_strconcat(before, ":quarantine_size_mb=1:thread_local_quarantine_size_kb=64", NULL);
    g_setenv("ASAN_OPTIONS", after, TRUE);
}

static void sandbox__of_many_steps__stays_as_it_was(void **state)
{
    (void)state;
    int last = steps(), first = last / FIRST & ~1, fired = 0; /* both with the dialog closed */
    g_autofree char *task = g_strdup_printf("%d", last + 1), *most = g_strdup_printf("%d", last + 10);
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_build_filename(dir, "long.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, "[profile]\nwindow=Mousepad$\nhome=temporary\n", -1, NULL));
    driver_configure("opener", "");
    keep_little_of_what_was_freed();
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--brain", "opener", "--sandbox", "900x600", "--profile", "long",
                                         "--app", "env -u G_DEBUG mousepad --disable-server", "--max-steps", most, task));
    struct usage before = {0}, after = {0};
    for (bool ended = false; !ended;) {
        driver_listen(d, 100);
        while (d->seen < d->heard->len) {
            const event *e = g_ptr_array_index(d->heard, d->seen++);
            ended = ended || e->kind == EVENT_ENDED;
            if (e->kind == EVENT_ENDED && g_strcmp0(e->end.outcome, "success") != 0)
                fail_msg("%s: %s", e->end.outcome, e->reason);
            fired += e->kind == EVENT_FIRED && g_strcmp0(e->status, "done") == 0;
            if (e->kind != EVENT_PROPOSAL)
                continue;
            if (e->step == first + 1)
                before = usage_of(d);
            if (e->step == last + 1)
                after = usage_of(d);
            driver_approve(d, e);
        }
    }
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    tell(first, &before);
    tell(last, &after);
    assert_true(fired >= last); /* so many dialogs came and went */
    assert_in_range(after.clients, 1, before.clients + MORE_CLIENTS);
    for (int i = 0; i < WHO; i++) {
        if (after.descriptors[i] > before.descriptors[i] + MORE_DESCRIPTORS)
            fail_msg("%s: %d descriptors more", names[i], after.descriptors[i] - before.descriptors[i]);
        if (after.kb[i] > before.kb[i] + MORE_KB)
            fail_msg("%s: %d kB more", names[i], after.kb[i] - before.kb[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sandbox__of_many_steps__stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
