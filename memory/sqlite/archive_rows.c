/* Rows of a run on their way between a store and an archive. */

#include "memory/sqlite/archive_rows.h"

#include "memory/port/watch.h"

#include <math.h>
#include <string.h>

#define BY_RUN "run = ?1 ORDER BY "

/* Only of this run: what others are told of a skill version or a picture stays where it is. */
const struct archive_table archive_tables[] = {
    {"runs", "id", "id = ?1", false},
    {"steps", "id", BY_RUN "step", false},
    {"states", "id", BY_RUN "step", false},
    {"frames", "id", BY_RUN "step, id", false},
    {"calls", "id", BY_RUN "step, id", false},
    {"proposals", "row", BY_RUN "id", false},
    {"decisions", "row", BY_RUN "proposal, row", false},
    {"fired", "row", BY_RUN "proposal, row", false},
    {"journal", "row", BY_RUN "seq", false},
    {"summaries", "id", BY_RUN "step, id", false},
    {"questions", "row", BY_RUN "id", false},
    {"notes", "id", BY_RUN "step, id", false},
    {"forgotten", "id", BY_RUN "step, id", false},
    {"lessons", "id", BY_RUN "step, id", true},
    {"recalls", "id", BY_RUN "step, place, id", false},
    {"pictures", NULL, "hash IN (SELECT hash FROM frames WHERE run = ?1 AND gone_us = 0) ORDER BY hash", true},
    {"skill_versions", "id",
     "(run = ?1 OR EXISTS (SELECT 1 FROM outcomes o WHERE o.run = ?1 AND o.skill = name AND o.sha256 = skill_versions.sha256))"
     " ORDER BY id",
     true},
    {"outcomes", "id", BY_RUN "id", true},
    {"step_marks", NULL, BY_RUN "what, step", false},
    {NULL, NULL, NULL, false},
};

const struct archive_table *archive_table_find(const char *name)
{
    const struct archive_table *t = archive_tables;
    while (t->name && !g_str_equal(t->name, name))
        t++;
    return t->name ? t : NULL;
}

bool archive_sql(sqlite3 *db, const char *doing, GError **error, const char *sql)
{
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        store_set_error(db, rc, doing, error);
    return rc == SQLITE_OK;
}

bool archive_number(sqlite3 *db, const char *doing, const char *sql, gint64 bound, gint64 *ret_value, GError **error)
{
    sqlite3_stmt *query = NULL;
    int rc = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    *ret_value = 0;
    if (rc == SQLITE_OK && sqlite3_bind_parameter_count(query) > 0)
        rc = sqlite3_bind_int64(query, 1, bound);
    if (rc == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW)
        *ret_value = sqlite3_column_int64(query, 0);
    bool ok = rc == SQLITE_ROW || rc == SQLITE_DONE;
    if (!ok)
        store_set_error(db, rc, doing, error);
    sqlite3_finalize(query);
    return ok;
}

/* ---- columns ---- */

/* Of `name` and `type` pairs; NULL with error. */
static GPtrArray *table_info(sqlite3 *db, const char *table, GError **error)
{
    sqlite3_stmt *query = NULL;
    g_autoptr(GPtrArray) info = g_ptr_array_new_with_free_func(g_free);
    int rc = sqlite3_prepare_v2(db, "SELECT name, type FROM pragma_table_info(?) ORDER BY cid", -1, &query, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(query, 1, table, -1, SQLITE_STATIC);
    while (rc == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW) {
        for (int i = 0; i < 2; i++)
            g_ptr_array_add(info, g_strdup((const char *)sqlite3_column_text(query, i)));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(query);
    if (rc != SQLITE_DONE) {
        store_set_error(db, rc, "read a table's columns", error);
        return NULL;
    }
    if (info->len == 0) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "the store has no table %s (restore a copy)", table);
        return NULL;
    }
    return g_steal_pointer(&info);
}

/* As `db` has them, in order; NULL with error. */
static char **column_names(sqlite3 *db, const char *table, GError **error)
{
    g_autoptr(GPtrArray) info = table_info(db, table, error);
    if (!info)
        return NULL;
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (guint i = 0; i < info->len; i += 2)
        g_strv_builder_add(names, info->pdata[i]);
    return g_strv_builder_end(names);
}

char *archive_create(sqlite3 *db, const char *table, GError **error)
{
    g_autoptr(GPtrArray) info = table_info(db, table, error);
    if (!info)
        return NULL;
    GString *sql = g_string_new(NULL);
    g_string_printf(sql, "CREATE TABLE %s (", table);
    for (guint i = 0; i < info->len; i += 2)
        g_string_append_printf(sql, "%s\"%s\" %s", i ? ", " : "", (char *)info->pdata[i], (char *)info->pdata[i + 1]);
    g_string_append_c(sql, ')');
    return g_string_free(sql, FALSE);
}

/* ---- values ---- */

static bool refuse(const struct row_copy *copy, sqlite3_stmt *read, int at, const char *why, GError **error)
{
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "cannot %s: column %s of a row of %s %s", copy->doing,
                sqlite3_column_name(read, at), copy->table->name, why);
    return false;
}

static bool value_fits(const struct row_copy *copy, sqlite3_stmt *read, int at, GError **error)
{
    const char *column = sqlite3_column_name(read, at);
    switch (sqlite3_column_type(read, at)) {
    case SQLITE_NULL:
        return true;
    case SQLITE_INTEGER:
        if (sqlite3_column_int64(read, at) < 0 && !g_str_equal(column, "print"))
            return refuse(copy, read, at, "holds a negative number", error);
        if (g_str_equal(column, "run") && !copy->table->outlives && sqlite3_column_int64(read, at) != copy->run)
            return refuse(copy, read, at, "is of another run", error);
        return true;
    case SQLITE_FLOAT:
        return isfinite(sqlite3_column_double(read, at)) || refuse(copy, read, at, "holds no number", error);
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(read, at);
        return g_utf8_validate_len(text, (gsize)sqlite3_column_bytes(read, at), NULL) ||
               refuse(copy, read, at, "holds a text that is not UTF-8", error);
    }
    default:
        return refuse(copy, read, at, "holds bytes where a text or a number should be", error);
    }
}

static int column_of(sqlite3_stmt *read, const char *column)
{
    for (int i = 0; i < sqlite3_column_count(read); i++)
        if (g_str_equal(sqlite3_column_name(read, i), column))
            return i;
    return -1;
}

struct copy_row {
    sqlite3_stmt *read;
};

gint64 copy_integer(const copy_row *row, const char *column)
{
    int at = column_of(row->read, column);
    return at < 0 ? 0 : sqlite3_column_int64(row->read, at);
}

char *copy_text(const copy_row *row, const char *column)
{
    int at = column_of(row->read, column);
    return at < 0 ? NULL : g_strdup((const char *)sqlite3_column_text(row->read, at));
}

/* ---- copying ---- */

struct pair {
    sqlite3_stmt *read, *write;
};

static void pair_clear(struct pair *pair)
{
    sqlite3_finalize(pair->read);
    sqlite3_finalize(pair->write);
}

/* The two statements: the columns of `to`, the key among them unless it is given anew. */
static bool pair_prepare(const struct row_copy *copy, struct pair *pair, GError **error)
{
    g_auto(GStrv) columns = column_names(copy->to, copy->table->name, error);
    if (!columns)
        return false;
    g_autoptr(GString) read = g_string_new("SELECT "), write = g_string_new(NULL), marks = g_string_new(NULL);
    g_string_printf(write, "INSERT INTO %s(", copy->table->name);
    bool first = true;
    for (char **column = columns; *column; column++) {
        bool key = copy->anew && g_strcmp0(*column, copy->table->key) == 0;
        g_string_append_printf(read, "%s\"%s\"", column == columns ? "" : ", ", *column);
        if (key)
            continue;
        g_string_append_printf(write, "%s\"%s\"", first ? "" : ", ", *column);
        g_string_append(marks, first ? "?" : ", ?");
        first = false;
    }
    g_string_append_printf(read, " FROM %s WHERE %s", copy->table->name, copy->table->where);
    g_string_append_printf(write, ") VALUES (%s)", marks->str);
    int rc = sqlite3_prepare_v2(copy->from, read->str, -1, &pair->read, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(pair->read, 1, copy->run);
    if (rc != SQLITE_OK) {
        store_set_error(copy->from, rc, copy->doing, error);
        return false;
    }
    rc = sqlite3_prepare_v2(copy->to, write->str, -1, &pair->write, NULL);
    if (rc != SQLITE_OK)
        store_set_error(copy->to, rc, copy->doing, error);
    return rc == SQLITE_OK;
}

/* As it was read, or what the hook puts in its place. */
static bool bind_value(const struct row_copy *copy, const struct pair *pair, int at, int into, GError **error)
{
    const copy_row row = {pair->read};
    struct copy_value value = {COPY_SAME, 0, NULL};
    if (copy->hooks &&
        !copy->hooks->change(copy->user, copy->table->name, sqlite3_column_name(pair->read, at), &row, &value, error))
        return false;
    int rc = value.becomes == COPY_NULL      ? sqlite3_bind_null(pair->write, into)
             : value.becomes == COPY_INTEGER ? sqlite3_bind_int64(pair->write, into, value.integer)
             : value.becomes == COPY_TEXT    ? sqlite3_bind_text(pair->write, into, value.text, -1, SQLITE_STATIC)
                                             : sqlite3_bind_value(pair->write, into, sqlite3_column_value(pair->read, at));
    if (rc != SQLITE_OK)
        store_set_error(copy->to, rc, copy->doing, error);
    return rc == SQLITE_OK;
}

static bool write_row(const struct row_copy *copy, const struct pair *pair, GError **error)
{
    int key = copy->table->key ? column_of(pair->read, copy->table->key) : -1;
    for (int i = 0, into = 1; i < sqlite3_column_count(pair->read); i++) {
        if (!value_fits(copy, pair->read, i, error))
            return false;
        if (copy->anew && i == key)
            continue;
        if (!bind_value(copy, pair, i, into++, error))
            return false;
    }
    int rc = sqlite3_step(pair->write);
    if (rc != SQLITE_DONE) {
        store_set_error(copy->to, rc, copy->doing, error);
        g_prefix_error(error, "%s: ", copy->table->name);
        return false;
    }
    sqlite3_reset(pair->write);
    sqlite3_clear_bindings(pair->write);
    return !copy->hooks || key < 0 ||
           copy->hooks->written(copy->user, copy->table->name, sqlite3_column_int64(pair->read, key),
                                sqlite3_last_insert_rowid(copy->to), error);
}

bool row_copy_all(struct row_copy *copy, GError **error)
{
    __attribute__((cleanup(pair_clear))) struct pair pair = {NULL, NULL};
    if (!pair_prepare(copy, &pair, error))
        return false;
    int rc;
    while ((rc = sqlite3_step(pair.read)) == SQLITE_ROW) {
        if (++*copy->done > ARCHIVE_MAX_ROWS) {
            g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "cannot %s: it has more than %" G_GINT64_FORMAT " rows",
                        copy->doing, ARCHIVE_MAX_ROWS);
            return false;
        }
        if (*copy->done % 64 == 0 && !watch_go_on(copy->watch, *copy->done, copy->total, error))
            return false;
        bool skip = false;
        const copy_row row = {pair.read};
        if ((copy->hooks && !copy->hooks->skip(copy->user, copy->table->name, &row, &skip, error)) ||
            (!skip && !write_row(copy, &pair, error)))
            return false;
    }
    if (rc != SQLITE_DONE)
        store_set_error(copy->from, rc, copy->doing, error);
    return rc == SQLITE_DONE;
}
