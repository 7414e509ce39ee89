/* A step: two or three calls, a proposal, what became of it, now and then a picture, a correction, a note. */

#include "tests/helper/says.h"
#include "tests/bench/history/history.h"

#include "memory/lessons.h"
#include "memory/notes.h"
#include "memory/skills.h"

#include <stdio.h>

static const char *const skills[] = {"click_at_position", "type_text",   "press_key",   "press_button", "scroll_page",
                                     "open_menu",         "select_row",  "drag_to",     "go_to_field",  "save_document",
                                     "close_dialog",      "search_page", "switch_tab",  "copy_text",    "paste_text",
                                     "turn_view",         "walk_ahead",  "enter_value", "find_text",    "wait_for_window"};

static const char system_text[] =
    "You operate a computer for a person who watches every step. Look at the screen, say what you see, "
    "and answer with one JSON object and nothing else.";

/* What became of it, how often of 1000. */
static const struct fate {
    const char *verdict, *by, *effect;
    guint permille;
} fates[] = {
    {"approved", "human", "changed", 590},
    {"approved", "rule", "changed", 240},
    {"edited", "human", "changed", 45},
    {"approved", "human", "no_effect", 50},
    {"approved", "human", "unexpected", 15},
    {"rejected", "human", NULL, 35},
    {"stale", "gate", NULL, 18},
    {"expired", "gate", NULL, 5},
    {"voided", "hand", NULL, 2},
};

static const struct fate *throw_fate(struct dice *d)
{
    guint at = dice_below(d, 1000);
    for (gsize i = 0; i < G_N_ELEMENTS(fates); i++) {
        if (at < fates[i].permille)
            return &fates[i];
        at -= fates[i].permille;
    }
    return &fates[0];
}

static char *text_of(struct history *h, guint n)
{
    GString *text = g_string_new(NULL);
    words_append(h->words, &h->dice, text, n);
    return g_string_free(text, FALSE);
}

static void put_line(struct history *h, gint64 run, gint64 step, const char *kind, const char *json)
{
    if (h->lines)
        fprintf(h->lines, "{\"run\":%" G_GINT64_FORMAT ",\"step\":%" G_GINT64_FORMAT ",\"kind\":\"%s\",\"data\":%s}\n", run, step,
                kind, json);
}

/* The module is asked; *output is its answer. */
static gboolean put_call(struct history *h, gint64 run, gint64 step, const char *module, const char *output, GError **error)
{
    g_autofree char *told = text_of(h, 45), *fixed = NULL;
    g_autofree char *prompt = g_strdup_printf(
        "{\"system\":\"%s\",\"user\":\"%s of step %" G_GINT64_FORMAT ": %s\",\"images\":[]}", system_text, module, step, told);
    gboolean failed = dice_permille(&h->dice, 6), corrected = !failed && dice_permille(&h->dice, 12);
    struct memory_call call = {.run = run,
                               .step = step,
                               .module = (char *)module,
                               .says = (char *)says_of_module(module),
                               .brain = (char *)"claude",
                               .prompt = prompt,
                               .status = (char *)"started",
                               .attempt = 1};
    if (!memory_call_begin(h->m, &call, &call.id, error))
        return FALSE;
    call.ms = 800 + dice_below(&h->dice, 4000);
    history_wait_us(call.ms * 1000);
    call.reply = (char *)output;
    call.output = failed ? NULL : (char *)output;
    call.status = failed ? (char *)"failed" : (char *)"done";
    call.error = failed ? (char *)"the model answered with no JSON" : NULL;
    call.tokens_in = 900 + dice_below(&h->dice, 800);
    call.tokens_out = 40 + dice_below(&h->dice, 120);
    call.cost = (double)call.tokens_in * 3e-6 + (double)call.tokens_out * 15e-6;
    put_line(h, run, step, "prompt", prompt);
    put_line(h, run, step, module, output);
    if (!memory_call_end(h->m, &call, error))
        return FALSE;
    if (!corrected)
        return TRUE;
    g_autofree char *instead = text_of(h, 12);
    fixed = g_strdup_printf("{\"reasoning\":\"%s\"}", instead);
    put_line(h, run, step, "correction", fixed);
    return memory_call_correct(h->m, call.id, fixed, error);
}

static gboolean put_frame(struct history *h, gint64 run, gint64 step, const char *app, const char *role, GError **error)
{
    g_autofree char *hash = history_picture(h, app, step, error);
    const struct memory_frame f = {
        .run = run, .step = step, .hash = hash, .role = (char *)role, .width = HISTORY_WIDTH, .height = HISTORY_HEIGHT};
    return hash && memory_frame_add(h->m, &f, error);
}

static char *action_text(struct history *h, const char *skill, int x, int y)
{
    g_autofree char *expected = text_of(h, 6), *because = text_of(h, 10);
    return g_strdup_printf("{\"skill\":\"%s\",\"args\":{\"x\":%d,\"y\":%d},\"expectation\":\"%s\",\"reason\":\"%s\"}", skill, x,
                           y, expected, because);
}

/* The action is proposed, and decided on as its fate says; an edit is a proposal of its own. */
static gboolean put_proposal(struct history *h, gint64 run, gint64 step, const struct fate *fate, const char *app,
                             char **ret_action, GError **error)
{
    const char *skill = skills[dice_below(&h->dice, dice_below(&h->dice, G_N_ELEMENTS(skills)) + 1)];
    int x = (int)dice_below(&h->dice, 1920), y = (int)dice_below(&h->dice, 1080);
    g_autofree char *target =
        g_strdup_printf("{\"window\":\"%s\",\"class\":\"%s\",\"x\":%d,\"y\":%d,\"match\":0.998}", app, app, x, y);
    struct memory_proposal p = {.run = run,
                                .step = step,
                                .id = 2 * step,
                                .digest = (char *)"0011223344556677",
                                .rule = (char *)"click",
                                .target = target,
                                .tier = 1,
                                .by = (char *)"model"};
    gboolean edited = g_str_equal(fate->verdict, "edited");
    g_autofree char *because = g_str_equal(fate->verdict, "rejected") ? text_of(h, 5) : NULL;
    *ret_action = p.action = action_text(h, skill, x, y);
    put_line(h, run, step, "proposal", p.action);
    if (!memory_proposal_add(h->m, &p, error) || !memory_decision_add(h->m, run, p.id, fate->verdict, fate->by, because, error))
        return FALSE;
    if (because && dice_permille(&h->dice, 150)) {
        const struct memory_lesson lesson = {
            .run = run, .step = step, .by = (char *)"human", .app = (char *)app, .skill = (char *)skill, .text = because};
        gint64 id;
        if (!memory_lesson_add(h->m, &lesson, &id, error))
            return FALSE;
    }
    if (edited) {
        g_free(*ret_action);
        *ret_action = p.action = action_text(h, skill, x + 7, y - 5);
        p.edited_from = p.id++;
        p.by = (char *)"human";
        put_line(h, run, step, "edit", p.action);
        if (!memory_proposal_add(h->m, &p, error) || !memory_decision_add(h->m, run, p.id, "approved", "human", NULL, error))
            return FALSE;
    }
    if (!fate->effect)
        return TRUE;
    static const char *const stages[] = {"prepared", "granted", "fired"};
    for (gsize i = 0; i < G_N_ELEMENTS(stages); i++) {
        if (!memory_journal_add(h->m, run, step, p.id, stages[i], "engine", NULL, NULL, error))
            return FALSE;
    }
    return memory_fired_add(h->m, run, p.id,
                            "[{\"index\":0,\"at_ms\":0,\"late_us\":90},{\"index\":1,\"at_ms\":120,\"late_us\":430}]", error) &&
           memory_outcome_add(h->m, skill, "00", "fired", run, step, error);
}

static gboolean put_beside(struct history *h, gint64 run, gint64 step, GError **error)
{
    gboolean note = dice_permille(&h->dice, 500);
    g_autofree char *said = text_of(h, 9), *text = note ? g_strdup_printf("%s ticket%" G_GINT64_FORMAT, said, h->made) : NULL,
                    *line = g_strdup_printf("\"%s\"", note ? text : "");
    const struct memory_note row = {
        .run = run, .step = step, .kind = (char *)(note ? "note" : "pin"), .by = (char *)"ann", .text = note ? text : (char *)""};
    put_line(h, run, step, row.kind, line);
    return memory_note_add(h->m, &row, NULL, error);
}

gboolean history_step(struct history *h, gint64 run, gint64 step, const char *app, GError **error)
{
    gboolean seen = h->steps - h->made <= h->frames / 2; /* of older ones the pictures are not kept */
    const struct fate *fate = throw_fate(&h->dice);
    g_autofree char *look = text_of(h, 22), *why = text_of(h, 26), *task = text_of(h, 5), *action = NULL;
    g_autofree char *gather = g_strdup_printf("{\"description\":\"%s\",\"text\":[]}", look),
                    *plan = g_strdup_printf("{\"reasoning\":\"%s\",\"actions\":[]}", why);
    gboolean ok = memory_step_begin(h->m, run, step, error) && (!seen || put_frame(h, run, step, app, "before", error)) &&
                  put_call(h, run, step, "gather", gather, error) && put_call(h, run, step, "plan", plan, error) &&
                  put_proposal(h, run, step, fate, app, &action, error) &&
                  (!seen || put_frame(h, run, step, app, "after", error)) &&
                  memory_step_end(h->m, run, step, task, action, fate->verdict, fate->effect, error);
    if (ok && step % 25 == 0) {
        g_autofree char *summary = text_of(h, 40);
        ok = memory_summary_add(h->m, run, step, summary, error);
    }
    history_wait_us(G_USEC_PER_SEC + dice_below(&h->dice, 4 * G_USEC_PER_SEC));
    return ok && (!dice_permille(&h->dice, 4) || put_beside(h, run, step, error));
}
