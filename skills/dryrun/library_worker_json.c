#include "skills/library/library_parts.h"

#include "config/strict_json.h"
#include "skills/dryrun/dryrun.h"
#include "skills/library/skill_doc.h"

#include <string.h>
#include <time.h>

/* The worker "library": what it gets and answers is said in library_json.c. Loading a file only defines its functions, so it gets
 * less than a skill does: and all files together must be loaded in less time than the dry run of one skill has. */

#define REQUEST_MAX (24 * 1024 * 1024)
#define LOAD_ALL_MS 1200 /* of processor time */
#define PROBLEMS_PER_FILE 100
#define SKILL_BYTES 500 /* of its answer, beside its texts */

static char *bad_reply(int file, const char *problem)
{
    g_autoptr(cJSON) reply = cJSON_CreateObject();
    cJSON_AddNumberToObject(reply, "bad", file);
    cJSON_AddStringToObject(reply, "problem", problem);
    return strict_json_print(reply);
}

static void on_limit(sandbox *s, int file, int line, const char *what)
{
    int loading = (int)s->sources.files->len - 1;
    g_autofree char *problem = g_strdup_printf("%s:%d: %s", (char *)g_ptr_array_index(s->sources.files, (guint)loading),
                                               file == loading ? line : 1, what);
    g_autofree char *reply = bad_reply(loading, problem);
    worker_answer_now(reply, strlen(reply));
}

/* What loading has cost so far. */
struct cost {
    gint64 all_ms, most_ms;
    int most; /* the file that took most */
};

static gint64 used_ms(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (gint64)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* From now on the file may take its time; when that is up the answer names it, or the one that has left it so little. */
static void limit_loading(sandbox *s, const struct cost *cost, const char *name)
{
    int file = (int)s->sources.files->len;
    gint64 left = MAX(1, LOAD_ALL_MS - cost->all_ms);
    bool other = left < SANDBOX_LOAD_MS && cost->most_ms > left;
    g_autofree char *late =
        other ? g_strdup_printf("%s:1: took %" G_GINT64_FORMAT " ms of processor time to load, too much beside all the others",
                                (char *)g_ptr_array_index(s->sources.files, (guint)cost->most), cost->most_ms)
              : g_strdup_printf("%s:1: ran longer than %d ms of processor time while it was loaded", name,
                                (int)MIN(left, SANDBOX_LOAD_MS));
    g_autofree char *text = bad_reply(other ? cost->most : file, late);
    g_autoptr(GString) reply = g_string_new(text);
    worker_time_limit((int)MIN(left, SANDBOX_LOAD_MS), reply, NULL);
}

static bool load_one(sandbox *s, const char *name, const char *source, struct cost *cost, GString *reply)
{
    struct sandbox_error e;
    gint64 start = used_ms();
    limit_loading(s, cost, name);
    bool loaded = sandbox_load(s, name, source, strlen(source), &e);
    worker_time_limit(0, NULL, NULL);
    gint64 took = used_ms() - start;
    cost->all_ms += took;
    if (took > cost->most_ms) {
        cost->most_ms = took;
        cost->most = (int)s->sources.files->len - 1;
    }
    if (loaded)
        return true;
    g_autoptr(GError) local = NULL;
    sandbox_error_take(s, &e, &local);
    g_autofree char *text = bad_reply((int)s->sources.files->len - 1, local->message);
    g_string_append(reply, text);
    return false;
}

/* Where the answer is put together. */
struct answer {
    cJSON *skills, *others, *problems;
    gsize bytes; /* of the skills */
};

static void add_findings(struct answer *a, const char *name, const GArray *findings)
{
    for (guint i = 0; i < findings->len && i <= PROBLEMS_PER_FILE; i++) {
        const struct doc_finding *f = &g_array_index(findings, struct doc_finding, i);
        g_autofree char *text = g_strdup_printf("%s:%d: %s", name, f->line, i < PROBLEMS_PER_FILE ? f->what : "…");
        cJSON_AddItemToArray(a->problems, cJSON_CreateString(text));
    }
}

/* Takes those away that are not offered: whose comment does not fit, and for which there is no room any more. */
static void leave_out(struct answer *a, GPtrArray *found, const GArray *findings)
{
    g_autoptr(GHashTable) refused = library_refused(findings);
    for (guint i = found->len; i-- > 0;) {
        const skill *one = g_ptr_array_index(found, i);
        if (g_hash_table_contains(refused, GINT_TO_POINTER(one->line)))
            g_ptr_array_remove_index(found, i);
    }
    bool full = a->bytes > LIBRARY_REPLY_MAX / 2;
    for (guint i = 0; i < found->len; i++) {
        const skill *one = g_ptr_array_index(found, i);
        a->bytes += SKILL_BYTES + 2 * (strlen(one->code) + strlen(one->doc) + strlen(one->expect) + strlen(one->file));
        if (a->bytes <= LIBRARY_REPLY_MAX / 2)
            continue;
        g_autofree char *text =
            g_strdup_printf("%s:%d: left out, with all after it: there are too many skills", one->file, one->line);
        if (!full)
            cJSON_AddItemToArray(a->problems, cJSON_CreateString(text));
        g_ptr_array_set_size(found, (gint)i);
    }
}

/* The skills of one file, what else may be called in it, and its problems. */
static void collect(sandbox *s, int file, const char *source, struct answer *a)
{
    g_autoptr(GArray) findings = doc_findings_new();
    g_autoptr(GPtrArray) found = library_skills_of(s, file, source, findings);
    add_findings(a, g_ptr_array_index(s->sources.files, (guint)file), findings);
    leave_out(a, found, findings);
    for (guint i = 0; i < found->len; i++) {
        g_autofree char *json = skill_to_json_text(g_ptr_array_index(found, i));
        cJSON_AddItemToArray(a->skills, cJSON_CreateRaw(json));
    }
    g_autoptr(GPtrArray) names = library_others(s, file, found);
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < names->len; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(g_ptr_array_index(names, i)));
    cJSON_AddItemToArray(a->others, list);
}

bool dryrun_worker_library(const char *request, gsize length, GString *reply, GError **error)
{
    g_autoptr(cJSON) sources = strict_json_parse(request, length, REQUEST_MAX, error);
    if (!sources)
        return false;
    g_autoptr(screen) blank = screen_new(1280, 720);
    g_autoptr(sandbox) s = sandbox_new(blank, 1, 60000);
    s->limits.reached = on_limit;
    struct cost cost = {0};
    const char *name, *source;
    for (const cJSON *item = sources->child; item; item = item->next) {
        if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "source", &source, error))
            return false;
        if (!load_one(s, name, source, &cost, reply))
            return true;
    }
    sandbox_seal(s);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    struct answer a = {cJSON_AddArrayToObject(root, "skills"), cJSON_AddArrayToObject(root, "others"),
                       cJSON_AddArrayToObject(root, "problems"), 0};
    int file = 0;
    for (const cJSON *item = sources->child; item; item = item->next, file++) {
        if (strict_json_get_string(item, "source", &source, NULL))
            collect(s, file, source, &a);
    }
    g_autofree char *text = strict_json_print(root);
    g_string_append(reply, text);
    return true;
}
