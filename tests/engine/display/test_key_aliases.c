/* What programs may take a key for in a shortcut, on the keyboard maps that people have. */
#include "engine/display/key_aliases.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct xvfb x;
static Display *dpy;

static char **twins_of(const char *layouts)
{
    const char *const argv[] = {"setxkbmap", "-layout", layouts, NULL};
    assert_int_equal(helper_run(x.display, argv, NULL), 0);
    XSync(dpy, False);
    return key_aliases_read(dpy);
}

static bool has(char *const *twins, const char *key, const char *latin)
{
    for (; *twins; twins += 2)
        if (strcmp(twins[0], key) == 0 && strcmp(twins[1], latin) == 0)
            return true;
    return false;
}

static void twins__layouts(void **state)
{
    (void)state;
    static const struct {
        const char *layouts, *key, *latin;
        bool there;
    } rows[] = {
        {"us,ru", "Cyrillic_tse", "w", true},
        {"us,ru", "Cyrillic_TSE", "W", true},
        {"us,ru", "Cyrillic_yu", "period", true},
        {"us,ru", "w", "q", false},
        {"ru", "Cyrillic_tse", "w", true}, /* no Latin group at all */
        {"ru,fr", "Cyrillic_shorti", "a", true},
        {"ru,fr", "Cyrillic_shorti", "q", true},
        {"gr,us", "Greek_omega", "v", true},
        {"gr", "semicolon", "q", true}, /* the key of q, and the layout has no q */
        {"il", "hebrew_qoph", "e", true},
        {"fr,us", "a", "q", false}, /* fr has a q of its own */
        {"fr", "eacute", "2", true},
        {"us,de", "y", "z", false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(GStrv) twins = twins_of(rows[i].layouts);
        if (has(twins, rows[i].key, rows[i].latin) != rows[i].there)
            fail_msg("%s: %s %s %s", rows[i].layouts, rows[i].key, rows[i].there ? "is not" : "is", rows[i].latin);
    }
}

static void twins__us__none(void **state)
{
    (void)state;
    g_auto(GStrv) twins = twins_of("us");
    if (*twins)
        fail_msg("%s is %s", twins[0], twins[1]);
}

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 320, 240, NULL);
    dpy = XOpenDisplay(x.display);
    return dpy == NULL;
}

static int teardown(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins__layouts),
        cmocka_unit_test(twins__us__none),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
