/* What the hand sends to a phone, by Debian's adb, as Android's `input` understands it (tests/helper/phone.py). */

#include "engine/hand/hand_phone.h"

#include "engine/hand/hand.h"
#include "skills/timeline/gestures.h"
#include "tests/helper/phone.h"
#include "tests/helper/xvfb.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 240
#define HEIGHT 320
#define ACTS 25        /* SOAK: 1,000 */
#define LIMIT_MS 30000 /* of one act */

static struct xvfb x;
static struct phone_peer phone_peer;
static void *hand;
static const struct hand_ports *ports;

static int start(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    xvfb_start(&x, WIDTH, HEIGHT, NULL);
    phone_start(&phone_peer, NULL); /* its screen is a picture: nothing is pressed on X */
    g_autoptr(frame) f = frame_new_raw(WIDTH, HEIGHT);
    memset(f->pixels, 0, (gsize)WIDTH * HEIGHT * sizeof *f->pixels);
    g_autoptr(GBytes) png = frame_to_png(f, &error);
    g_autofree char *path = g_build_filename(phone_peer.folder, "device", "screen.png", NULL);
    g_file_set_contents(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), NULL);
    hand = hand_phone_link.open(phone_peer.name, NULL, NULL, &error);
    if (!hand)
        g_printerr("%s\n", error->message);
    ports = hand ? hand_phone_link.ports(hand) : NULL;
    return hand ? 0 : 1;
}

static int stop(void **state)
{
    (void)state;
    hand_phone_link.close(hand);
    phone_stop(&phone_peer);
    xvfb_stop(&x);
    return 0;
}

/* ---- acts ---- */

static bool carried_out(const struct timeline_event *e, GError **error)
{
    bool done = false;
    if (!ports->hand.begin(ports->hand.data, e, error))
        return false;
    for (gint64 until = g_get_monotonic_time() + LIMIT_MS * 1000; ports->hand.ended(ports->hand.data, &done, error) && !done;) {
        struct pollfd p = {.fd = hand_phone_link.fd(hand), .events = POLLIN};
        assert_true(p.fd >= 0 && g_get_monotonic_time() < until);
        poll(&p, 1, LIMIT_MS);
    }
    return done;
}

static void does(const struct timeline_event *e)
{
    g_autoptr(GError) error = NULL;
    if (!gestures_fit(e, 0, WIDTH, HEIGHT, &error) || !carried_out(e, &error))
        fail_msg("%s", error->message);
}

static void heard(const char *lines)
{
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, lines);
}

/* The texts that came, joined. */
static char *heard_text(void)
{
    static const char begin[] = "[\"text\", \"", end[] = "\"]";
    g_autofree char *log = phone_log(&phone_peer);
    g_auto(GStrv) lines = g_strsplit(log, "\n", -1);
    GString *all = g_string_new(NULL);
    for (char **line = lines; *line && **line; line++) {
        assert_true(g_str_has_prefix(*line, begin) && g_str_has_suffix(*line, end));
        for (const char *p = *line + strlen(begin); p < *line + strlen(*line) - strlen(end); p++) {
            p += *p == '\\'; /* before a quotation mark or another one: printable ASCII has no other escape */
            g_string_append_c(all, *p);
        }
    }
    return g_string_free(all, FALSE);
}

static void types(const char *text)
{
    const struct timeline_event e = {.type = TIMELINE_TEXT, .text = (char *)text};
    does(&e);
    g_autofree char *came = heard_text();
    assert_string_equal(came, text);
}

/* ---- each arrives as it is ---- */

static void hand__each_sign__is_typed_as_it_is(void **state)
{
    (void)state;
    char all[96] = "";
    for (int c = 0x20; c < 0x7f; c++)
        all[c - 0x20] = (char)c;
    types(all);
    static const char *const texts[] = {"%s", "%%s%s", "100% sure", "%",     "s%s%s s", "it's; reboot",
                                        "'",  "-x",    "$(id)",     "a  b ", " "};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        types(texts[i]);
    g_autofree char *longest = g_strnfill(1700, '%');
    longest[499] = longest[1000] = 's';
    types(longest);
}

static void hand__gestures_and_keys__are_those_of_input(void **state)
{
    (void)state;
    does(&(struct timeline_event){.type = TIMELINE_GESTURE, .x = 1, .y = 2, .to_x = 1, .to_y = 2});
    does(&(struct timeline_event){.type = TIMELINE_GESTURE, .x = 1, .y = 2, .to_x = 1, .to_y = 2, .duration_ms = 900});
    does(&(struct timeline_event){.type = TIMELINE_GESTURE, .x = 239, .y = 319, .to_x = 0, .to_y = 5, .duration_ms = 50});
    does(&(struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = "Return"});
    does(&(struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = "XF86Back"});
    heard("[\"tap\", 1, 2]\n[\"swipe\", 1, 2, 1, 2, 900]\n[\"swipe\", 239, 319, 0, 5, 50]\n[\"key\", \"KEYCODE_ENTER\"]\n"
          "[\"key\", \"KEYCODE_BACK\"]\n");
}

static char *random_text(GRand *chance)
{
    static const char *const hard[] = {"%s", "%", "s", " ", "'", "\"", "\\", "$", "`", ";"};
    GString *text = g_string_new(NULL);
    for (int n = g_rand_int_range(chance, 1, 40); n > 0; n--) {
        if (g_rand_boolean(chance))
            g_string_append_c(text, (char)g_rand_int_range(chance, 0x20, 0x7f));
        else
            g_string_append(text, hard[g_rand_int_range(chance, 0, G_N_ELEMENTS(hard))]);
    }
    return g_string_free(text, FALSE);
}

static void does_random_gesture(GRand *chance)
{
    struct timeline_event e = {.type = TIMELINE_GESTURE};
    e.x = g_rand_int_range(chance, 0, WIDTH);
    e.y = g_rand_int_range(chance, 0, HEIGHT);
    e.duration_ms = g_rand_boolean(chance) ? g_rand_int_range(chance, 1, 3000) : 0;
    e.to_x = e.duration_ms ? g_rand_int_range(chance, 0, WIDTH) : e.x;
    e.to_y = e.duration_ms ? g_rand_int_range(chance, 0, HEIGHT) : e.y;
    does(&e);
    g_autofree char *tap = g_strdup_printf("[\"tap\", %d, %d]\n", e.x, e.y);
    g_autofree char *swipe =
        g_strdup_printf("[\"swipe\", %d, %d, %d, %d, %" G_GINT64_FORMAT "]\n", e.x, e.y, e.to_x, e.to_y, e.duration_ms);
    heard(e.duration_ms ? swipe : tap);
}

static void hand__random_acts__arrive_exactly(void **state)
{
    (void)state;
    const char *set = g_getenv("SEED");
    guint32 seed = set ? (guint32)g_ascii_strtoull(set, NULL, 10) : g_random_int();
    g_autoptr(GRand) chance = g_rand_new_with_seed(seed);
    g_print("SEED=%u\n", seed);
    for (int i = g_getenv("REINS_SOAK") ? 1000 : ACTS; i > 0; i--) {
        g_autofree char *text = random_text(chance);
        if (g_rand_boolean(chance))
            types(text);
        else
            does_random_gesture(chance);
    }
}

/* ---- what goes wrong ---- */

static void fails(const struct timeline_event *e, const char *part)
{
    g_autoptr(GError) error = NULL;
    assert_false(carried_out(e, &error));
    assert_non_null(error);
    if (!strstr(error->message, part))
        fail_msg("\"%s\" is not in: %s", part, error->message);
    ports->hand.stop(ports->hand.data);
}

static const struct timeline_event tap = {.type = TIMELINE_GESTURE, .x = 1, .y = 2, .to_x = 1, .to_y = 2};

static void hand__what_input_refuses__is_said_in_its_words(void **state)
{
    (void)state;
    phone_set(&phone_peer, "refuses",
              "java.lang.SecurityException: Injecting input events requires INJECT_EVENTS permission\n\tat x");
    fails(&tap, "requires INJECT_EVENTS permission  at x");
    phone_set(&phone_peer, "refuses", NULL);
    does(&tap);
    heard("[\"tap\", 1, 2]\n");
}

static void hand__an_act_that_is_stopped__is_not_waited_for(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    bool done = true;
    phone_set(&phone_peer, "stuck", "1");
    assert_true(ports->hand.begin(ports->hand.data, &tap, &error));
    assert_true(ports->hand.ended(ports->hand.data, &done, &error));
    assert_false(done);
    ports->hand.stop(ports->hand.data);
    assert_int_equal(hand_phone_link.fd(hand), -1);
    assert_true(ports->hand.ended(ports->hand.data, &done, &error) && done);
}

static void hand__unplugged__is_an_error_of_the_act(void **state)
{
    (void)state;
    phone_unplug(&phone_peer);
    fails(&tap, "is not there");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand__each_sign__is_typed_as_it_is),
        cmocka_unit_test(hand__gestures_and_keys__are_those_of_input),
        cmocka_unit_test(hand__random_acts__arrive_exactly),
        cmocka_unit_test(hand__what_input_refuses__is_said_in_its_words),
        cmocka_unit_test(hand__an_act_that_is_stopped__is_not_waited_for),
        cmocka_unit_test(hand__unplugged__is_an_error_of_the_act),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
