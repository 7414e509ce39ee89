/* reins skills search: retrieval from the shell. */

#include "tui/cli/skills.h"

#include "config/profile.h"
#include "engine/recall/retrieve.h"
#include "tui/cli/cli.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>

static void print_row(const struct retrieved *r)
{
    g_autofree char *form = skill_call_form(r->skill), *why = retrieved_explain(r);
    g_autofree char *line = g_strdup_printf("%5.2f  %-40s %s", r->score, form, r->skill->doc);
    skills_print(line);
    printf("       %s\n", why);
}

static int print(const GPtrArray *rows, bool json)
{
    if (json) {
        g_autofree char *list = skills_json_ranked(rows);
        puts(list);
        return EXIT_DONE;
    }
    for (guint i = 0; i < rows->len; i++)
        print_row(g_ptr_array_index(rows, i));
    if (rows->len == 0)
        puts("no skill fits that text");
    return EXIT_DONE;
}

int skills_search(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg || !skills_shelf_open(&shelf, false, NULL, NULL, &error) ||
        (asked->profile && !skills_shelf_restrict(&shelf, asked->profile, &error)))
        return cli_fail(error);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(retriever) r = retriever_new(cfg, pool, shelf.m);
    g_autofree char *text = g_strjoinv(" ", asked->words), *notice = NULL;
    gint64 k = asked->limit > 0 ? asked->limit : config_int(cfg, "run", "retrieve_k");
    struct retrieve_query query = {.text = text, .k = (guint)MIN(k, G_MAXINT / 4), .alike = true};
    g_auto(GStrv) libraries = asked->profile || asked->all ? NULL : profile_all_libraries();
    retriever_load(r, shelf.library, shelf.catalog, (const char *const *)libraries);
    g_autoptr(GPtrArray) rows = retriever_search(r, &query, &notice);
    if (notice)
        fprintf(stderr, "reins: %s\n", notice);
    return print(rows, asked->json);
}
