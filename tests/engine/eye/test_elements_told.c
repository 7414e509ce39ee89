/* Elements as messages and as marks, and which buses are refused: no display. */
#include "engine/eye/eye.h"
#include "engine/eye/mark_list.h"
#include "engine/picture/shapes.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* ---- messages ---- */

static void request__there_and_back__the_same(void **state)
{
    (void)state;
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    gint64 pid = 4711;
    g_array_append_val(pids, pid);
    const struct elements_request r = {.bus = (char *)"unix:path=/a", .pids = pids, .within_ms = 7};
    struct elements_request back = {0};
    g_autofree char *json = elements_request_to_json(&r);
    assert_true(elements_request_from_json(json, strlen(json), &back, NULL));
    assert_string_equal(back.bus, r.bus);
    assert_int_equal(back.within_ms, 7);
    assert_int_equal(g_array_index(back.pids, gint64, 0), pid);
    elements_request_clear(&back);
}

static void reply__there_and_back__the_same(void **state)
{
    (void)state;
    g_autoptr(GArray) all = elements_new();
    struct element e = {.role = g_strdup("push button"), .name = g_strdup("Save"), .id = "0123456789abcdef", .pid = 9, .x = -3};
    e.top_name = g_strdup("Options");
    e.y = 4, e.width = 5, e.height = 6, e.clickable = e.secret = true;
    g_array_append_val(all, e);
    g_autoptr(GString) text = g_string_new(NULL);
    struct elements_told told = {0};
    elements_reply_to_json(all, &(struct elements_told){.programs = 1, .late = true}, text);
    g_autoptr(GArray) back = elements_reply_from_json(text->str, text->len, &told, NULL);
    assert_non_null(back);
    const struct element *b = &g_array_index(back, struct element, 0);
    assert_true(told.programs == 1 && told.late && !told.cut && b->x == -3 && b->height == 6 && b->clickable && b->secret &&
                !b->focusable);
    assert_string_equal(b->id, e.id);
    assert_string_equal(b->name, "Save");
    assert_string_equal(b->top_name, "Options");
}

static void reply__not_of_the_worker__refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "[]",
                                      "{}",
                                      "{\"elements\":[{}]}",
                                      "{\"elements\":[{\"role\":\"a\",\"name\":\"b\",\"id\":\"01234567890123456789\"}]}",
                                      "{\"elements\":[{\"role\":\"a\",\"name\":\"b\",\"id\":\"1\",\"x\":99999999}]}"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        struct elements_told told = {0};
        g_autoptr(GError) error = NULL;
        assert_null(elements_reply_from_json(bad[i], strlen(bad[i]), &told, &error));
        assert_non_null(error);
    }
}

/* ---- marks of elements ---- */

static void element(GArray *all, const char *role, const char *name, const char *id, struct area at, bool clickable)
{
    struct element e = {.role = g_strdup(role), .name = g_strdup(name), .clickable = clickable, .focusable = !clickable};
    e.x = at.x, e.y = at.y, e.width = at.width, e.height = at.height;
    g_strlcpy(e.id, id, sizeof e.id);
    g_array_append_val(all, e);
}

static char *told(const screen *s)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        g_string_append_printf(out, "%s%d %s %s %s", i ? "; " : "", m->number, m->source, m->kind, m->text);
    }
    return g_string_free(out, FALSE);
}

static void add_word(screen *s, const char *text, int x, int y)
{
    screen_add_word(s, &(struct screen_word){.text = (char *)text, .x = x, .y = y, .width = 30, .height = 12, .confidence = 0.9});
}

static void marks__of_elements__before_words_and_shapes_of_the_same_place(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(800, 600);
    g_autoptr(GArray) elements = elements_new(), shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    const struct shape box = {SHAPE_CHECK, {20, 60, 14, 14}}, alone = {SHAPE_ICON, {400, 60, 20, 20}};
    const struct shape menu = {SHAPE_FIELD, {190, 90, 300, 200}}; /* around three elements: none itself */
    g_array_append_val(shapes, menu);
    g_array_append_val(shapes, box);
    g_array_append_val(shapes, alone);
    element(elements, "panel", "all of it", "1", (struct area){100, 300, 60, 40}, false);
    element(elements, "push button", "Save", "2", (struct area){110, 310, 40, 20}, true); /* in it: one aim */
    element(elements, "check box", "", "3", (struct area){16, 56, 120, 22}, true);
    element(elements, "menu item", "Open", "4", (struct area){200, 100, 100, 24}, true);
    element(elements, "menu item", "Close", "5", (struct area){200, 124, 100, 24}, true); /* near, but another row */
    element(elements, "menu item", "Quit", "6", (struct area){200, 148, 100, 24}, true);
    add_word(s, "Savc", 115, 314);
    add_word(s, "Keep", 40, 60);
    add_word(s, "free", 600, 60);
    mark_list_add(s, shapes, elements);
    g_autoptr(mark_numbers) n = mark_numbers_new();
    mark_numbers_give(n, s);
    g_autofree char *text = told(s);
    assert_string_equal(text,
                        "1 elements check Keep; 2 shapes icon ; 3 words text free; 4 elements button Open; 5 elements button "
                        "Close; 6 elements button Quit; 7 elements button Save");
}

/* A program has told of two of its menus in time: the rest of its bar is no field. */
static void marks__of_a_bar__by_its_elements_and_its_words(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(800, 600);
    g_autoptr(GArray) elements = elements_new(), shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    const struct shape bar = {SHAPE_FIELD, {0, 0, 800, 20}};
    g_array_append_val(shapes, bar);
    element(elements, "menu item", "File", "1", (struct area){4, 0, 40, 20}, true);
    element(elements, "menu item", "Edit", "2", (struct area){44, 0, 40, 20}, true);
    add_word(s, "File", 8, 4);
    add_word(s, "Edit", 48, 4);
    add_word(s, "Help", 96, 4);
    mark_list_add(s, shapes, elements);
    g_autoptr(mark_numbers) n = mark_numbers_new();
    mark_numbers_give(n, s);
    g_autofree char *text = told(s);
    assert_string_equal(text, "1 elements button File; 2 elements button Edit; 3 words text Help");
}

/* It went somewhere else and is called otherwise: a number by place or text would be new. */
static void numbers__of_an_element__by_its_id(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    g_autoptr(GArray) before = elements_new(), after = elements_new();
    g_autoptr(screen) a = screen_new(800, 600), b = screen_new(800, 600);
    element(before, "push button", "Play", "aa", (struct area){100, 100, 40, 20}, true);
    element(before, "push button", "Stop", "bb", (struct area){200, 100, 40, 20}, true);
    element(after, "push button", "Stop", "bb", (struct area){500, 400, 80, 20}, true);
    element(after, "push button", "Play", "cc", (struct area){100, 100, 40, 20}, true); /* another program's, at that place */
    mark_list_add(a, NULL, before);
    mark_numbers_give(n, a);
    mark_list_add(b, NULL, after);
    mark_numbers_give(n, b);
    g_autofree char *first = told(a), *then = told(b);
    assert_string_equal(first, "1 elements button Play; 2 elements button Stop");
    assert_string_equal(then, "2 elements button Stop; 3 elements button Play");
}

/* ---- the bus ---- */

static void connect__what_is_no_bus_of_ours__refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "unix:path=/nonexistent/bus",
                                      "unix:path=/etc/passwd",
                                      "tcp:host=localhost,port=1",
                                      "unix:path=relative",
                                      "unix:abstract=/tmp/x",
                                      "unix:path=/tmp;tcp:host=localhost,port=1"};
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "elements-started", NULL);
    g_autofree char *starts = g_strdup_printf("unixexec:path=/usr/bin/touch,argv1=%s", file);
    for (gsize i = 0; i <= G_N_ELEMENTS(bad); i++) {
        g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
        const struct elements_request r = {(char *)(i < G_N_ELEMENTS(bad) ? bad[i] : starts), pids, 100};
        g_autofree char *json = elements_request_to_json(&r);
        g_autoptr(GError) error = NULL;
        assert_false(elements_worker_connect(json, strlen(json), &error));
        assert_non_null(strstr(error->message, "accessibility bus"));
    }
    assert_false(g_file_test(file, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request__there_and_back__the_same),
        cmocka_unit_test(reply__there_and_back__the_same),
        cmocka_unit_test(reply__not_of_the_worker__refused),
        cmocka_unit_test(marks__of_elements__before_words_and_shapes_of_the_same_place),
        cmocka_unit_test(marks__of_a_bar__by_its_elements_and_its_words),
        cmocka_unit_test(numbers__of_an_element__by_its_id),
        cmocka_unit_test(connect__what_is_no_bus_of_ours__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
