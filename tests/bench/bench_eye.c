/* A frame: from the display into memory, into PNG, onto the disk; against what a user would take a screenshot with. */
#include "engine/eye/capture.h"
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROUNDS 15
#define GRABS 60

static const struct size {
    int width, height;
} sizes[] = {{1280, 720}, {1920, 1080}};

/* What a one-shot tool does, in a process of its own: connect, grab, encode, write. */
static int once(const char *display, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(capture) c = capture_open(display, true, &error);
    g_autoptr(frame) f = c ? capture_grab(c, NULL, 0, NULL, &error) : NULL;
    g_autoptr(GBytes) png = f ? frame_to_png(f, &error) : NULL;
    gsize length = 0;
    const char *bytes = png ? g_bytes_get_data(png, &length) : NULL;
    return bytes && g_file_set_contents(file, bytes, (gssize)length, &error) ? 0 : 1;
}

/* Wall time of a frame (median); processor time of ours alone, as is asked of ffmpeg, in *ret_cpu (mean). */
static double grab_ms(const char *display, bool shm, double *ret_cpu)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(capture) c = capture_open(display, shm, &error);
    g_autoptr(GArray) times = samples_new();
    double cpu = processor_ms();
    for (int i = 0; c && i < GRABS; i++) {
        double begun = now_ms();
        g_autoptr(frame) f = capture_grab(c, NULL, 0, NULL, &error);
        if (f)
            samples_add(times, now_ms() - begun);
    }
    *ret_cpu = (processor_ms() - cpu) / GRABS;
    if (!c || times->len == 0)
        printf("  skipped: no frame: %s\n", error ? error->message : "none came");
    return samples_median(times);
}

static double png_ms(const char *display, gsize *ret_length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(capture) c = capture_open(display, true, &error);
    g_autoptr(frame) f = c ? capture_grab(c, NULL, 0, NULL, &error) : NULL;
    g_autoptr(GArray) times = samples_new();
    for (int i = 0; f && i < ROUNDS; i++) {
        double begun = now_ms();
        g_autoptr(GBytes) png = frame_to_png(f, &error);
        samples_add(times, now_ms() - begun);
        *ret_length = g_bytes_get_size(png);
    }
    return samples_median(times);
}

static double kib(const char *file)
{
    struct stat info = {0};
    return stat(file, &info) == 0 ? (double)info.st_size / 1024 : 0;
}

/* One shot to a file: the programs that a user has. `own` is our wall time, for the ratio. */
static void peer(const char *display, const char *what, const char *const *argv, const char *file, const double *own)
{
    double wall = 0, cpu = 0;
    unlink(file);
    if (!time_rounds(display, argv, ROUNDS, &wall, &cpu))
        return;
    printf("  %-34s %7.1f ms wall %7.1f ms processor %7.0f KiB", what, wall, cpu, kib(file));
    if (own[0] > 0)
        printf("   %.2f× ours in wall, %.2f× in processor, %.2f× in size", wall / own[0], cpu / own[1], kib(file) / own[2]);
    printf("\n");
}

/* Frames a second are the same for both: what counts is the processor time of one. */
static void peer_stream(const char *display, const struct size *s, double own_cpu)
{
    g_autofree char *size = g_strdup_printf("%dx%d", s->width, s->height);
    const char *argv[] = {"ffmpeg", "-loglevel", "error",         "-f",        "x11grab", "-framerate", "30",       "-video_size",
                          size,     "-i",        (char *)display, "-frames:v", "90",      "-f",         "rawvideo", "-pix_fmt",
                          "bgr0",   "-y",        "/dev/null",     NULL};
    const char *one[] = {"ffmpeg", "-loglevel", "error",         "-f",        "x11grab", "-framerate", "30",       "-video_size",
                         size,     "-i",        (char *)display, "-frames:v", "1",       "-f",         "rawvideo", "-pix_fmt",
                         "bgr0",   "-y",        "/dev/null",     NULL};
    double wall, cpu, wall_one, cpu_one;
    if (!time_rounds(display, argv, 1, &wall, &cpu) || !time_rounds(display, one, 3, &wall_one, &cpu_one))
        return;
    double frame_cpu = (cpu - cpu_one) / 89;
    printf("  %-34s %7.2f ms processor a frame   %.1f× ours\n", "ffmpeg x11grab 30 fps, raw", frame_cpu, frame_cpu / own_cpu);
}

/* A desktop to look at: programs, text, a coloured picture. */
static void furnish(const char *display, sink **ret_sink)
{
    const char *term[] = {"xterm", "-geometry", "100x40+20+20", "-e", "sh", "-c", "ls -la /usr/bin | head -n 60; exec cat", NULL};
    const char *calc[] = {"xcalc", "-geometry", "+700+40", NULL};
    helper_spawn(display, term);
    helper_spawn(display, calc);
    *ret_sink = sink_start(display, "picture", 760, 360, 480, 340, 0x204060);
    for (int i = 0; i < 400; i++) /* the same picture every time */
        sink_fill(*ret_sink, i * 37 % 470, i * 61 % 330, 3 + i % 40, 3 + i % 23, (guint32)i * 2654435761U & 0xffffff);
    g_autofree char *aside =
        g_build_filename(g_get_home_dir(), "settled.png", NULL); /* never a device: see replaces its target */
    const char *wait[] = {(char *)g_getenv("REINS_BIN"), "see", "--display", display, "--out", aside, NULL};
    double wall, cpu; /* reins see waits until the screen has settled */
    time_program(display, wait, &wall, &cpu);
}

static void measure(const char *self, const struct size *s)
{
    struct xvfb x;
    sink *picture = NULL;
    xvfb_start(&x, s->width, s->height, NULL);
    furnish(x.display, &picture);
    printf(" %d×%d\n", s->width, s->height);
    gsize length = 0;
    double cpu = 0, image_cpu = 0;
    double shm = grab_ms(x.display, true, &cpu), image = grab_ms(x.display, false, &image_cpu), png = png_ms(x.display, &length);
    printf("  %-34s %7.2f ms wall, %.2f ms processor\n", "capture, MIT-SHM, into a frame", shm, cpu);
    printf("  %-34s %7.2f ms                      %.1f× MIT-SHM\n", "capture, XGetImage", image, image / shm);
    printf("  %-34s %7.1f ms %35.0f KiB\n", "PNG of that frame", png, (double)length / 1024);
    peer_stream(x.display, s, cpu);
    g_autofree char *file = g_build_filename(g_get_home_dir(), "shot.png", NULL);
    double own[3] = {0}, none[3] = {0};
    const char *ours[] = {self, "once", x.display, file, NULL};
    time_rounds(x.display, ours, ROUNDS, &own[0], &own[1]);
    own[2] = kib(file);
    printf("  %-34s %7.1f ms wall %7.1f ms processor %7.0f KiB\n", "one shot to PNG: the eye's code", own[0], own[1], own[2]);
    const char *maim1[] = {"maim", "-m", "1", file, NULL}, *maim[] = {"maim", file, NULL}, *scrot[] = {"scrot", file, NULL};
    g_autofree char *size = g_strdup_printf("%dx%d", s->width, s->height);
    const char *ffmpeg[] = {"ffmpeg", "-loglevel", "error",     "-f", "x11grab", "-video_size", size,
                            "-i",     x.display,   "-frames:v", "1",  "-y",      file,          NULL};
    const char *now[] = {(char *)g_getenv("REINS_BIN"), "see", "--display", x.display, "--now", "--out", file, NULL};
    const char *see[] = {(char *)g_getenv("REINS_BIN"), "see", "--display", x.display, "--out", file, NULL};
    peer(x.display, "maim -m 1", maim1, file, own);
    peer(x.display, "maim", maim, file, own);
    peer(x.display, "scrot", scrot, file, own);
    peer(x.display, "ffmpeg x11grab, one frame", ffmpeg, file, own);
    peer(x.display, "reins see --now", now, file, own);
    peer(x.display, "reins see (waits until nothing moves)", see, file, none);
    sink_stop(picture);
    xvfb_stop(&x);
}

int main(int argc, char **argv)
{
    if (argc == 4 && g_str_equal(argv[1], "once"))
        return once(argv[2], argv[3]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++)
        measure(argv[0], &sizes[i]);
    return 0;
}
