/* reins skills search. */

#include "tui/cli/skills.h"

#include "tui/cli/cli.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>
#include <string.h>

static bool contains(const char *text, const char *folded)
{
    g_autofree char *mine = g_utf8_casefold(text, -1);
    return strstr(mine, folded) != NULL;
}

/* Every word must be in the name or the documentation. */
int skills_search(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error))
        return cli_fail(error);
    g_autoptr(GPtrArray) hits = g_ptr_array_new();
    for (guint i = 0; i < catalog_rows(shelf.catalog)->len; i++) {
        struct catalog_row *r = g_ptr_array_index(catalog_rows(shelf.catalog), i);
        bool hit = r->skill != NULL;
        for (char **w = asked->words; *w && hit; w++) {
            g_autofree char *folded = g_utf8_casefold(*w, -1);
            hit = contains(r->name, folded) || contains(r->doc, folded);
        }
        if (hit)
            g_ptr_array_add(hits, r);
    }
    if (asked->json) {
        g_autofree char *text = skills_json_list(hits);
        puts(text);
        return EXIT_DONE;
    }
    for (guint i = 0; i < hits->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(hits, i);
        g_autofree char *form = skills_call_form(r->skill), *line = g_strdup_printf("%-48s %s", form, r->doc);
        skills_print(line);
    }
    return EXIT_DONE;
}
