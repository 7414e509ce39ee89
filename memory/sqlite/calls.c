/* Rows of module calls. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

static bool no_such_call(gint64 call, GError **error)
{
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no module call %" G_GINT64_FORMAT " in memory", call);
    return false;
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
    call->tokens_cached = sqlite3_column_int64(query, 18);
    call->pictures = sqlite3_column_int64(query, 19);
    call->unpriced = sqlite3_column_int(query, 20);
    return call;
}

#define CALL_COLUMNS                                                                                                             \
    "SELECT id, run, step, module, brain, prompt, reply, output, correction, status, error, attempt, started_us, ms, tokens_in," \
    " tokens_out, cost, says, tokens_cached, pictures, unpriced FROM calls "

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
    static const char doing[] = "read the module's call";
    g_autoptr(store_query) query = store_prepare(m, doing, error, CALL_COLUMNS "WHERE id = ?", "i", call);
    GError *local = NULL;
    if (query && store_next(m, query, doing, &local))
        return read_call(m, query);
    if (local)
        g_propagate_error(error, local);
    else if (query)
        no_such_call(call, error);
    return NULL;
}

bool rows_call_place(memory *m, gint64 call, gint64 *ret_run, gint64 *ret_step, const char *doing, GError **error)
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
    if (!local)
        return no_such_call(call, error);
    g_propagate_error(error, local);
    return false;
}

bool rows_call_add(memory *m, const struct memory_call *call, gint64 *ret_id, const char *doing, GError **error)
{
    bool ok = store_run(
        m, doing, error,
        "INSERT INTO calls(run, step, module, brain, status, attempt, started_us, ms, tokens_in, tokens_out, cost, error, output,"
        " correction, reply, prompt, says, tokens_cached, pictures, unpriced) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        "iitttiiiiidttttttiii", call->run, call->step, call->module, call->brain, call->status ? call->status : "started",
        (gint64)(call->attempt ? call->attempt : 1), call->started_us ? call->started_us : store_now(m), call->ms,
        call->tokens_in, call->tokens_out, call->cost, call->error, call->output, call->correction, call->reply, call->prompt,
        call->says, call->tokens_cached, call->pictures, (gint64)call->unpriced);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_call_set_answer(memory *m, const struct memory_call *call, const char *doing, GError **error)
{
    return store_run(
        m, doing, error,
        "UPDATE calls SET reply = ?, output = ?, status = ?, error = ?, ms = ?, tokens_in = ?, tokens_out = ?, cost = ?,"
        " tokens_cached = ?, pictures = ?, unpriced = ? WHERE id = ?",
        "ttttiiidiiii", call->reply, call->output, call->status ? call->status : "done", call->error, call->ms, call->tokens_in,
        call->tokens_out, call->cost, call->tokens_cached, call->pictures, (gint64)call->unpriced, call->id);
}

bool rows_call_set_correction(memory *m, gint64 call, const char *json, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE calls SET correction = ? WHERE id = ?", "ti", json, call);
}
