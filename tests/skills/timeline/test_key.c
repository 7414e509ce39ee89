/* Key and button names. */

#include "skills/timeline/action.h"
#include "skills/timeline/key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void key_canonical__names_and_aliases__give_the_keysym(void **state)
{
    (void)state;
    static const struct {
        const char *given, *canonical;
        guint32 sym;
    } rows[] = {
        {"ctrl", "Control_L", 0xffe3},
        {"CTRL", "Control_L", 0xffe3},
        {"control", "Control_L", 0xffe3},
        {"Control_L", "Control_L", 0xffe3},
        {"control_r", "Control_R", 0xffe4},
        {"right ctrl", "Control_R", 0xffe4},
        {"shift", "Shift_L", 0xffe1},
        {"right_shift", "Shift_R", 0xffe2},
        {"alt", "Alt_L", 0xffe9},
        {"altgr", "ISO_Level3_Shift", 0xfe03},
        {"ENTER", "Return", 0xff0d},
        {"return", "Return", 0xff0d},
        {"esc", "Escape", 0xff1b},
        {"tab", "Tab", 0xff09},
        {"space", "space", 0x20},
        {" ", "space", 0x20},
        {"backspace", "BackSpace", 0xff08},
        {"del", "Delete", 0xffff},
        {"delete", "Delete", 0xffff},
        {"up", "Up", 0xff52},
        {"down", "Down", 0xff54},
        {"left", "Left", 0xff51},
        {"right", "Right", 0xff53},
        {"pageup", "Prior", 0xff55},
        {"page down", "Next", 0xff56},
        {"pgup", "Prior", 0xff55},
        {"pgdn", "Next", 0xff56},
        {"Page_Up", "Prior", 0xff55},
        {"home", "Home", 0xff50},
        {"end", "End", 0xff57},
        {"win", "Super_L", 0xffeb},
        {"windows", "Super_L", 0xffeb},
        {"super", "Super_L", 0xffeb},
        {"cmd", "Super_L", 0xffeb},
        {"meta", "Super_L", 0xffeb},
        {"Meta_L", "Meta_L", 0xffe7},
        {"capslock", "Caps_Lock", 0xffe5},
        {"f1", "F1", 0xffbe},
        {"F12", "F12", 0xffc9},
        {"f35", "F35", 0xffe0},
        {"KP_Enter", "KP_Enter", 0xff8d},
        {"kp_7", "KP_7", 0xffb7},
        {"+", "plus", 0x2b},
        {"%", "percent", 0x25},
        {"*", "asterisk", 0x2a},
        {"a", "a", 0x61},
        {"A", "A", 0x41},
        {"é", "eacute", 0xe9},
        {"É", "Eacute", 0xc9},
        {"eacute", "eacute", 0xe9},
        {"€", "EuroSign", 0x20ac},
        {"U20AC", "EuroSign", 0x20ac},
        {"u+20ac", "EuroSign", 0x20ac},
        {"α", "Greek_alpha", 0x7e1},
        {"Я", "Cyrillic_YA", 0x6f1},
        {"Cyrillic_ya", "Cyrillic_ya", 0x6d1},
        {"中", "U4E2D", 0x1004e2d},
        {"U4e2d", "U4E2D", 0x1004e2d},
        {"😀", "U1F600", 0x101f600},
        {"\n", "Return", 0xff0d},
        {"quoteright", "apostrophe", 0x27},
        {"XF86AudioPlay", "XF86AudioPlay", 0x1008ff14},
        {"ISO_Left_Tab", "ISO_Left_Tab", 0xfe20},
        {"dead_acute", "dead_acute", 0xfe51},
        {"-", "minus", 0x2d},
        {"_", "underscore", 0x5f},
        {"/", "slash", 0x2f},
        {"ß", "ssharp", 0xdf},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        const char *got = key_canonical(rows[i].given, &error);
        if (!got)
            fail_msg("%s: %s", rows[i].given, error->message);
        if (strcmp(got, rows[i].canonical) != 0 || key_sym(got) != rows[i].sym)
            fail_msg("%s gives %s (%x)", rows[i].given, got, key_sym(got));
    }
}

static void key_canonical__every_character__survives_a_round_trip(void **state)
{
    (void)state;
    for (gunichar c = 0x20; c < 0x3000; c++) {
        char text[8] = "";
        guint32 sym = key_sym_of_char(c);
        if (!sym)
            continue;
        text[g_unichar_to_utf8(c, text)] = '\0';
        const char *name = key_canonical(text, NULL);
        if (!name || key_sym(name) != sym)
            fail_msg("U+%04X: %s gives %x, not %x", c, name ? name : "nothing", name ? key_sym(name) : 0, sym);
    }
}

static void key_canonical__no_key__is_an_error_with_the_nearest(void **state)
{
    (void)state;
    static const char *const bad[] = {"",      "nosuchkeyatall", "\x01", "\x7f",       "\xff\xfe", "U12", "U110000",
                                      "UD800", "ctrl+c",         "f36",  "VoidSymbol", "  ",       "ab",  "U20ACU20AC"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        const char *got = key_canonical(bad[i], &error);
        if (got)
            fail_msg("\"%s\" gives %s", bad[i], got);
        assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN));
        assert_true(g_utf8_validate(error->message, -1, NULL));
    }
    g_autoptr(GError) error = NULL;
    assert_null(key_canonical("entr", &error));
    assert_non_null(strstr(error->message, "did you mean \"enter\"?"));
    g_autofree char *long_name = g_strnfill(100000, 'a');
    assert_null(key_canonical(long_name, NULL));
    assert_null(key_canonical(NULL, NULL));
}

/* Vendors' keysyms are numbers above those of characters, and no characters. */
static void key_char__of_a_character_only(void **state)
{
    (void)state;
    assert_int_equal(key_char("a"), 'a');
    assert_int_equal(key_char("U1F600"), 0x1f600);
    static const char *const none[] = {"XF86AudioMute", "XF86Launch9", "SunProps", "F5", "Escape"};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
        const char *name = key_canonical(none[i], NULL);
        if (name && key_char(name))
            fail_msg("%s is said to be the character 0x%x", name, key_char(name));
    }
}

static void key_is_modifier__either_side__and_nothing_else(void **state)
{
    (void)state;
    assert_true(key_is_modifier("Control_L"));
    assert_true(key_is_modifier("Super_R"));
    assert_true(key_is_modifier("ISO_Level3_Shift"));
    assert_false(key_is_modifier("Caps_Lock"));
    assert_false(key_is_modifier("a"));
    assert_false(key_is_modifier(NULL));
}

static void button_parse__names_and_numbers__and_nothing_else(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int button;
    } rows[] = {{"left", 1}, {"LEFT", 1},    {"middle", 2}, {"right", 3}, {"right_button", 3},
                {"back", 8}, {"forward", 9}, {"1", 1},      {"9", 9},     {"button 7", 7}};
    int button = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_true(button_parse(rows[i].name, &button, NULL));
        assert_int_equal(button, rows[i].button);
        assert_true(button_parse(button_name(button), &button, NULL));
        assert_int_equal(button, rows[i].button);
    }
    static const char *const bad[] = {"", "0", "10", "lefty", "button", "\xff", "-1", "button 0"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        button = 42;
        assert_false(button_parse(bad[i], &button, &error));
        assert_int_equal(button, 42);
        assert_true(g_utf8_validate(error->message, -1, NULL));
    }
}

static void key_chord__as_people_write_it__or_an_error(void **state)
{
    (void)state;
    static const struct {
        const char *text, *keys; /* NULL = an error */
    } rows[] = {{"ctrl+v", "Control_L v"},
                {"Ctrl+V", "Control_L v"},
                {"Ctrl+Shift+V", "Control_L Shift_L v"},
                {"shift + Insert", "Shift_L Insert"},
                {"V", "V"},
                {"", NULL},
                {"ctrl+", NULL},
                {"ctrl+nokey", NULL},
                {"ctrl+v+v", NULL},
                {"a+b+c+d+e+f", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_auto(GStrv) keys = key_chord(rows[i].text, 5, &error);
        g_autofree char *all = keys ? g_strjoinv(" ", keys) : NULL;
        if (g_strcmp0(all, rows[i].keys) != 0)
            fail_msg("%s: %s", rows[i].text, all ? all : error->message);
        assert_true(keys ? !error : *error->message != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_canonical__names_and_aliases__give_the_keysym),
        cmocka_unit_test(key_canonical__every_character__survives_a_round_trip),
        cmocka_unit_test(key_canonical__no_key__is_an_error_with_the_nearest),
        cmocka_unit_test(key_char__of_a_character_only),
        cmocka_unit_test(key_is_modifier__either_side__and_nothing_else),
        cmocka_unit_test(key_chord__as_people_write_it__or_an_error),
        cmocka_unit_test(button_parse__names_and_numbers__and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
