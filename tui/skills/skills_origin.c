/* The skills screen: where the selected version came from: who made it and why, the run and its step, and what was seen then. */

#include "config/config.h"
#include "engine/step/draft_screen.h"
#include "tui/memory/past_screen.h"
#include "tui/term/rich.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

#define PICTURE_ROWS_MIN 4

memory *skills_store(void)
{
    g_autofree char *dir = config_data_dir(NULL);
    return dir ? memory_open(dir, false, NULL) : NULL;
}

static const struct memory_step *find_step(const GPtrArray *steps, gint64 step)
{
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *s = g_ptr_array_index(steps, i);
        if (s->step == step)
            return s;
    }
    return NULL;
}

static void step_lines(GPtrArray *lines, int width, const struct memory_step *s)
{
    g_autofree char *call = action_json_describe(s->action);
    g_autofree char *what = call ? g_strdup_printf("%s%s%s%s%s", call, s->verdict ? " · " : "", s->verdict ? s->verdict : "",
                                                   s->effect ? " · " : "", s->effect ? s->effect : "")
                                 : NULL;
    rich_field(lines, width, "subtask", s->task);
    rich_field(lines, width, "action", what);
}

static void run_lines(struct skills_screen *s, GPtrArray *lines, int width, const memory_skill *v)
{
    g_autoptr(memory) m = skills_store();
    struct memory_run *run = m ? memory_run_get(m, v->run, NULL) : NULL;
    g_autoptr(GPtrArray) steps = run ? memory_steps(m, v->run, NULL) : NULL;
    const struct memory_step *step = find_step(steps, v->step);
    rich_format(lines, width, STYLE_ACCENT, "run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT "%s%s", v->run, v->step,
                step  ? " (g goes there): "
                : run ? " (the run has no such step): "
                      : " (the run is not in the store)",
                run && run->task ? run->task : "");
    if (step)
        step_lines(lines, width, step);
    g_free(s->detail.picture);
    s->detail.picture = run ? draft_screen_picture(m, v) : NULL;
    if (run && !s->detail.picture)
        rich_text(lines, width, STYLE_DIM, "no picture of that step is kept");
    memory_run_free(run);
}

static const char *made_by(const char *author)
{
    static const struct {
        const char *author, *text;
    } words[] = {{"model", "made by a model"},
                 {"human", "written by a person"},
                 {"shipped", "ships with reins"},
                 {"import", "imported from a file"}};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!g_strcmp0(words[i].author, author))
            return words[i].text;
    }
    return author ? author : "author unknown";
}

/* Whether the page of versions has it. */
static bool has_version(const GPtrArray *versions, const char *sha256)
{
    for (guint i = 0; i < versions->len; i++)
        if (g_str_equal(((const memory_skill *)g_ptr_array_index(versions, i))->sha256, sha256))
            return true;
    return false;
}

void skills_origin_lines(console *c, GPtrArray *lines, int width)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    const memory_skill *v = skills_version(c);
    g_clear_pointer(&s->detail.picture, g_free);
    if (!v) {
        rich_text(lines, width, STYLE_NORMAL, made_by(r->author));
        rich_text(lines, width, STYLE_DIM, "the store knows no version of it yet");
        return;
    }
    g_autofree char *when = text_when(v->at_us, TEXT_MINUTE);
    rich_format(lines, width, STYLE_NORMAL, "%.8s: %s, %s", v->sha256, made_by(v->author), when);
    rich_field(lines, width, "why", v->note);
    if (v->parent)
        rich_format(lines, width, STYLE_NORMAL, "made from %.8s (%s)", v->parent,
                    has_version(skills_versions(c), v->parent) ? "2 shows what differs" : "a version that is not kept");
    if (v->run)
        run_lines(s, lines, width, v);
    else
        rich_text(lines, width, STYLE_DIM, "it came from no run");
}

void skills_origin_draw(console *c, const struct rect *r)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GError) error = NULL;
    if (!s->detail.picture || !c->options.pictures || r->height < PICTURE_ROWS_MIN)
        return;
    const struct thumbnail *t =
        thumbnails_get(c->thumbnails, s->detail.picture, s->detail.picture, NULL, r->width, r->height, &error);
    if (t)
        paint_thumbnail(r->y, r->x, t);
    else
        paint_format(r->y, r->x, r->width, STYLE_WARN, "no picture: %s", error->message);
}

void skills_origin_go(console *c)
{
    const struct catalog_row *r = skills_selected(c->shelf)->row;
    const memory_skill *v = skills_version(c);
    gint64 run = v ? v->run : r->run, step = v ? v->step : r->step;
    if (run)
        past_screen_open_step(c, run, step);
    else
        console_say(c, STYLE_WARN, "this version came from no run");
}
