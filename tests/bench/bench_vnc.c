/* A VNC screen beside X: from a key to the picture that shows it, by the ports of hand and eye, on one Xtigervnc that is both;
 * one picture of it by reins see and by vncsnapshot. */
#include "engine/eye/eye_source.h"
#include "engine/hand/hand_link.h"
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ROUNDS 40
#define PICTURES 10
#define PICTURE_MS 2000
#define KEYSYM_A 0x61

static void on_lost(const char *why, void *data)
{
    (void)data;
    fprintf(stderr, "the display is lost: %s\n", why ? why : "");
    exit(1);
}

/* The next picture that differs; NULL = none comes in time. */
static frame *next_picture(const struct eye_port *eye, const frame *before, double until_ms)
{
    while (now_ms() < until_ms) {
        struct pollfd p = {.fd = eye->fd(eye->data), .events = POLLIN};
        if (!eye->pending(eye->data))
            poll(&p, 1, 1);
        if (eye->tells_changes(eye->data) && !eye->changed(eye->data))
            continue;
        g_autoptr(GError) error = NULL;
        frame *f = eye->grab(eye->data, NULL, 0, before, &error);
        if (error)
            on_lost(error->message, NULL);
        if (f)
            return f;
    }
    return NULL;
}

static void measure_keys(const char *what, const char *display)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_source) source = eye_source_open(display, &error);
    const struct hand_link *link = source ? hand_link_for(display, &error) : NULL;
    void *hand = link ? link->open(display, on_lost, NULL, &error) : NULL;
    struct stroke a;
    if (!hand || !link->ports(hand)->keyboard.load(link->ports(hand)->keyboard.data, &error) ||
        !link->ports(hand)->keyboard.find(link->ports(hand)->keyboard.data, KEYSYM_A, &a)) {
        printf("  %s skipped: %s\n", what, error ? error->message : "no key");
        return;
    }
    const struct hand_port *keys = &link->ports(hand)->hand;
    const struct eye_port *eye = eye_source_eye(source);
    g_autoptr(GArray) times = samples_new();
    g_autoptr(frame) now = next_picture(eye, NULL, now_ms() + PICTURE_MS);
    for (int i = 0; i < ROUNDS; i++) {
        for (frame *later; (later = next_picture(eye, now, now_ms() + 150));) { /* it rests */
            frame_free(now);
            now = later;
        }
        double begun = now_ms();
        keys->key(keys->data, a.keycode, true);
        keys->flush(keys->data);
        frame *after = next_picture(eye, now, begun + PICTURE_MS);
        if (after) {
            samples_add(times, now_ms() - begun);
            frame_free(now);
            now = after;
        }
        keys->key(keys->data, a.keycode, false);
        keys->flush(keys->data);
    }
    printf("  %-8s from a key to the picture: median %5.1f ms, most %5.1f ms   (%u of %d)\n", what, samples_median(times),
           samples_max(times), times->len, ROUNDS);
    link->close(hand);
}

static void measure_picture(const char *what, const char *const *argv)
{
    double wall, cpu;
    if (time_rounds(NULL, argv, PICTURES, &wall, &cpu))
        printf("  %-12s one picture: median %6.1f ms   processor %6.1f ms\n", what, wall, cpu);
}

int main(void)
{
    struct xvfb x;
    setvbuf(stdout, NULL, _IOLBF, 0);
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL),
                    *vnc = g_strconcat("vnc:", socket, NULL), *png = g_build_filename(folder, "see.png", NULL),
                    *jpeg = g_build_filename(folder, "snap.jpg", NULL), *port = g_strdup_printf("%d", 20000 + getpid() % 20000),
                    *far = g_strdup_printf("vnc:localhost::%s", port), *theirs = g_strdup_printf("localhost::%s", port);
    const char *extra[] = {"-rfbport", port, "-localhost", NULL};
    xtigervnc_start_with(&x, 1024, 768, socket, extra);
    helper_spawn(x.display, (const char *const[]){"xterm", "-geometry", "100x40+0+0", "-e", "cat", NULL});
    measure_keys("X", x.display);
    measure_keys("VNC", vnc);
    measure_picture("reins see", (const char *const[]){g_getenv("REINS_BIN"), "see", "--display", far, "--out", png, NULL});
    /* with its own choice of encodings it waits forever for TigerVNC */
    measure_picture("vncsnapshot", (const char *const[]){"vncsnapshot", "-quiet", "-encodings", "raw", theirs, jpeg, NULL});
    xvfb_stop(&x);
    return 0;
}
