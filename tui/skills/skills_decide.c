/* Deciding on a skill: what would change is on the screen, whole, with its hash; `y` does it once that has been read. Typing
 * never decides: it arms like a proposal's card, and keys that come together are dropped. */

#include "engine/curation/change.h"
#include "tui/term/rich.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

void skills_decide_close(struct skills_decision *d)
{
    job_input_clear(&d->in);
    g_free(d->title);
    g_free(d->left_title);
    g_free(d->right_title);
    g_free(d->left);
    g_free(d->right);
    if (d->lines)
        g_ptr_array_unref(d->lines);
    if (d->libraries)
        g_ptr_array_unref(d->libraries);
    *d = (struct skills_decision){0};
}

static struct skills_decision *begin(console *c, enum job_kind kind, const char *name, const char *sha256)
{
    struct skills_screen *s = c->shelf;
    skills_decide_close(&s->decision);
    s->decision.in.kind = kind;
    s->decision.in.name = g_strdup(name);
    s->decision.in.sha256 = g_strdup(sha256);
    arming_init(&s->decision.arming, c->options.arm_ms);
    arming_reset(&s->decision.arming, c->now_us);
    return &s->decision;
}

static void set_left(struct skills_decision *d, const skill *loaded)
{
    d->left = loaded ? g_strdup(loaded->code) : NULL;
    d->left_title = loaded ? g_strdup_printf("loaded %.8s", loaded->sha256) : NULL;
}

/* Where a new skill may go: everywhere first, then the libraries there are. */
static GPtrArray *libraries_of(const struct skill_choice *of)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    g_ptr_array_add(names, g_strdup(""));
    const GPtrArray *all = skill_library_all(of->library);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        if (s->library && *s->library && g_hash_table_add(seen, s->library))
            g_ptr_array_add(names, g_strdup(s->library));
    }
    return names;
}

void skills_decide_accept(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    g_autofree char *code = g_strdup(skills_code(c));
    if (!code) {
        console_say(c, STYLE_BAD, "the draft's text cannot be read");
        return;
    }
    struct skills_decision *d = begin(c, JOB_ACCEPT, r->name, r->sha256);
    const skill *loaded = skill_library_find(c->skills.library, r->name);
    bool own = loaded && loaded->layer != LAYER_SHIPPED;
    d->title = g_strdup_printf("accept %s?", r->name);
    d->right_title = g_strdup_printf("draft %.8s", r->sha256);
    d->right = g_steal_pointer(&code);
    set_left(d, own ? loaded : NULL);
    d->libraries = own ? NULL : libraries_of(&c->skills);
    skills_look(c);
}

void skills_decide_trust(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    if (r->stage == STAGE_TRUSTED) { /* asking again can be had at once */
        struct job_input in = {
            .kind = JOB_STAGE, .name = g_strdup(r->name), .stage = STAGE_TRIAL, .reason = g_strdup("not trusted any more")};
        in.sha256 = g_strdup(r->sha256);
        skills_work(c, &in);
        return;
    }
    struct skills_decision *d = begin(c, JOB_STAGE, r->name, r->sha256);
    double success = skill_success(&r->counts);
    g_autofree char *share = success >= 0 ? g_strdup_printf("verified %" G_GINT64_FORMAT " times, %d %% of its uses",
                                                            r->counts.verified, (int)(success * 100 + 0.5))
                                          : g_strdup("never verified yet");
    d->in.stage = STAGE_TRUSTED;
    d->in.reason = g_strdup("trusted by a person");
    d->title = g_strdup_printf("trust %s? (%s)", r->name, share);
    d->right_title = g_strdup_printf("loaded %.8s", r->sha256);
    d->right = g_strdup(r->skill->code);
}

static void roll_back_to(console *c, const memory_skill *v)
{
    const struct catalog_row *r = skills_selected(c->shelf)->row;
    struct skills_decision *d = begin(c, JOB_ROLL_BACK, r->name, v->sha256);
    d->title = g_strdup_printf("roll %s back to %.8s, which was %s?", r->name, v->sha256, v->stage ? v->stage : "never used");
    d->right_title = g_strdup_printf("%.8s %s", v->sha256, v->stage ? v->stage : "");
    d->right = g_strdup(v->code);
    set_left(d, r->skill);
}

/* To the version that is looked at, else to the one that was loaded before. */
void skills_decide_roll_back(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    const GPtrArray *versions = skills_versions(c);
    const memory_skill *v =
        s->page == SKILLS_VERSIONS && s->detail.version < versions->len ? g_ptr_array_index(versions, s->detail.version) : NULL;
    if (!v || g_str_equal(v->sha256, r->sha256))
        v = change_version_before(versions, r->sha256);
    if (!v) {
        console_say(c, STYLE_WARN, "%s has no earlier version: u undoes the last change, x retires it", r->name);
        return;
    }
    roll_back_to(c, v);
}

/* Another version to roll back to; the loaded one is none. */
static void another_version(console *c, int by)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    const GPtrArray *versions = skills_versions(c);
    int at = -1, n = (int)versions->len;
    for (int i = 0; i < n && at < 0; i++)
        at = g_str_equal(((const memory_skill *)g_ptr_array_index(versions, (guint)i))->sha256, s->decision.in.sha256) ? i : -1;
    for (at += by; at >= 0 && at < n; at += by) {
        const memory_skill *v = g_ptr_array_index(versions, (guint)at);
        if (g_str_equal(v->sha256, r->sha256))
            continue;
        roll_back_to(c, v);
        return;
    }
}

bool skills_conflicts(const console *c)
{
    const struct skills_text *kept = &c->shelf->edit.kept;
    const skill *loaded = kept->base && c->skills.library ? skill_library_find(c->skills.library, kept->name) : NULL;
    return loaded && !g_str_equal(loaded->sha256, kept->base);
}

void skills_decide_conflict(console *c)
{
    const struct skills_text *kept = &c->shelf->edit.kept;
    const skill *theirs = skill_library_find(c->skills.library, kept->name);
    struct skills_decision *d = begin(c, JOB_WRITE, kept->name, theirs->sha256);
    d->in.text = g_strdup(kept->text);
    d->title = g_strdup_printf("someone else changed %s, too: overwrite it with yours? Theirs stays in its history", kept->name);
    set_left(d, theirs);
    d->right_title = g_strdup("yours, not written yet");
    d->right = g_strdup(kept->text);
}

void skills_decide_retire(console *c)
{
    const struct catalog_row *r = skills_selected(c->shelf)->row;
    struct skills_decision *d = begin(c, JOB_RETIRE, r->name, r->sha256);
    d->in.reason = g_strdup("retired by a person");
    d->title = g_strdup_printf("retire %s? It is removed from its file; its history stays", r->name);
    d->right_title = g_strdup_printf("loaded %.8s", r->sha256);
    d->right = g_strdup(r->skill->code);
}

/* What is loaded now, as the decision began with it. */
static const char *loaded_then(const struct skills_decision *d)
{
    return d->in.kind == JOB_STAGE || d->in.kind == JOB_RETIRE ? d->right : d->left;
}

/* It may have been edited, accepted or refused meanwhile. */
static bool is_draft(const struct skills_screen *s, const char *name, const char *sha256)
{
    for (guint i = 0; s->list.rows && i < s->list.rows->len; i++) {
        const struct catalog_row *r = ((const struct skill_row *)g_ptr_array_index(s->list.rows, i))->row;
        if (!r->skill && g_str_equal(r->name, name) && g_str_equal(r->sha256, sha256))
            return true;
    }
    return false;
}

void skills_decide_reloaded(console *c)
{
    struct skills_screen *s = c->shelf;
    struct skills_decision *d = &s->decision;
    if (!d->in.kind)
        return;
    const skill *loaded = skill_library_find(c->skills.library, d->in.name);
    bool own = loaded && loaded->layer != LAYER_SHIPPED;
    bool waits = d->in.kind != JOB_ACCEPT || is_draft(s, d->in.name, d->in.sha256);
    if (waits && g_strcmp0(own ? loaded->code : NULL, loaded_then(d)) == 0)
        return;
    g_autofree char *name = g_strdup(d->in.name);
    skills_decide_close(&s->decision);
    console_say(c, STYLE_WARN, "someone else changed %s meanwhile: nothing was decided, look again", name);
}

/* ---- keys ---- */

/* NULL = `y` may count once it has been quiet for a moment. */
static const char *why_not(const console *c)
{
    const struct skills_screen *s = c->shelf;
    const struct skills_decision *d = &s->decision;
    if (s->jobs.work || s->jobs.look)
        return "the check is not done yet";
    if (s->jobs.load)
        return "the library is being read";
    if (d->in.kind == JOB_ACCEPT && !s->detail.check)
        return "it was not checked: esc, then c";
    if (d->in.kind == JOB_ACCEPT && !s->detail.check->passes)
        return "it does not pass the check: e edits it, r refuses it";
    if (!d->lines || d->seen < (int)d->lines->len)
        return "not all of it has been on the screen: page-down";
    return NULL;
}

static void decide(console *c)
{
    struct skills_screen *s = c->shelf;
    struct skills_decision *d = &s->decision;
    const char *why = why_not(c);
    if (why) {
        console_say(c, STYLE_WARN, "nothing was decided: %s", why);
        return;
    }
    if (!arming_armed(&d->arming, c->now_us)) {
        console_say(c, STYLE_WARN, "nothing was decided: it arms after %d ms without a key", (int)(d->arming.quiet_us / 1000));
        return;
    }
    struct job_input in = d->in;
    in.library = d->libraries ? g_strdup(g_ptr_array_index(d->libraries, d->library)) : NULL;
    d->in = (struct job_input){0};
    skills_decide_close(&s->decision);
    skills_work(c, &in);
}

void skills_decide_keypress(console *c, int key, bool burst)
{
    struct skills_decision *d = &c->shelf->decision;
    int last = d->lines ? MAX(0, (int)d->lines->len - d->page) : 0, by = 0;
    if (burst && key != K_ESC)
        console_say_dropped(c);
    else if (key == 'y')
        decide(c);
    else if (key == K_ESC || key == 'q' || key == 'n')
        skills_decide_close(&c->shelf->decision);
    else if ((key == '<' || key == '>') && d->in.kind == JOB_ROLL_BACK)
        another_version(c, key == '<' ? -1 : 1);
    else if (key == 'l' && d->libraries)
        d->library = (d->library + 1) % d->libraries->len;
    else
        by = viewer_scrolls(key, d->page, last);
    d->top = CLAMP(d->top + by, 0, last);
    arming_key(&d->arming, c->now_us);
}

/* ---- drawing ---- */

static void what_lines(const console *c, GPtrArray *lines, int width)
{
    const struct skills_screen *s = c->shelf;
    const struct skills_decision *d = &s->decision;
    rich_format(lines, width, STYLE_ACCENT, "sha256 %s", d->in.sha256);
    if (d->in.kind == JOB_ACCEPT)
        rich_text(lines, width, STYLE_NORMAL,
                  d->left ? "It replaces the loaded version, on trial: each use asks." : "A new skill, on trial: each use asks.");
    if (d->in.kind == JOB_ACCEPT && !s->detail.check)
        rich_text(lines, width, STYLE_WARN, "it is being checked …");
    for (guint i = 0; d->in.kind == JOB_ACCEPT && s->detail.check && i < s->detail.check->errors->len; i++)
        rich_format(lines, width, STYLE_BAD, "▲ %s", (char *)g_ptr_array_index(s->detail.check->errors, i));
    for (guint i = 0; d->in.kind == JOB_ACCEPT && s->detail.check && i < s->detail.check->notes->len; i++)
        rich_format(lines, width, STYLE_WARN, "%s", (char *)g_ptr_array_index(s->detail.check->notes, i));
    if (d->in.kind == JOB_ACCEPT && s->detail.check && s->detail.check->passes)
        rich_format(lines, width, STYLE_GOOD, "✓ the check found nothing wrong, on %s", skills_check_seen(s->detail.check));
    rich_text(lines, width, STYLE_NORMAL, " ");
}

static void make_lines(console *c, int width)
{
    struct skills_decision *d = &c->shelf->decision;
    const struct job_check *check = c->shelf->detail.check;
    d->lines = rich_new();
    if (d->width != width)
        d->seen = d->top = 0;
    d->width = width;
    what_lines(c, d->lines, width);
    if (!d->left)
        rich_code(d->lines, width, d->right, 1, d->in.kind == JOB_ACCEPT && check ? check->errors : NULL);
    else if (rich_fits_beside(width))
        rich_beside(d->lines, width, d->left_title, d->left, d->right_title, d->right);
    else
        rich_diff(d->lines, width, d->left, d->right);
}

static char *foot_text(const console *c)
{
    const struct skills_decision *d = &c->shelf->decision;
    const char *why = why_not(c);
    bool armed = !why && arming_armed(&d->arming, c->now_us);
    const char *library = d->libraries ? g_ptr_array_index(d->libraries, d->library) : "";
    g_autofree char *where = d->libraries ? g_strdup_printf("  l library: %s", *library ? library : "for every program") : NULL;
    return g_strdup_printf("%s%s%s  esc no%s%s",
                           why     ? ""
                           : armed ? "armed: "
                                   : "arming: ",
                           why ? why : "y ", why ? "" : "yes", where ? where : "",
                           d->in.kind == JOB_ROLL_BACK ? "  < > another version" : "");
}

void skills_decide_draw(console *c)
{
    struct skills_decision *d = &c->shelf->decision;
    struct rect box = {0, 1, c->layout.width, c->layout.height - 2};
    struct rect inside = {2, 2, box.width - 4, box.height - 2};
    if (!d->lines || d->width != inside.width)
        make_lines(c, inside.width);
    d->page = inside.height;
    d->top = CLAMP(d->top, 0, MAX(0, (int)d->lines->len - d->page));
    paint_box(&box, d->title, STYLE_BORDER_ALERT);
    rich_draw(&inside, d->lines, d->top);
    if (d->top <= d->seen)
        d->seen = MAX(d->seen, MIN(d->top + d->page, (int)d->lines->len));
    arming_set_readable(&d->arming, why_not(c) == NULL, c->now_us);
    g_autofree char *foot = foot_text(c);
    paint_edge_title(&box, box.y + box.height - 1, foot, STYLE_NORMAL);
}
