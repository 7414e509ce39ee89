#include "tui/past/past_story.h"
#include "tui/past/past_actions.h"

#include "config/money.h"
#include "memory/notes.h"
#include "memory/recalls.h"
#include "skills/timeline/action.h"
#include "tui/model/form.h"
#include "tui/term/text.h"

#include <string.h>

#define RECALLED_SHOWN 5

void past_story_free(struct past_story *s)
{
    if (!s)
        return;
    GPtrArray *const owned[] = {s->earlier, s->rows,  s->calls,   s->proposals, s->frames, s->next,
                                s->notes,   s->marks, s->recalls, s->recalled,  s->fired,  s->questions};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++) {
        if (owned[i])
            g_ptr_array_unref(owned[i]);
    }
    if (s->boards)
        g_ptr_array_unref(s->boards);
    g_free(s->boards_unread);
    g_free(s);
}

static bool read_fired(memory *m, struct past_story *s, GError **error)
{
    s->fired = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        GError *local = NULL;
        char *events = memory_fired(m, p->run, p->id, &local);
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
        g_ptr_array_add(s->fired, events ? events : g_strdup(""));
    }
    return true;
}

/* What cannot be read of them hides nothing else. */
static void read_boards(memory *m, struct past_story *s)
{
    g_autoptr(GError) error = NULL;
    s->boards = past_boards(m, s->run, s->step, &error);
    s->boards_unread = error ? g_strdup(error->message) : NULL;
}

static bool read_earlier(memory *m, struct past_story *s, GError **error)
{
    g_autoptr(GArray) steps = memory_frame_steps(m, s->run, s->step - 1, 1, false, error);
    if (steps && steps->len)
        s->earlier = memory_frames(m, s->run, g_array_index(steps, gint64, 0), error);
    return steps && (!steps->len || s->earlier);
}

struct past_story *past_story_read(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(past_story) s = g_new0(struct past_story, 1);
    s->run = run;
    s->step = step;
    bool ok = (s->rows = memory_steps_page(m, run, step, 1, error)) && (s->calls = memory_calls(m, run, step, error)) &&
              (s->proposals = memory_proposals(m, run, step, error)) && (s->frames = memory_frames(m, run, step, error)) &&
              (s->next = memory_frames(m, run, step + 1, error)) && (s->notes = memory_notes(m, run, step, error)) &&
              (s->marks = memory_marks(m, run, step, 1, error)) && (s->recalls = memory_recalls(m, run, step, error)) &&
              (s->recalled = memory_recalled_by(m, run, step, error)) && (s->questions = memory_questions(m, run, step, error)) &&
              read_fired(m, s, error) && read_earlier(m, s, error);
    if (!ok)
        return NULL;
    read_boards(m, s);
    s->has_own = memory_step_own(m, run, step, &s->own);
    struct memory_step *row = s->rows->len ? s->rows->pdata[0] : NULL;
    s->row = row && row->step == step ? row : NULL;
    return g_steal_pointer(&s);
}

static bool is_kept(const struct memory_frame *f, const char *role)
{
    return f->path && !f->gone && !g_strcmp0(f->role, role);
}

static const struct memory_frame *find_frame(const GPtrArray *frames, const char *role)
{
    const struct memory_frame *found = NULL;
    for (guint i = 0; frames && i < frames->len; i++) {
        if (is_kept(frames->pdata[i], role))
            found = frames->pdata[i];
    }
    return found;
}

/* What a step began with; its last one is what its own action led to. */
static const struct memory_frame *first_observation(const GPtrArray *frames)
{
    for (guint i = 0; frames && i < frames->len; i++) {
        if (is_kept(frames->pdata[i], "observation"))
            return frames->pdata[i];
    }
    return NULL;
}

const struct memory_frame *past_story_frame(const struct past_story *s, const char *role)
{
    return find_frame(s->frames, role);
}

/* When its last action was decided on; G_MAXINT64 = none was. A step's observations are those before it and the one after. */
static gint64 decided_us(const struct past_story *s)
{
    const struct memory_proposal *last = s->proposals && s->proposals->len ? s->proposals->pdata[s->proposals->len - 1] : NULL;
    return last && last->decided_us ? last->decided_us : G_MAXINT64;
}

/* The last observation on that side of the decision. */
static const struct memory_frame *observation(const struct past_story *s, bool after)
{
    const struct memory_frame *found = NULL;
    gint64 at = decided_us(s);
    for (guint i = 0; i < s->frames->len; i++) {
        const struct memory_frame *f = s->frames->pdata[i];
        if (is_kept(f, "observation") && (f->at_us > at) == after)
            found = f;
    }
    return found;
}

const struct memory_frame *past_story_before(const struct past_story *s)
{
    const struct memory_frame *f = past_story_frame(s, "before");
    f = f ? f : observation(s, false);
    return f ? f : find_frame(s->earlier, "observation");
}

const struct memory_frame *past_story_after(const struct past_story *s)
{
    const struct memory_frame *f = past_story_frame(s, "after");
    f = f ? f : observation(s, true);
    /* a picture has the time since which the screen looks so: where the action changed nothing, one from before it */
    if (!f && s->row && !g_strcmp0(s->row->effect, "no_effect"))
        return past_story_before(s);
    return f ? f : first_observation(s->next);
}

guint past_story_call(const struct past_story *s)
{
    guint found = 0;
    for (guint i = 0; i < s->calls->len; i++) {
        const struct memory_call *c = s->calls->pdata[i];
        if (c->correction || !g_strcmp0(c->status, "failed"))
            return i;
        if (memory_call_says(c, "actions"))
            found = i;
    }
    return found;
}

bool past_story_target(const struct past_story *s, int *ret_x, int *ret_y)
{
    const struct memory_proposal *last = s->proposals->len ? s->proposals->pdata[s->proposals->len - 1] : NULL;
    return last && past_json_target(last->target, ret_x, ret_y);
}

char *past_action_text(const char *json)
{
    return json ? action_json_describe(json) : g_strdup("–");
}

char *past_stage_why(const struct memory_proposal *p)
{
    static const char failed[] = "unexpected: "; /* what a display said; else it is the effect alone */
    bool withheld = g_strcmp0(p->stage, "aborted") == 0;
    g_autofree char *text = p->stage_data ? past_json_text(p->stage_data, "text") : NULL;
    if (text && g_strcmp0(p->stage, "unexpected") == 0 && g_str_has_prefix(text, failed))
        return g_strdup(text + strlen(failed));
    return withheld ? g_steal_pointer(&text) : NULL;
}

char *past_asks(const struct memory_proposal *p)
{
    return p->prepared ? past_json_text(p->prepared, "provider_asks") : NULL;
}

char *past_asked(const struct memory_proposal *p)
{
    return p->prepared ? past_json_text(p->prepared, "asked") : NULL;
}

char *past_stage_text(const struct memory_proposal *p)
{
    g_autofree char *why = past_stage_why(p);
    return g_strconcat(p->stage ? p->stage : "", why && *why ? ": " : "", why, NULL);
}

char *past_question_text(const struct memory_question *q)
{
    g_autofree char *choices = past_json_texts(q->choices);
    return *choices ? g_strdup_printf("%s (%s)", q->question, choices) : g_strdup(q->question);
}

char *past_answer_text(const struct memory_question *q)
{
    static const char *const use[] = {"", ", not useful", ", useful"};
    if (!q->verdict)
        return g_strdup("waits");
    if (g_str_equal(q->verdict, "answered"))
        return g_strdup_printf("%s%s", q->answer ? q->answer : "(forgotten)", use[q->useful + 1]);
    return g_strdup_printf("%s by %s", q->verdict, q->by ? q->by : "?");
}

/* ---- the story ---- */

/* What the modules said of that in the end. */
static void say(const struct past_story *s, GPtrArray *lines, int width, const char *label, const char *what)
{
    g_autofree char *text = NULL;
    for (guint i = s->calls->len; i > 0 && !text; i--) /* asked again: the last counts */
        text = memory_call_said(s->calls->pdata[i - 1], what);
    rich_field(lines, width, label, text);
}

char *past_time_text(const struct memory_step *row, const GPtrArray *calls, const struct memory_own *own)
{
    gint64 ms = 0, whole = row && row->ended_us ? (row->ended_us - row->started_us) / 1000 : 0;
    for (guint i = 0; i < calls->len; i++)
        ms += ((const struct memory_call *)calls->pdata[i])->ms;
    g_autofree char *took = text_duration(whole), *thought = text_duration(ms);
    g_autofree char *ours = own ? memory_own_text(own) : NULL;
    return g_strconcat("models ", thought, whole > ms ? " of " : "", whole > ms ? took : "", ours ? "; " : "", ours, NULL);
}

double past_cost(const GPtrArray *calls, bool *ret_unpriced)
{
    double cost = 0;
    *ret_unpriced = false;
    for (guint i = 0; i < calls->len; i++) {
        const struct memory_call *call = calls->pdata[i];
        cost += call->cost;
        *ret_unpriced = *ret_unpriced || call->unpriced;
    }
    return cost;
}

char *past_cost_text(const GPtrArray *calls)
{
    bool unpriced;
    double cost = past_cost(calls, &unpriced);
    return money_text(cost, unpriced);
}

static void head_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    g_autoptr(GString) marks = g_string_new(NULL);
    for (guint i = 0; i < s->marks->len; i++)
        g_string_append_printf(marks, "%s%s", marks->len ? ", " : "", ((const struct memory_mark *)s->marks->pdata[i])->what);
    if (marks->len)
        rich_format(lines, width, STYLE_WARN, "marked: %s", marks->str);
    gint64 in = 0, out = 0, cached = 0, pictures = 0;
    for (guint i = 0; i < s->calls->len; i++) {
        const struct memory_call *c = s->calls->pdata[i];
        in += c->tokens_in;
        out += c->tokens_out;
        cached += c->tokens_cached;
        pictures += c->pictures;
    }
    g_autofree char *took = past_time_text(s->row, s->calls, s->has_own ? &s->own : NULL), *tin = text_count(in),
                    *tout = text_count(out);
    g_autofree char *of = text_of_tokens(cached, pictures), *cost = past_cost_text(s->calls);
    rich_format(lines, width, STYLE_NORMAL, "cost: %s · %s + %s tokens%s · %s", cost, tin, tout, of, took);
}

static void corrected_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    for (guint i = 0; i < s->calls->len; i++) {
        const struct memory_call *c = s->calls->pdata[i];
        if (!c->correction)
            continue;
        g_autofree char *was = form_pretty(c->output ? c->output : ""), *is = form_pretty(c->correction);
        rich_format(lines, width, STYLE_ACCENT, "the person corrected %s:", c->module);
        rich_diff(lines, width, was, is);
    }
}

/* How late its last event was; nothing where none was fired. */
static void fired_line(const char *fired, GPtrArray *lines, int width)
{
    g_autoptr(GArray) events = past_json_fired(fired);
    gint64 latest = 0;
    for (guint i = 0; i < events->len; i++)
        latest = MAX(latest, g_array_index(events, struct past_fired, i).late_us);
    if (events->len)
        rich_format(lines, width, STYLE_NORMAL, "  fired: %u event%s, at most %.1f ms late (4 shows them)", events->len,
                    events->len == 1 ? "" : "s", (double)latest / 1000);
}

static const char *proposal_before(const struct past_story *s, const struct memory_proposal *p)
{
    for (guint i = 0; p->edited_from && i < s->proposals->len; i++) {
        const struct memory_proposal *other = s->proposals->pdata[i];
        if (other->id == p->edited_from)
            return other->action;
    }
    return NULL;
}

/* Of a step's only action the step tells it. */
static const char *own_effect(const struct past_story *s, const struct memory_proposal *p)
{
    g_autoptr(GPtrArray) actions = past_actions(s->proposals, s->row);
    return actions->len > 1 ? past_actions_effect(p) : NULL;
}

static void proposal_lines(const struct past_story *s, guint at, GPtrArray *lines, int width)
{
    const struct memory_proposal *p = s->proposals->pdata[at];
    g_autofree char *what = past_action_text(p->action);
    g_autoptr(action) a = p->action ? action_from_json(p->action, strlen(p->action), NULL) : NULL;
    const char *was = proposal_before(s, p);
    int x, y;
    rich_format(lines, width, STYLE_BOLD, "%s %s", was ? "▸" : "action:", what);
    if (was) {
        g_autofree char *left = past_action_text(was);
        rich_diff(lines, width, left, what);
    }
    if (a && *a->reason)
        rich_format(lines, width, STYLE_NORMAL, "  because: %s", a->reason);
    if (a && *a->expectation)
        rich_format(lines, width, STYLE_NORMAL, "  expected: %s", a->expectation);
    g_autofree char *window = past_json_text(p->target, "window"), *label = past_json_text(p->target, "label");
    if (past_json_target(p->target, &x, &y))
        rich_format(lines, width, STYLE_NORMAL, "  aimed at %d,%d%s%s in \"%s\"", x, y, label ? " on " : "", label ? label : "",
                    window ? window : "");
    rich_format(lines, width, STYLE_DIM, "  proposed by %s, tier %d%s%s",
                past_actions_by_person(p, s->calls) ? "you"
                : p->by                             ? p->by
                                                    : "?",
                p->tier, p->rule ? ": " : "", p->rule ? p->rule : "");
    bool bad = p->verdict && !g_str_equal(p->verdict, "approved") && !g_str_equal(p->verdict, "edited");
    if (p->verdict)
        rich_format(lines, width, bad ? STYLE_BAD : STYLE_GOOD, "  %s by %s%s%s", p->verdict, p->decided_by ? p->decided_by : "?",
                    p->reason && *p->reason ? ": " : "", p->reason ? p->reason : "");
    rich_field(lines, width, "  effect", own_effect(s, p));
    fired_line(s->fired->pdata[at], lines, width);
}

static void question_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    for (guint i = 0; i < s->questions->len; i++) {
        const struct memory_question *q = s->questions->pdata[i];
        g_autofree char *asked = past_question_text(q), *answer = past_answer_text(q);
        rich_field(lines, width, "asked", asked);
        rich_field(lines, width, "answer", answer);
    }
}

static void result_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    const char *effect = s->row->effect;
    bool bad = effect && (g_str_equal(effect, "no_effect") || g_str_equal(effect, "unexpected"));
    if (effect)
        rich_format(lines, width, bad ? STYLE_BAD : STYLE_GOOD, "effect: %s", effect);
    rich_field(lines, width, "judged afterwards", s->row->success);
}

static void trouble_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    for (guint i = 0; i < s->calls->len; i++) {
        const struct memory_call *c = s->calls->pdata[i];
        if (c->error && !g_strcmp0(c->status, "failed"))
            rich_format(lines, width, STYLE_BAD, "%s failed: %s", c->module, c->error);
    }
}

static void beside_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    for (guint i = 0; i < s->notes->len; i++) {
        const struct memory_note *n = s->notes->pdata[i];
        rich_format(lines, width, STYLE_ACCENT, "%s by %s%s%s", n->kind, n->by ? n->by : "?", *n->text ? ": " : "", n->text);
    }
    for (guint i = 0; i < s->recalls->len; i++) {
        const struct memory_recall *r = s->recalls->pdata[i];
        g_autofree char *why = past_json_why(r->why);
        g_autofree char *what =
            r->lesson ? g_strdup_printf("lesson %" G_GINT64_FORMAT, r->lesson)
                      : g_strdup_printf("run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT, r->source_run, r->source_step);
        rich_format(lines, width, r->in_prompt ? STYLE_NORMAL : STYLE_DIM, "recalled: %s · %.2f%s%s%s · %s", what, r->score,
                    *why ? " (" : "", why, *why ? ")" : "", r->in_prompt ? "in the prompt" : "not in the prompt");
    }
    for (guint i = 0; i < MIN(s->recalled->len, RECALLED_SHOWN); i++) {
        const struct memory_recall *r = s->recalled->pdata[i];
        rich_format(lines, width, STYLE_DIM, "was recalled for run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " (%.2f)",
                    r->run, r->step, r->score);
    }
}

void past_story_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    if (!s->row) {
        rich_text(lines, width, STYLE_DIM, "no such step was recorded");
        return;
    }
    head_lines(s, lines, width); /* on a small screen the first lines are what is seen */
    rich_field(lines, width, "subtask", s->row->task);
    say(s, lines, width, "saw", "screen");
    say(s, lines, width, "the step before", "verdict");
    say(s, lines, width, "why", "why");
    for (guint i = 0; i < s->proposals->len; i++)
        proposal_lines(s, i, lines, width);
    question_lines(s, lines, width);
    if (!s->proposals->len && s->row->action) {
        g_autofree char *what = past_action_text(s->row->action);
        rich_format(lines, width, STYLE_BOLD, "action: %s%s%s", what, s->row->verdict ? " · " : "",
                    s->row->verdict ? s->row->verdict : "");
    }
    result_lines(s, lines, width);
    trouble_lines(s, lines, width);
    corrected_lines(s, lines, width);
    beside_lines(s, lines, width);
    if (s->boards_unread)
        rich_format(lines, width, STYLE_BAD, "its boards cannot be read: %s", s->boards_unread);
    if (s->boards)
        past_boards_lines(s->boards, lines, width);
}
