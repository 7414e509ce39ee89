#include "memory/sqlite/fit.h"

#define PHRASES_MAX 64
#define TYPICAL 40.0 /* words in a text, about */

static double fit_of(const int *counts, int phrases, int length)
{
    double sum = 0;
    for (int i = 0; i < phrases; i++) /* the second time counts less than the first; BM25's usual constants */
        sum += 2.2 * counts[i] / (counts[i] + 1.2 * (0.25 + 0.75 * length / TYPICAL));
    return sum;
}

static void fit(const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *result, G_GNUC_UNUSED int n,
                G_GNUC_UNUSED sqlite3_value **values)
{
    int counts[PHRASES_MAX] = {0}, instances = 0, length = 0, phrases = MIN(api->xPhraseCount(row), PHRASES_MAX);
    int rc = api->xInstCount(row, &instances);
    if (rc == SQLITE_OK)
        rc = api->xColumnSize(row, -1, &length);
    for (int i = 0; i < instances && rc == SQLITE_OK; i++) {
        int phrase, column, offset;
        rc = api->xInst(row, i, &phrase, &column, &offset);
        if (rc == SQLITE_OK && phrase < PHRASES_MAX)
            counts[phrase]++;
    }
    if (rc == SQLITE_OK)
        sqlite3_result_double(result, fit_of(counts, phrases, length));
    else
        sqlite3_result_error_code(result, rc);
}

fts5_api *fit_api(sqlite3 *db)
{
    fts5_api *api = NULL;
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &stmt, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(stmt, 1, &api, "fts5_api_ptr", NULL);
        sqlite3_step(stmt);
    }
    sqlite3_finalize(stmt);
    return api;
}

bool fit_register(memory *m, const char *doing, GError **error)
{
    if (m->fits)
        return true;
    fts5_api *api = fit_api(m->db);
    int rc = api ? api->xCreateFunction(api, "fit", NULL, fit, NULL) : SQLITE_ERROR;
    m->fits = rc == SQLITE_OK;
    if (!m->fits)
        store_set_error(m->db, rc, doing, error);
    return m->fits;
}
