/* The skills screen's other side: what is known of the selected skill. */

#include "tui/console/list_screen.h"
#include "tui/term/rich.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"

#include <string.h>

static const char *const page_names[] = {"1 code", "2 versions", "3 outcomes", "4 near copy", "5 origin"};

const char *skills_code(console *c)
{
    const struct skill_row *row = skills_selected(c->shelf);
    if (!row)
        return NULL;
    if (row->row->skill)
        return row->row->skill->code;
    const GPtrArray *versions = skills_versions(c);
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_str_equal(v->sha256, row->row->sha256))
            return v->code;
    }
    return NULL;
}

void skills_look(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct skill_row *row = skills_selected(s);
    bool needed = s->page == SKILLS_COPY || s->decision.in.kind == JOB_ACCEPT;
    if (!needed || !row || s->detail.check || s->jobs.look || !c->skills.library)
        return;
    g_autofree char *key = g_strconcat(row->row->name, " ", row->row->sha256, NULL);
    const char *code = skills_code(c);
    if (!code || g_strcmp0(s->jobs.looked, key) == 0)
        return;
    g_autoptr(GError) error = NULL;
    struct job_input in = {.kind = JOB_CHECK, .lib = c->skills.library, .name = g_strdup(row->row->name), .text = g_strdup(code)};
    in.sha256 = g_strdup(row->row->sha256);
    g_free(s->jobs.looked);
    s->jobs.looked = g_steal_pointer(&key);
    s->jobs.look = job_start(&in, &error);
    if (!s->jobs.look)
        console_say(c, STYLE_BAD, "%s", error->message);
    c->dirty = true;
}

static char *used_by(const struct skill_choice *of, const char *name)
{
    g_autoptr(GString) text = g_string_new("");
    const GPtrArray *all = skill_library_all(of->library);
    int n = 0;
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        if (!s->uses || !g_strv_contains((const char *const *)s->uses, name))
            continue;
        if (++n <= 20)
            g_string_append_printf(text, "%s%s", n > 1 ? ", " : "", s->name);
    }
    if (n > 20)
        g_string_append_printf(text, " and %d more", n - 20);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void param_lines(GPtrArray *lines, int width, const skill *s)
{
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        g_autofree char *allowed = p->allowed ? g_strjoinv(" ", p->allowed) : NULL;
        rich_format(lines, width, STYLE_NORMAL, "  %s %s%s  %s%s%s%s", p->name, param_type_name(p->type), p->optional ? "?" : "",
                    p->meaning ? p->meaning : "", allowed ? " {" : "", allowed ? allowed : "", allowed ? "}" : "");
    }
}

static void origin_line(GPtrArray *lines, int width, const struct catalog_row *r)
{
    g_autofree char *from =
        r->run ? g_strdup_printf(" · from run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " (5 shows it, g goes there)", r->run,
                                 r->step)
               : g_strdup("");
    rich_format(lines, width, STYLE_DIM, "by %s%s · sha256 %.12s · %d version%s", r->author, from, r->sha256, r->versions,
                r->versions == 1 ? "" : "s");
}

/* Below its layer's folder, where it is that long. */
static void place_line(GPtrArray *lines, int width, const skill *s)
{
    g_autofree char *folder = skill_layer_folder(s->layer);
    gsize n = folder && g_str_has_prefix(s->file, folder) ? strlen(folder) + 1 : 0;
    rich_format(lines, width, STYLE_DIM, "%s%s%s:%d", n ? skill_layer_name(s->layer) : "", n ? " skills, " : "", s->file + n,
                s->line);
}

static void stage_line(GPtrArray *lines, int width, const struct skill_row *row)
{
    static const char *const meanings[] = {
        [STAGE_DRAFT] = "not loaded, waits for you",
        [STAGE_TRIAL] = "each use asks",
        [STAGE_TRUSTED] = "only the gate's usual rules apply",
        [STAGE_DEMOTED] = "it began to fail: each use asks",
        [STAGE_REFUSED] = "not loaded",
        [STAGE_RETIRED] = "not loaded",
    };
    const struct catalog_row *r = row->row;
    rich_format(lines, width, r->stage == STAGE_TRUSTED ? STYLE_GOOD : STYLE_WARN, "%s %s: %s%s%s", stage_glyph(r->stage),
                stage_name(r->stage), meanings[r->stage], r->reason && *r->reason ? " · " : "", r->reason ? r->reason : "");
    if (row->changed)
        rich_text(lines, width, STYLE_WARN, "≠ someone else changed it since you opened this screen (2: versions)");
}

const char *skills_check_seen(const struct job_check *check)
{
    return *check->seen ? check->seen : "a blank screen";
}

static void check_lines(GPtrArray *lines, int width, const struct job_check *check)
{
    if (check->passes)
        rich_format(lines, width, STYLE_GOOD, "✓ the check found nothing wrong, on %s%s", skills_check_seen(check),
                    check->notes->len ? ", but:" : "");
    else
        rich_format(lines, width, STYLE_BAD, "▲ the check found %u thing%s: see the lines", check->errors->len,
                    check->errors->len == 1 ? "" : "s");
    for (guint i = 0; i < check->notes->len; i++)
        rich_format(lines, width, STYLE_WARN, "  %s%s", (char *)g_ptr_array_index(check->notes, i),
                    *check->like ? " (4 shows them side by side)" : "");
    for (guint i = 0; i < check->errors->len; i++) {
        if (!rich_message_line(g_ptr_array_index(check->errors, i), NULL))
            rich_format(lines, width, STYLE_BAD, "  %s", (char *)g_ptr_array_index(check->errors, i));
    }
}

/* What its comment says. */
static void said_lines(GPtrArray *lines, int width, const skill *s)
{
    g_autofree char *effect = s->effect >= 0 ? g_strdup_printf("tier %d, by its author", s->effect) : NULL;
    param_lines(lines, width, s);
    rich_field(lines, width, "before", s->pre);
    rich_field(lines, width, "needs", s->manager ? "a window manager with keys, menus and title bars" : NULL);
    rich_field(lines, width, "expects", s->expect);
    rich_field(lines, width, "effect", effect);
}

static void code_lines(console *c, GPtrArray *lines, int width)
{
    const struct skill_row *row = skills_selected(c->shelf);
    const skill *s = row->row->skill;
    const char *code = skills_code(c);
    rich_text(lines, width, STYLE_BOLD, row->call);
    stage_line(lines, width, row);
    rich_text(lines, width, STYLE_NORMAL, row->row->doc);
    if (s || row->row->sketch)
        said_lines(lines, width, s ? s : row->row->sketch);
    if (s) {
        g_autofree char *uses = s->uses ? g_strjoinv(", ", s->uses) : NULL, *users = used_by(&c->skills, s->name);
        rich_field(lines, width, "uses", uses);
        rich_field(lines, width, "used by", users);
        place_line(lines, width, s);
    }
    origin_line(lines, width, row->row);
    const struct job_check *check = c->shelf->detail.check;
    if (check)
        check_lines(lines, width, check);
    rich_text(lines, width, STYLE_NORMAL, " ");
    if (code)
        rich_code(lines, width, code, 1, check ? check->errors : NULL);
}

static void copy_lines(console *c, GPtrArray *lines, int width)
{
    const struct skill_row *row = skills_selected(c->shelf);
    const struct job_check *check = c->shelf->detail.check;
    const char *like = check && *check->like ? check->like : NULL;
    const char *code = skills_code(c);
    if (!check)
        rich_text(lines, width, STYLE_DIM,
                  c->shelf->jobs.look ? "it is being compared with all others …" : "it could not be compared: c checks it again");
    else if (!like || !code)
        rich_text(lines, width, STYLE_GOOD, "no other skill is nearly the same");
    if (!like || !code)
        return;
    rich_format(lines, width, STYLE_WARN, "%d %% the same as %s", (int)(check->likeness * 100), like);
    if (rich_fits_beside(width))
        rich_beside(lines, width, like, check->like_code, row->row->name, code);
    else
        rich_diff(lines, width, check->like_code, code);
}

static void make_lines(console *c, int width)
{
    static void (*const pages[])(console *, GPtrArray *, int) = {
        [SKILLS_CODE] = code_lines, [SKILLS_VERSIONS] = skills_history_lines, [SKILLS_OUTCOMES] = skills_outcome_lines,
        [SKILLS_COPY] = copy_lines, [SKILLS_ORIGIN] = skills_origin_lines,
    };
    struct skills_screen *s = c->shelf;
    g_clear_pointer(&s->detail.lines, g_ptr_array_unref);
    s->detail.width = width;
    s->detail.lines = rich_new();
    if (skills_selected(s))
        pages[s->page](c, s->detail.lines, width);
}

static void pages_draw(const struct skills_screen *s, const struct rect *r)
{
    int x = r->x + 1;
    for (int i = 0; i < SKILLS_PAGES; i++) {
        bool open = (int)s->page == i;
        x += paint_format(r->y, x, r->x + r->width - 1 - x, open ? STYLE_SELECTED : STYLE_DIM, " %s ", page_names[i]);
    }
}

void skills_detail_draw(console *c, const struct rect *r)
{
    struct skills_screen *s = c->shelf;
    struct rect inside = {r->x + 2, r->y + 1, r->width - 4, r->height - 2};
    if (!s->detail.lines || s->detail.width != inside.width)
        make_lines(c, inside.width);
    s->detail.page_rows = inside.height;
    paint_box(r, NULL, s->in_detail ? STYLE_BORDER_ALERT : STYLE_BORDER);
    pages_draw(s, r);
    int rest_rows = list_detail_draw(r, s->detail.lines, &s->detail.top, s->in_detail);
    if (s->page == SKILLS_ORIGIN && rest_rows > 0) {
        struct rect rest = {inside.x, inside.y + inside.height - rest_rows + 1, inside.width, rest_rows - 1};
        skills_origin_draw(c, &rest);
    }
}
