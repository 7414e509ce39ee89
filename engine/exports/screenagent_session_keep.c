/* A session of the ScreenAgent layout as a run. A step is what leads to an action: what was evaluated of the one before, what
 * was planned, and the actions themselves, as ours are. */

#include "engine/exports/screenagent.h"
#include "memory/batch.h"
#include "memory/gists.h"

#include <string.h>

#define GAP_US 1000 /* between what belongs to one record */

struct keeping {
    memory *m;
    bool trusted;
    const session *s;
    const struct memory_watch *watch;
    struct import_report *report;
    gint64 run, step, proposal;
    gint64 at_us;      /* of what was written last; times only grow */
    bool begun, acted; /* this step; it has its action */
    char *task;        /* the subtask now */
    GPtrArray *plan;   /* char *: the subtasks of the last plan */
    guint planned;     /* which of them */
    char *action;      /* JSON: what the step did; NULL = nothing */
    const char *verdict, *effect;
    struct pointer pointer;
    const char **effects; /* by record: what its actions did to the screen; NULL = none was done. Static */
    char *seen;           /* hash of what was observed last */
    GHashTable *pictures; /* name → hash */
    GHashTable *stored;   /* hashes */
    GArray *placed;       /* struct memory_placed: those of them that were not there before */
};

static void keeping_clear(struct keeping *k)
{
    g_free(k->task);
    g_free(k->action);
    g_free(k->effects);
    g_free(k->seen);
    g_clear_pointer(&k->plan, g_ptr_array_unref);
    g_clear_pointer(&k->pictures, g_hash_table_unref);
    g_clear_pointer(&k->stored, g_hash_table_unref);
    g_clear_pointer(&k->placed, g_array_unref);
}

/* What is written next is a little later. */
static void go_to(struct keeping *k, gint64 us)
{
    k->at_us = MAX(us, k->at_us + GAP_US);
    memory_batch_at(k->m, k->at_us);
}

/* ---- pictures ---- */

/* Into the folder of frames before anything names it. One that the session has twice is stored once: stored again it would seem
 * to be somebody else's, too. */
static bool store_picture(struct keeping *k, const char *name, GError **error)
{
    g_autoptr(GBytes) png = screenagent_session_png(k->s, name, error);
    char *hash = png ? g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, png) : NULL;
    struct memory_placed placed = {0};
    if (!hash)
        return false;
    g_hash_table_insert(k->pictures, g_strdup(name), hash);
    g_autofree char *path = memory_frame_path(k->m, hash);
    if (!g_hash_table_add(k->stored, g_strdup(hash)))
        return true;
    if (!frame_store_png(png, path, &placed.at_ns, error))
        return false;
    g_strlcpy(placed.hash, hash, sizeof placed.hash);
    if (placed.at_ns)
        g_array_append_val(k->placed, placed);
    return true;
}

static bool store_pictures(struct keeping *k, GError **error)
{
    const GPtrArray *names = k->s->names;
    for (guint i = 0; i < names->len; i++)
        if (!screenagent_session_go_on(k->watch, SESSION_STORED, i, names->len, error) ||
            !store_picture(k, names->pdata[i], error))
            return false;
    return true;
}

/* The screen was so then; twice the same in a row is one observation. */
static bool observe(struct keeping *k, const char *name, const record *r, GError **error)
{
    const char *hash = name ? g_hash_table_lookup(k->pictures, name) : NULL;
    if (!hash || g_strcmp0(hash, k->seen) == 0)
        return true;
    g_free(k->seen);
    k->seen = g_strdup(hash);
    go_to(k, 0);
    const struct memory_frame f = {.run = k->run,
                                   .step = k->step,
                                   .hash = k->seen,
                                   .role = (char *)"observation",
                                   .width = r->width,
                                   .height = r->height,
                                   .at_us = k->at_us};
    return memory_frame_add(k->m, &f, error);
}

/* ---- steps ---- */

static bool begin_step(struct keeping *k, gint64 at_us, GError **error)
{
    if (k->begun)
        return true;
    go_to(k, at_us);
    k->step++;
    k->begun = true;
    k->acted = false;
    k->verdict = "none";
    k->effect = NULL;
    g_clear_pointer(&k->action, g_free);
    k->report->steps++;
    return memory_step_begin(k->m, k->run, k->step, error);
}

static bool end_step(struct keeping *k, GError **error)
{
    if (!k->begun)
        return true;
    go_to(k, 0);
    k->begun = false;
    return memory_step_end(k->m, k->run, k->step, k->task, k->action, k->verdict, k->effect, error);
}

/* ---- calls ---- */

/* The phases of that pipeline, and what their replies say. */
static const struct {
    const char *module, *says;
} modules[RECORD_STATUS_COUNT] = {
    [RECORD_PLANNING] = {"planner", "{\"subtask\":\"subtask\"}"},
    [RECORD_ACTING] = {"actor", "{\"actions\":\"actions\",\"why\":\"reasoning\"}"},
    [RECORD_EVALUATING] = {"evaluator", "{\"success\":\"success\",\"cause\":\"cause\"}"},
};

/* What the part of the reply that is ours, or all of it, says; caller frees. */
static char *own_words(const char *text)
{
    char *own = screenagent_record_reply_own(text);
    return own ? own : g_strdup(text);
}

static bool put_call(struct keeping *k, const record *r, GError **error)
{
    const char *hash = g_hash_table_lookup(k->pictures, r->image);
    g_autofree char *reply = own_words(r->reply), *right = screenagent_record_correction(r),
                    *file = g_strconcat(hash, ".png", NULL);
    g_autofree char *asked = screenagent_record_prompt(r->prompt, file),
                    *prompt = screenagent_published_beside(asked, r->published, k->pictures),
                    *output = screenagent_record_output(r, reply);
    struct memory_call call = {.run = k->run,
                               .step = k->step,
                               .module = (char *)modules[r->status].module,
                               .says = (char *)modules[r->status].says,
                               .brain = (char *)"import",
                               .prompt = prompt,
                               .reply = reply,
                               .output = output,
                               .status = (char *)"done",
                               .attempt = 1,
                               .started_us = k->at_us};
    return memory_call_begin(k->m, &call, &call.id, error) && memory_call_end(k->m, &call, error) &&
           (!right || memory_call_correct(k->m, call.id, right, error));
}

/* ---- actions ---- */

struct doing {
    const char *by;
    gint64 edited_from;
};

/* The place of its first button, and the box around it. */
static char *target_of(const words *w, guint from, guint count)
{
    for (guint i = from; i < w->list->len && i - from < count; i++) {
        const word *one = &g_array_index(w->list, word, i);
        if (one->kind == WORD_MOUSE && one->placed)
            return screenagent_record_target(one);
    }
    return NULL;
}

static bool put_proposal(struct keeping *k, const struct doing *d, const char *action_json, const words *w, guint from,
                         guint count, GError **error)
{
    g_autoptr(timeline) t = vocabulary_words_to_timeline(w, from, count);
    g_autofree char *events = timeline_to_json(t), *digest = timeline_digest(t), *target = target_of(w, from, count);
    go_to(k, 0);
    const struct memory_proposal p = {.run = k->run,
                                      .step = k->step,
                                      .id = ++k->proposal,
                                      .action = (char *)action_json,
                                      .timeline = events,
                                      .digest = digest,
                                      .target = target,
                                      .tier = 1,
                                      .edited_from = d->edited_from,
                                      .by = (char *)d->by,
                                      .at_us = k->at_us};
    return memory_proposal_add(k->m, &p, error);
}

/* One proposal for each action, or, where the reply names the call of a skill that made them all, one for that. Their numbers are
 * the last *ret_n. */
static bool put_proposals(struct keeping *k, const struct doing *d, const char *text, const words *w, guint *ret_n,
                          GError **error)
{
    g_autofree char *own = screenagent_record_reply_own(text), *call = own ? screenagent_record_action(own) : NULL;
    g_autoptr(words) said = own ? screenagent_said_actions(own, own) : NULL; /* calls of the library that has each word */
    *ret_n = 0;
    if (call && !said) {
        *ret_n = 1;
        return put_proposal(k, d, call, w, 0, G_MAXUINT, error);
    }
    for (guint i = 0; i < w->list->len; i++) {
        g_autoptr(action) a = vocabulary_word_to_action(&g_array_index(w->list, word, i));
        g_autofree char *json = a ? action_to_json(a) : NULL;
        if (!json)
            continue;
        if (!put_proposal(k, d, json, w, i, 1, error))
            return false;
        ++*ret_n;
    }
    return true;
}

static bool decide(struct keeping *k, gint64 first, guint n, const char *verdict, const char *reason, GError **error)
{
    go_to(k, 0);
    for (gint64 id = first; id < first + n; id++)
        if (!memory_decision_add(k->m, k->run, id, verdict, "human", reason, error))
            return false;
    return true;
}

static bool put_fired(struct keeping *k, gint64 first, guint n, const char *stage, GError **error)
{
    for (gint64 id = first; id < first + n; id++)
        if (!memory_journal_add(k->m, k->run, k->step, id, "fired", "import", NULL, NULL, error) ||
            !memory_journal_add(k->m, k->run, k->step, id, stage, "import", NULL, NULL, error))
            return false;
    return true;
}

/* What the step did, in one action: the first that is more than waiting. NULL: there is none. Caller frees. */
static char *action_of(const record *r)
{
    g_autofree char *own = screenagent_record_reply_own(r->edited);
    char *json = own ? screenagent_record_action(own) : NULL;
    for (guint i = 0; i < r->actions->list->len && !json; i++) {
        const word *one = &g_array_index(r->actions->list, word, i);
        g_autoptr(action) a = one->kind == WORD_WAIT && i + 1 < r->actions->list->len ? NULL : vocabulary_word_to_action(one);
        json = a ? action_to_json(a) : NULL;
    }
    return json;
}

/* The picture after the actions: theirs, else that of the next record. */
static const char *after_of(const struct keeping *k, guint at)
{
    const record *r = k->s->records->pdata[at];
    for (guint i = r->actions->list->len; i-- > 0;)
        if (g_array_index(r->actions->list, word, i).after)
            return g_array_index(r->actions->list, word, i).after;
    return at + 1 < k->s->records->len ? ((const record *)k->s->records->pdata[at + 1])->image : NULL;
}

static bool same_actions(const words *a, const words *b)
{
    g_autofree char *one = vocabulary_words_to_json(a), *other = vocabulary_words_to_json(b);
    return g_str_equal(one, other);
}

/* "Not done (rejected): why": the verdict, static, NULL = it was done. */
static const char *not_done(const char *text, char **ret_reason)
{
    static const char *const verdicts[] = {"rejected", "stale", "expired", "voided", "edited", "none"};
    g_autofree char *own = screenagent_record_reply_own(text);
    const char *said = own && g_str_has_prefix(own, "Not done (") ? own + strlen("Not done (") : NULL;
    for (guint i = 0; said && i < G_N_ELEMENTS(verdicts); i++) {
        gsize n = strlen(verdicts[i]);
        if (strncmp(said, verdicts[i], n) != 0 || said[n] != ')')
            continue;
        *ret_reason = g_strdup(g_str_has_prefix(said + n, "): ") ? said + n + 3 : "");
        return verdicts[i];
    }
    return said ? "none" : NULL;
}

/* The evaluator of this action says that it is to be done again. */
static bool judged_bad(const struct keeping *k, guint at)
{
    for (guint i = at + 1; i < k->s->records->len; i++) {
        const record *r = k->s->records->pdata[i];
        if (r->status == RECORD_ACTING)
            break;
        for (guint w = 0; w < r->actions->list->len; w++) {
            const word *one = &g_array_index(r->actions->list, word, w);
            if (one->kind == WORD_EVALUATE)
                return one->what != SITUATION_SUCCESS;
        }
    }
    return false;
}

/* Where the pointer is after the record's actions. */
static struct pointer pointer_after(const struct keeping *k, const record *r)
{
    struct pointer at = k->pointer;
    for (guint i = 0; i < r->actions->list->len; i++) {
        const word *one = &g_array_index(r->actions->list, word, i);
        if (one->kind == WORD_MOUSE && one->placed)
            at = (struct pointer){true, one->x, one->y};
    }
    return at;
}

static bool judge(struct keeping *k, guint at, GError **error)
{
    const record *r = k->s->records->pdata[at];
    const char *name = after_of(k, at);
    struct pointer now = pointer_after(k, r);
    g_autofree char *acted = action_of(r), *expectation = acted ? run_reader_member(acted, "expectation") : NULL;
    g_autoptr(frame) before = screenagent_session_picture(k->s, r->image, error);
    g_autoptr(frame) after = before && name ? screenagent_session_picture(k->s, name, error) : NULL;
    if (!before || (name && !after))
        return false;
    k->effects[at] = session_effect(before, after, expectation, judged_bad(k, at), &k->pointer, &now);
    k->pointer = now;
    return true;
}

/* Before the transaction: two pictures are decoded and compared for each, and nobody else writes meanwhile. */
static bool judge_all(struct keeping *k, GError **error)
{
    const GPtrArray *records = k->s->records;
    k->effects = g_new0(const char *, records->len);
    for (guint i = 0; i < records->len; i++) {
        const record *r = records->pdata[i];
        g_autofree char *reason = NULL;
        bool done = r->status == RECORD_ACTING && !not_done(r->edited, &reason);
        if (!screenagent_session_go_on(k->watch, SESSION_JUDGED, i, records->len, error) || (done && !judge(k, i, error)))
            return false;
    }
    return true;
}

static bool put_done(struct keeping *k, guint at, gint64 first, guint n, GError **error)
{
    const record *r = k->s->records->pdata[at];
    k->verdict = "approved";
    k->effect = k->effects[at];
    g_free(k->action);
    k->action = action_of(r);
    const char *stage = g_str_equal(k->effect, "changed")   ? "verified"
                        : g_str_equal(k->effect, "unknown") ? "uncertain"
                                                            : k->effect;
    return decide(k, first, n, "approved", NULL, error) && put_fired(k, first, n, stage, error) &&
           observe(k, after_of(k, at), r, error);
}

static bool put_acting(struct keeping *k, guint at, GError **error)
{
    const record *r = k->s->records->pdata[at];
    g_autoptr(words) own = vocabulary_words_from_reply(r->reply);
    g_autofree char *reason = NULL;
    const char *verdict = not_done(r->edited, &reason);
    bool edited = !verdict && !(g_str_equal(r->reply, r->edited) || same_actions(own, r->actions));
    struct doing d = {.by = "model"};
    gint64 first = k->proposal + 1;
    guint n;
    k->acted = true;
    if (!put_call(k, r, error) || !put_proposals(k, &d, r->reply, edited || verdict ? own : r->actions, &n, error))
        return false;
    if (verdict) {
        k->verdict = verdict;
        g_autofree char *said = screenagent_record_reply_own(r->reply);
        g_free(k->action);
        k->action = said ? screenagent_record_action(said) : NULL;
        return g_str_equal(verdict, "none") || decide(k, first, n, verdict, reason, error);
    }
    if (edited) {
        if (!decide(k, first, n, "edited", NULL, error))
            return false;
        d.by = "human";
        d.edited_from = n ? first : 0;
        first = k->proposal + 1;
        if (!put_proposals(k, &d, r->edited, r->actions, &n, error))
            return false;
    }
    return n == 0 || put_done(k, at, first, n, error);
}

/* ---- records ---- */

static void take_plan(struct keeping *k, const record *r)
{
    g_ptr_array_set_size(k->plan, 0);
    k->planned = 0;
    for (guint i = 0; i < r->actions->list->len; i++) {
        const word *one = &g_array_index(r->actions->list, word, i);
        if (one->kind == WORD_PLAN)
            g_ptr_array_add(k->plan, g_strdup(one->text));
    }
}

static void set_task(struct keeping *k, const record *r)
{
    const char *task = r->current && r->status != RECORD_EVALUATING ? r->current
                       : k->planned < k->plan->len                  ? k->plan->pdata[k->planned]
                                                                    : k->task;
    if (task == k->task)
        return;
    g_free(k->task);
    k->task = g_strdup(task);
}

/* Of the step before this one. */
static bool put_evaluating(struct keeping *k, const record *r, GError **error)
{
    for (guint i = 0; i < r->actions->list->len; i++) {
        const word *one = &g_array_index(r->actions->list, word, i);
        bool success = one->what == SITUATION_SUCCESS;
        if (one->kind != WORD_EVALUATE || k->step < 2)
            continue;
        k->planned += success && k->planned + 1 < k->plan->len;
        return memory_step_set_success(k->m, k->run, k->step - 1, success ? "yes" : "no", error);
    }
    return true;
}

static bool put_record(struct keeping *k, guint at, GError **error)
{
    const record *r = k->s->records->pdata[at];
    gint64 at_us = r->at_us ? r->at_us : k->at_us + G_USEC_PER_SEC;
    if (k->acted && !end_step(k, error)) /* an action ends its step */
        return false;
    if (!begin_step(k, at_us, error) || !observe(k, r->image, r, error))
        return false;
    go_to(k, at_us);
    if (r->status == RECORD_PLANNING)
        take_plan(k, r);
    if (r->status == RECORD_ACTING || r->status == RECORD_PLANNING)
        set_task(k, r);
    if (r->status == RECORD_ACTING)
        return put_acting(k, at, error);
    return put_call(k, r, error) && (r->status == RECORD_PLANNING || put_evaluating(k, r, error));
}

/* ---- the run ---- */

static bool begin_run(struct keeping *k, GError **error)
{
    const record *first = k->s->records->pdata[0];
    g_autofree char *origin = screenagent_record_origin(k->s, k->trusted);
    k->at_us = first->at_us ? first->at_us - GAP_US : g_get_real_time() - (gint64)k->s->records->len * G_USEC_PER_SEC;
    const struct memory_run run = {.task = first->task,
                                   .agent = (char *)"screenagent",
                                   .brain = (char *)"import",
                                   .mode = (char *)"step",
                                   .options = (char *)"{}",
                                   .started_us = k->at_us};
    go_to(k, 0);
    return memory_run_add(k->m, &run, &k->run, error) && memory_run_set_origin(k->m, k->run, origin, error) &&
           memory_run_set_status(k->m, k->run, "running", error);
}

/* What its records say of the run that they came of; a session of others is one that was finished. */
static const char *outcome_of(const session *s)
{
    static const char *const known[] = {"success", "failed", "stopped", "budget", "error"};
    const record *last = s->records->pdata[s->records->len - 1];
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_strcmp0(last->outcome, known[i]) == 0)
            return known[i];
    return known[0];
}

static bool keep_all(struct keeping *k, GError **error)
{
    if (!begin_run(k, error))
        return false;
    for (guint i = 0; i < k->s->records->len; i++)
        if (!screenagent_session_go_on(k->watch, SESSION_WRITTEN, i + 1, k->s->records->len, error) || !put_record(k, i, error))
            return false;
    if (!end_step(k, error))
        return false;
    go_to(k, 0);
    return memory_run_end(k->m, k->run, outcome_of(k->s), "imported: a session of the ScreenAgent layout", error);
}

/* In one transaction. */
static bool write_run(struct keeping *k, GError **error)
{
    return memory_batch_begin(k->m, error) &&
           memory_batch_end(k->m, keep_all(k, error) && (k->trusted || memory_gists_drop(k->m, k->run, error)), error);
}

bool screenagent_session_keep(memory *m, const session *s, bool trusted, const struct memory_watch *watch,
                              struct import_report *ret, GError **error)
{
    __attribute__((cleanup(keeping_clear))) struct keeping k = {
        .m = m, .trusted = trusted, .s = s, .watch = watch, .report = ret};
    gint64 known = memory_run_from(m, s->sha256, error);
    ret->records = s->records->len;
    ret->skipped = s->skipped;
    ret->pictures = s->names->len;
    ret->known = known > 0;
    ret->run = known;
    if (known != 0)
        return known > 0;
    k.plan = g_ptr_array_new_with_free_func(g_free);
    k.pictures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    k.stored = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    k.placed = g_array_new(false, false, sizeof(struct memory_placed));
    if (!screenagent_session_look(s, watch, error) || !judge_all(&k, error))
        return false;
    bool ok = store_pictures(&k, error) && write_run(&k, error);
    if (!ok)
        memory_frames_take_back(m, k.placed);
    ret->run = k.run;
    return ok;
}
