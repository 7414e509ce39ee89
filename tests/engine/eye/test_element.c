/* Ids of elements: what keeps one, and whose says that only its place tells it from others. */
#include "engine/eye/elements.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static GArray *tree;

static int add(int parent, const char *role, const char *name, bool holds)
{
    const struct element_node n = {.parent = parent,
                                   .role = g_strdup(role),
                                   .name = g_strdup(name),
                                   .window = parent < 1, /* the program is node 0, a window is in it */
                                   .holds = holds};
    g_array_append_val(tree, n);
    return (int)tree->len - 1;
}

static const char *id(int node)
{
    return g_array_index(tree, struct element_node, node).id;
}

static int box(int parent)
{
    return add(parent, "filler", "", true);
}

static int button(int parent, const char *name)
{
    return add(parent, "push button", name, false);
}

static int begin(void)
{
    if (tree)
        g_array_unref(tree);
    tree = element_nodes_new();
    return add(add(-1, "application", "editor", true), "frame", "", true);
}

#define PATH 16 /* digits */

static bool is_shared(const char *of)
{
    return of[PATH] == '-';
}

static void named__in_boxes_that_come_and_go__keeps_its_id(void **state)
{
    (void)state;
    int window = begin();
    int save = button(box(window), "Save");
    button(box(window), "Open");
    element_nodes_identify(tree);
    g_autofree char *before = g_strdup(id(save));
    assert_false(is_shared(before));

    window = begin();
    button(box(window), "Open"); /* in the box that was the second */
    box(window);
    save = button(box(window), "Save");
    element_nodes_identify(tree);
    assert_string_equal(id(save), before);
}

/* When the first of three goes, the second is in its place. No id of any of them is one that says it is unique. */
static void check_likes(const char *name)
{
    char ids[3][ELEMENTS_ID_BYTES];
    for (int n = 3; n >= 1; n--) {
        int window = begin(), of[3];
        for (int i = 0; i < n; i++)
            of[i] = button(window, name);
        element_nodes_identify(tree);
        for (int i = 0; i < n; i++) {
            assert_int_equal(is_shared(id(of[i])), n > 1);
            if (n == 3)
                g_strlcpy(ids[i], id(of[i]), sizeof ids[i]);
            assert_int_equal(strncmp(ids[0], id(of[i]), PATH) == 0, *name || (n > 1 && i == 0)); /* drawings are not alike */
        }
        if (n == 1)
            for (int i = 0; i < 3; i++)
                assert_string_not_equal(id(of[0]), ids[i]);
        else
            assert_string_not_equal(id(of[0]), id(of[1]));
    }
}

static void alike__the_first_goes__every_id_says_that_it_is_a_place(void **state)
{
    (void)state;
    check_likes("Delete");
    check_likes("");
}

/* A row's button is told by the row's place, also while only one row shows its buttons; so is what has no name in any box. */
static void in_a_row__or_without_a_name__a_place(void **state)
{
    (void)state;
    int window = begin();
    int list = add(window, "list", "", true);
    add(list, "list item", "", false);
    int row = button(add(list, "list item", "", false), "Delete");
    box(window);
    int unnamed = button(box(window), ""), named = button(box(window), "Save");
    element_nodes_identify(tree);
    assert_true(is_shared(id(row)));
    assert_true(is_shared(id(unnamed)));
    assert_false(is_shared(id(named)));
}

/* A second window of a program has ids of its own; those in the first stay. */
static void second_window__the_ids_of_the_first_stay(void **state)
{
    (void)state;
    int save = button(box(begin()), "Save");
    element_nodes_identify(tree);
    g_autofree char *before = g_strdup(id(save));
    save = button(box(begin()), "Save");
    int other = button(box(add(0, "frame", "", true)), "Save");
    element_nodes_identify(tree);
    assert_string_equal(id(save), before);
    assert_true(is_shared(id(other)));
    assert_memory_equal(before, id(other), PATH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named__in_boxes_that_come_and_go__keeps_its_id),
        cmocka_unit_test(alike__the_first_goes__every_id_says_that_it_is_a_place),
        cmocka_unit_test(in_a_row__or_without_a_name__a_place),
        cmocka_unit_test(second_window__the_ids_of_the_first_stay),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    g_array_unref(tree);
    return failed;
}
