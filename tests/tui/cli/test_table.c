/* A table of the command line in a terminal. */

#include "tui/cli/table.h"
#include "tui/term/text.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char *steps_table(int width)
{
    struct table t;
    table_begin(&t, "rlllwl", "STEP", "STARTED", "VERDICT", "EFFECT", "TASK", "ACTION");
    for (int i = 1; i <= 2; i++) {
        table_format(&t, "%d", i);
        table_text(&t, "2026-11-25 20:49:25");
        table_text(&t, "approved");
        table_text(&t, "no_effect");
        table_text(&t, "12 and 30 and their sum in a sheet");
        table_text(&t, i == 1 ? "type_text(text = \"12\\n30\\n\")" : "wait()");
    }
    return table_end(&t, width);
}

/* Long columns give way, those that hold numbers, times and words of ours do not. */
static void table__narrow__no_row_wraps(void **state)
{
    (void)state;
    g_autofree char *all = steps_table(0), *wide = steps_table(200), *narrow = steps_table(80), *least = steps_table(20);
    assert_string_equal(all, wide);
    assert_non_null(strstr(all, "in a sheet  type_text(text = \"12\\n30\\n\")\n"));
    assert_non_null(strstr(narrow, "   1  2026-11-25 20:49:25  approved  no_effect  12 and 30 and …  type_text(text…\n"));
    assert_non_null(strstr(narrow, "   2  2026-11-25 20:49:25  approved  no_effect  12 and 30 and …  wait()\n"));
    assert_non_null(strstr(least, "no_effect  12 and …  type_te…\n")); /* something is left of each */
    g_auto(GStrv) lines = g_strsplit(narrow, "\n", -1);
    for (char **line = lines; *line; line++)
        assert_in_range(text_width(*line), 0, 80);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table__narrow__no_row_wraps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
