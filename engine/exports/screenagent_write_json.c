/* A run in the layout of the ScreenAgent dataset. */

#include "config/strict_json.h"
#include "engine/exports/output_sink.h"
#include "engine/exports/screenagent.h"
#include "memory/batch.h"
#include "memory/notes.h"

#include <stdio.h>
#include <string.h>

#define REST_MAX 32 /* elements of a negative's plan */

struct writing {
    const struct export_order *order;
    struct export_report *report;
    run_reader *tale;
    image_writer *album;
    output_sink *o;
    char *session;
    char *theme, *category;  /* of its tags; NULL = none */
    gint64 last_us;          /* time of the last record: each has its own */
    GPtrArray *tasks;        /* char *: of each step, from 1; NULL = none */
    char *planner, *planned; /* the first planner's prompt, and the plan it made */
    char *acted_image;       /* of the last acting record, its picture, its task */
    char *acted_hash, *acted_task;
    GHashTable *pictures; /* names of those of a published session that are written */
};

/* One record to be written. */
typedef struct out {
    char *stamp;
    enum record_status status;
    const char *task; /* current_task */
    const run_reader_step *step;
    const struct run_reader_call *call; /* that answered; NULL = none */
    char *prompt, *reply, *edited;
    words *actions;
    char *image;
    int width, height;
} out;

static void out_clear(out *r)
{
    char *const owned[] = {r->stamp, r->prompt, r->reply, r->edited, r->image};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    vocabulary_words_free(r->actions);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(out, out_clear)

/* ---- one file ---- */

static void put_three(cJSON *o, const char *key, const char *text, bool plain)
{
    static const char *const languages[] = {"", "_en", "_zh"};
    for (guint i = plain ? 0 : 1; i < G_N_ELEMENTS(languages); i++) {
        g_autofree char *name = g_strconcat(key, languages[i], NULL);
        cJSON_AddStringToObject(o, name, text);
    }
}

/* What the module had answered before in the step, and what was not taken: in no reply, and all the same said. */
static void put_earlier(cJSON *o, const out *r)
{
    cJSON *list = NULL;
    for (guint i = 0; r->call && i < r->step->calls->len; i++) {
        const struct run_reader_call *call = &g_array_index(r->step->calls, struct run_reader_call, i);
        if (call == r->call)
            break;
        if (!g_str_equal(call->row->module, r->call->row->module) || !call->row->reply || !*call->row->reply)
            continue;
        list = list ? list : cJSON_AddArrayToObject(o, "earlier");
        cJSON_AddItemToArray(list, cJSON_CreateString(call->row->reply));
    }
}

/* negative: "_neg_plan" or "_neg_eval", else "". */
static bool put_record(struct writing *w, const out *r, const char *negative, GError **error)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autofree char *list = vocabulary_words_to_json(r->actions), *name = g_strconcat(r->stamp, negative, ".json", NULL);
    cJSON_AddStringToObject(o, "session_id", w->session);
    put_three(o, "task_prompt", w->tale->run->task ? w->tale->run->task : "", true);
    put_three(o, "send_prompt", r->prompt, true);
    cJSON_AddStringToObject(o, "status", screenagent_record_status_name(r->status));
    strict_json_add_text(o, "current_task", r->task);
    cJSON_AddNumberToObject(o, "video_width", r->width);
    cJSON_AddNumberToObject(o, "video_height", r->height);
    cJSON_AddStringToObject(o, "saved_image_name", r->image);
    g_autofree char *brain = redaction_text(w->tale->r, r->call ? r->call->row->brain : NULL);
    strict_json_add_text(o, "theme", w->theme);
    strict_json_add_text(o, "category", w->category);
    strict_json_add_text(o, "outcome", w->tale->run->outcome);
    if (!*negative) {
        strict_json_add_text(o, "brain", brain);
        put_earlier(o, r);
        cJSON_AddStringToObject(o, "LLM_response", r->reply);
    }
    put_three(o, "LLM_response_editer", r->edited, !*negative);
    cJSON_AddItemToObject(o, "actions", strict_json_parse(list, strlen(list), G_MAXINT, NULL));
    g_autofree char *compact = strict_json_print(o), *text = run_reader_pretty(compact);
    if (*negative)
        w->report->negatives++;
    else
        w->report->records++;
    return output_sink_put(w->o, name, text, strlen(text), error);
}

/* The picture as images/TIME.jpg. False with error; *ret_name NULL: it is not kept any more. */
static bool put_picture(struct writing *w, const char *hash, const char *stamp, char **ret_name, int *ret_width, int *ret_height,
                        GError **error)
{
    const char *type;
    g_autoptr(frame) f = hash ? image_writer_frame(w->album, hash) : NULL;
    *ret_name = NULL;
    if (!f)
        return true;
    g_autoptr(GBytes) bytes = image_writer_encode(f, w->order->png ? PICTURE_PNG : PICTURE_JPEG, &type, error);
    if (!bytes)
        return false;
    g_autofree char *name = g_strconcat(stamp, w->order->png ? ".png" : ".jpg", NULL), *path = g_strconcat("images/", name, NULL);
    gsize length;
    const void *data = g_bytes_get_data(bytes, &length);
    *ret_width = f->width;
    *ret_height = f->height;
    w->report->pictures++;
    if (!output_sink_put(w->o, path, data, length, error))
        return false;
    *ret_name = g_steal_pointer(&name);
    return true;
}

/* Each record its own time, in order. */
static char *next_stamp(struct writing *w, gint64 at_us)
{
    w->last_us = MAX(at_us, w->last_us + 1);
    return screenagent_record_stamp(w->last_us);
}

static char *whole_prompt(const struct run_reader_call *call)
{
    if (!call)
        return g_strdup("");
    return *call->system ? g_strconcat(call->system, "\n\n", call->user, NULL) : g_strdup(call->user);
}

/* Time, prompt, picture of a record; `hash` NULL: what its prompt ends with. False with error; r->image NULL: leave it out. */
static bool begin(struct writing *w, out *r, enum record_status status, const struct run_reader_call *call, const char *hash,
                  gint64 at_us, GError **error)
{
    r->status = status;
    r->stamp = next_stamp(w, at_us);
    r->prompt = whole_prompt(call);
    const char *shown = hash ? hash : call ? run_reader_call_now(call) : NULL;
    if (!put_picture(w, shown, r->stamp, &r->image, &r->width, &r->height, error))
        return false;
    w->report->left_out += r->image == NULL;
    return true;
}

/* ---- planning: infer ---- */

/* The subtask that a plan begins with; NULL = none. Borrowed. */
static const char *first_element(const words *plan)
{
    return plan->list->len ? g_array_index(plan->list, word, 0).text : NULL;
}

static bool put_planning(struct writing *w, const run_reader_step *s, GError **error)
{
    const struct run_reader_call *subtask = run_reader_answered(s, "subtask"),
                                 *call = subtask ? subtask : run_reader_answered_by(s, "planner");
    g_auto(out) r = {.task = s->row->task, .step = s, .call = call};
    if (!call)
        return true;
    if (!begin(w, &r, RECORD_PLANNING, call, NULL, call->row->started_us, error))
        return false;
    if (!r.image)
        return true;
    const struct memory_call *row = call->row;
    const char *right = row->correction ? row->correction : row->reply;
    g_autoptr(words) own = screenagent_said_plan(row->reply, row->output ? row->output : row->reply);
    r.actions = screenagent_said_plan(right, row->correction ? row->correction : row->output ? row->output : row->reply);
    r.reply = vocabulary_words_to_reply(row->reply, own);
    r.edited = vocabulary_words_to_reply(right, r.actions);
    if (!w->planner) {
        w->planner = g_strdup(r.prompt);
        w->planned = g_strdup(subtask ? s->row->task : first_element(r.actions));
    }
    return put_record(w, &r, "", error);
}

/* The subtasks from this step on, each once in a row. */
static words *rest_of_plan(const struct writing *w, gint64 step)
{
    words *rest = vocabulary_words_new();
    const char *last = NULL;
    for (guint i = (guint)step - 1; i < w->tasks->len && rest->list->len < REST_MAX; i++) {
        const char *task = w->tasks->pdata[i];
        if (task && g_strcmp0(task, last) != 0)
            vocabulary_words_add(rest, (word){.kind = WORD_PLAN, .text = g_strdup(task), .wait_s = -1});
        last = task ? task : last;
    }
    return rest;
}

/* The planner in the middle of the task: what is left to be done is right, not the whole plan. */
static bool put_neg_plan(struct writing *w, const run_reader_step *s, const out *acting, GError **error)
{
    if (!w->planner || g_strcmp0(w->planned, s->row->task) == 0)
        return true;
    g_autoptr(words) rest = rest_of_plan(w, s->row->step);
    if (rest->list->len == 0)
        return true;
    g_autofree char *edited = vocabulary_words_to_reply("", rest);
    const out r = {.stamp = acting->stamp,
                   .status = RECORD_PLANNING,
                   .task = s->row->task,
                   .prompt = w->planner,
                   .edited = edited,
                   .actions = rest,
                   .image = acting->image,
                   .width = acting->width,
                   .height = acting->height};
    return put_record(w, &r, "_neg_plan", error);
}

/* ---- acting: plan ---- */

bool export_box_read(const char *text, struct export_box *ret_box)
{
    int end = 0;
    struct export_box box;
    if (sscanf(text, "box %5d,%5d,%5d,%5d%n", &box.left, &box.top, &box.width, &box.height, &end) != 4 ||
        (text[end] && !g_ascii_isspace(text[end])) || box.left < 0 || box.top < 0 || box.width <= 0 || box.height <= 0)
        return false;
    *ret_box = box;
    return true;
}

/* A box that a person drew: the last note beside the step that is one. */
static bool drawn_box(const run_reader_step *s, struct vocabulary_target *target)
{
    bool found = false;
    struct export_box box;
    for (guint i = 0; i < s->notes->len; i++)
        found = export_box_read(((const struct memory_note *)s->notes->pdata[i])->text, &box) || found;
    if (found) {
        target->left = box.left;
        target->top = box.top;
        target->width = box.width;
        target->height = box.height;
    }
    return found;
}

/* Clicks inside the box may be anywhere in it. */
static void put_box(const struct vocabulary_target *box, words *w)
{
    for (guint i = 0; i < w->list->len; i++) {
        word *one = &g_array_index(w->list, word, i);
        bool clicks = one->kind == WORD_MOUSE && one->placed && one->what != MOUSE_MOVE;
        if (!clicks || one->x < box->left || one->y < box->top || one->x > box->left + box->width ||
            one->y > box->top + box->height)
            continue;
        one->left = box->left;
        one->top = box->top;
        one->right = box->left + box->width;
        one->bottom = box->top + box->height;
    }
}

/* Where a click is as good as this one: the person's box, else the square around the target that was compared. */
static void put_area(const run_reader_step *s, words *w)
{
    struct vocabulary_target target = {0};
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        if (run_reader_target(p->target, &target) && target.width > 0)
            put_box(&target, w);
    }
    if (drawn_box(s, &target))
        put_box(&target, w);
}

/* A plan's reply with the person's action in the place of the proposed one. */
static char *edited_reply(const struct run_reader_call *call, const run_reader_step *s)
{
    const struct memory_proposal *first = run_reader_proposed(s), *last = run_reader_decided(s);
    if (call && call->row->correction)
        return g_strdup(call->row->correction);
    if (first && last != first) {
        char *text = call ? run_reader_with_action(call->row->reply, first->action, last->action) : NULL;
        return text ? text : g_strdup(last->action);
    }
    return call ? g_strdup(call->row->reply) : last ? g_strdup(last->action) : g_strdup("");
}

/* What the model says before its actions, which are not what was done. */
static char *prose_of(const char *reply)
{
    const char *fence = strstr(reply, "```");
    return g_strchomp(g_strndup(reply, fence ? (gsize)(fence - reply) : 0));
}

/* Nothing of it was done, rejected, voided, stopped or impossible: nobody has said what is right there, and a label without
 * actions would say that it is to do nothing. */
static bool without_label(const run_reader_step *s, bool done)
{
    static const char *const undone[] = {"voided", "refused", NULL};
    return !done && (run_reader_decided(s) || !s->row->verdict || g_strv_contains(undone, s->row->verdict));
}

/* What stood before an evaluation: its subtask, and the picture of the action, NULL = no record has one. */
static void acted(struct writing *w, const run_reader_step *s, const char *image)
{
    char **const places[] = {&w->acted_hash, &w->acted_task, &w->acted_image};
    const char *const values[] = {s->before, s->row->task, image};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_free(*places[i]);
        *places[i] = g_strdup(values[i]);
    }
}

/* What was seen before and after stands with the last action: attributes that the published client's own records have. */
static bool put_seen(struct writing *w, const run_reader_step *s, out *r, GError **error)
{
    word *last = r->actions->list->len ? &g_array_index(r->actions->list, word, r->actions->list->len - 1) : NULL;
    g_autofree char *stamp = next_stamp(w, w->last_us), *name = NULL;
    int width, height;
    if (!last || !s->after)
        return true;
    if (!put_picture(w, s->after, stamp, &name, &width, &height, error))
        return false;
    last->before = g_strdup(r->image);
    last->after = g_steal_pointer(&name);
    return true;
}

/* Agreed to as the actions of this step's reply; none of them was proposed in it. */
static bool is_by_hand(const run_reader_step *s, const struct run_reader_call *call)
{
    bool found = false;
    for (guint i = 0; call && call->row->correction && i < s->notes->len; i++)
        found = found || g_str_has_prefix(((const struct memory_note *)s->notes->pdata[i])->text, MEMORY_NOTE_BY_HAND);
    return found;
}

/* A person's own key or click in a take-over: it is in a session only as the actions of a reply, once they agreed. */
static bool is_driven(const run_reader_step *s, const struct run_reader_call *call)
{
    return !call && run_reader_decided(s) && !run_reader_proposed(s);
}

static bool put_acting(struct writing *w, const run_reader_step *s, GError **error)
{
    const struct run_reader_call *call = run_reader_answered(s, "actions");
    const struct memory_proposal *first = run_reader_proposed(s), *last = run_reader_decided(s);
    g_auto(out) r = {.task = s->row->task, .step = s, .call = call};
    if ((!call && !last) || is_driven(s, call))
        return true;
    const bool by_hand = is_by_hand(s, call);
    bool done = run_reader_acted(s) || by_hand, as_said = false;
    if (without_label(s, done)) {
        acted(w, s, NULL);
        w->report->left_out++;
        return true;
    }
    if (!begin(w, &r, RECORD_ACTING, call, s->before, call ? call->row->started_us : last->at_us, error))
        return false;
    acted(w, s, r.image);
    if (!r.image)
        return true;
    g_autoptr(words) said = call ? screenagent_said_actions(call->row->reply, call->row->output) : NULL;
    g_autoptr(words) first_does = vocabulary_words_new();
    screenagent_add_proposal(first_does, first, r.width, r.height);
    r.reply = vocabulary_words_to_reply(call ? call->row->reply : first ? first->action : "", said ? said : first_does);
    words *driven = by_hand ? screenagent_said_actions("", call->row->correction) : NULL;
    r.actions = driven ? driven : done ? screenagent_done(s, said, r.width, r.height, &as_said) : vocabulary_words_new();
    w->report->lost += r.actions->lost;
    g_autofree char *right = !said || !done || call->row->correction ? edited_reply(call, s)
                             : as_said                               ? g_strdup(call->row->reply)
                                                                     : prose_of(call->row->reply);
    r.edited = vocabulary_words_to_reply(right, r.actions);
    put_area(s, r.actions); /* boxes and pictures are of the label, not of what is said */
    return put_seen(w, s, &r, error) && put_record(w, &r, "", error) && put_neg_plan(w, s, &r, error);
}

/* ---- evaluating: reflect, of the step before ---- */

/* The same evaluator shown the screen from before the action: nothing is finished there. */
static bool put_neg_eval(struct writing *w, const out *evaluation, const char *seen, GError **error)
{
    const word *one = &g_array_index(evaluation->actions->list, word, 0);
    if (one->what != SITUATION_SUCCESS || !w->acted_image || g_strcmp0(w->acted_hash, seen) == 0)
        return true;
    g_autoptr(words) retry = vocabulary_words_new();
    vocabulary_words_add(
        retry, (word){.kind = WORD_EVALUATE, .what = SITUATION_RETRY, .text = g_strdup(SCREENAGENT_ADVICE), .wait_s = -1});
    g_autofree char *edited = vocabulary_words_to_reply("", retry);
    const out r = {.stamp = evaluation->stamp,
                   .status = RECORD_EVALUATING,
                   .task = evaluation->task,
                   .prompt = evaluation->prompt,
                   .edited = edited,
                   .actions = retry,
                   .image = w->acted_image,
                   .width = evaluation->width,
                   .height = evaluation->height};
    return put_record(w, &r, "_neg_eval", error);
}

static bool put_evaluating(struct writing *w, const run_reader_step *s, GError **error)
{
    const struct run_reader_call *call = run_reader_answered(s, "success");
    const struct memory_call *row = call ? call->row : NULL;
    g_autoptr(words) own = row ? screenagent_said_evaluation(row->reply, row->output ? row->output : row->reply) : NULL;
    g_autoptr(words) right = row ? screenagent_said_evaluation(row->correction ? row->correction : row->reply,
                                                               row->correction ? row->correction : row->output)
                                 : NULL;
    g_auto(out) r = {.task = w->acted_task ? w->acted_task : s->row->task, .step = s, .call = call};
    if (!row || right->list->len == 0) /* "unknown" has no word there */
        return true;
    if (!begin(w, &r, RECORD_EVALUATING, call, NULL, row->started_us, error))
        return false;
    if (!r.image)
        return true;
    r.reply = vocabulary_words_to_reply(row->reply, own);
    r.actions = g_steal_pointer(&right);
    r.edited = vocabulary_words_to_reply(row->correction ? row->correction : row->reply, r.actions);
    return put_record(w, &r, "", error) && put_neg_eval(w, &r, run_reader_call_now(call), error);
}

/* ---- what was published before ---- */

/* A picture under the name that it had; *ret_kept false: it is not kept any more. */
static bool put_named(struct writing *w, const char *name, const char *hash, bool *ret_kept, GError **error)
{
    const char *type;
    *ret_kept = g_hash_table_contains(w->pictures, name);
    g_autoptr(frame) f = *ret_kept ? NULL : image_writer_frame(w->album, hash);
    if (!f)
        return true;
    enum picture_kind kind = g_str_has_suffix(name, ".png") ? PICTURE_PNG : PICTURE_JPEG;
    g_autoptr(GBytes) jpeg = kind == PICTURE_JPEG ? image_writer_jpeg(w->album, hash, f) : NULL;
    g_autoptr(GBytes) bytes = jpeg ? g_bytes_ref(jpeg) : image_writer_encode(f, kind, &type, error);
    g_autofree char *path = g_strconcat("images/", name, NULL);
    *ret_kept = bytes && output_sink_put(w->o, path, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), error);
    if (*ret_kept && g_hash_table_add(w->pictures, g_strdup(name)))
        w->report->pictures++;
    return *ret_kept;
}

static bool put_file(struct writing *w, const run_reader_step *s, struct published *p, GError **error)
{
    bool negative = strstr(p->name, "_neg_"), saved = false, kept;
    struct vocabulary_target box;
    GHashTableIter names;
    gpointer name, hash;
    g_hash_table_iter_init(&names, p->pictures);
    while (g_hash_table_iter_next(&names, &name, &hash)) {
        if (!put_named(w, name, hash, &kept, error))
            return false;
        saved |= kept && g_str_equal(name, p->record->image);
    }
    w->report->left_out += !saved;
    if (!saved)
        return true;
    bool drawn = !negative && p->record->status == RECORD_ACTING && drawn_box(s, &box);
    if (drawn)
        put_box(&box, p->record->actions);
    *(negative ? &w->report->negatives : &w->report->records) += 1;
    g_autofree char *text = screenagent_published_text(p, drawn, w->theme, w->category);
    return output_sink_put(w->o, p->name, text, strlen(text), error);
}

/* The files that this step came from go out as they came in; *ret_any false: it came from none. With `png` it is the pictures'
 * names that would not stay, and the records are made anew. */
static bool put_published(struct writing *w, const run_reader_step *s, bool *ret_any, GError **error)
{
    *ret_any = false;
    for (guint i = 0; i < s->calls->len && !w->order->png; i++) {
        g_autoptr(GPtrArray) files = screenagent_published_read(g_array_index(s->calls, struct run_reader_call, i).published);
        *ret_any |= files->len > 0;
        for (guint f = 0; f < files->len; f++)
            if (!put_file(w, s, files->pdata[f], error))
                return false;
    }
    return true;
}

/* ---- the whole ---- */

static bool put_step(struct writing *w, const run_reader_step *s, GError **error)
{
    bool published;
    return put_published(w, s, &published, error) &&
           (published || (put_evaluating(w, s, error) && put_planning(w, s, error) && put_acting(w, s, error)));
}

static bool put_steps(struct writing *w, GError **error)
{
    w->tasks = run_reader_tasks(w->tale, error);
    if (!w->tasks || (redaction_by_role(w->tale->r) && !run_reader_uses(w->tale, w->album, error)))
        return false;
    for (gint64 step = 1; step <= w->tale->last; step++) {
        g_autoptr(run_reader_step) s = NULL;
        if (!export_go_on(w->order, step, w->tale->last, error) || !run_reader_read(w->tale, step, &s, error))
            return false;
        w->report->steps += s != NULL;
        if (s && !put_step(w, s, error))
            return false;
    }
    if (w->report->records == 0) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_EMPTY,
                    "run %" G_GINT64_FORMAT " has nothing to export: no answer of a model with a picture that is still kept",
                    w->order->run);
        return false;
    }
    return true;
}

/* An imported session keeps its name, unless something in it is to stay; ours get one that says nothing of what is in them. */
static char *session_of(const run_reader *t, GError **error)
{
    const struct memory_run *run = t->run;
    GError *local = NULL;
    g_autofree char *origin = memory_run_origin(t->m, run->id, &local);
    if (local) {
        g_propagate_error(error, local);
        return NULL;
    }
    g_autofree char *known = origin ? run_reader_member(origin, "session") : NULL;
    g_autofree char *shown = redaction_text(t->r, known);
    if (known && screenagent_session_name_fits(known) && g_str_equal(shown, known))
        return g_steal_pointer(&known);
    g_autofree char *text = g_strdup_printf("reins %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, run->id, run->started_us);
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    return g_strndup(hash, 32);
}

/* The run's last tag "KEY:NAME", without what is to stay; NULL = none. */
static char *tag_of(const GPtrArray *notes, const char *key, redaction *r)
{
    const char *found = NULL;
    for (guint i = 0; i < notes->len; i++) {
        const struct memory_note *note = notes->pdata[i];
        gsize length = strlen(key);
        if (g_str_equal(note->kind, "tag") && g_str_has_prefix(note->text, key) && note->text[length] == ':')
            found = note->text + length + 1;
    }
    return found ? redaction_text(r, found) : NULL;
}

static bool read_tags(struct writing *w, GError **error)
{
    g_autoptr(GPtrArray) notes = memory_notes(w->tale->m, w->tale->run->id, 0, error);
    if (!notes)
        return false;
    w->theme = tag_of(notes, "theme", w->tale->r);
    w->category = tag_of(notes, "category", w->tale->r);
    return true;
}

static void writing_clear(struct writing *w)
{
    char *const owned[] = {w->theme,   w->category,    w->session,    w->planner,
                           w->planned, w->acted_image, w->acted_hash, w->acted_task};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_clear_pointer(&w->tasks, g_ptr_array_unref);
    g_clear_pointer(&w->pictures, g_hash_table_unref);
}

bool export_screenagent(memory *m, const struct export_order *order, struct export_report *ret, GError **error)
{
    __attribute__((cleanup(writing_clear))) struct writing w = {.order = order, .report = ret};
    g_autoptr(run_reader) t = run_reader_new(m, order->run, order->redaction, error);
    g_autoptr(image_writer) a = t ? image_writer_new(m, order->redaction) : NULL;
    w.session = t ? session_of(t, error) : NULL;
    g_autofree char *folder = w.session ? g_build_filename(order->out, w.session, NULL) : NULL;
    g_autoptr(output_sink) o = folder ? output_sink_folder(folder, error) : NULL;
    if (!o)
        return false;
    w.tale = t;
    w.pictures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    w.album = a;
    w.o = o;
    bool ok = read_tags(&w, error) && put_steps(&w, error) && output_sink_finish(o, error);
    export_tell(ret, order, a, o, g_steal_pointer(&folder));
    return ok;
}
