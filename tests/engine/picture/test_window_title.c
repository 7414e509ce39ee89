/* Which titles are the same but for the mark that a document has been modified. */
#include "engine/picture/window_title.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void titles__but_for_marks_of_modification__are_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"a.txt - Mousepad", "a.txt - Mousepad", true},
        {"a.txt - Mousepad", "*a.txt - Mousepad", true},
        {"a.txt - App", "a.txt* - App", true},
        {"a.txt - App", "a.txt * - App", true},
        {"● a.txt - App", "a.txt - App", true},
        {"a.txt", "a.txt •", true},
        {"a.txt [modified] - App", "a.txt - App", true},
        {"a.txt - App (Modified)", "a.txt - App", true},
        {"a.txt [+] - VIM", "a.txt - VIM", true},
        {"a.txt - SciTE", "a.txt * SciTE", true},
        {"a.txt - SciTE", "b.txt * SciTE", false},
        {"a - b", "a b", false},
        {NULL, "", true},
        {NULL, "*", true},
        {"File Options", "Choose Currencies", false},
        {"a.txt - App", "b.txt - App", false},
        {"Page 1 of 3", "Page 2 of 3", false},
        {"Erase 2*4", "Erase 24", false},
        {"modified files", "files", false},
        {"a b", "ab", false},
        {"", "a", false},
        {NULL, "a", false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        if (window_title_same(cases[i].a, cases[i].b) != cases[i].same ||
            window_title_same(cases[i].b, cases[i].a) != cases[i].same)
            fail_msg("%s, %s", cases[i].a, cases[i].b);
}

static void title__repeats_what_was_typed(void **state)
{
    (void)state;
    static const struct {
        const char *was, *is, *text;
        bool repeats;
    } cases[] = {
        {"Edit task", "Roof & walls - Edit task", "Roof & walls", true},
        {"Edit task", "Roof & walls - Edit task", "Roof & walls\n", true},
        {"Edit task", "Edit task: Größe", "Größe", true},
        {"Edit task", "*Roof - Edit task", "Roof", true},
        {"Edit task", "Roof - Edit task", "Root", false},
        {"Edit task", "Roof - Edit task", "", false},
        {"Edit task", "Roof - Edit task", " \n", false},
        {"Edit task", "Erase Roof - Edit task", "Roof", false}, /* says more than was typed */
        {"Edit task", "Roof 2 - Edit task", "Roof", false},
        {"Edit task", "Roof - Erase task", "Roof", false},
        {"Edit task", "RoofEdit task", "Roof", false},
        {"", "Roof - ", "Roof", false},
        {NULL, "Roof", "Roof", false},
        {"Edit task", NULL, "Roof", false},
        {"Untitled 1 - LibreOffice Calc", "sum.ods - LibreOffice Calc", "/tmp/docs/sum.ods", true},
        {"Untitled 1 - LibreOffice Calc", "sum.ods - LibreOffice Calc", "sum\n", true},
        {"new 1 - Notepadqq", "list.py (/tmp/a b/docs) - Notepadqq", "list.py", true},
        {"*untitled — ReText", "notes.md (~/x) — ReText", "notes.md\n", true},
        {"a - b - App", "sum.ods - App", "sum.ods", true},
        {"untitled - TeXstudio", "/tmp/docs/note.tex - TeXstudio", "/tmp/docs/note.tex", true},
        {"untitled - TeXstudio", "~/docs/note.tex - TeXstudio", "note", true},
        {"untitled - TeXstudio", "/tmp/note.tex/other.tex - TeXstudio", "note.tex", false},
        {"Untitled 1 - LibreOffice Calc", "sum.ods - LibreOffice Writer", "sum.ods", false},
        {"Untitled 1 - LibreOffice Calc", "sums.ods - LibreOffice Calc", "sum", false},
        {"new 1 - Notepadqq", "list.py (erase) - Notepadqq", "list.py", false},
        {"new 1 - Notepadqq", "list.py (/tmp) (~/b) - Notepadqq", "list.py", false},
        {"new 1 - Notepadqq", "list.py - list.py - Notepadqq", "list.py", false},
        {"Untitled - ", "list.py - ", "list.py", false},
        {"Page 1", "list.py", "list.py", false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        if (window_title_repeats(cases[i].was, cases[i].is, cases[i].text) != cases[i].repeats)
            fail_msg("%s, %s", cases[i].is, cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(titles__but_for_marks_of_modification__are_the_same),
                                       cmocka_unit_test(title__repeats_what_was_typed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
