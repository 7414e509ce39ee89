/* Which control a grave word belongs to: the word of another one is not that of the pressed one. */
#include "tests/engine/gate/judging_picture.h"

#include "engine/gate/control_words.h"

#define INK 0x202020

/* A check box, and what is written beside it. */
static void check(struct judged *j, frame *f, int x, int y, const char *first, const char *second, const char *third)
{
    box(f, x, y, 14, 14);
    const char *const words[] = {first, second, third};
    for (int i = 0; i < 3 && words[i]; i++)
        judged_word(j, words[i], x + 20 + 45 * i, y + 1);
}

/* A triangle to the right of a menu's entry, 12 px high. */
static void arrow(frame *f, int x, int middle)
{
    for (int i = 0; i < 6; i++)
        frame_fill(f, x + i, middle - 6 + i, 1, 12 - 2 * i, INK);
}

/* Buttons of 80x26 below each other from y 110 on, each with its name; the second is pressed at 190,153. */
static void words__of_a_button_above_or_below__are_not_this_ones(void **state)
{
    (void)state;
    static const struct {
        const char *what, *pressed, *other;
        int x, width;
        int tier;
    } cases[] = {
        {"below", "Edit", "Remove", 150, 80, 1},         {"its own", "Remove", "Edit", 150, 80, 3},
        {"an answer", "Yes", "Delete", 150, 80, 3},      {"carries out", "Start", "Delete", 150, 80, 3},
        {"no name", NULL, "Remove", 150, 80, 3},         {"further left", "Edit", "Remove", 140, 80, 3},
        {"a wide field", "Edit", "Delete", 150, 120, 3},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(190, 153) "]");
        box(f, 150, 140, 80, 26);
        box(f, cases[i].x, 174, cases[i].width, 26);
        if (cases[i].pressed)
            judged_word(&j, cases[i].pressed, 170, 147);
        judged_word(&j, cases[i].other, 170, 181);
        expect(cases[i].what, &j, f, cases[i].tier, "");
    }
}

/* A question above two buttons; the one at 190,153 is pressed. */
static void words__of_a_question__do_not_count_for_cancel(void **state)
{
    (void)state;
    static const struct {
        const char *pressed, *beside, *first, *second;
        int tier;
    } cases[] = {
        {"Cancel", NULL, "Confirm", "exit", 1},  {"Save", NULL, "Confirm", "exit", 1},
        {"Exit", NULL, "Confirm", "exit", 3},    {"Discard", NULL, "Really", "exit", 3},
        {"OK", NULL, "Confirm", "exit", 3},      {"Yes", NULL, "Delete", "it?", 3},
        {"Cancel", NULL, "Delete", "it?", 1},    {"Abbrechen", NULL, "Löschen", "ja?", 1},
        {"Save", NULL, "Overwrite", "it?", 3},   {"Delete", NULL, "Confirm", "exit", 3},
        {"Cancel", "order", "Confirm", "it", 3}, {"without", "saving", "Really", "exit", 3},
        {"Don't", "Save", "Really", "exit", 3},  {"Save", NULL, "Discard", "all?", 1},
        {"Empty", "Trash", "Delete", "it?", 3},  {"Replace", NULL, "Overwrite", "it?", 3},
    };
    for (int edges = 0; edges < 2; edges++)
        for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
            struct judged j;
            frame *f = begin(&j, "[" CLICK(190, 153) "]");
            if (edges)
                box(f, 150, 140, 110, 26);
            judged_word(&j, cases[i].first, 150, 115);
            judged_word(&j, cases[i].second, 194, 115);
            judged_word(&j, cases[i].pressed, 160, 147);
            if (cases[i].beside)
                judged_word(&j, cases[i].beside, 204, 147);
            g_autofree char *what = g_strdup_printf("%s%s: %s", cases[i].first, edges ? " (edges)" : "", cases[i].pressed);
            expect(what, &j, f, cases[i].tier, "");
        }
}

/* A name that was hardly read is none. */
static void words__of_a_question__count_for_a_doubtful_name(void **state)
{
    (void)state;
    struct judged j;
    frame *f = begin(&j, "[" CLICK(190, 153) "]");
    judged_word(&j, "Delete", 150, 115);
    struct screen_word w = {.text = (char *)"Cancel", .x = 160, .y = 147, .width = 40, .height = 12, .confidence = 0.4};
    screen_add_word(j.observation->screen, &w);
    expect("doubtful", &j, f, 3, "\"Delete\"");
}

/* The heading "Format" of a list below tabs; the tab at 190,153 is pressed. */
static void words__heading_format__is_no_word_of_a_tab(void **state)
{
    (void)state;
    static const struct {
        const char *pressed, *heading, *behind, *else_where, *title;
        int tier;
    } cases[] = {
        {"Font", "Format", NULL, NULL, NULL, 1},     {"-1,235", "Format", NULL, NULL, NULL, 1},
        {"Font", "Format", "sdb1", NULL, NULL, 3},   {"Font", "Format", "Disk", NULL, NULL, 3},
        {"Font", "Format", NULL, "Volume", NULL, 3}, {"Font", "Format", NULL, NULL, "Disks", 3},
        {"Start", "Format", NULL, NULL, NULL, 3},    {"OK", "Format", NULL, NULL, NULL, 3},
        {"Format", "Format", NULL, NULL, NULL, 3},   {"Font", "Delete", NULL, NULL, NULL, 3},
        {"?", "Format", NULL, NULL, NULL, 3},        {"Font", "Format", "Code", NULL, NULL, 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(190, 153) "]");
        struct eye_window *w = g_ptr_array_index(j.observation->windows, 0);
        if (cases[i].title) {
            g_free(w->title);
            w->title = g_strdup(cases[i].title);
        }
        judged_word(&j, cases[i].pressed, 170, 147);
        judged_word(&j, cases[i].heading, 170, 180);
        if (cases[i].behind)
            judged_word(&j, cases[i].behind, 214, 180);
        if (cases[i].else_where)
            judged_word(&j, cases[i].else_where, 300, 250);
        g_autofree char *what = g_strdup_printf("case %d", (int)i);
        expect(what, &j, f, cases[i].tier, "");
    }
}

/* A menu of the target's program with "Format" at 150,155, and the arrow of another menu at its end. */
static void words__format_with_an_arrow__opens_a_menu(void **state)
{
    (void)state;
    static const struct {
        const char *what, *first, *entry;
        int arrow_y;
        bool dialog;
        int tier;
    } cases[] = {
        {"an arrow", "Copy", "Format", 156, false, 2},
        {"none", "Copy", "Format", 0, false, 3},
        {"of another entry", "Copy", "Format", 181, false, 3},
        {"of a disk", "Mount", "Format", 156, false, 3},
        {"another word", "Copy", "Delete", 156, false, 3},
        {"no menu", "Copy", "Format", 156, true, 3},
        {"to", "Copy", "Format", 156, false, 3},
        {"and disk", "Copy", "Format Disk", 156, false, 3},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(150, 155) "]");
        struct eye_window *menu = g_new0(struct eye_window, 1), *below = g_ptr_array_index(j.observation->windows, 0);
        *menu = (struct eye_window){.id = 7, .x = 110, .y = 120, .width = 120, .height = 110};
        menu->popup = menu->program = below->program = true;
        menu->dialog = cases[i].dialog;
        g_ptr_array_insert(j.observation->windows, 0, menu);
        j.c.window = menu;
        const char *const entries[] = {cases[i].first, cases[i].entry, "Paste"};
        for (int n = 0; n < 3; n++)
            judged_word(&j, entries[n], 130, 125 + 25 * n);
        if (strcmp(cases[i].what, "to") == 0)
            judged_word(&j, "to", 174, 150);
        if (cases[i].arrow_y)
            arrow(f, 212, cases[i].arrow_y);
        expect(cases[i].what, &j, f, cases[i].tier, "");
    }
}

/* Check boxes below each other; the upper one or its label is pressed. */
static void words__of_another_check_box__are_not_this_ones(void **state)
{
    (void)state;
    static const struct {
        const char *what, *json, *own, *other;
        bool box;
        int tier;
    } cases[] = {
        {"its label", "[" CLICK(140, 147) "]", "Backup", "Delete", true, 1},
        {"its box", "[" CLICK(117, 147) "]", "Backup", "Delete", true, 1},
        {"a heading", "[" CLICK(140, 147) "]", "Backup", "Delete", false, 1},
        {"an answer", "[" CLICK(140, 147) "]", "Yes", "Delete", false, 3},
        {"its own", "[" CLICK(140, 147) "]", "Delete", "Backup", true, 3},
        {"its own box", "[" CLICK(117, 147) "]", "Delete", "Backup", true, 3},
        {"no name", "[" CLICK(117, 147) "]", "x", "Delete", true, 3},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = begin(&j, cases[i].json);
        check(&j, f, 110, 140, cases[i].own, strcmp(cases[i].own, "Yes") == 0 ? "now" : "copies", NULL);
        if (cases[i].box)
            check(&j, f, 110, 165, cases[i].other, "files", NULL);
        else
            judged_word(&j, cases[i].other, 130, 166);
        if (strcmp(cases[i].own, "x") == 0)
            g_array_set_size(j.observation->screen->words, 0);
        if (strcmp(cases[i].own, "x") == 0)
            judged_word(&j, cases[i].other, 130, 166);
        expect(cases[i].what, &j, f, cases[i].tier, "");
    }
}

/* "Save with password" beside a check box, in a dialog that is typed into or pressed on that label. */
static void words__with_password__ask_for_it_later(void **state)
{
    (void)state;
    static const struct {
        const char *what, *first, *second, *last;
        bool box, field;
        int tier;
    } cases[] = {
        {"a check box", "Save", "with", "password", true, false, 1},
        {"in German", "Sichern", "mit", "Kennwort", true, false, 1},
        {"no box", "Save", "with", "password", false, false, 3},
        {"shown", "Show", "this", "password", true, false, 3},
        {"a field beside it", "Open", "with", "password", true, true, 3},
        {"a colon", "Open", "with", "password:", true, false, 3},
    };
    for (int press = 0; press < 2; press++)
        for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
            struct judged j;
            frame *f = begin(&j, press ? "[" CLICK(240, 247) "]" : "[" TEXT("abc") "]");
            ((struct eye_window *)g_ptr_array_index(j.observation->windows, 0))->dialog = true;
            check(&j, f, 110, 240, cases[i].first, cases[i].second, cases[i].last);
            if (!cases[i].box)
                frame_fill(f, 100, 230, 28, 30, GROUND);
            if (cases[i].field)
                box(f, 280, 234, 100, 26);
            expect(cases[i].what, &j, f, press && strcmp(cases[i].last, "Kennwort") == 0 ? 1 : cases[i].tier, "");
        }
}

/* Why it asks names what the button does before which window it is in; in the target window such a button asks, a text does not.
 */
static void closing_label__first_of_the_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int x; /* 150: in the target window, 450: in its dialog */
        bool edges, title;
        int tier;
        const char *evidence;
    } rows[] = {
        {"Save", 450, true, true, 2, "\"Save\" on the target"},
        {"Close", 450, false, false, 2, "\"Close\" on the target"},
        {"Help", 450, true, true, 2, "the window \"Mail\" is another one"},
        {"Help", 450, true, false, 2, "a window without a title is another one"},
        {"Clear", 150, true, true, 2, "\"Clear\" on the target"},
        {"clear", 150, false, true, 1, "the mouse at 150,155"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct judged j;
        frame *f = rows[i].x == 150 ? begin(&j, "[" CLICK(150, 155) "]") : begin(&j, "[" CLICK(450, 155) "]");
        struct eye_window *dialog = g_ptr_array_index(j.observation->windows, 1);
        dialog->program = true;
        if (!rows[i].title)
            g_clear_pointer(&dialog->title, g_free);
        if (rows[i].edges)
            box(f, rows[i].x - 40, 142, 80, 26);
        g_autofree char *label = g_strdup_printf("\"%s\"", rows[i].text);
        j.c.label = label;
        expect(rows[i].text, &j, f, rows[i].tier, rows[i].evidence);
    }
}

static void closing__begins_a_short_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool closing;
    } rows[] = {{"Save", true},       {"SAVE As...", true}, {"Close Tab", true},
                {"Auto save", false}, {"Help", false},      {"Close the door and wait", false},
                {"", false},          {"Closed", false},    {"Speichern unter", true}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (control_words_closing(rows[i].name) != rows[i].closing)
            fail_msg("%s", rows[i].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words__of_a_button_above_or_below__are_not_this_ones),
        cmocka_unit_test(words__of_a_question__do_not_count_for_cancel),
        cmocka_unit_test(words__of_a_question__count_for_a_doubtful_name),
        cmocka_unit_test(words__heading_format__is_no_word_of_a_tab),
        cmocka_unit_test(words__format_with_an_arrow__opens_a_menu),
        cmocka_unit_test(words__of_another_check_box__are_not_this_ones),
        cmocka_unit_test(words__with_password__ask_for_it_later),
        cmocka_unit_test(closing_label__first_of_the_reasons),
        cmocka_unit_test(closing__begins_a_short_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
