/* Module calls: what was asked, what came back, what it was taken for, what the person made of it. */

#include "memory/journal.h"
#include "memory/search.h"

void memory_call_free(struct memory_call *call)
{
    if (!call)
        return;
    g_free(call->module);
    g_free(call->brain);
    g_free(call->prompt);
    g_free(call->reply);
    g_free(call->output);
    g_free(call->correction);
    g_free(call->says);
    g_free(call->status);
    g_free(call->error);
    g_free(call);
}

static bool no_such_call(gint64 call, GError **error)
{
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no module call %" G_GINT64_FORMAT " in memory", call);
    return false;
}

/* Run and step of a call, for the index. */
static bool call_place(memory *m, gint64 call, gint64 *ret_run, gint64 *ret_step, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT run, step FROM calls WHERE id = ?", "i", call);
    if (!query)
        return false;
    GError *local = NULL;
    if (store_next(m, query, doing, &local)) {
        *ret_run = sqlite3_column_int64(query, 0);
        *ret_step = sqlite3_column_int64(query, 1);
        return true;
    }
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    return no_such_call(call, error);
}

/* The output has what a reply in JSON says; a reply in prose says more. */
static bool index_answer(memory *m, gint64 id, gint64 run, gint64 step, const char *reply, const char *output, GError **error)
{
    bool json = reply && *reply == '{';
    return search_put(m, "call", "reply", id, run, step, output && json ? NULL : reply, error) &&
           search_put(m, "call", "output", id, run, step, output, error);
}

static void *read_call(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_call *call = g_new0(struct memory_call, 1);
    call->id = sqlite3_column_int64(query, 0);
    call->run = sqlite3_column_int64(query, 1);
    call->step = sqlite3_column_int64(query, 2);
    call->module = store_text(query, 3);
    call->brain = store_text(query, 4);
    call->prompt = store_text(query, 5);
    call->reply = store_text(query, 6);
    call->output = store_text(query, 7);
    call->correction = store_text(query, 8);
    call->status = store_text(query, 9);
    call->error = store_text(query, 10);
    call->attempt = sqlite3_column_int(query, 11);
    call->started_us = sqlite3_column_int64(query, 12);
    call->ms = sqlite3_column_int64(query, 13);
    call->tokens_in = sqlite3_column_int64(query, 14);
    call->tokens_out = sqlite3_column_int64(query, 15);
    call->cost = sqlite3_column_double(query, 16);
    call->says = store_text(query, 17);
    return call;
}

#define CALL_COLUMNS                                                                                                             \
    "SELECT id, run, step, module, brain, prompt, reply, output, correction, status, error, attempt, started_us, ms, tokens_in," \
    " tokens_out, cost, says FROM calls "

struct memory_call *call_row(memory *m, gint64 call, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, CALL_COLUMNS "WHERE id = ?", "i", call);
    return query && store_next(m, query, doing, error) ? read_call(m, query) : NULL;
}

/* Puts the call as it now is into the chain. */
static bool bind_call(memory *m, gint64 call, const char *doing, GError **error)
{
    struct memory_call *now = call_row(m, call, doing, error);
    if (!now)
        return false;
    g_autofree char *hash = journal_call_hash(now);
    bool ok = journal_bind(m, now->run, now->step, 0, "call", NULL, NULL, hash, call, store_now(m), error);
    memory_call_free(now);
    return ok;
}

bool memory_call_begin(memory *m, const struct memory_call *call, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the module call";
    if (!store_begin(m, doing, error))
        return false;
    gint64 id = 0;
    bool ok = store_run(
        m, doing, error,
        "INSERT INTO calls(run, step, module, brain, status, attempt, started_us, ms, tokens_in, tokens_out, cost, error, output,"
        " correction, reply, prompt, says) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        "iitttiiiiidtttttt", call->run, call->step, call->module, call->brain, call->status ? call->status : "started",
        (gint64)(call->attempt ? call->attempt : 1), call->started_us ? call->started_us : store_now(m), call->ms,
        call->tokens_in, call->tokens_out, call->cost, call->error, call->output, call->correction, call->reply, call->prompt,
        call->says);
    if (ok) {
        id = sqlite3_last_insert_rowid(m->db);
        ok = index_answer(m, id, call->run, call->step, call->reply, call->output, error) &&
             search_put(m, "call", "correction", id, call->run, call->step, call->correction, error) &&
             (!call->status || g_str_equal(call->status, "started") || bind_call(m, id, doing, error)); /* it is over already */
    }
    if (!store_end(m, ok, doing, error))
        return false;
    *ret_id = id;
    return true;
}

bool memory_call_end(memory *m, const struct memory_call *call, GError **error)
{
    static const char doing[] = "write the module's answer";
    gint64 run = 0, step = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        call_place(m, call->id, &run, &step, doing, error) &&
        store_run(m, doing, error,
                  "UPDATE calls SET reply = ?, output = ?, status = ?, error = ?, ms = ?, tokens_in = ?, tokens_out = ?, cost = ?"
                  " WHERE id = ?",
                  "ttttiiidi", call->reply, call->output, call->status ? call->status : "done", call->error, call->ms,
                  call->tokens_in, call->tokens_out, call->cost, call->id) &&
        index_answer(m, call->id, run, step, call->reply, call->output, error) && bind_call(m, call->id, doing, error);
    return store_end(m, ok, doing, error);
}

bool memory_call_correct(memory *m, gint64 call, const char *correction_json, GError **error)
{
    static const char doing[] = "write the correction";
    gint64 run = 0, step = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = call_place(m, call, &run, &step, doing, error) &&
              store_run(m, doing, error, "UPDATE calls SET correction = ? WHERE id = ?", "ti", correction_json, call) &&
              search_put(m, "call", "correction", call, run, step, correction_json, error) && bind_call(m, call, doing, error);
    return store_end(m, ok, doing, error);
}

GPtrArray *memory_calls(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the module calls";
    g_autoptr(store_query) query =
        step ? store_prepare(m, doing, error, CALL_COLUMNS "WHERE run = ? AND step = ? ORDER BY id", "ii", run, step)
             : store_prepare(m, doing, error, CALL_COLUMNS "WHERE run = ? ORDER BY step, id", "i", run);
    return store_list(m, query, doing, read_call, (GDestroyNotify)memory_call_free, error);
}

struct memory_call *memory_call_get(memory *m, gint64 call, GError **error)
{
    GError *local = NULL;
    struct memory_call *row = call_row(m, call, "read the module's call", &local);
    if (local)
        g_propagate_error(error, local);
    else if (!row)
        no_such_call(call, error);
    return row;
}
