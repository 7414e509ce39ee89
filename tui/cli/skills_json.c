#include "tui/cli/skills_json.h"

#include "config/strict_json.h"
#include "tui/cli/memory_out.h"

#include <string.h>

static void add_text(cJSON *o, const char *key, const char *text)
{
    if (text)
        cJSON_AddStringToObject(o, key, text);
    else
        cJSON_AddNullToObject(o, key);
}

static void add_time(cJSON *o, const char *key, gint64 us)
{
    g_autofree char *time = memory_iso_time(us);
    add_text(o, key, time);
}

static void add_run(cJSON *o, gint64 run, gint64 step)
{
    g_autofree char *id = run ? g_strdup_printf("%" G_GINT64_FORMAT, run) : NULL;
    add_text(o, "run", id);
    if (step)
        cJSON_AddNumberToObject(o, "step", (double)step);
    else
        cJSON_AddNullToObject(o, "step");
}

static void add_counts(cJSON *o, const struct memory_counts *n)
{
    cJSON *counts = cJSON_AddObjectToObject(o, "counts");
    const struct {
        const char *name;
        gint64 value;
    } all[] = {{"proposed", n->proposed}, {"edited", n->edited},       {"rejected", n->rejected},    {"fired", n->fired},
               {"verified", n->verified}, {"no_effect", n->no_effect}, {"unexpected", n->unexpected}};
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        cJSON_AddNumberToObject(counts, all[i].name, (double)all[i].value);
    add_time(counts, "last", n->last_us);
    add_time(counts, "last_verified", n->verified_us);
}

static void add_params(cJSON *item, const skill *s)
{
    cJSON *params = cJSON_AddArrayToObject(item, "params");
    for (guint i = 0; s && i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", p->name);
        cJSON_AddStringToObject(entry, "type", param_type_name(p->type));
        cJSON_AddStringToObject(entry, "meaning", p->meaning);
        cJSON_AddBoolToObject(entry, "optional", p->optional);
        cJSON_AddItemToArray(params, entry);
    }
}

static void add_row(cJSON *o, const struct catalog_row *r)
{
    cJSON_AddStringToObject(o, "stage", stage_name(r->stage));
    add_text(o, "reason", r->reason);
    add_text(o, "author", r->author);
    add_text(o, "library", r->skill ? r->skill->library : NULL);
    add_text(o, "layer", r->skill ? skill_layer_name(r->skill->layer) : NULL);
    add_counts(o, &r->counts);
    cJSON_AddNumberToObject(o, "versions", r->versions);
    add_run(o, r->run, r->step);
    add_time(o, "learned", r->learned_us);
}

static cJSON *list_item(const struct catalog_row *r)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", r->name);
    cJSON_AddStringToObject(item, "doc", r->doc ? r->doc : "");
    add_params(item, r->skill);
    cJSON_AddStringToObject(item, "expect", r->skill ? r->skill->expect : "");
    add_text(item, "file", r->skill ? r->skill->file : NULL);
    cJSON_AddNumberToObject(item, "line", r->skill ? r->skill->line : 0);
    cJSON_AddStringToObject(item, "sha256", r->sha256);
    add_row(item, r);
    return item;
}

char *skills_json_list(const GPtrArray *rows)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < rows->len; i++)
        cJSON_AddItemToArray(list, list_item(g_ptr_array_index(rows, i)));
    return strict_json_print(list);
}

char *skills_json_show(const struct skills_pick *pick, const struct catalog_row *row, const GPtrArray *used_by, const char *frame)
{
    g_autofree char *whole = pick->skill ? skill_to_json_text(pick->skill) : NULL;
    g_autoptr(cJSON) o = whole ? strict_json_parse(whole, strlen(whole), 64 * STRICT_JSON_LINE, NULL) : cJSON_CreateObject();
    if (!o)
        return g_strdup("null");
    if (!pick->skill) {
        cJSON_AddStringToObject(o, "name", pick->name);
        cJSON_AddStringToObject(o, "code", pick->code ? pick->code : "");
    }
    static const char *const again[] = {"sha256", "file", "layer", "library", "stage"};
    for (gsize i = 0; i < G_N_ELEMENTS(again); i++) /* of a text that is not loaded they are the store's, not the parser's */
        if (i < 1 || !pick->loaded || i > 1)
            cJSON_DeleteItemFromObjectCaseSensitive(o, again[i]);
    cJSON_AddStringToObject(o, "sha256", pick->sha256);
    if (!pick->loaded)
        add_text(o, "file", pick->version ? pick->version->file : NULL);
    cJSON_AddBoolToObject(o, "loaded", pick->loaded);
    add_row(o, row);
    add_text(o, "note", pick->version ? pick->version->note : NULL);
    add_text(o, "parent", pick->version ? pick->version->parent : NULL);
    add_text(o, "frame", frame);
    cJSON *users = cJSON_AddArrayToObject(o, "used_by");
    for (guint i = 0; i < used_by->len; i++)
        cJSON_AddItemToArray(users, cJSON_CreateString(g_ptr_array_index(used_by, i)));
    return strict_json_print(o);
}

char *skills_json_version(const memory_skill *v, bool loaded, const GPtrArray *stages, const struct memory_counts *counts)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", v->name);
    cJSON_AddStringToObject(o, "sha256", v->sha256);
    cJSON_AddBoolToObject(o, "loaded", loaded);
    add_text(o, "stage", v->stage);
    add_text(o, "author", v->author);
    add_text(o, "note", v->note);
    add_text(o, "parent", v->parent);
    add_run(o, v->run, v->step);
    add_time(o, "learned", v->at_us);
    cJSON *list = cJSON_AddArrayToObject(o, "stages");
    for (guint i = 0; i < stages->len; i++) {
        const memory_skill *s = g_ptr_array_index(stages, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "stage", s->stage);
        add_text(item, "by", s->by);
        add_text(item, "reason", s->reason);
        add_time(item, "at", s->stage_us);
        cJSON_AddItemToArray(list, item);
    }
    add_counts(o, counts);
    return strict_json_print(o);
}

char *skills_json_outcome(const struct memory_outcome *outcome)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "what", outcome->what);
    add_time(o, "at", outcome->at_us);
    add_run(o, outcome->run, outcome->step);
    return strict_json_print(o);
}

char *skills_json_diff(const char *name, const char *from, const char *to, const char *diff)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", name);
    add_text(o, "from", from);
    add_text(o, "to", to);
    cJSON_AddStringToObject(o, "diff", diff);
    return strict_json_print(o);
}

char *skills_json_did(const char *did, const char *name, const char *sha256, const char *stage, const char *file,
                      const char *what)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "did", did);
    add_text(o, "name", name);
    add_text(o, "sha256", sha256);
    add_text(o, "stage", stage);
    add_text(o, "file", file);
    add_text(o, "what", what);
    return strict_json_print(o);
}

static void add_lines(cJSON *o, const char *key, const GPtrArray *lines)
{
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (guint i = 0; i < lines->len; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(g_ptr_array_index(lines, i)));
}

char *skills_json_import(const char *format, const GPtrArray *done, const GPtrArray *refused)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "format", format);
    cJSON *list = cJSON_AddArrayToObject(o, "skills");
    for (guint i = 0; i < done->len; i++) {
        const struct port_done *d = g_ptr_array_index(done, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(list, item);
        cJSON_AddStringToObject(item, "name", d->name);
        add_text(item, "sha256", d->sha256);
        add_text(item, "stage", d->stage);
        cJSON_AddBoolToObject(item, "known", d->known);
        add_text(item, "replaces", d->replaces);
        cJSON_AddNumberToObject(item, "versions", d->versions);
        cJSON_AddNumberToObject(item, "outcomes", d->outcomes);
        add_lines(item, "errors", d->errors);
        add_lines(item, "notes", d->notes);
        add_lines(item, "lost", d->lost);
    }
    add_lines(o, "refused", refused);
    return strict_json_print(o);
}

char *skills_json_preview(const timeline *t, const char *digest, const char *on)
{
    g_autofree char *events = timeline_to_json(t);
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "digest", digest);
    cJSON_AddNumberToObject(o, "duration_ms", (double)timeline_duration(t));
    strict_json_add_text(o, "on", on);
    cJSON_AddRawToObject(o, "timeline", events);
    return strict_json_print(o);
}

char *skills_json_finding(const char *file, const char *finding)
{
    g_autofree char *shown = g_utf8_make_valid(file, -1);
    const char *rest = finding + strlen(shown) + 1; /* dryrun_check_file() begins each with it */
    char *end;
    gint64 line = g_ascii_strtoll(rest, &end, 10);
    g_autoptr(cJSON) item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "file", shown);
    cJSON_AddNumberToObject(item, "line", (double)line);
    cJSON_AddStringToObject(item, "what", g_str_has_prefix(end, ": ") ? end + 2 : end);
    return strict_json_print(item);
}

char *skills_json_array(const GPtrArray *texts)
{
    GString *out = g_string_new("[");
    for (guint i = 0; i < texts->len; i++)
        g_string_append_printf(out, "%s%s", i ? "," : "", (const char *)g_ptr_array_index(texts, i));
    g_string_append_c(out, ']');
    return g_string_free(out, FALSE);
}
