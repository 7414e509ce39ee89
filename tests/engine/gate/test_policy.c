/* Tiers and their evidence: whatever a screen, a model or a text does to look harmless. */
#include "tests/engine/gate/judging.h"

#include "engine/gate/confusables.h"

static struct policy_verdict judge(const char *json, const char *label, int label_x, int model_tier, const char *const *held)
{
    struct judged j;
    judged_init(&j, "x", json);
    if (label)
        judged_word(&j, label, label_x, 150);
    j.action->tier = model_tier;
    j.c.held = held;
    struct policy_verdict v = policy_judge(&j.c);
    judged_clear(&j);
    return v;
}

static void expect(const char *what, struct policy_verdict v, int tier, const char *rule, const char *evidence)
{
    if (v.tier != tier || strcmp(v.rule, rule) != 0 || !strstr(v.evidence, evidence))
        fail_msg("%s: tier %d by %s: %s", what, v.tier, v.rule, v.evidence);
    policy_verdict_clear(&v);
}

static void policy__rules__say_their_evidence(void **state)
{
    (void)state;
    expect("a click", judge("[" CLICK(150, 150) "]", NULL, 0, -1, NULL), 1, "input", "at 150,150 in the window \"Calculator\"");
    expect("a wait", judge("[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":5}]", NULL, 0, -1, NULL), 0, "looking", "nothing");
    expect("near a word", judge("[" CLICK(150, 155) "]", "Send", 162, -1, NULL), 3, "grave-label", "\"Send\" 12 px");
    expect("on a word", judge("[" CLICK(150, 155) "]", "Send", 140, -1, NULL), 3, "grave-label", "on the target");
    expect("far from it", judge("[" CLICK(150, 155) "]", "Send", 300, -1, NULL), 1, "input", "");
    expect("Enter", judge("[" TAP("Return") "]", NULL, 0, -1, NULL), 2, "enter-key", "the key Return");
    expect("Space", judge("[" TAP("space") "]", NULL, 0, -1, NULL), 2, "space-key", "the key space");
    expect("Space as a text", judge("[" TEXT("  ") "]", NULL, 0, -1, NULL), 2, "space-key", "nothing but spaces");
    expect("a space in a text", judge("[" TEXT(" a b ") "]", NULL, 0, -1, NULL), 1, "input", "");
    expect("Enter in a text", judge("[" TEXT("ls -l\\nx") "]", NULL, 0, -1, NULL), 2, "enter-key", "at character 6");
    expect("a drag", judge("[" MOVE(150, 150) "," PRESS "," MOVE(160, 150) "," LIFT "]", NULL, 0, -1, NULL), 2, "drag", "moves");
    expect("two clicks", judge("[" CLICK(150, 150) "," CLICK(250, 150) "]", NULL, 0, -1, NULL), 2, "several-places", "250,150");
    expect("a double click", judge("[" CLICK(150, 150) "," CLICK(150, 150) "]", NULL, 0, -1, NULL), 1, "input", "");
    expect("outside", judge("[" CLICK(450, 150) "]", NULL, 0, -1, NULL), 3, "outside-target-window", "\"Mail\"");
    expect("the second outside", judge("[" CLICK(150, 150) "," CLICK(450, 150) "]", NULL, 0, -1, NULL), 3,
           "outside-target-window", "\"Mail\"");
    expect("no window", judge("[" CLICK(10, 10) "]", NULL, 0, -1, NULL), 3, "outside-target-window", "no window is at 10,10");
    expect("a field", judge("[" TEXT("abc") "]", "Password:", 120, -1, NULL), 3, "password-field", "\"Password:\"");
}

/* A dialog of the target's program is no stranger; only that it is another window is told. */
static void policy__window_of_the_program__is_tier_2(void **state)
{
    (void)state;
    struct judged j;
    judged_init(&j, "x", "[" CLICK(450, 150) "]");
    ((struct eye_window *)g_ptr_array_index(j.observation->windows, 1))->program = true;
    expect("a dialog", policy_judge(&j.c), 2, "program-window", "\"Mail\" is another one of the target's program");
    judged_clear(&j);
}

/* Whether it saves or cuts nobody can say; a word beside it raises the tier as before. */
static void policy__unnamed_drawing__is_tier_2(void **state)
{
    (void)state;
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 150) "]");
    j.c.unnamed = (struct area){142, 142, 18, 16};
    expect("an icon", policy_judge(&j.c), 2, "unnamed-drawing", "an icon without words at 142,142, 18×16 px");
    judged_word(&j, "Delete", 170, 144);
    expect("beside Delete", policy_judge(&j.c), 3, "grave-label", "Delete");
    judged_clear(&j);
}

/* All that a loop may do counts, as if it did. */
static void policy__loop__counts_with_all_of_its_budget(void **state)
{
    (void)state;
#define MOUSE "\"left mouse\""
    expect("keys", judge("[" LOOP("\"w\"", 0, 0, 0, 0) "]", NULL, 0, -1, NULL), 2, "closed-loop",
           "the screen steers up to 9 events in 0.9 s");
    expect("in the target", judge("[" LOOP(MOUSE, 150, 150, 50, 50) "]", NULL, 0, -1, NULL), 2, "closed-loop", "");
    expect("a corner of another window", judge("[" LOOP(MOUSE, 150, 150, 270, 50) "]", NULL, 0, -1, NULL), 3,
           "outside-target-window", "\"Mail\"");
    expect("a corner of the desktop", judge("[" LOOP(MOUSE, 150, 150, 50, 200) "]", NULL, 0, -1, NULL), 3,
           "outside-target-window", "no window is at");
    expect("a word in it", judge("[" LOOP(MOUSE, 110, 140, 280, 50) "]", "Send", 345, -1, NULL), 3, "grave-label",
           "in the loop's area");
    expect("far from it", judge("[" LOOP(MOUSE, 110, 140, 50, 50) "]", "Send", 350, -1, NULL), 2, "closed-loop", "");
    expect("a chord", judge("[" LOOP("\"Alt_L\",\"Control_L\",\"Delete\"", 0, 0, 0, 0) "]", NULL, 0, -1, NULL), 3, "session-keys",
           "");
    expect("letters beside a password", judge("[" LOOP("\"w\"", 0, 0, 0, 0) "]", "Password:", 120, -1, NULL), 3, "password-field",
           "");
    const char *const enter = "[" LOOP("\"Return\"", 0, 0, 0, 0) "]";
    struct policy_verdict v = judge(enter, NULL, 0, -1, NULL);
    g_autofree char *why = policy_explain(&v);
    assert_non_null(strstr(why, "enter-key"));
    policy_verdict_clear(&v);
    v = judge("[" LOOP("\"Alt_L\",\"Control_L\",\"F2\"", 0, 0, 0, 0) "]", NULL, 0, -1, NULL);
    assert_true(v.denied); /* a terminal switch, whatever it says */
    policy_verdict_clear(&v);
}

/* However "Delete" and "Send" are written on a screen, a person reads them. */
static void policy__labels__are_read_as_people_do(void **state)
{
    (void)state;
    const char *labels[] = {
        "SEND",
        "send…",
        "Send!",
        "<Send>",
        "Se\xe2\x80\x8bnd",
        "\xe2\x80\xaeSend",
        "S\xcc\xb2"
        "end",
        "Ｓｅｎｄ",
        "\xd0\x85"
        "end",
        "S\xd0\xb5nd",
        "De1ete",
        "DeIete",
        "Delete|all",
        "D\xce\xb5l\xd0\xb5te",
        "𝐒𝐞𝐧𝐝",
        "ｄｅｌｅｔｅ",
        "Re-send",
        "удалить",
        "УДАЛИТЬ",
        "Löschen",
        "lo\xcc\x88schen",
        "lnstall",
        "1nstall",
        "Conf\xc2\xad"
        "irm",
        "Forrnat",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(labels); i++) {
        struct policy_verdict v = judge("[" CLICK(150, 155) "]", labels[i], 140, -1, NULL);
        if (v.tier != 3 || strcmp(v.rule, "grave-label") != 0 || !*v.word)
            fail_msg("\"%s\": tier %d by %s", labels[i], v.tier, v.rule);
        policy_verdict_clear(&v);
    }
    const char *harmless[] = {"Sender", "Undeleted", "Payload", "12", "Next", "5", "OK", "signal", "poster"};
    for (gsize i = 0; i < G_N_ELEMENTS(harmless); i++)
        expect(harmless[i], judge("[" CLICK(150, 155) "]", harmless[i], 140, -1, NULL), 1, "input", "");
}

/* Words in a row at y 150, 40 px wide; a click on the one that begins at 140. */
static struct policy_verdict judge_row(const char *pressed, const char *beside, int beside_x, int beside_y,
                                       const char *const *others)
{
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 155) "]");
    judged_word(&j, pressed, 140, 150);
    judged_word(&j, beside, beside_x, beside_y);
    for (int i = 0; others[i]; i++)
        judged_word(&j, others[i], 260 + 60 * i, 150);
    struct policy_verdict v = policy_judge(&j.c);
    judged_clear(&j);
    return v;
}

/* "Format" is a menu where it stands in a row of menus, and nothing is formatted by opening another one. All else that is grave
 * beside the target counts as before. */
static void policy__format_in_a_row_of_menus__is_no_word_of_its_neighbour(void **state)
{
    (void)state;
    static const char *const menus[] = {"View", "Tools", "Help", NULL}, *const one[] = {"Tools", NULL},
                             *const buttons[] = {"Disk", "Drive", "Close", NULL}, *const again[] = {"View", "view", "VIEW", NULL};
    static const struct {
        const char *pressed, *beside;
        int x, y;
        const char *const *others;
        const char *evidence; /* of tier 3; NULL = it is tier 1 */
    } rows[] = {
        {"File", "Format", 200, 150, menus, NULL},
        {"Styles", "Format", 80, 150, menus, NULL},
        {"Insert", "Format", 200, 150, menus, NULL},
        {"Format", "File", 200, 150, menus, NULL},
        {"Format", "Edit", 200, 150, one, "on the target"},
        {"Format", "Disk", 200, 150, buttons, "on the target"},
        {"Disk", "Format", 200, 150, menus, "50 px"},
        {"File", "Format", 200, 150, one, "50 px"},
        {"File", "Format", 200, 150, buttons, "50 px"},
        {"File", "Format", 200, 150, again, "50 px"},
        {"File", "Format", 140, 180, menus, "25 px"},
        {"File", "Format", 97, 150, menus, "13 px"},
        {"File", "Format disk", 200, 150, menus, "Format disk"},
        {"File", "Delete", 200, 150, menus, "Delete"},
        {"File", "Forrnat", 200, 150, menus, "Forrnat"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *what = g_strdup_printf("row %d", (int)i);
        struct policy_verdict v = judge_row(rows[i].pressed, rows[i].beside, rows[i].x, rows[i].y, rows[i].others);
        expect(what, v, rows[i].evidence ? 3 : 1, rows[i].evidence ? "grave-label" : "input",
               rows[i].evidence ? rows[i].evidence : "");
    }
}

/* What formats something begins with the word; behind another word it is the format of a thing. */
static void policy__format_behind_another_word__is_a_noun(void **state)
{
    (void)state;
    static const struct {
        const char *before; /* left of the one that is pressed, at x; NULL = nothing */
        int x, y;
        const char *pressed;
        bool grave;
    } labels[] = {
        {NULL, 0, 0, "Format", true},
        {NULL, 0, 0, "Format Disk…", true},
        {NULL, 0, 0, "Format volume", true},
        {NULL, 0, 0, "F0rmat disk format", true},
        {NULL, 0, 0, "Number Format", false},
        {NULL, 0, 0, "Use Text CSV Format!", false},
        {NULL, 0, 0, "Keep current format", false},
        {NULL, 0, 0, "≡ Format", true},
        {NULL, 0, 0, "Ei Format", true},
        {NULL, 0, 0, "Number Format\nFormat Disk", true},
        {NULL, 0, 0, "Delete this format", true},
        {NULL, 0, 0, "Choose format, reset", true},
        {"Number", 96, 150, "Format", false},
        {"Text CSV", 96, 151, "Format!", false},
        {"Format", 96, 150, "format", true},
        {"Ei", 96, 150, "Format", true},
        {"Text", 92, 150, "Format", false}, /* as far as the words of AbiWord's file types */
        {"Text", 91, 150, "Format", true},  /* a label of its own */
        {"Number", 80, 150, "Format", true},
        {"Number", 96, 170, "Format", true}, /* another line */
        {"Number", 184, 150, "Format", true},
        {NULL, 0, 0, "Format Cells…", false},
        {NULL, 0, 0, "Format paragraph", false},
        {NULL, 0, 0, "Format Cells\nFormat Disk", true},
        {NULL, 0, 0, "Format cells, erase", true},
        {NULL, 0, 0, "Format USB text", true},
        {"Cells", 184, 150, "Format", false},
        {"Cells", 200, 150, "Format", true}, /* a label of its own */
        {"Drive", 184, 150, "Format", true},
        {"Cells", 184, 150, "Format Disk", true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(labels); i++) {
        struct judged j;
        judged_init(&j, "x", "[" CLICK(150, 155) "]");
        judged_word(&j, labels[i].pressed, 140, 150);
        if (labels[i].before)
            judged_word(&j, labels[i].before, labels[i].x, labels[i].y);
        g_autofree char *what = g_strdup_printf("label %d", (int)i);
        expect(what, policy_judge(&j.c), labels[i].grave ? 3 : 1, labels[i].grave ? "grave-label" : "input", "");
        judged_clear(&j);
    }
}

/* A menu of the target's program is open below its titles; the click is at 150,155. */
struct opened {
    const char *entries[4]; /* each 25 px below the one before, from y 125 on */
    const char *title;      /* above it, in the main window; NULL = none */
    bool menu_dialog, tooltip, main_dialog;
    int entry_x[4];       /* 0 = 130 */
    const char *evidence; /* of tier 3; NULL = it is lower */
};

static struct policy_verdict judge_opened(const struct opened *t)
{
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 155) "]");
    struct eye_window *menu = g_new0(struct eye_window, 1), *below = g_ptr_array_index(j.observation->windows, 0);
    *menu = (struct eye_window){.id = 7, .x = 110, .y = 120, .width = 120, .height = 110};
    menu->popup = true;
    menu->program = true;
    menu->dialog = t->menu_dialog;
    menu->tooltip = t->tooltip;
    below->program = true;
    below->dialog = t->main_dialog;
    g_ptr_array_insert(j.observation->windows, 0, menu);
    for (int i = 0; i < 4 && t->entries[i]; i++)
        judged_word(&j, t->entries[i], t->entry_x[i] ? t->entry_x[i] : 130, 125 + 25 * i);
    if (t->title)
        judged_word(&j, t->title, 130, 104);
    j.c.window = menu;
    struct policy_verdict v = policy_judge(&j.c);
    judged_clear(&j);
    return v;
}

/* In an open menu the word that counts is the entry that is pressed; where it is no menu for sure, all words do. */
static void policy__entry_of_a_menu__is_judged_by_its_own_words(void **state)
{
    (void)state;
    static const struct opened rows[] = {
        {.entries = {"Delete", "Copy", "Paste"}},
        {.entries = {"Cut", "Copy", "Remove"}},
        {.entries = {"Cut", "Copy", "Paste"}, .title = "Format"},
        {.entries = {"Cut", "Delete", "Paste"}, .evidence = "\"Delete\" on the target"},
        {.entries = {"Delete", "Copy"}, .evidence = "\"Delete\" 18 px"},
        {.entries = {"Delete", "Yes", "No"}, .evidence = "\"Delete\" 18 px"},
        {.entries = {"Delete all?", "Copies", "None"}, .evidence = "\"Delete all?\" 18 px"},
        {.entries = {"Delete", "Copy", "Paste"}, .menu_dialog = true, .evidence = "\"Delete\" 18 px"},
        {.entries = {"Delete", "Copy", "Paste"}, .tooltip = true, .evidence = "\"Delete\" 18 px"},
        {.entries = {"Delete", "Copy", "Paste"}, .entry_x = {130, 170, 130}, .evidence = "\"Delete\""},
        {.entries = {"Cut", "Copy", "Paste"}, .title = "Format", .main_dialog = true, .evidence = "\"Format\""},
        {.entries = {"Merge", "Format...", "Split"}},
        {.entries = {"Merge", "Format…", "Split"}},
        {.entries = {"Merge", "Format", "Split"}, .evidence = "\"Format\" on the target"},
        {.entries = {"Merge", "Format Disk...", "Split"}, .evidence = "\"Format Disk...\" on the target"},
        {.entries = {"Merge", "Delete...", "Split"}, .evidence = "\"Delete...\" on the target"},
        {.entries = {"Mount", "Format...", "Eject"}, .evidence = "\"Format...\" on the target"},
        {.entries = {"Open", "Format...", "Disk Usage"}, .evidence = "\"Format...\" on the target"},
        {.entries = {"Merge", "Format..."}, .evidence = "\"Format...\" on the target"},
        {.entries = {"Merge", "Format...", "Split"}, .menu_dialog = true, .evidence = "\"Format...\" on the target"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *what = g_strdup_printf("row %d", (int)i);
        expect(what, judge_opened(&rows[i]), rows[i].evidence ? 3 : 2, rows[i].evidence ? "grave-label" : "program-window",
               rows[i].evidence ? rows[i].evidence : "");
    }
}

/* The words of a window that is no menu count as they did: "Delete these files?" beside "Yes". */
static void policy__words_of_a_dialog__count_beside_the_button(void **state)
{
    (void)state;
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 155) "]");
    judged_word(&j, "Delete", 130, 125);
    judged_word(&j, "Yes", 130, 150);
    judged_word(&j, "No", 130, 175);
    expect("Yes", policy_judge(&j.c), 3, "grave-label", "\"Delete\" 18 px");
    judged_clear(&j);
}

/* A tool below the row of menus; not one that stands right below the word, which may be its caption. */
/* At the top of the window, which is at 100, the row has no captions of what is below it. */
static void policy__format_above__is_no_word_of_a_tool_beside_it(void **state)
{
    (void)state;
    static const char *const titles[] = {"File", "Edit", "View", "Format"};
    for (int i = 0; i < 4; i++) {
        const bool right = i & 1, top = i & 2;
        struct judged j;
        judged_init(&j, "x", right ? "[" CLICK(340, 155) "]" : "[" CLICK(300, 155) "]");
        for (int k = 0; k < 4; k++)
            judged_word(&j, titles[k], 110 + 60 * k, top ? 104 : 118);
        const bool grave = !right && !top;
        expect(right ? "beside it" : "below it", policy_judge(&j.c), grave ? 3 : 1, grave ? "grave-label" : "input", "");
        judged_clear(&j);
    }
}

static void policy__evidence__hides_nothing(void **state)
{
    (void)state;
    struct policy_verdict v = judge("[" CLICK(150, 155) "]", "Se\xe2\x80\x8bnd\xe2\x80\xae", 140, -1, NULL);
    assert_non_null(strstr(v.evidence, "Se‹U+200B›nd‹U+202E›"));
    g_autofree char *json = policy_explain(&v);
    assert_null(strstr(json, "\xe2\x80\xae"));
    policy_verdict_clear(&v);
    expect("hidden text",
           judge("[" TEXT("a\xe2\x80\x8b"
                          "b") "]",
                 NULL, 0, -1, NULL),
           2, "hidden-characters", "‹U+200B› in the");
}

static void policy__model__raises_and_never_lowers(void **state)
{
    (void)state;
    expect("raised", judge("[" CLICK(150, 150) "]", NULL, 0, 3, NULL), 3, "model-raised", "tier 3");
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 150) "]");
    j.action->tier = 3;
    j.c.said_by = "the program";
    expect("raised by a program", policy_judge(&j.c), 3, "model-raised", "the program itself says tier 3");
    judged_clear(&j);
    for (int tier = -1; tier <= 2; tier++)
        expect("lowered", judge("[" CLICK(150, 155) "]", "Pay", 140, tier, NULL), 3, "grave-label", "Pay");
    struct policy_verdict v = judge("[" TAP("Return") "]", NULL, 0, 0, NULL);
    assert_int_equal(v.tier, 2);
    assert_string_equal(((struct policy_reason *)g_ptr_array_index(v.reasons, v.reasons->len - 1))->rule, "model-said");
    policy_verdict_clear(&v);
}

static void denied(const char *what, struct policy_verdict v, bool is)
{
    if (v.denied != is)
        fail_msg("%s: %s", what, v.denied ? "denied" : "not denied");
    policy_verdict_clear(&v);
}

/* A drag in three actions is a drag: what an earlier action holds down counts, and where it may come up is a target. */
static void policy__button_held_since__is_dragged(void **state)
{
    (void)state;
    static const char *const left[] = {"left", NULL};
    struct judged j;
    judged_init(&j, "x", "[" MOVE(150, 150) "]");
    expect("a move", policy_judge(&j.c), 0, "looking", "nothing");
    j.c.held_buttons = left;
    expect("with a button held", policy_judge(&j.c), 2, "drag", "a button is down");
    judged_word(&j, "Delete", 140, 150);
    expect("onto a word", policy_judge(&j.c), 3, "grave-label", "\"Delete\"");
    judged_clear(&j);
    judged_init(&j, "x", "[" MOVE(450, 150) "," MOVE(150, 150) "]");
    j.c.held_buttons = left;
    expect("by another window", policy_judge(&j.c), 3, "outside-target-window", "\"Mail\"");
    judged_clear(&j);
    judged_init(&j, "x", "[" MOVE(150, 150) "," HOLD_BUTTON "," MOVE(450, 150) "]");
    expect("held beyond its action", policy_judge(&j.c), 3, "outside-target-window", "\"Mail\"");
    judged_clear(&j);
    judged_init(&j, "x", "[" LIFT "," MOVE(450, 150) "]");
    j.c.held_buttons = left;
    expect("let go of before", policy_judge(&j.c), 3, "outside-target-window", "no window is at 0,0");
    judged_clear(&j);
}

/* A window over the calculator at 140,140 that takes no input: what is seen there is not the calculator. */
static struct policy_verdict judge_covered(const char *json, bool above, bool tooltip)
{
    struct judged j;
    judged_init(&j, "x", json);
    struct eye_window *w = g_new0(struct eye_window, 1);
    *w = (struct eye_window){.id = 9, .pid = 7, .x = 140, .y = 140, .width = 40, .height = 40, .popup = true, .tooltip = tooltip};
    w->title = g_strdup("Keep");
    w->class = g_strdup("Overlay");
    w->input = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_ptr_array_insert(j.observation->windows, above ? 0 : -1, w);
    if (tooltip)
        ((struct eye_window *)g_ptr_array_index(j.observation->windows, 1))->pid = 7;
    struct policy_verdict v = policy_judge(&j.c);
    judged_clear(&j);
    return v;
}

static void policy__covered_by_a_window_without_input__tier_3(void **state)
{
    (void)state;
    const char *says =
        "the window \"Keep\" (Overlay) covers the target and takes no input there: the press goes to \"Calculator\"";
    expect("on it", judge_covered("[" CLICK(150, 150) "]", true, false), 3, "covered", says);
    expect("beside it", judge_covered("[" CLICK(200, 150) "]", true, false), 3, "covered", says);
    expect("far from it", judge_covered("[" CLICK(350, 250) "]", true, false), 1, "input", "\"Calculator\"");
    expect("below", judge_covered("[" CLICK(150, 150) "]", false, false), 1, "input", "\"Calculator\"");
    expect("keys", judge_covered("[" TEXT("abc") "]", true, false), 3, "covered", says);
    expect("the second of two", judge_covered("[" CLICK(350, 250) "," CLICK(150, 150) "]", true, false), 3, "covered", says);
    expect("a loop", judge_covered("[" LOOP("\"left mouse\"", 110, 110, 60, 60) "]", true, false), 3, "covered", says);
    expect("its own tooltip", judge_covered("[" CLICK(150, 150) "]", true, true), 1, "input", "\"Calculator\"");
}

static void policy__frame_of_the_window_manager__is_not_the_window(void **state)
{
    (void)state;
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 95) "]");
    ((struct eye_window *)g_ptr_array_index(j.observation->windows, 0))->outer = (struct area){95, 80, 310, 225};
    j.c.window = eye_observation_window_at(j.observation, 150, 95);
    expect("of the target", policy_judge(&j.c), 3, "outside-target-window",
           "150,95 is on the frame of the window \"Calculator\"");
    j.c.target_window = 0;
    expect("of any", policy_judge(&j.c), 2, "unknown-target", "on the frame");
    judged_clear(&j);
}

/* What no approval makes right, by whatever way the chord comes about. */
static void policy__never_keys__are_denied(void **state)
{
    (void)state;
    static const char *const held[] = {"Control_R", "Alt_L", NULL}, *const some[] = {"Control_L", NULL};
    denied("in one", judge("[" DOWN("Control_L") "," DOWN("Alt_L") "," TAP("F2") "]", NULL, 0, -1, NULL), true);
    denied("meta", judge("[" DOWN("Meta_L") "," DOWN("Control_R") "," TAP("F12") "]", NULL, 0, -1, NULL), true);
    denied("held since", judge("[" TAP("F1") "]", NULL, 0, -1, held), true);
    denied("half held", judge("[" DOWN("Alt_R") "," TAP("F1") "]", NULL, 0, -1, some), true);
    denied("server", judge("[" DOWN("Control_L") "," DOWN("Alt_L") "," TAP("BackSpace") "]", NULL, 0, -1, NULL), true);
    denied("vt key", judge("[" TAP("XF86Switch_VT_3") "]", NULL, 0, -1, NULL), true);
    denied("power", judge("[" TAP("XF86PowerOff") "]", NULL, 0, -1, NULL), true);
    denied("sleep", judge("[" TAP("XF86Sleep") "]", NULL, 0, -1, NULL), true);
    denied("F1 alone", judge("[" TAP("F1") "]", NULL, 0, -1, NULL), false);
    denied("let go of", judge("[" TAP("Control_L") "," TAP("Alt_L") "," TAP("F1") "]", NULL, 0, -1, NULL), false);
    denied("alt f4", judge("[" DOWN("Alt_L") "," TAP("F4") "]", NULL, 0, -1, NULL), false);
    expect("alt f4 closes", judge("[" DOWN("Alt_L") "," TAP("F4") "]", NULL, 0, -1, NULL), 2, "closing-keys", "Alt+F4");
    expect("control s saves", judge("[" DOWN("Control_L") "," TAP("s") "]", NULL, 0, -1, NULL), 2, "closing-keys", "Control+s");
    expect("control shift s saves", judge("[" DOWN("Control_L") "," DOWN("Shift_L") "," TAP("s") "]", NULL, 0, -1, NULL), 2,
           "closing-keys", "Control+Shift+s");
    expect("text with control down", judge("[" TEXT("w") "]", NULL, 0, -1, some), 2, "closing-keys", "Control+w");
    expect("text", judge("[" TEXT("w") "]", NULL, 0, -1, NULL), 1, "input", "");
}

/* A hundred rules and a title without end still fit into a line. */
static void policy__explain__has_an_end(void **state)
{
    (void)state;
    struct policy_verdict v = judge("[" CLICK(150, 150) "]", NULL, 0, -1, NULL);
    g_autofree char *endless = g_strnfill(100000, 'x');
    for (int i = 0; i < 500; i++)
        policy_add(&v, "rule:x", POLICY_ASK, -1, endless);
    g_autofree char *json = policy_explain(&v);
    assert_true(strlen(json) < 32768);
    assert_non_null(strstr(json, "more apply"));
    policy_verdict_clear(&v);
}

/* Keys beside a click go where the focus is, unless the click is into the target, which gets the focus. */
static void policy__focus_elsewhere__counts_unless_it_is_taken(void **state)
{
    (void)state;
    struct judged j;
    judged_init(&j, "x", "[" CLICK(150, 150) "," TAP("a") "]");
    j.observation->focus = JUDGED_OTHER;
    expect("into the target", policy_judge(&j.c), 1, "input", "");
    j.c.target_window = 0;
    g_free(((struct eye_window *)g_ptr_array_index(j.observation->windows, 1))->class);
    ((struct eye_window *)g_ptr_array_index(j.observation->windows, 1))->class = g_strdup("XTerm");
    expect("no target", policy_judge(&j.c), 3, "terminal", "XTerm");
    judged_clear(&j);
}

/* A class is what the program says; what its process holds is not. */
static void policy__terminal_of_another_class__tier_3(void **state)
{
    (void)state;
    struct judged j;
    judged_init(&j, "x", "[" TEXT("ls") "]");
    expect("no terminal", policy_judge(&j.c), 1, "input", "");
    ((struct eye_window *)g_ptr_array_index(j.observation->windows, 0))->terminal = true;
    expect("holds one", policy_judge(&j.c), 3, "terminal", "XCalc, whose process holds a terminal");
    judged_clear(&j);
}

static void policy__lua_answers__only_narrow(void **state)
{
    (void)state;
    const struct {
        const char *json;
        bool ok;
        int tier;
        bool ask, deny, notice;
    } rows[] = {
        {"null", true, -1, false, false, false},
        {"{}", true, -1, false, false, false},
        {"{\"tier\":3}", true, 3, false, false, false},
        {"{\"tier\":2}", true, -1, false, false, false},
        {"{\"tier\":0}", true, -1, false, false, true},
        {"{\"verdict\":\"ask\"}", true, -1, true, false, false},
        {"{\"verdict\":\"deny\",\"tier\":3,\"reason\":\"x\"}", true, 3, false, true, false},
        {"{\"verdict\":\"allow\"}", true, -1, false, false, true},
        {"{\"verdict\":\"approve\"}", false, 0, false, false, false},
        {"{\"verdict\":true}", false, 0, false, false, false},
        {"{\"tier\":4}", false, 0, false, false, false},
        {"{\"tier\":1.5}", false, 0, false, false, false},
        {"{\"by\":\"human\"}", false, 0, false, false, false},
        {"[]", false, 0, false, false, false},
        {"true", false, 0, false, false, false},
        {"allow", false, 0, false, false, false},
        {"", false, 0, false, false, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct policy_answer a = {0};
        g_autofree char *notice = NULL;
        g_autoptr(GError) error = NULL;
        bool ok = policy_answer_parse(rows[i].json, 2, &a, &notice, &error);
        if (ok != rows[i].ok || (ok && (a.tier != rows[i].tier || a.ask != rows[i].ask || a.deny != rows[i].deny ||
                                        (notice != NULL) != rows[i].notice)))
            fail_msg("%s: ok %d tier %d ask %d deny %d %s", rows[i].json, ok, a.tier, a.ask, a.deny, notice ? notice : "");
        g_free(a.reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy__rules__say_their_evidence),
        cmocka_unit_test(policy__window_of_the_program__is_tier_2),
        cmocka_unit_test(policy__unnamed_drawing__is_tier_2),
        cmocka_unit_test(policy__loop__counts_with_all_of_its_budget),
        cmocka_unit_test(policy__labels__are_read_as_people_do),
        cmocka_unit_test(policy__entry_of_a_menu__is_judged_by_its_own_words),
        cmocka_unit_test(policy__words_of_a_dialog__count_beside_the_button),
        cmocka_unit_test(policy__format_above__is_no_word_of_a_tool_beside_it),
        cmocka_unit_test(policy__format_behind_another_word__is_a_noun),
        cmocka_unit_test(policy__format_in_a_row_of_menus__is_no_word_of_its_neighbour),
        cmocka_unit_test(policy__evidence__hides_nothing),
        cmocka_unit_test(policy__model__raises_and_never_lowers),
        cmocka_unit_test(policy__button_held_since__is_dragged),
        cmocka_unit_test(policy__covered_by_a_window_without_input__tier_3),
        cmocka_unit_test(policy__frame_of_the_window_manager__is_not_the_window),
        cmocka_unit_test(policy__never_keys__are_denied),
        cmocka_unit_test(policy__explain__has_an_end),
        cmocka_unit_test(policy__focus_elsewhere__counts_unless_it_is_taken),
        cmocka_unit_test(policy__terminal_of_another_class__tier_3),
        cmocka_unit_test(policy__lua_answers__only_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
