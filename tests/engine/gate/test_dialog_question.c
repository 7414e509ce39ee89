/* What a small dialog asks counts for its answers, however far away they stand. */
#include "tests/engine/gate/judging_picture.h"

#include "engine/gate/dialog_question.h"

#define FAR_Y 110 /* of the question; the button at 190,253 is pressed */

static void say(struct judged *j, const char *text, int x, int y)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (int i = 0; words[i]; i++) {
        struct screen_word w = {.text = words[i],
                                .region = (char *)DIALOG_QUESTION_WORD,
                                .x = x + 44 * i,
                                .y = y,
                                .width = 40,
                                .height = 12,
                                .confidence = 1};
        screen_add_word(j->observation->screen, &w);
    }
}

/* The dialog asks, and has two buttons: what is pressed, and another one. */
static frame *ask(struct judged *j, const char *question, const char *pressed, const char *other)
{
    frame *f = begin(j, "[" CLICK(190, 253) "]");
    ((struct eye_window *)g_ptr_array_index(j->observation->windows, 0))->dialog = true;
    box(f, 150, 240, 80, 26);
    box(f, 250, 240, 80, 26);
    say(j, question, 110, FAR_Y);
    if (*pressed)
        judged_word(j, pressed, 170, 247);
    if (other)
        judged_word(j, other, 270, 247);
    return f;
}

static void question__far_away__counts_for_its_answers(void **state)
{
    (void)state;
    static const struct {
        const char *question, *pressed, *other;
        int tier;
    } cases[] = {
        {"Really delete it?", "Yes", "No", 3},
        {"Really delete it?", "OK", NULL, 3},
        {"Really delete it?", "Quit", NULL, 3},
        {"Really delete it?", "", "No", 3}, /* it cannot be read */
        {"Really delete it?", "No", "Yes", 1},
        {"Really delete it?", "Cancel", "OK", 1},
        {"Really delete it?", "Close", "OK", 1},
        {"Really delete it?", "Help", "OK", 1},
        {"Really delete it?", "Details", "OK", 1},
        {"Really rename it?", "Yes", "No", 1},
        {"This will delete files", "OK", "Cancel", 3},
        {"Could not delete it", "OK", NULL, 1}, /* it only tells */
        {"Order by name:", "OK", "Cancel", 1},  /* a field's label */
        {"Sort in this order:", "OK", "Cancel", 1},
        {"It will be removed. Are you sure?", "Yes", "No", 3},
        {"Do you want to replace it?", "Yes", "No", 3},
        {"Show removed items:", "OK", "Cancel", 1},
        {"Do you want to replace it?", "Replace", "Cancel", 3},
        {"Do you want to replace it?", "Cancel", "Replace", 1},
        {"Replace with:", "Replace", "Close", 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = ask(&j, cases[i].question, cases[i].pressed, cases[i].other);
        g_autofree char *what = g_strdup_printf("%s [%s]", cases[i].question, cases[i].pressed);
        expect(what, &j, f, cases[i].tier, cases[i].tier == 3 ? "in what the dialog asks" : "");
    }
}

static void question__of_a_large_dialog_or_no_dialog__does_not(void **state)
{
    (void)state;
    for (int large = 0; large < 2; large++) {
        struct judged j;
        frame *f = ask(&j, "Really delete it?", "Yes", "No");
        struct eye_window *w = g_ptr_array_index(j.observation->windows, 0);
        w->dialog = large;
        w->height = large ? 401 : w->height;
        expect(large ? "large" : "no dialog", &j, f, 1, "");
    }
}

/* "Delete" on another button, beside a check box, in a window behind: nothing is asked by that. */
static void question__words_of_controls_and_other_windows__ask_nothing(void **state)
{
    (void)state;
    for (int n = 0; n < 3; n++) {
        struct judged j;
        frame *f = ask(&j, "Really do it?", "Yes", "No");
        if (n == 0)
            box(f, 110, 150, 80, 26);
        if (n == 1)
            box(f, 110, 156, 14, 14);
        say(&j, "Delete", n == 2 ? 410 : 130, 157);
        expect(n == 0 ? "a button" : n == 1 ? "a check box" : "another window", &j, f, 1, "");
    }
}

/* Edges all around the part that asks, above the buttons. */
static void question__in_a_part_as_wide_as_the_dialog__counts(void **state)
{
    (void)state;
    struct judged j;
    frame *f = ask(&j, "", "Yes", "No");
    box(f, 102, 102, 296, 30);
    say(&j, "Really delete it?", 110, FAR_Y);
    expect("framed", &j, f, 3, "in what the dialog asks");
}

/* A button with an icon, which is read as a letter, and with its edge. */
static void question__icon_on_the_button__hides_no_answer(void **state)
{
    (void)state;
    for (int no = 0; no < 2; no++) {
        struct judged j;
        frame *f = ask(&j, "Really delete it?", no ? "No" : "Yes", NULL);
        struct screen_word again = {
            .text = (char *)(no ? "@No" : "@Yes"), .x = 155, .y = 245, .width = 55, .height = 14, .confidence = 0.8};
        screen_add_word(j.observation->screen, &again);
        struct screen_word edge = {.text = (char *)"eonesee", .x = 152, .y = 242, .width = 70, .height = 2, .confidence = 0};
        screen_add_word(j.observation->screen, &edge);
        expect(no ? "No" : "Yes", &j, f, no ? 1 : 3, "");
    }
}

/* A check box in it answers nothing. */
static void question__check_box__only_ticks(void **state)
{
    (void)state;
    struct judged j;
    frame *f = ask(&j, "Really delete it?", "", "Yes");
    frame_fill(f, 140, 230, 100, 50, GROUND);
    box(f, 150, 246, 14, 14);
    judged_word(&j, "All", 170, 247);
    expect("all", &j, f, 1, "");
}

/* It was read for the question: the button right below it is none of its answers. */
static void question__near_a_button_that_declines__is_not_near(void **state)
{
    (void)state;
    struct judged j;
    frame *f = ask(&j, "Really", "No", "Yes");
    say(&j, "delete it?", 170, 180);
    expect("No", &j, f, 1, "");
}

/* LibreOffice's "Don't Save" is 177 px wide: what is written in a button counts at its edge, too, and not that of a bar. */
static void words_in_the_button__count_wherever_it_is_pressed(void **state)
{
    (void)state;
    static const struct {
        int x, width, word, tier;
    } cases[] = {{355, 220, 170, 3}, {355, 220, 142, 3}, {355, 100, 142, 1}, {390, 420, 142, 1}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        g_autofree char *json = g_strdup_printf("[{\"at_ms\":0,\"type\":\"move\",\"x\":%d,\"y\":253,\"origin\":\"absolute\","
                                                "\"tween\":\"linear\",\"duration_ms\":0}," PRESS "," LIFT "]",
                                                cases[i].x);
        frame *f = begin(&j, json);
        box(f, MAX(cases[i].x - cases[i].width + 6, 4), 240, cases[i].width, 26);
        judged_word(&j, "Discard", cases[i].word, 247);
        expect("edge of a button", &j, f, cases[i].tier, "");
    }
}

static void keys__that_may_press_a_grave_button__are_grave(void **state)
{
    (void)state;
    static const struct {
        const char *json, *word;
        bool dialog;
        int width, tier;
    } cases[] = {
        {"[" TAP("Return") "]", "Discard", true, 300, 3},
        {"[" TAP("space") "]", "Discard", true, 300, 3},
        {"[" DOWN("Alt_L") "," TAP("n") "," UP("Alt_L") "]", "Discard", true, 300, 3},
        {"[" TEXT("a name\\n") "]", "Discard", true, 300, 3},
        {"[" TEXT("a name") "]", "Discard", true, 300, 1},
        {"[" TAP("Escape") "]", "Discard", true, 300, 1},
        {"[" TAP("Return") "]", "Options", true, 300, 2},
        {"[" TAP("Return") "]", "Discard", false, 300, 2},
        {"[" TAP("Return") "]", "Discard", true, 900, 2},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = begin(&j, cases[i].json);
        struct eye_window *w = g_ptr_array_index(j.observation->windows, 0);
        w->dialog = cases[i].dialog;
        w->width = cases[i].width;
        judged_word(&j, cases[i].word, 170, 247);
        expect(cases[i].json, &j, f, cases[i].tier, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(question__far_away__counts_for_its_answers),
        cmocka_unit_test(question__of_a_large_dialog_or_no_dialog__does_not),
        cmocka_unit_test(question__words_of_controls_and_other_windows__ask_nothing),
        cmocka_unit_test(question__in_a_part_as_wide_as_the_dialog__counts),
        cmocka_unit_test(question__icon_on_the_button__hides_no_answer),
        cmocka_unit_test(question__check_box__only_ticks),
        cmocka_unit_test(question__near_a_button_that_declines__is_not_near),
        cmocka_unit_test(words_in_the_button__count_wherever_it_is_pressed),
        cmocka_unit_test(keys__that_may_press_a_grave_button__are_grave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
