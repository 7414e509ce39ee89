#include "engine/picture/frame.h"
#include "engine/eye/marks.h"
#include "engine/eye/store.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

static frame *noise(int width, int height, guint32 seed)
{
    frame *f = frame_new(width, height);
    for (int i = 0; i < width * height; i++) {
        seed = seed * 1664525u + 1013904223u;
        f->pixels[i] = seed >> 8;
    }
    return f;
}

static frame *plain(int width, int height, guint32 colour)
{
    frame *f = frame_new(width, height);
    for (int i = 0; i < width * height; i++)
        f->pixels[i] = colour;
    return f;
}

static char *folder(void)
{
    char *dir = g_dir_make_tmp("frames-XXXXXX", NULL);
    assert_non_null(dir);
    return dir;
}

static guint files_in(const char *dir)
{
    g_autoptr(GDir) d = g_dir_open(dir, 0, NULL);
    guint n = 0;
    while (d && g_dir_read_name(d))
        n++;
    return n;
}

static char *name_of(int fd)
{
    return g_strdup_printf("/proc/self/fd/%d", fd);
}

static void shared__its_own_hash__mapped(void **state)
{
    (void)state;
    g_autoptr(frame) f = noise(640, 481, 5);
    int fd = frame_share(f, "abc");
    assert_true(fd >= 0);
    g_autofree char *name = name_of(fd);
    g_autoptr(frame) same = frame_open("/nowhere/abc.png", name, NULL);
    close(fd); /* a mapping needs it no more */
    assert_non_null(same);
    assert_true(same->mapped && same->width == 640 && same->height == 481);
    assert_memory_equal(same->pixels, f->pixels, 640 * 481 * 4);
}

/* Whatever is not the sealed memory of that very frame, the file is read instead. */
static void shared__not_that_frame__the_file_is_decoded(void **state)
{
    (void)state;
    g_autofree char *dir = folder(), *hash = NULL, *path = NULL;
    g_autoptr(frame) f = noise(64, 48, 1), other = noise(64, 48, 2);
    assert_true(frame_store(f, dir, &hash, &path, NULL));
    int fds[] = {frame_share(other, "another"), memfd_create("unsealed", MFD_ALLOW_SEALING), frame_share(f, hash), -1};
    char page[4096];
    assert_true(pread(fds[2], page, sizeof page, 0) == sizeof page && write(fds[1], page, sizeof page) == sizeof page &&
                write(fds[1], f->pixels, 64 * 48 * 4) == 64 * 48 * 4);
    for (gsize i = 0; i < G_N_ELEMENTS(fds); i++) {
        g_autofree char *name = name_of(fds[i]);
        g_autoptr(frame) got = frame_open(path, i < 3 ? name : NULL, NULL);
        assert_non_null(got);
        assert_int_equal(got->mapped, i == 2);
        assert_memory_equal(got->pixels, f->pixels, 64 * 48 * 4);
    }
    g_autofree char *gone = name_of(fds[2]);
    for (gsize i = 0; i < 3; i++)
        close(fds[i]);
    g_autoptr(frame) late = frame_open(path, gone, NULL);
    assert_false(late->mapped);
    assert_memory_equal(late->pixels, f->pixels, 64 * 48 * 4);
}

/* Nobody can change it under those who compare with it. */
static void shared__written_to__refused(void **state)
{
    (void)state;
    g_autoptr(frame) f = noise(64, 48, 1);
    int fd = frame_share(f, "abc");
    assert_int_equal(pwrite(fd, "x", 1, 5000), -1);
    assert_int_equal(ftruncate(fd, 0), -1);
    assert_ptr_equal(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), MAP_FAILED);
    close(fd);
}

static void png__round_trip__same_pixels(void **state)
{
    (void)state;
    const int sizes[][2] = {{1, 1}, {7, 3}, {64, 64}, {640, 480}};
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autoptr(frame) f = noise(sizes[i][0], sizes[i][1], (guint32)i);
        GError *error = NULL;
        g_autoptr(GBytes) png = frame_to_png(f, &error);
        assert_non_null(png);
        g_autoptr(frame) back = frame_from_png(png, &error);
        assert_non_null(back);
        assert_int_equal(back->width, f->width);
        assert_memory_equal(back->pixels, f->pixels, (size_t)f->width * (size_t)f->height * 4);
    }
}

static void png__same_pixels__same_bytes(void **state)
{
    (void)state;
    g_autoptr(frame) a = noise(320, 300, 5), b = frame_copy(a);
    g_autoptr(GBytes) one = frame_to_png(a, NULL), two = frame_to_png(b, NULL);
    assert_true(g_bytes_equal(one, two));
}

static void png__not_a_png__refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "P6 1 1 255", "\x89PNG\r\n\x1a\n", "\x89PNG\r\n\x1a\nIHDR"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GBytes) bytes = g_bytes_new_static(texts[i], strlen(texts[i]));
        g_autoptr(GError) error = NULL;
        assert_null(frame_from_png(bytes, &error));
        assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_FORMAT));
    }
}

static void png__cut_anywhere__refused(void **state)
{
    (void)state;
    g_autoptr(frame) f = noise(20, 20, 9);
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    for (gsize n = 0; n + 20 < g_bytes_get_size(png);
         n += 7) { /* the last bytes are the end mark: the pixels are whole before it */
        g_autoptr(GBytes) part = g_bytes_new_from_bytes(png, 0, n);
        g_autoptr(GError) error = NULL;
        assert_null(frame_from_png(part, &error));
        assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_FORMAT));
    }
}

/* A header that promises 16000×16000 pixels in 60 bytes must not make us take a gigabyte. */
static void png__promises_too_much__refused_before_memory(void **state)
{
    (void)state;
    g_autoptr(frame) f = plain(8, 8, 0x112233);
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    gsize n;
    const guint8 *data = g_bytes_get_data(png, &n);
    g_autofree guint8 *copy = g_memdup2(data, n);
    copy[18] = copy[22] = 0x3e; /* width and height 0x3e08 */
    g_autoptr(GBytes) bytes = g_bytes_new(copy, n);
    g_autoptr(GError) error = NULL;
    assert_null(frame_from_png(bytes, &error));
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_FORMAT));
}

static void store__frame__named_by_its_content(void **state)
{
    (void)state;
    g_autofree char *dir = folder();
    g_autoptr(frame) f = noise(50, 40, 1);
    g_autofree char *hash = NULL, *path = NULL, *hash2 = NULL, *path2 = NULL, *bytes = NULL;
    GError *error = NULL;
    assert_true(frame_store(f, dir, &hash, &path, &error));
    assert_true(frame_store(f, dir, &hash2, &path2, &error));
    assert_string_equal(hash, hash2);
    assert_int_equal(files_in(dir), 1);
    gsize length;
    assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
    assert_string_equal(sum, hash);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

/* prune takes old files that no run names: one that was just seen again, and will be named in a moment, is not old. */
static void store__frame_of_long_ago__is_new_again(void **state)
{
    (void)state;
    g_autofree char *dir = folder();
    g_autoptr(frame) f = noise(50, 40, 1);
    g_autofree char *hash = NULL, *path = NULL, *hash2 = NULL, *path2 = NULL;
    const struct utimbuf long_ago = {1000000, 1000000};
    struct stat st;
    assert_true(frame_store(f, dir, &hash, &path, NULL));
    assert_int_equal(utime(path, &long_ago), 0);
    assert_true(frame_store(f, dir, &hash2, &path2, NULL));
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_mtim.tv_sec > g_get_real_time() / G_USEC_PER_SEC - 3600);
}

static void store__half_file_of_that_name__written_anew(void **state)
{
    (void)state;
    g_autofree char *dir = folder();
    g_autoptr(frame) f = noise(50, 40, 2);
    g_autofree char *hash = NULL, *path = NULL, *again = NULL;
    assert_true(frame_store(f, dir, &hash, &path, NULL));
    assert_int_equal(truncate(path, 10), 0);
    g_free(hash);
    assert_true(frame_store(f, dir, &hash, &again, NULL));
    g_autoptr(frame) back = frame_read(again, NULL);
    assert_non_null(back);
}

/* The limit cannot be raised again: in a child. */
static void store__disk_full__one_sentence_and_no_half_file(void **state)
{
    (void)state;
    g_autofree char *dir = folder();
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit = {2000, 2000};
        setrlimit(RLIMIT_FSIZE, &limit);
        g_autoptr(frame) f = noise(200, 200, 3);
        g_autofree char *hash = NULL, *path = NULL;
        g_autoptr(GError) error = NULL;
        bool ok = frame_store(f, dir, &hash, &path, &error);
        bool told = !ok && g_error_matches(error, EYE_ERROR, EYE_ERROR_STORE) && strstr(error->message, "make room");
        _exit(told && files_in(dir) == 0 ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
}

static void store__no_folder__says_so(void **state)
{
    (void)state;
    g_autoptr(frame) f = plain(4, 4, 1);
    g_autofree char *hash = NULL, *path = NULL;
    g_autoptr(GError) error = NULL;
    assert_false(frame_store(f, "/nonexistent/frames", &hash, &path, &error));
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_STORE));
    assert_null(hash);
}

static void crop__over_the_edge__clipped(void **state)
{
    (void)state;
    g_autoptr(frame) f = noise(10, 10, 4);
    g_autoptr(frame) part = frame_crop(f, -3, 8, 5, 9);
    assert_int_equal(part->width, 2);
    assert_int_equal(part->height, 2);
    assert_int_equal(part->pixels[3], f->pixels[9 * 10 + 1]);
    assert_null(frame_crop(f, 10, 0, 5, 5));
    assert_null(frame_crop(f, 0, 0, 0, 5));
    assert_null(frame_crop(f, INT32_MIN, 0, INT32_MAX, 5));
}

static void similarity__counts_pixels_beyond_tolerance(void **state)
{
    (void)state;
    g_autoptr(frame) a = plain(10, 10, 0x808080), b = frame_copy(a), c = plain(10, 9, 0x808080);
    b->pixels[0] = 0x888080;
    b->pixels[1] = 0x808077;
    assert_true(frame_similarity(a, b, 0) == 0.98);
    assert_true(frame_similarity(a, b, 8) == 0.99);
    assert_true(frame_similarity(a, b, 9) == 1);
    assert_true(frame_similarity(a, c, 255) == 0);
}

static void icon__in_noise__found_exactly_where_it_is(void **state)
{
    (void)state;
    g_autoptr(frame) f = noise(400, 300, 6);
    g_autoptr(frame) icon = frame_crop(f, 371, 268, 29, 32);
    g_autoptr(GArray) found = icon_find(f, icon);
    assert_int_equal(found->len, 1);
    assert_int_equal(g_array_index(found, struct screen_icon, 0).x, 371);
    assert_int_equal(g_array_index(found, struct screen_icon, 0).y, 268);
    icon->pixels[100] ^= 1;
    g_autoptr(GArray) none = icon_find(f, icon);
    assert_int_equal(none->len, 0);
}

static void icon__twice_on_a_plain_screen__both_found(void **state)
{
    (void)state;
    g_autoptr(frame) f = plain(200, 100, 0xffffff), icon = plain(8, 8, 0xffffff);
    icon->pixels[27] = 0;
    f->pixels[10 * 200 + 20] = f->pixels[90 * 200 + 150] = 0;
    g_autoptr(GArray) found = icon_find(f, icon);
    assert_int_equal(found->len, 2);
    assert_int_equal(g_array_index(found, struct screen_icon, 1).x, 147);
    assert_int_equal(g_array_index(found, struct screen_icon, 1).y, 87);
}

static void icon__larger_than_the_screen__not_found(void **state)
{
    (void)state;
    g_autoptr(frame) f = noise(20, 20, 7), icon = noise(21, 5, 7);
    g_autoptr(GArray) found = icon_find(f, icon);
    assert_int_equal(found->len, 0);
}

static void icon__of_one_colour__refused(void **state)
{
    (void)state;
    g_autoptr(frame) flat = plain(16, 16, 0x123456), tiny = noise(3, 3, 1), fit = noise(4, 4, 1);
    assert_non_null(icon_refused(flat));
    assert_non_null(icon_refused(tiny));
    assert_null(icon_refused(fit));
}

static void frame_changed__counts_and_surrounds_what_differs(void **state)
{
    (void)state;
    g_autoptr(frame) a = frame_new(9, 7), b = frame_new(9, 7), other = frame_new(9, 6);
    int x = -1, y = -1, width = -1, height = -1;
    assert_int_equal(frame_changed(a, b, &x, &y, &width, &height), 0);
    assert_true(x == 0 && y == 0 && width == 0 && height == 0);
    b->pixels[2 * 9 + 7] = 1;
    b->pixels[5 * 9 + 3] = 1;
    b->pixels[5 * 9 + 4] = 1;
    assert_int_equal(frame_changed(a, b, &x, &y, &width, &height), 3);
    assert_true(x == 3 && y == 2 && width == 5 && height == 4);
    assert_int_equal(frame_changed(a, other, &x, &y, &width, &height), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_changed__counts_and_surrounds_what_differs),
        cmocka_unit_test(shared__its_own_hash__mapped),
        cmocka_unit_test(shared__not_that_frame__the_file_is_decoded),
        cmocka_unit_test(shared__written_to__refused),
        cmocka_unit_test(png__round_trip__same_pixels),
        cmocka_unit_test(png__same_pixels__same_bytes),
        cmocka_unit_test(png__not_a_png__refused),
        cmocka_unit_test(png__cut_anywhere__refused),
        cmocka_unit_test(png__promises_too_much__refused_before_memory),
        cmocka_unit_test(store__frame__named_by_its_content),
        cmocka_unit_test(store__frame_of_long_ago__is_new_again),
        cmocka_unit_test(store__half_file_of_that_name__written_anew),
        cmocka_unit_test(store__disk_full__one_sentence_and_no_half_file),
        cmocka_unit_test(store__no_folder__says_so),
        cmocka_unit_test(crop__over_the_edge__clipped),
        cmocka_unit_test(similarity__counts_pixels_beyond_tolerance),
        cmocka_unit_test(icon__in_noise__found_exactly_where_it_is),
        cmocka_unit_test(icon__twice_on_a_plain_screen__both_found),
        cmocka_unit_test(icon__larger_than_the_screen__not_found),
        cmocka_unit_test(icon__of_one_colour__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
