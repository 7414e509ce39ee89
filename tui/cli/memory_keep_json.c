/* `reins memory --json` of what a person keeps beside a run and takes out. */

#include "engine/exports/exports.h"
#include "tui/cli/memory_out.h"

#include "config/strict_json.h"
#include "memory/lessons.h"
#include "memory/notes.h"

static void put_place(cJSON *o, gint64 run, gint64 step)
{
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run);
    cJSON_AddItemToObject(o, "run", run ? cJSON_CreateString(id) : cJSON_CreateNull());
    cJSON_AddItemToObject(o, "step", step ? cJSON_CreateNumber((double)step) : cJSON_CreateNull());
}

static void put_text(cJSON *o, const char *key, const char *text)
{
    cJSON_AddItemToObject(o, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static void put_time(cJSON *o, gint64 us)
{
    g_autofree char *time = memory_iso_time(us);
    put_text(o, "at", time);
}

static char *print_and_free(cJSON *document)
{
    char *text = strict_json_print(document);
    cJSON_Delete(document);
    return text;
}

char *memory_json_notes(const GPtrArray *notes)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < notes->len; i++) {
        const struct memory_note *note = notes->pdata[i];
        cJSON *o = cJSON_CreateObject();
        cJSON_AddNumberToObject(o, "id", (double)note->id);
        put_place(o, note->run, note->step);
        put_text(o, "kind", note->kind);
        put_text(o, "by", note->by);
        put_time(o, note->at_us);
        put_text(o, "text", note->text);
        cJSON_AddItemToArray(list, o);
    }
    return print_and_free(list);
}

char *memory_json_lessons(const GPtrArray *lessons)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < lessons->len; i++) {
        const struct memory_lesson *lesson = lessons->pdata[i];
        cJSON *o = cJSON_CreateObject();
        cJSON_AddNumberToObject(o, "id", (double)lesson->id);
        put_place(o, lesson->run, lesson->step);
        put_text(o, "app", lesson->app);
        put_text(o, "skill", lesson->skill);
        put_text(o, "task", lesson->task);
        put_text(o, "by", lesson->by);
        put_time(o, lesson->at_us);
        cJSON_AddItemToObject(o, "edited_from",
                              lesson->edited_from ? cJSON_CreateNumber((double)lesson->edited_from) : cJSON_CreateNull());
        cJSON_AddBoolToObject(o, "withdrawn", lesson->withdrawn);
        put_text(o, "reason", lesson->reason);
        put_text(o, "text", lesson->text);
        cJSON_AddItemToArray(list, o);
    }
    return print_and_free(list);
}

char *memory_json_forgotten(const memory_forgotten *forgotten, gint64 run, gint64 step, bool dry_run)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddBoolToObject(o, "dry_run", dry_run);
    put_place(o, run, step);
    cJSON_AddNumberToObject(o, "texts", (double)forgotten->texts);
    cJSON_AddNumberToObject(o, "frames", (double)forgotten->frames);
    cJSON_AddNumberToObject(o, "bytes", (double)forgotten->bytes);
    cJSON *kept = cJSON_AddArrayToObject(o, "kept");
    for (guint i = 0; i < forgotten->kept->len; i++)
        cJSON_AddItemToArray(kept, cJSON_CreateString(forgotten->kept->pdata[i]));
    return print_and_free(o);
}

char *memory_json_archived(const char *what, const char *file, const memory_archived *told)
{
    cJSON *o = cJSON_CreateObject();
    put_text(o, "done", what);
    put_text(o, "file", file);
    put_place(o, told->run, 0);
    put_text(o, "identity", told->identity);
    const struct {
        const char *key;
        gint64 value;
    } numbers[] = {{"steps", told->steps}, {"frames", told->frames},   {"bytes", told->bytes},
                   {"rows", told->rows},   {"lessons", told->lessons}, {"source_run", told->source}};
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        cJSON_AddNumberToObject(o, numbers[i].key, (double)numbers[i].value);
    cJSON_AddBoolToObject(o, "known", told->known);
    cJSON_AddBoolToObject(o, "longer", told->longer);
    return print_and_free(o);
}

char *memory_json_done(const char *what, gint64 run, gint64 step, gint64 id)
{
    cJSON *o = cJSON_CreateObject();
    put_text(o, "done", what);
    put_place(o, run, step);
    cJSON_AddItemToObject(o, "id", id ? cJSON_CreateNumber((double)id) : cJSON_CreateNull());
    return print_and_free(o);
}

char *memory_json_exported(const char *format, gint64 run, const struct export_report *report)
{
    const struct {
        const char *name;
        gint64 value;
    } numbers[] = {
        {"steps", report->steps},
        {"records", report->records},
        {"negatives", report->negatives},
        {"pictures", report->pictures},
        {"bytes", report->bytes},
        {"left_out", report->left_out},
        {"lost", report->lost},
        {"missing", report->missing},
        {"texts_redacted", report->texts_redacted},
        {"pictures_redacted", report->pictures_redacted},
    };
    cJSON *o = cJSON_CreateObject();
    put_place(o, run, 0);
    strict_json_add_text(o, "format", format);
    strict_json_add_text(o, "out", report->path);
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        cJSON_AddNumberToObject(o, numbers[i].name, (double)numbers[i].value);
    return print_and_free(o);
}

char *memory_json_imported(const GPtrArray *sessions)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < sessions->len; i++) {
        const struct import_report *r = sessions->pdata[i];
        cJSON *o = cJSON_CreateObject();
        put_place(o, r->run, 0);
        strict_json_add_text(o, "session", r->session);
        cJSON_AddBoolToObject(o, "known", r->known);
        cJSON_AddNumberToObject(o, "steps", (double)r->steps);
        cJSON_AddNumberToObject(o, "records", (double)r->records);
        cJSON_AddNumberToObject(o, "pictures", (double)r->pictures);
        cJSON_AddNumberToObject(o, "skipped", (double)r->skipped);
        cJSON_AddItemToArray(list, o);
    }
    return print_and_free(list);
}
