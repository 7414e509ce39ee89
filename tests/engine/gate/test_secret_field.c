/* Fields for passwords, by their labels, and words that are another control's. */
#include "tests/engine/gate/judging_picture.h"

#include "engine/gate/secret_field.h"

/* Two rows: "Name:" at y 110 and "Password:" at y 210, with fields as wide as the window. */
static void rows(struct judged *j, frame *f)
{
    judged_word(j, "Name:", 105, 112);
    judged_word(j, "Password:", 105, 212);
    box(f, 150, 106, 240, 26);
    box(f, 150, 206, 240, 26);
}

#define FILL(x, y) "[" CLICK(x, y) "," TEXT("abc") "]"

static void secret__label_beside_the_field__at_any_distance(void **state)
{
    (void)state;
    struct judged j;
    frame *f = begin(&j, "[" CLICK(380, 220) "]");
    rows(&j, f);
    expect("a press", &j, f, 3, "says \"Password:\"");
    f = begin(&j, FILL(380, 220));
    rows(&j, f);
    expect("filled", &j, f, 3, "says \"Password:\"");
    f = begin(&j, "[" CLICK(380, 120) "]");
    rows(&j, f);
    expect("another field", &j, f, 1, "");
    f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "Password:", 105, 212);
    judged_word(&j, "Name:", 250, 212);
    box(f, 300, 206, 90, 26);
    expect("a label between", &j, f, 1, "");
    f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "Password:", 105, 212);
    expect("no edges", &j, f, 3, "says \"Password:\"");
    f = begin(&j, "[" CLICK(450, 220) "]");
    j.c.target_window = 0;
    judged_word(&j, "Password:", 105, 212);
    expect("of another window", &j, f, 1, "");
    f = begin(&j, "[" CLICK(380, 220) "]");
    rows(&j, f);
    box(f, 350, 206, 40, 26);
    judged_word(&j, "Copy", 350, 213);
    expect("a button with a name", &j, f, 1, "");
}

static void secret__label_above_the_field__counts(void **state)
{
    (void)state;
    struct judged j;
    frame *f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "Passwort", 150, 188);
    box(f, 150, 206, 240, 26);
    expect("above", &j, f, 3, "says \"Passwort\"");
    f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "Passwort", 150, 160);
    box(f, 150, 206, 240, 26);
    expect("further up", &j, f, 1, "");
    f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "General", 101, 212);
    judged_word(&j, "Passwort", 200, 188);
    box(f, 200, 206, 190, 26);
    expect("beside a list", &j, f, 3, "says \"Passwort\"");
    f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "Passphrase", 300, 212);
    box(f, 150, 206, 240, 26);
    expect("in it", &j, f, 3, "says \"Passphrase\"");
}

/* For people, where edges and place leave no doubt. */
static void label__of_a_field__beside_or_above_it(void **state)
{
    (void)state;
    static const struct {
        const char *words[2];
        int x[2], y[2], box_x;
        const char *says; /* NULL = none */
    } rows[] = {
        {{"Hex"}, {125}, {212}, 150, "beside \"Hex\""},
        {{"Name:"}, {105}, {212}, 150, "beside \"Name\""},
        {{"Memo"}, {150}, {188}, 150, "below \"Memo\""},
        {{"Pay", "to:"}, {105, 128}, {212, 212}, 160, "beside \"Pay to\""},
        {{"Name:", "Name:"}, {105, 106}, {212, 213}, 150, "beside \"Name\""}, /* read twice */
        {{"Name:"}, {105}, {212}, 380, NULL},                                 /* far away */
        {{"General"}, {105}, {212}, 260, NULL},
        {{"Memo"}, {150}, {160}, 150, NULL}, /* further up */
        {{NULL}, {0}, {0}, 150, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(385, 220) "]");
        for (int k = 0; k < 2 && rows[i].words[k]; k++)
            judged_word(&j, rows[i].words[k], rows[i].x[k], rows[i].y[k]);
        box(f, rows[i].box_x, 206, 395 - rows[i].box_x, 26);
        j.c.picture = f;
        g_autofree char *label = secret_field_label(&j.c, (struct area){100, 100, 300, 200}, 388, 220);
        if (g_strcmp0(label, rows[i].says) != 0)
            fail_msg("row %d: %s", (int)i, label ? label : "none");
        expect("a press", &j, f, 1, "");
    }
}

/* A list's row, which shows no edges, is pressed behind its words. */
static void label__of_a_row__its_words_before_the_point(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int behind, y; /* px from the word's end to the point */
        double confidence;
        const char *says;
    } rows[] = {{"Purse", 7, 212, 0.9, "beside \"Purse\""},
                {"Purse", 60, 212, 0.9, NULL},
                {"Purse", 7, 192, 0.9, NULL},
                {"|", 7, 212, 0.9, NULL},
                {"7Bo", 7, 212, 0.6, NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(385, 220) "]");
        judged_word(&j, rows[i].word, 200, rows[i].y);
        struct screen_word *w = &g_array_index(j.c.observation->screen->words, struct screen_word, 0);
        w->confidence = rows[i].confidence;
        j.c.picture = f;
        g_autofree char *label =
            secret_field_label(&j.c, (struct area){100, 100, 300, 200}, w->x + w->width + rows[i].behind, 220);
        if (g_strcmp0(label, rows[i].says) != 0)
            fail_msg("row %d: %s", (int)i, label ? label : "none");
        expect("a press", &j, f, 1, "");
    }
}

static void secret__bullets__in_a_field(void **state)
{
    (void)state;
    struct judged j;
    frame *f = begin(&j, "[" CLICK(380, 220) "]");
    judged_word(&j, "Name:", 105, 212);
    box(f, 150, 206, 240, 26);
    for (int i = 0; i < 5; i++)
        frame_fill(f, 160 + 9 * i, 216, 6, 6, 0);
    expect("bullets", &j, f, 3, "says \"•••\"");
}

/* Where edges show the field, a label needs no colon; but no text in another field is one. */
static void secret__label_without_a_colon__names_a_field(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct judged j;
        frame *f = begin(&j, "[" TEXT("abc") "]");
        judged_word(&j, "Password", 105, 112);
        box(f, 150, 106, 240, 26);
        judged_word(&j, "Account", i == 1 ? 105 : 106, i == 2 ? 186 : 212);
        box(f, 150, 206, 240, 26);
        if (i == 3)
            box(f, 102, 206, 46, 26);
        if (i == 0)
            box(f, 101, 200, 298, 38); /* a row of a list */
        if (i == 0)
            box(f, 150, 206, 240, 26);
        j.c.caret = (struct area){160, 210, 1, 16};
        bool other = i < 2;
        expect(other ? "a label" : "none", &j, f, other ? 1 : 3, other ? "" : "\"Password\"");
    }
}

/* Keys go to the caret. */
static void type_at(const char *what, const char *json, struct area caret, bool again, int tier, const char *evidence)
{
    struct judged j;
    frame *f = begin(&j, json);
    if (again) {
        judged_word(&j, "Confirm:", 105, 262);
        box(f, 150, 256, 240, 26);
    }
    rows(&j, f);
    j.c.caret = caret;
    expect(what, &j, f, tier, evidence);
}

static void secret__keys__count_where_the_caret_is(void **state)
{
    (void)state;
    const struct area none = {0}, name = {160, 110, 1, 16}, secret = {160, 210, 1, 16}, again = {160, 260, 1, 16},
                      elsewhere = {160, 160, 1, 16};
    type_at("not known", "[" TEXT("abc") "]", none, false, 3, "a window that says \"Password:\"");
    type_at("in it", "[" TEXT("abc") "]", secret, false, 3, "the field that says \"Password:\"");
    type_at("in another", "[" TEXT("abc") "]", name, false, 1, "");
    type_at("by keys", "[" TAP("a") "," TAP("b") "]", name, false, 1, "");
    type_at("the next field", "[" TEXT("abc\\tdef") "]", name, false, 3, "a window that says");
    type_at("a last Tab", "[" TEXT("abc") "," TAP("Tab") "]", name, false, 1, "");
    type_at("a first Tab", "[" TAP("Tab") "," TEXT("abc") "]", name, false, 3, "a window that says");
    type_at("no label", "[" TEXT("abc") "]", elsewhere, false, 3, "a window that says");
    type_at("once more", "[" TEXT("abc") "]", again, true, 3, "says \"Confirm:\"");
}

/* What was read all over the window is a label in a dialog, or beside a field. */
static void secret__word_of_the_window__is_a_label(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct judged j;
        frame *f = begin(&j, "[" TEXT("abc") "]");
        struct screen_word w = {
            .text = (char *)"password", .region = (char *)POLICY_WINDOW_WORD, .x = 110, .y = 150, .width = 60, .height = 12};
        screen_add_word(j.observation->screen, &w);
        if (i == 1)
            ((struct eye_window *)g_ptr_array_index(j.observation->windows, 0))->dialog = true;
        if (i == 2)
            box(f, 200, 143, 150, 26);
        if (i == 3)
            box(f, 110, 170, 150, 26);
        expect(i ? "a label" : "a text", &j, f, i ? 3 : 1, i ? "\"password\"" : "");
    }
}

/* Of the labels that were read for a field, those of other fields say nothing of it. */
static void secret__label_of_another_row__counts_if_there_is_no_other(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct judged j;
        frame *f = begin(&j, i == 2 ? "[" CLICK(380, 250) "," TEXT("a\\tb") "]" : FILL(380, 250));
        struct screen_word w = {
            .text = (char *)"Password:", .region = (char *)POLICY_LABEL_WORD, .x = 105, .y = 212, .width = 40, .height = 12};
        screen_add_word(j.observation->screen, &w);
        box(f, 150, 206, 240, 26);
        box(f, 150, 238, 240, 26);
        if (i != 1)
            judged_word(&j, "URL:", 105, 244);
        if (i == 1)
            judged_word(&j, "2", 105, 244);
        expect(i ? "perhaps" : "another", &j, f, i ? 3 : 1, i ? "\"Password:\"" : "");
    }
}

/* A line of a text names no field. */
static void secret__word_in_a_text__is_no_label(void **state)
{
    (void)state;
    static const char *const line[] = {"the", "safe", "has", "the", "new", "password", "in", "a", "box"};
    for (int i = 0; i < 3; i++) {
        struct judged j;
        frame *f = begin(&j, i == 1 ? "[" TEXT("abc") "]" : FILL(380, 255));
        for (gsize n = 0; n < (i == 2 ? 0 : G_N_ELEMENTS(line)); n++) {
            struct screen_word w = {
                .text = (char *)line[n], .region = (char *)POLICY_LABEL_WORD, .y = 250, .width = 22, .height = 12};
            w.x = 105 + 26 * (int)n;
            screen_add_word(j.observation->screen, &w);
        }
        if (i == 2)
            judged_word(&j, "password", 105, 250);
        j.c.caret = (struct area){360, 250, 1, 16};
        expect(i == 2 ? "a word" : "a text", &j, f, i == 2 ? 3 : 1, "");
    }
}

/* Windows: a dialog "Mail" over the calculator; the click is into the dialog at 450,150. */
static void grave__word_of_the_window_behind__is_no_label(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(410, 150) "]");
        GPtrArray *windows = j.observation->windows;
        struct eye_window *below = g_ptr_array_index(windows, 0), *dialog = g_ptr_array_index(windows, 1);
        dialog->program = true;
        below->program = true;
        if (i != 1) { /* above it */
            gpointer top = g_ptr_array_steal_index(windows, 1);
            g_ptr_array_insert(windows, 0, top);
        }
        dialog->popup = i == 2;
        below->tooltip = i == 3;
        judged_word(&j, "Post", 355, 144);
        expect(i ? "it counts" : "behind", &j, f, i ? 3 : 2, i ? "\"Post\"" : "");
    }
}

/* Buttons of a row: "Income" is pressed. */
static void grave__word_of_another_button__is_not_this_one(void **state)
{
    (void)state;
    static const struct {
        const char *what, *own, *other;
        int own_x, y, height;
        bool frames;
        int tier;
    } cases[] = {
        {"two buttons", "Income", "Transfer", 155, 140, 26, true, 1},
        {"no name", NULL, "Transfer", 155, 140, 26, true, 3},
        {"too short", "OK", "Transfer", 155, 140, 26, true, 3},
        {"no edges", "Income", "Transfer", 155, 140, 26, false, 3},
        {"its own", "Transfer", "Income", 155, 140, 26, true, 3},
        {"name of neither", "Income", "Transfer", 110, 140, 26, true, 3},
        {"further down", "Income", "Transfer", 155, 146, 26, true, 3},
        {"higher", "Income", "Transfer", 155, 140, 36, true, 3},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        frame *f = begin(&j, "[" CLICK(190, 150) "]");
        if (cases[i].frames) {
            box(f, 150, 140, 60, 26);
            box(f, 211, cases[i].y, 60, cases[i].height);
        }
        if (cases[i].own)
            judged_word(&j, cases[i].own, cases[i].own_x, 147);
        judged_word(&j, cases[i].other, 216, 147);
        expect(cases[i].what, &j, f, cases[i].tier, "");
    }
}

/* As on a VNC screen: it may be any window of it. */
static void secret__no_window_is_told__the_screen_is_one(void **state)
{
    (void)state;
    static const struct {
        const char *timeline, *word;
        int x, y, tier;
        const char *rule, *evidence;
    } cases[] = {
        {"[" CLICK(150, 150) "]", "Help", 140, 145, 2, "unknown-target", "not known which window"},
        {"[" TEXT("hello") "]", "Help", 140, 145, 2, "unknown-target", "not known which window"},
        {"[" CLICK(150, 150) "]", "Delete", 140, 145, 3, "grave-label", "Delete"},
        {"[" TEXT("hello") "]", "Password:", 300, 300, 3, "password-field", "unknown window, and the screen says \"Password:\""},
        {FILL(380, 150), "Password:", 200, 145, 3, "password-field", "Password:"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        judged_init(&j, "x", cases[i].timeline);
        g_ptr_array_set_size(j.observation->windows, 0);
        j.observation->target = j.observation->focus = j.c.target_window = 0;
        j.c.window = NULL;
        judged_word(&j, cases[i].word, cases[i].x, cases[i].y);
        struct policy_verdict v = policy_judge(&j.c);
        if (v.tier != cases[i].tier || strcmp(v.rule, cases[i].rule) != 0 || !strstr(v.evidence, cases[i].evidence))
            fail_msg("%s: tier %d by %s: %s", cases[i].timeline, v.tier, v.rule, v.evidence);
        policy_verdict_clear(&v);
        judged_clear(&j);
    }
}

#define GESTURE(x, y, to_x, to_y, ms)                                                                                            \
    "{\"at_ms\":0,\"duration_ms\":" #ms ",\"to_x\":" #to_x ",\"to_y\":" #to_y ",\"type\":\"gesture\",\"x\":" #x ",\"y\":" #y "}"

/* As on a phone: the window is the program in front, and what lies over it is not told. */
static void secret__other_windows_are_not_told__any_field_may_get_the_text(void **state)
{
    (void)state;
    static const struct {
        const char *timeline, *word;
        int x, y, tier;
        const char *rule, *evidence;
    } cases[] = {
        {"[" GESTURE(150, 150, 150, 150, 0) "]", "Help", 140, 145, 2, "unknown-target", "what may lie over it"},
        {"[" TEXT("hello") "]", "Help", 140, 145, 2, "unknown-target", "what may lie over it"},
        {"[" GESTURE(150, 150, 150, 150, 0) "]", "Delete", 140, 145, 3, "grave-label", "Delete"},
        {"[" GESTURE(150, 150, 150, 150, 900) "]", "Delete", 140, 145, 3, "grave-label", "Delete"},
        {"[" GESTURE(150, 150, 380, 280, 300) "]", "Delete", 370, 275, 3, "grave-label", "Delete"},
        {"[" GESTURE(150, 150, 150, 150, 0) "," TEXT("hello") "]", "Password:", 130, 120, 3, "grave-label", "Password:"},
        {"[" TEXT("hello") "]", "Password:", 300, 300, 3, "password-field", "Password:"},
        {"[" TEXT("hello") "]", "Password:", 10, 400, 3, "password-field", "unknown window, and the screen says \"Password:\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct judged j;
        judged_init(&j, "x", cases[i].timeline);
        g_ptr_array_set_size(j.observation->windows, 1);
        j.c.untold = true;
        judged_word(&j, cases[i].word, cases[i].x, cases[i].y);
        struct policy_verdict v = policy_judge(&j.c);
        if (v.tier != cases[i].tier || strcmp(v.rule, cases[i].rule) != 0 || !strstr(v.evidence, cases[i].evidence))
            fail_msg("%s: tier %d by %s: %s", cases[i].timeline, v.tier, v.rule, v.evidence);
        policy_verdict_clear(&v);
        judged_clear(&j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secret__label_beside_the_field__at_any_distance),
        cmocka_unit_test(secret__label_above_the_field__counts),
        cmocka_unit_test(label__of_a_field__beside_or_above_it),
        cmocka_unit_test(label__of_a_row__its_words_before_the_point),
        cmocka_unit_test(secret__bullets__in_a_field),
        cmocka_unit_test(secret__label_without_a_colon__names_a_field),
        cmocka_unit_test(secret__keys__count_where_the_caret_is),
        cmocka_unit_test(secret__word_of_the_window__is_a_label),
        cmocka_unit_test(secret__label_of_another_row__counts_if_there_is_no_other),
        cmocka_unit_test(secret__word_in_a_text__is_no_label),
        cmocka_unit_test(secret__other_windows_are_not_told__any_field_may_get_the_text),
        cmocka_unit_test(secret__no_window_is_told__the_screen_is_one),
        cmocka_unit_test(grave__word_of_the_window_behind__is_no_label),
        cmocka_unit_test(grave__word_of_another_button__is_not_this_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
