/* reins memory: what is like something. By words for a plan (recall), by the picture (search --like). */

#include "tui/cli/memory.h"

#include "config/profile.h"
#include "engine/picture/print.h"
#include "engine/recall/prints.h"
#include "engine/recall/recall.h"
#include "memory/pictures.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/table.h"

#include <stdio.h>

#define LIKE_LIMIT 20
#define FILL_S 3   /* at most so long for pictures without a print */
#define RECALLED 5 /* of each that are told beside those of a prompt */

static bool fill(memory *m, GError **error)
{
    gint64 left = 0;
    if (!prints_fill(m, g_get_monotonic_time() + FILL_S * G_USEC_PER_SEC, &left, error))
        return false;
    if (left)
        fprintf(stderr,
                "reins: %" G_GINT64_FORMAT
                " pictures have no print yet (or cannot be read) and are not searched; each call computes some more\n",
                left);
    return true;
}

static char *text_like(const GPtrArray *rows)
{
    struct table t;
    if (rows->len == 0)
        return g_strdup("no picture looks like that\n");
    table_begin(&t, "rrrll", "BITS", "RUN", "STEP", "ROLE", "FRAME");
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_like *like = rows->pdata[i];
        table_format(&t, "%d", like->distance);
        table_format(&t, "%" G_GINT64_FORMAT, like->run);
        table_format(&t, "%" G_GINT64_FORMAT, like->step);
        table_text(&t, like->role);
        table_text(&t, like->hash);
    }
    return table_end(&t, memory_terminal_width());
}

int memory_search_like(const struct memory_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    guint64 print;
    gint64 limit = asked->limit ? asked->limit : LIKE_LIMIT;
    if (!prints_of(m, asked->like, &print, &error) || (m && !fill(m, &error)))
        return cli_fail(error);
    g_autoptr(GPtrArray) rows = m ? memory_pictures_like(m, print, PRINT_ALIKE, limit, &error) : g_ptr_array_new();
    if (!rows)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_like(rows) : text_like(rows);
    return memory_print(text, asked->json);
}

/* app: of which program it was asked; what others did must be more alike. */
static char *text_recalled(const GPtrArray *rows, const char *app)
{
    GString *out = g_string_new(rows->len ? NULL
                                : app     ? "nothing similar is in memory\n"
                                          : "nothing in memory is similar enough (--app NAME searches as a run of that program "
                                            "would, and finds more of its own)\n");
    for (guint i = 0; i < rows->len; i++) {
        const struct recalled *r = rows->pdata[i];
        g_autofree char *line = recalled_line(r), *why = recalled_explain(r);
        g_string_append_printf(out, "%5.2f  %s\n       %s · %s\n", r->score, line, why,
                               r->in_prompt ? "in the prompt" : "not in the prompt");
    }
    return g_string_free(out, FALSE);
}

/* What a run of that program would ask for. */
static bool read_query(const struct memory_asked *asked, memory *m, const config *cfg, const char *text, char **ret_app,
                       struct recall_query *ret_query, GError **error)
{
    g_autoptr(profile) p = profile_for_command(asked->app, error);
    if (!p)
        return false;
    profile_fill(p, cfg);
    *ret_app = recall_app(p->name, asked->app);
    *ret_query = (struct recall_query){.task = text,
                                       .app = *ret_app,
                                       .steps = (guint)p->recall.steps,
                                       .lessons = (guint)p->recall.lessons,
                                       .chars = (guint)p->recall.chars,
                                       .more = (guint)(asked->limit ? MIN(asked->limit, 200) : RECALLED)};
    ret_query->printed = asked->like != NULL;
    return !asked->like || (prints_of(m, asked->like, &ret_query->print, error) && fill(m, error));
}

int memory_do_recall(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strjoinv(" ", asked->words), *app = NULL, *notice = NULL;
    g_autoptr(config) cfg = config_load(&error);
    struct recall_query query;
    if (!m)
        return memory_print(asked->json ? "[]\n" : "nothing was recorded yet (start a run with: reins run \"task\")\n", false);
    if (!cfg || !read_query(asked, m, cfg, text, &app, &query, &error))
        return cli_fail(error);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(recaller) r = recaller_new(cfg, pool, m);
    g_autoptr(GPtrArray) rows = recaller_search(r, &query, &notice, &error);
    if (notice)
        fprintf(stderr, "reins: %s\n", notice);
    if (!rows)
        return cli_fail(error);
    g_autofree char *out = asked->json ? recalled_to_json(rows) : text_recalled(rows, asked->app);
    return memory_print(out, asked->json);
}
