#include "tui/model/model.h"

#include "engine/agents/agent.h"
#include "engine/protocol/rest_event.h"
#include "tui/model/hold_ends.h"

#include <string.h>

static void replace(char **field, const char *value)
{
    if (value && *value && g_strcmp0(*field, value)) {
        g_free(*field);
        *field = g_strdup(value);
    }
}

static void picture_clear(struct picture *p)
{
    g_free(p->path);
    g_free(p->id);
    *p = (struct picture){0};
}

static void picture_free(void *data)
{
    picture_clear(data);
    g_free(data);
}

static void picture_set(struct picture *p, const struct picture *from)
{
    const struct picture copy = {g_strdup(from->path), g_strdup(from->id), from->width, from->height, from->at_us};
    picture_clear(p);
    *p = copy;
}

static void card_free(struct card *card)
{
    if (!card)
        return;
    event_free(card->proposal);
    action_free(card->original);
    g_free(card->by);
    g_free(card->reason);
    g_free(card->fired);
    g_free(card->effect);
    g_free(card->fired_reason);
    g_free(card->frame);
    g_clear_pointer(&card->rest, g_ptr_array_unref);
    g_free(card);
}

static struct step_view *step_new(int number, const struct model *m, const struct step_view *before)
{
    struct step_view *step = g_new0(struct step_view, 1);
    step->step = number;
    step->acted_x = step->acted_y = -1;
    step->modules = g_ptr_array_new_with_free_func((GDestroyNotify)module_view_free);
    step->keyframes = g_ptr_array_new_with_free_func(picture_free);
    step->boards = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    model_add_modules(step, m->about.kinds);
    model_add_boards(step, m->about.boards, before);
    return step;
}

static void step_free(void *data)
{
    struct step_view *step = data;
    g_ptr_array_unref(step->modules);
    g_ptr_array_unref(step->boards);
    g_ptr_array_unref(step->keyframes);
    g_free(step->told);
    card_free(step->card);
    asked_free(step->asked);
    picture_clear(&step->last);
    picture_clear(&step->before);
    picture_clear(&step->after);
    g_free(step);
}

static void notice_free(void *data)
{
    struct notice *notice = data;
    g_free(notice->level);
    g_free(notice->text);
    g_free(notice);
}

static void stale_clear(struct stale *s)
{
    g_free(s->what);
    g_free(s->reason);
    g_free(s->before);
    g_free(s->after);
    *s = (struct stale){0};
}

struct model *model_new(gint64 now_us)
{
    struct model *m = g_new0(struct model, 1);
    m->about.kinds = model_kinds_new();
    m->steps = g_ptr_array_new_with_free_func(step_free);
    m->about.boards = model_boards_new();
    model_marks_begin(m);
    g_ptr_array_add(m->steps, step_new(0, m, NULL));
    m->notices = g_ptr_array_new_with_free_func(notice_free);
    grant_book_init(&m->grants);
    m->start_us = now_us;
    return m;
}

static void about_clear(struct model_about *about)
{
    char *owned[] = {about->run, about->display, about->task, about->agent, about->brain, about->libraries};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_ptr_array_unref(about->kinds);
    g_ptr_array_unref(about->boards);
    g_strfreev(about->words);
}

static void holds_clear(struct model_holds *holds)
{
    g_strfreev(holds->keys);
    g_strfreev(holds->buttons);
    g_clear_pointer(&holds->ends, g_hash_table_unref);
}

void model_free(struct model *m)
{
    if (!m)
        return;
    char *owned[] = {m->mode.name,      m->state,        m->pause_reason, m->waits_for,  m->loop.words, m->expected.path,
                     m->expected.words, m->over.outcome, m->over.reason,  m->preview_of, m->unsaved};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    about_clear(&m->about);
    holds_clear(&m->holds);
    g_ptr_array_unref(m->steps);
    g_ptr_array_unref(m->notices);
    model_marks_end(m);
    g_clear_pointer(&m->preview_changed, g_array_unref);
    grant_book_clear(&m->grants);
    stale_clear(&m->stale);
    picture_clear(&m->preview);
    g_free(m);
}

struct step_view *model_live(const struct model *m)
{
    return g_ptr_array_index(m->steps, m->steps->len - 1);
}

bool model_is_over(const struct model *m)
{
    return m->over.ended || m->over.lost;
}

struct card *model_waiting(const struct model *m)
{
    struct card *card = model_live(m)->card;
    return card && card->state == CARD_WAITING && !model_is_over(m) ? card : NULL;
}

bool model_paused(const struct model *m)
{
    return !model_is_over(m) && g_strcmp0(m->state, "paused") == 0;
}

bool model_running(const struct model *m)
{
    if (model_is_over(m))
        return false;
    const struct step_view *step = model_live(m);
    for (guint i = 0; i < step->modules->len; i++) {
        const struct module_view *module = g_ptr_array_index(step->modules, i);
        if (module->status == MODULE_STATUS_RUNNING)
            return true;
    }
    return false;
}

void model_notice(struct model *m, const char *level, const char *text, gint64 now_us)
{
    struct notice *notice = g_new0(struct notice, 1);
    notice->level = g_strdup(level ? level : "info");
    notice->text = g_strdup(text ? text : "");
    notice->at_us = now_us;
    if (m->notices->len >= MODEL_NOTICES_MAX)
        g_ptr_array_remove_index(m->notices, 0);
    g_ptr_array_add(m->notices, notice);
}

static void add_keyframe(struct step_view *step, const struct picture *picture)
{
    struct picture *key = g_new0(struct picture, 1);
    picture_set(key, picture);
    if (step->keyframes->len >= MODEL_KEYFRAMES_MAX) {
        g_ptr_array_remove_index(step->keyframes, 0);
        step->seen -= step->seen > 0;
    }
    g_ptr_array_add(step->keyframes, key);
}

static void go_to_step(struct model *m, int number)
{
    struct step_view *live = model_live(m);
    if (number <= live->step)
        return;
    if (live->step == 0 && !live->card && !live->asked) { /* what came before the first step belongs to it */
        live->step = number;
        return;
    }
    struct step_view *next = step_new(number, m, live);
    if (live->last.path)
        picture_set(&next->last, &live->last);
    next->acted_x = live->acted_x;
    next->acted_y = live->acted_y;
    if (live->after.path) {
        picture_set(&next->before, &live->before);
        picture_set(&next->after, &live->after);
        for (guint i = live->seen; i < live->keyframes->len; i++)
            add_keyframe(next, g_ptr_array_index(live->keyframes, i));
    }
    if (m->steps->len >= MODEL_STEPS_MAX) {
        g_ptr_array_remove_index(m->steps, 0);
        m->dropped++;
    }
    g_ptr_array_add(m->steps, next);
}

static void take_frame(struct model *m, const event *e, gint64 now_us)
{
    struct step_view *step = model_live(m);
    const struct picture picture = {e->picture.path, e->picture.frame, e->picture.width, e->picture.height, now_us};
    picture_set(&step->last, &picture);
    replace(&step->told, e->text);
    model_take_known(m, e);
    if (m->stale.last && !m->stale.after) /* the engine looks again at once: that is what it found */
        m->stale.after = g_strdup(e->picture.path);
    if (step->card && step->card->state == CARD_APPROVED) /* comes once the screen has settled, before `fired` */
        picture_set(&step->after, &picture);
    if (e->picture.key)
        add_keyframe(step, &picture);
}

/* What the model itself had proposed, when this one is a person's edit of the card before. */
static action *original_of(const struct card *before, const event *e)
{
    if (!e->fire.edited_from || !before)
        return NULL;
    bool again = e->reason && before->original && before->proposal->fire.edited_from == e->fire.edited_from; /* the same edit */
    if (!again && before->proposal->id != e->fire.edited_from)
        return NULL;
    const action *original = before->original ? before->original : before->proposal->fire.action;
    return original ? action_copy(original) : NULL;
}

/* Why it is there again, for who looks later: what went stale is in the log by itself. */
static void note_again(struct model *m, const struct card *before, const event *e, gint64 now_us)
{
    bool told = before && m->stale.id == before->proposal->id;
    if (!e->reason || !*e->reason || told)
        return;
    g_autofree char *what = action_describe(e->fire.action);
    g_autofree char *text = g_strdup_printf("shown again: %s: %s", what, e->reason);
    model_notice(m, "info", text, now_us);
}

static void take_proposal(struct model *m, event *e, gint64 now_us)
{
    go_to_step(m, e->step);
    struct step_view *step = model_live(m);
    note_again(m, step->card, e, now_us);
    step->fired -= e->reason && step->card && g_strcmp0(step->card->fired, "aborted") == 0; /* nothing was pressed: shown again */
    struct card *card = g_new0(struct card, 1);
    card->original = original_of(step->card, e);
    card->proposal = e;
    card->match = e->fire.target ? e->fire.target->match : 0;
    card->at_us = now_us;
    card->frame = g_strdup(step->last.path);
    card_free(step->card);
    step->card = card;
    g_clear_pointer(&step->asked, asked_free);
}

/* In the card's place: a step proposes or asks. Its words are in the log, too. */
static void take_question(struct model *m, event *e, gint64 now_us)
{
    go_to_step(m, e->step);
    struct step_view *step = model_live(m);
    g_clear_pointer(&step->card, card_free);
    asked_free(step->asked);
    step->asked = asked_new(e, now_us);
    g_autofree char *told = g_strdup_printf("the agent asks: %s", e->asked.question);
    model_notice(m, "info", told, now_us);
}

/* The card with this id: nearly always the last one. */
static struct card *card_of(const struct model *m, int id)
{
    for (guint i = m->steps->len; i > 0; i--) {
        const struct step_view *step = g_ptr_array_index(m->steps, i - 1);
        if (step->card && step->card->proposal->id == id)
            return step->card;
    }
    return NULL;
}

static char *known_path(const char *told, const char *otherwise)
{
    return g_strdup(told && *told ? told : otherwise);
}

static void take_stale(struct model *m, const struct card *card, const event *e, gint64 now_us)
{
    const struct step_view *live = model_live(m);
    const struct event_target *target = card->proposal->fire.target;
    stale_clear(&m->stale);
    m->stale = (struct stale){.id = e->id,
                              .what = action_describe(card->proposal->fire.action),
                              .reason = g_strdup(e->reason && *e->reason ? e->reason : "the target changed"),
                              .before = known_path(e->decided.before, card->frame),
                              .after = known_path(e->decided.after, NULL),
                              .x = target ? target->x : -1,
                              .y = target ? target->y : -1,
                              .width = live->last.width,
                              .height = live->last.height,
                              .at_us = now_us,
                              .last = true};
    g_autofree char *told = g_strdup_printf("STALE: %s: %s", m->stale.what, m->stale.reason);
    model_notice(m, "warning", told, now_us);
}

static void take_decision(struct model *m, const event *e, gint64 now_us)
{
    static const struct {
        const char *verdict;
        enum card_state state;
    } verdicts[] = {{"approved", CARD_APPROVED}, {"auto", CARD_APPROVED},   {"edited", CARD_EDITED}, {"rejected", CARD_REJECTED},
                    {"stale", CARD_STALE},       {"expired", CARD_EXPIRED}, {"voided", CARD_VOIDED}};
    struct card *card = card_of(m, e->id);
    struct asked *asked = model_live(m)->asked;
    if (asked && asked->question->id == e->id)
        asked_decided(asked, e);
    if (!card)
        return;
    card->state = CARD_VOIDED; /* also for a word that is unknown here: it does not wait any more */
    for (gsize i = 0; i < G_N_ELEMENTS(verdicts); i++) {
        if (!g_strcmp0(e->decided.verdict, verdicts[i].verdict))
            card->state = verdicts[i].state;
    }
    if (card->state == CARD_STALE && !g_strcmp0(e->decided.by, "human")) /* nothing has gone stale by itself */
        card->state = CARD_AGAIN;
    struct step_view *step = model_live(m);
    if (card->state == CARD_STALE)
        take_stale(m, card, e, now_us);
    if (!g_strcmp0(e->decided.verdict, "approved") && !g_strcmp0(e->decided.by, "human")) {
        const struct event_target *target = card->proposal->fire.target;
        struct approval a = {card->proposal->judged.tier, target ? target->window_id : 0, now_us};
        grant_book_approved(&m->grants, &a);
    }
    if (card->state == CARD_APPROVED && step->card == card) { /* what the screen shows now is what the action changes */
        if (step->last.path)
            picture_set(&step->before, &step->last);
        picture_clear(&step->after);
        const struct event_target *target = card->proposal->fire.target;
        step->acted_x = target ? target->x : -1;
        step->acted_y = target ? target->y : -1;
        step->seen = step->keyframes->len;
    }
    replace(&card->by, e->decided.by);
    replace(&card->reason, e->reason);
}

static void take_rest(const struct model *m, const event *e)
{
    struct card *card = model_waiting(m);
    if (!card || card->proposal->id != e->id)
        return;
    g_clear_pointer(&card->rest, g_ptr_array_unref);
    card->rest = rest_event_actions(e, NULL);
}

static void take_fired(struct model *m, const event *e)
{
    struct card *card = card_of(m, e->id);
    if (!card)
        return;
    m->stale.last = false;
    model_live(m)->fired += card->fired == NULL;
    g_free(card->fired);
    card->fired = g_strdup(e->status && *e->status ? e->status : "done");
    replace(&card->effect, e->effect);
    replace(&card->fired_reason, e->reason);
    g_clear_pointer(&m->loop.words, g_free);
}

static void take_ended(struct model *m, const event *e)
{
    static const struct {
        const char *outcome;
        int code;
    } codes[] = {{"success", 0}, {"failed", 1}, {"error", 1}, {"stopped", 4}, {"budget", 4}};
    m->over.ended = true;
    replace(&m->over.outcome, e->end.outcome);
    replace(&m->over.reason, e->reason);
    m->over.exit_code = e->end.exit_code ? e->end.exit_code : 1;
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        if (!g_strcmp0(e->end.outcome, codes[i].outcome) && !e->end.exit_code)
            m->over.exit_code = codes[i].code;
    }
}

static void take_state(struct model *m, const event *e)
{
    replace(&m->state, e->state);
    go_to_step(m, e->step);
    m->last_step = e->last_step;
    bool paused = g_strcmp0(e->state, "paused") == 0;
    model_take_reason(m, e->reason, paused);
    if (!paused) {
        g_clear_pointer(&m->expected.path, g_free);
        g_clear_pointer(&m->expected.words, g_free);
    }
    if (m->taken && m->taken_paused && !paused) /* it goes on, whoever gave the display back */
        m->taken = false;
    m->taken_paused = m->taken && paused;
}

static void take_hello(struct model *m, const event *e)
{
    replace(&m->about.run, e->about.run);
    replace(&m->about.display, e->about.display);
    replace(&m->about.task, e->about.task);
    replace(&m->about.agent, e->about.agent);
    g_autofree char *known = e->about.modules ? NULL : agent_modules_json(agent_find(e->about.agent), 0);
    model_read_kinds(m->about.kinds, e->about.modules ? e->about.modules : known);
    model_know_modules(m);
    model_read_boards(m->about.boards, e->about.boards);
    model_know_boards(m);
    model_know_words(m, e);
    replace(&m->about.brain, e->about.brain);
    replace(&m->about.libraries, e->about.libraries);
    replace(&m->mode.name, e->about.mode);
    m->about.max_steps = e->about.max_steps;
    m->about.max_actions = e->about.max_actions;
    m->about.sandbox = e->about.sandbox;
    m->about.unseen = e->about.unseen;
    m->about.bare = e->about.bare;
}

char *model_next_preview(const struct model *m)
{
    return g_strdup_printf("preview:%" G_GINT64_FORMAT, m->previews + 1);
}

static void take_preview(struct model *m, const event *e, gint64 now_us)
{
    g_autofree char *id = model_next_preview(m);
    m->previews++;
    struct picture picture = {e->picture.path, id, e->picture.width, e->picture.height, now_us};
    picture_set(&m->preview, &picture);
    model_take_preview_of(m, e);
}

/* What its display is to show and what it shows stand where before and after of an action do, to be compared. */
static void take_expected(struct model *m, const event *e, gint64 now_us)
{
    struct step_view *live = model_live(m);
    const struct picture *size = live->last.width > 0 ? &live->last : &m->preview;
    struct picture expected = {e->expect.path, e->expect.path, size->width, size->height, now_us};
    struct picture now = {e->expect.after, e->expect.after, size->width, size->height, now_us};
    g_free(m->expected.path);
    m->expected.path = e->expect.path && *e->expect.path ? g_strdup(e->expect.path) : NULL;
    g_free(m->expected.words);
    m->expected.words = g_strdup(e->reason ? e->reason : "");
    if (!m->expected.path || !e->expect.after)
        return;
    picture_set(&live->before, &expected);
    picture_set(&live->after, &now);
    live->acted_x = live->acted_y = -1;
}

bool model_looping(const struct model *m)
{
    return m->loop.words && !g_strcmp0(m->state, "firing") && !model_is_over(m);
}

/* "loop: 123 of 300 events, 4.2 of 10 s" */
static void take_loop(struct model *m, const event *e)
{
    g_free(m->loop.words);
    m->loop.id = e->id;
    m->loop.words = g_strdup_printf("loop: %d of %d events, %.1f of %g s", e->loop.events, e->loop.max_events,
                                    (double)e->loop.ms / 1000, (double)e->loop.max_ms / 1000);
}

static void take_holds(struct model_holds *holds, const event *e, gint64 now_us)
{
    holds_clear(holds);
    holds->keys = g_strdupv(e->holds.keys);
    holds->buttons = g_strdupv(e->holds.buttons);
    holds->ends = hold_ends_read(e->holds.left_ms, now_us);
}

static void take_meter(struct model_spent *spent, const event *e)
{
    spent->tokens_in = e->spent.tokens_in;
    spent->tokens_out = e->spent.tokens_out;
    spent->tokens_cached = e->spent.tokens_cached;
    spent->pictures = e->spent.pictures;
    spent->cost = e->spent.cost;
    spent->unpriced = e->spent.unpriced;
    spent->max_cost = e->spent.max_cost > 0 ? e->spent.max_cost : spent->max_cost;
    spent->cost_day = e->spent.cost_day;
    spent->max_cost_day = e->spent.max_cost_day;
    spent->own_ms = e->spent.ms;
}

void model_event(struct model *m, event *e, gint64 now_us)
{
    switch (e->kind) {
    case EVENT_HELLO:
        take_hello(m, e);
        break;
    case EVENT_STATE:
        take_state(m, e);
        break;
    case EVENT_FRAME:
        take_frame(m, e, now_us);
        break;
    case EVENT_PREVIEW:
        take_preview(m, e, now_us);
        break;
    case EVENT_MARKS:
        model_take_marks(m, e);
        break;
    case EVENT_MODULE:
        model_take_module(m, e, now_us);
        break;
    case EVENT_PROPOSAL:
        if (e->fire.action && e->fire.timeline) {
            take_proposal(m, e, now_us);
            return; /* kept */
        }
        break;
    case EVENT_REST:
        take_rest(m, e);
        break;
    case EVENT_QUESTION:
        take_question(m, e, now_us);
        return; /* kept */
    case EVENT_MATCH:
        if (model_live(m)->card && model_live(m)->card->proposal->id == e->id)
            model_live(m)->card->match = e->match;
        break;
    case EVENT_DECISION:
        take_decision(m, e, now_us);
        break;
    case EVENT_FIRED:
        take_fired(m, e);
        break;
    case EVENT_LOOP:
        take_loop(m, e);
        break;
    case EVENT_HELD:
        take_holds(&m->holds, e, now_us);
        break;
    case EVENT_METER:
        take_meter(&m->spent, e);
        break;
    case EVENT_EXPECT:
        take_expected(m, e, now_us);
        break;
    case EVENT_NOTICE:
        model_notice(m, e->level, e->text, now_us);
        break;
    case EVENT_ENDED:
        take_ended(m, e);
        break;
    case EVENT_BOARD:
        model_take_board(m, e);
        break;
    case EVENT_GRANT:
        grant_book_event(&m->grants, e, now_us);
        break;
    case EVENT_MODE:
        replace(&m->mode.name, e->mode.name);
        m->mode.fuse_ms = e->mode.fuse_ms;
        m->mode.risk_tier = e->mode.tier;
        break;
    case EVENT_SKILL: /* the skills screen looks at the store itself; a notice says the same in words */
    case EVENT_UNKNOWN:
    case EVENT_COUNT:
        break;
    }
    event_free(e);
}
