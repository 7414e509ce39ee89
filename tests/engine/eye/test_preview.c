/* When the picture that a console shows is written anew: pictures given here, no display. */
#include "config/line.h"
#include "engine/eye/preview.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define BEAT G_USEC_PER_SEC

struct screen_shown {
    struct preview p;
    line_stream *line;
    char *folder, *path;
};

static void begin(struct screen_shown *s)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    *s = (struct screen_shown){.line = line_stream_new(nothing, nothing), .folder = g_dir_make_tmp("preview.XXXXXX", NULL)};
    s->path = g_build_filename(s->folder, "shown.png", NULL);
}

static void end(struct screen_shown *s)
{
    preview_clear(&s->p);
    line_stream_free(s->line);
    g_remove(s->path);
    g_rmdir(s->folder);
    g_free(s->path);
    g_free(s->folder);
}

/* A dark place of that width on a plain screen is there or not; true: the picture is shown at the next beat. */
static bool comes(struct screen_shown *s, int width, bool there)
{
    frame *f = frame_new(200, 100);
    for (int y = 0; there && y < 16; y++)
        for (int x = 0; x < width; x++)
            f->pixels[(40 + y) * 200 + 60 + x] = 0xffffff;
    g_autoptr(shot) now = recorder_shot_new(f, 0, 0);
    gint64 due = preview_due_us(&s->p, now, BEAT);
    if (due == BEAT)
        preview_tell(&s->p, now, s->path, now, NULL, 0, s->line);
    return due == BEAT;
}

static void caret__goes_to_and_fro__two_pictures(void **state)
{
    (void)state;
    struct screen_shown s;
    begin(&s);
    assert_true(comes(&s, 2, false));
    assert_true(comes(&s, 2, true));
    for (int i = 0; i < 3; i++) {
        assert_false(comes(&s, 2, false));
        assert_false(comes(&s, 2, true));
    }
    end(&s);
}

/* As wide as a letter: the first return may be one that was deleted. */
static void cursor_of_a_terminal__goes_to_and_fro__three_pictures(void **state)
{
    (void)state;
    struct screen_shown s;
    begin(&s);
    assert_true(comes(&s, 10, false));
    assert_true(comes(&s, 10, true));
    assert_true(comes(&s, 10, false));
    for (int i = 0; i < 3; i++) {
        assert_false(comes(&s, 10, true));
        assert_false(comes(&s, 10, false));
    }
    assert_true(comes(&s, 12, true)); /* another picture */
    end(&s);
}

static void what_is_larger__goes_to_and_fro__all_pictures(void **state)
{
    (void)state;
    struct screen_shown s;
    begin(&s);
    for (int i = 0; i < 6; i++)
        assert_true(comes(&s, 60, i % 2));
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caret__goes_to_and_fro__two_pictures),
        cmocka_unit_test(cursor_of_a_terminal__goes_to_and_fro__three_pictures),
        cmocka_unit_test(what_is_larger__goes_to_and_fro__all_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
