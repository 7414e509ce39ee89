/* What the store knows of the selected skill: its versions, what differs between any two, how they turned out. */

#include "tui/term/rich.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#define OUTCOMES_SHOWN 200

const GPtrArray *skills_versions(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct skill_row *row = skills_selected(s);
    if (s->detail.versions)
        return s->detail.versions;
    g_autoptr(memory) m = skills_store();
    s->detail.versions = m && row ? catalog_history(m, c->skills.library, row->row->name, NULL) : NULL;
    if (!s->detail.versions)
        s->detail.versions = g_ptr_array_new();
    for (guint i = 0; row && i < s->detail.versions->len; i++) {
        if (g_str_equal(((const memory_skill *)g_ptr_array_index(s->detail.versions, i))->sha256, row->row->sha256))
            s->detail.version = i;
    }
    return s->detail.versions;
}

const memory_skill *skills_version(console *c)
{
    const struct skills_screen *s = c->shelf;
    const struct skill_row *row = skills_selected(s);
    const GPtrArray *versions = skills_versions(c);
    return row && s->detail.version < versions->len ? g_ptr_array_index(versions, s->detail.version) : NULL;
}

/* What the version is compared with: the one that was chosen, else a draft with the loaded one, else its parent or the one
 * before.
 */
static const memory_skill *base_of(console *c)
{
    struct skills_screen *s = c->shelf;
    const GPtrArray *versions = s->detail.versions;
    const memory_skill *v = g_ptr_array_index(versions, s->detail.version);
    if (s->detail.base < versions->len)
        return g_ptr_array_index(versions, s->detail.base);
    const skill *loaded = skill_library_find(c->skills.library, skills_selected(s)->row->name);
    const char *wanted = loaded && !g_str_equal(loaded->sha256, v->sha256) ? loaded->sha256 : v->parent;
    for (guint i = 0; wanted && i < versions->len; i++) {
        const memory_skill *other = g_ptr_array_index(versions, i);
        if (g_str_equal(other->sha256, wanted))
            return other;
    }
    return s->detail.version + 1 < versions->len ? g_ptr_array_index(versions, s->detail.version + 1) : NULL;
}

static void version_line(console *c, GPtrArray *lines, int width, guint i)
{
    const struct skills_screen *s = c->shelf;
    const memory_skill *v = g_ptr_array_index(s->detail.versions, i);
    const char *name = skills_selected(s)->row->name;
    const skill *loaded = skill_library_find(c->skills.library, name);
    enum skill_stage stage;
    g_autofree char *date = text_when(v->at_us, TEXT_MINUTE);
    g_autofree char *from =
        v->run ? g_strdup_printf(" · run %" G_GINT64_FORMAT " step %" G_GINT64_FORMAT, v->run, v->step) : NULL;
    bool known = stage_parse(v->stage, &stage), selected = i == s->detail.version;
    bool former = !g_str_equal(v->name, name);
    rich_format(lines, width, selected ? STYLE_ACCENT : STYLE_NORMAL, "%s%s %s %.8s %s  %s  by %s%s%s%s%s%s%s",
                selected ? "▸" : " ", i == s->detail.base ? "↔" : " ", known ? stage_glyph(stage) : "?", v->sha256, date,
                v->stage ? v->stage : "", v->author, from ? from : "",
                loaded && g_str_equal(loaded->sha256, v->sha256) ? " · loaded" : "", former ? " · as " : "",
                former ? v->name : "", v->note ? " · " : "", v->note ? v->note : "");
    if (v->reason && *v->reason)
        rich_format(lines, width, STYLE_DIM, "     %s: %s", v->by ? v->by : "", v->reason);
}

void skills_history_lines(console *c, GPtrArray *lines, int width)
{
    struct skills_screen *s = c->shelf;
    const GPtrArray *versions = skills_versions(c);
    if (!versions->len) {
        rich_text(lines, width, STYLE_DIM, "the store knows no version of it yet");
        return;
    }
    s->detail.version = MIN(s->detail.version, versions->len - 1);
    skills_seen(s);
    rich_text(lines, width, STYLE_DIM, "< > another version · d compares with this one · b rolls back to it");
    for (guint i = 0; i < versions->len; i++)
        version_line(c, lines, width, i);
    const memory_skill *v = g_ptr_array_index(versions, s->detail.version), *base = base_of(c);
    rich_text(lines, width, STYLE_NORMAL, " ");
    if (!base || base == v) {
        rich_code(lines, width, v->code ? v->code : "", 1, NULL);
        return;
    }
    g_autofree char *left = g_strdup_printf("%.8s %s", base->sha256, base->stage ? base->stage : "");
    g_autofree char *right = g_strdup_printf("%.8s %s", v->sha256, v->stage ? v->stage : "");
    if (rich_fits_beside(width)) {
        rich_beside(lines, width, left, base->code, right, v->code);
        return;
    }
    rich_format(lines, width, STYLE_ACCENT, "--- %s", left);
    rich_format(lines, width, STYLE_ACCENT, "+++ %s", right);
    rich_diff(lines, width, base->code, v->code);
}

static void counts_lines(GPtrArray *lines, int width, const struct memory_counts *n)
{
    double success = skill_success(n);
    rich_format(lines, width, STYLE_NORMAL,
                "proposed %" G_GINT64_FORMAT " · edited %" G_GINT64_FORMAT " · rejected %" G_GINT64_FORMAT
                " · fired %" G_GINT64_FORMAT,
                n->proposed, n->edited, n->rejected, n->fired);
    rich_format(lines, width, STYLE_NORMAL,
                "verified %" G_GINT64_FORMAT " · no effect %" G_GINT64_FORMAT " · unexpected %" G_GINT64_FORMAT, n->verified,
                n->no_effect, n->unexpected);
    if (success >= 0)
        rich_format(lines, width,
                    success >= 0.8   ? STYLE_GOOD
                    : success >= 0.5 ? STYLE_WARN
                                     : STYLE_BAD,
                    "success %d %%", (int)(success * 100 + 0.5));
}

void skills_outcome_lines(console *c, GPtrArray *lines, int width)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    counts_lines(lines, width, &r->counts);
    if (!s->detail.outcomes) {
        g_autoptr(memory) m = skills_store();
        s->detail.outcomes = m ? memory_outcomes(m, r->name, r->sha256, 0, OUTCOMES_SHOWN, NULL) : NULL;
    }
    rich_text(lines, width, STYLE_NORMAL, " ");
    if (!s->detail.outcomes || !s->detail.outcomes->len)
        rich_text(lines, width, STYLE_DIM, "this version was not used yet");
    for (guint i = 0; s->detail.outcomes && i < s->detail.outcomes->len; i++) {
        const struct memory_outcome *o = g_ptr_array_index(s->detail.outcomes, i);
        g_autofree char *date = text_when(o->at_us, TEXT_MINUTE);
        bool bad = g_str_equal(o->what, "no_effect") || g_str_equal(o->what, "unexpected");
        rich_format(lines, width,
                    g_str_equal(o->what, "verified") ? STYLE_GOOD
                    : bad                            ? STYLE_BAD
                                                     : STYLE_NORMAL,
                    "%s  run %" G_GINT64_FORMAT " step %" G_GINT64_FORMAT "  %s", date, o->run, o->step, o->what);
    }
}
