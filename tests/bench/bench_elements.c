/* What the elements of a program cost: a look as the eye takes it, worker and all, beside a walk of the same tree by pyatspi
 * (elements.py). That all widgets are told, and nothing else, is asserted by engine/eye/test_elements. */
#include "engine/display/display.h"
#include "engine/eye/elements_look.h"
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <stdio.h>

#define ROUNDS 9
#define WAIT_MS 60000

struct tree {
    sandbox *s;
    char *bus;
    guint told;
};

static elements_look *look(const struct tree *t)
{
    elements_look *l = elements_look_new();
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    const eye_observation o = {.frame = {.width = 1280, .height = 1024}, .windows = none};
    elements_look_start_all(l, &o, t->bus);
    elements_look_wait(l);
    return l;
}

/* It tells as many as before. */
static bool rests(void *data)
{
    struct tree *t = data;
    g_autoptr(elements_look) l = look(t);
    const guint before = t->told;
    t->told = elements_look_found(l)->len;
    return t->told > 2 && t->told == before;
}

static void measure(const char *name, struct tree *t)
{
    g_autoptr(GArray) wall = samples_new();
    if (!helper_await(rests, t, WAIT_MS)) {
        g_autoptr(elements_look) l = look(t);
        printf("  %-9s skipped: elements: %s\n", name, elements_look_note(l));
        return;
    }
    for (int i = 0; i < ROUNDS; i++) {
        const double begun = now_ms();
        g_autoptr(elements_look) l = look(t);
        samples_add(wall, now_ms() - begun);
    }
    g_autofree char *script = g_build_filename(g_getenv("REINS_SOURCE"), "tests", "bench", "elements.py", NULL),
                    *rounds = g_strdup_printf("%d", ROUNDS), *out = NULL;
    const char *argv[] = {"/usr/bin/python3", "-B", script, rounds, NULL};
    g_setenv("AT_SPI_BUS_ADDRESS", t->bus, TRUE);
    helper_run(t->s->display, argv, &out);
    g_unsetenv("AT_SPI_BUS_ADDRESS");
    printf("  %-9s %5u elements: %7.1f ms, worker and all; pyatspi: %s", name, t->told, samples_median(wall), out);
}

static void run(const char *name, const char *program, const char *rest)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_dir_make_tmp("elements-XXXXXX", NULL),
                    *command =
                        g_strdup_printf("/usr/bin/python3 -BEs %s/tests/sinks/%s %s", g_getenv("REINS_SOURCE"), program, rest);
    sandbox *s = sandbox_start(dir, 1280, 1024, &error);
    if (s) {
        s->accessible = true;
        g_setenv("XAUTHORITY", s->xauthority, TRUE);
    }
    if (!s || !sandbox_start_desktop(s, "none", NULL, &error) || !sandbox_start_app(s, command, &error)) {
        printf("  %-9s skipped: %s\n", name, error ? error->message : "no desktop");
    } else {
        struct tree t = {.s = s, .bus = sandbox_accessibility_bus(s)};
        measure(name, &t);
        g_free(t.bus);
    }
    if (s)
        sandbox_end(s);
    sandbox_free(s);
}

int main(void)
{
    g_autofree char *layout = g_build_filename(g_get_home_dir(), "layout", NULL),
                    *page = g_strconcat(layout, " --force-renderer-accessibility", NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    run("GTK 3", "layout_gtk.py", layout);
    run("Qt 5", "layout_qt.py", layout);
    run("Chromium", "layout_chromium.py", page);
    run("GTK 3", "elements_gtk.py", "2000");
    return 0;
}
