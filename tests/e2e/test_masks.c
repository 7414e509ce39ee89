/* What a profile masks is in no file of the store and in no request to a model, whatever it shows and wherever it moves. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "engine/picture/frame.h"
#include "memory/memory.h"
#include "tests/engine/brain/mock_http.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SECRET 0xc0ffee /* the masked window */
#define OTHER 0xfacade  /* what it blinks with */
#define CORNER 0xbadcab /* what lies in the masked rectangle */

static struct xvfb x;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

static char *plan(const char *actions, const char *outcome)
{
    g_autofree char *body = g_strdup_printf("{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"reasoning\\\":\\\"r\\\","
                                            "\\\"actions\\\":[%s],\\\"outcome\\\":\\\"%s\\\"}\"}],\"stop_reason\":\"end_turn\","
                                            "\"usage\":{\"input_tokens\":9,\"output_tokens\":9}}",
                                            actions, outcome);
    return mock_response("200 OK", "Content-Type: application/json\r\n", body);
}

static void assert_clean(GBytes *png, const char *where)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) f = frame_from_png(png, &error);
    if (!f)
        fail_msg("%s: %s", where, error->message);
    for (gsize i = 0; i < (gsize)f->width * (gsize)f->height; i++)
        if (f->pixels[i] == SECRET || f->pixels[i] == OTHER || f->pixels[i] == CORNER)
            fail_msg("%s: the pixel at %zu,%zu shows what is masked", where, i % (gsize)f->width, i / (gsize)f->width);
}

/* The store knows of each picture where it is black: F4 and a replay show that. */
static void assert_masks_kept(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autoptr(memory) m = dir ? memory_open(dir, false, &error) : NULL;
    g_autoptr(GPtrArray) runs = m ? memory_runs(m, NULL, 1, &error) : NULL;
    const struct memory_run *run = runs && runs->len ? runs->pdata[0] : NULL;
    g_autoptr(GPtrArray) frames = run ? memory_frames(m, run->id, 0, &error) : NULL;
    assert_true(frames && frames->len >= 3);
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        if (!f->masked || !strstr(f->masked, "120,80]"))
            fail_msg("the %s of step %d: %s", f->role, (int)f->step, f->masked ? f->masked : "nothing");
    }
}

/* All pictures in the requests; how many. */
static guint assert_requests_clean(const char *asked)
{
    guint n = 0;
    for (const char *at = asked; (at = strstr(at, "iVBORw0KGgo")); n++) {
        gsize length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="), bytes;
        g_autofree char *text = g_strndup(at, length);
        guchar *png = g_base64_decode(text, &bytes);
        g_autoptr(GBytes) data = g_bytes_new_take(png, bytes);
        assert_clean(data, "a request");
        at += length;
    }
    return n;
}

/* All pictures below a folder; how many. */
static guint assert_folder_clean(const char *folder)
{
    guint n = 0;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *bytes = NULL;
        gsize length;
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            n += assert_folder_clean(path);
        } else if (g_str_has_suffix(name, ".png") && g_file_get_contents(path, &bytes, &length, NULL)) {
            g_autoptr(GBytes) png = g_bytes_new_take(g_steal_pointer(&bytes), length);
            assert_clean(png, path);
            n++;
        }
    }
    return n;
}

static void masks__of_a_run__are_in_no_file_and_no_request(void **state)
{
    (void)state;
    g_autofree char *apps = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", NULL);
    g_autofree char *file = g_build_filename(apps, "masked.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(apps, 0700), 0);
    assert_true(g_file_set_contents(file,
                                    "[profile]\nwindow=^button$\nmask_windows=^secret\n"
                                    "[mask corner]\nx=0\ny=0\nwidth=60\nheight=40\n",
                                    -1, NULL));
    sink *button = sink_start(x.display, "button", 200, 200, 100, 60, 0x336699),
         *corner = sink_start(x.display, "corner", 0, 0, 60, 40, CORNER),
         *secret = sink_start(x.display, "secret letter", 400, 100, 120, 80, SECRET);
    sink_blink(secret, 0, 0, 120, 40, 90);
    const char *click = "{\\\"skill\\\":\\\"click_at_position\\\",\\\"args\\\":[{\\\"name\\\":\\\"x\\\",\\\"value\\\":250},{"
                        "\\\"name\\\":\\\"y\\\",\\\"value\\\":230}],\\\"expectation\\\":\\\"\\\",\\\"reason\\\":\\\"r\\\"}";
    char *answers[] = {plan(click, "continue"), plan(click, "continue"), plan("", "success")};
    struct mock_step steps[G_N_ELEMENTS(answers)];
    for (gsize k = 0; k < G_N_ELEMENTS(answers); k++)
        steps[k] = (struct mock_step){MOCK_ANSWER, answers[k]};
    struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\nsettle_timeout_ms=600\nrecord_fps=20\n[brain small]\n"
                                           "kind=anthropic\nurl=http://127.0.0.1:%d\nmodel=m\nstream=false\n",
                                           server.port);
    driver_configure("gate", ini);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--profile", "masked", "--display", x.display,
                                         "--brain", "small", "press the button"));
    for (int i = 0; i < 2; i++) {
        const event *card = driver_await(d, EVENT_PROPOSAL);
        driver_approve(d, card);
        driver_await_where(d, EVENT_FIRED, "done");
        sink_move(secret, 400, 260 + 100 * i, 120, 80); /* while it is looked at */
        sink_fill(button, 10, 10, 40, 40, 0x112233 + (guint32)i);
    }
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    int n;
    g_autofree char *asked = mock_requests(&server, &n);
    assert_int_equal(n, 3);
    assert_true(assert_requests_clean(asked) >= 3);
    assert_true(assert_folder_clean(g_getenv("XDG_DATA_HOME")) >= 3);
    assert_masks_kept();
    driver_free(d);
    mock_stop(&server);
    for (gsize k = 0; k < G_N_ELEMENTS(answers); k++)
        g_free(answers[k]);
    sink_stop(secret);
    sink_stop(corner);
    sink_stop(button);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks__of_a_run__are_in_no_file_and_no_request),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
