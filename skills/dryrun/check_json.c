#include "config/config.h"
#include "config/strict_json.h"
#include "skills/dryrun/dryrun.h"
#include "skills/dryrun/dryrun_parts.h"
#include "skills/library/library_parts.h"
#include "skills/lua/lua_sandbox.h"
#include "skills/dryrun/rehearsal.h"
#include "skills/library/skill_doc.h"

#include <string.h>
#include <time.h>

/* `reins skills check FILE`. The worker gets the sources that the file may call (base.lua, or a whole library), the file and the
 * number of the function to begin with, and the screen that it runs on where that is not the blank one; it answers
 *   {"findings":[{"line","what"}],"next":N,"ms":M,"of":F,"limit":B}
 * N = -1: all done; M: processor time that it took; F: functions; B: one of them has exceeded a limit.
 *
 * An exceeded limit ends the worker after its answer, so the parent asks again for the functions after the one that exceeded it.
 * However many functions there are: that comes to an end, too. */

#define REQUEST_MAX (24 * 1024 * 1024)
#define REPLY_MAX (16 * 1024 * 1024)
#define FINDINGS_MAX 200
#define SAMPLES_MAX 64
#define TURN_MS 500     /* of processor time for functions, after which a worker hands over to the next, and progress is told */
#define CHECK_MS 20000  /* of all of them */
#define WATCH_MS 900000 /* the same, where a person asked and can stop it */
#define LIMITS_MAX 20   /* functions that exceed a limit, each of which costs up to 2 s */
#define MAX_HOLD_MS 60000

/* ---- the parent ---- */

struct found {
    int line;
    char *what;
};

static void found_free(gpointer data)
{
    struct found *f = data;
    g_free(f->what);
    g_free(f);
}

static int by_line(gconstpointer a, gconstpointer b)
{
    const struct found *x = *(const struct found *const *)a, *y = *(const struct found *const *)b;
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line) : strcmp(x->what, y->what);
}

/* [{"name","source"}] with base.lua alone. */
static char *base_sources(GError **error)
{
    g_autoptr(GBytes) bytes = config_file("skills/lib/base.lua", NULL, error);
    gsize length;
    const char *data = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    if (!data)
        return NULL;
    g_autofree char *text = g_strndup(data, length);
    struct library_source base = {.name = (char *)"base.lua", .text = text};
    g_autoptr(GPtrArray) sources = g_ptr_array_new();
    g_ptr_array_add(sources, &base);
    return library_sources_json(sources);
}

static void found_add(GPtrArray *found, int line, const char *what)
{
    struct found *f = g_new0(struct found, 1);
    f->line = line;
    f->what = g_strdup(what);
    g_ptr_array_add(found, f);
}

/* What a worker says of its turn. */
struct turn {
    gint64 next, ms, of;
    bool limit;
};

static bool take_findings(const char *text, gsize length, GPtrArray *found, struct turn *ret_turn, GError **error)
{
    g_autoptr(cJSON) reply = strict_json_parse(text, length, REPLY_MAX, error);
    ret_turn->limit = false;
    const cJSON *list = reply ? strict_json_get_array(reply, "findings", error) : NULL;
    if (!list || !strict_json_get_int(reply, "next", -1, G_MAXINT, &ret_turn->next, error) ||
        !strict_json_get_int(reply, "ms", 0, G_MAXINT, &ret_turn->ms, error) ||
        !strict_json_get_int(reply, "of", 0, G_MAXINT, &ret_turn->of, error) ||
        !strict_json_opt_bool(reply, "limit", &ret_turn->limit, error))
        return false;
    for (const cJSON *item = list->child; item; item = item->next) {
        gint64 line;
        const char *what;
        if (!strict_json_get_int(item, "line", 0, G_MAXINT, &line, error) || !strict_json_get_string(item, "what", &what, error))
            return false;
        found_add(found, (int)line, what);
    }
    return true;
}

/* One worker after the other until every function has had its turn. */
static bool ask_workers(const char *sources, const char *path, const char *source, const screen *seen, GPtrArray *found,
                        const struct check_watch *watch, GError **error)
{
    static const struct worker_limits limits = {256 * 1024 * 1024, 60, 120000, REPLY_MAX, WORKER_LUA};
    g_autofree char *screen_text_ = seen ? screen_to_json(seen) : NULL;
    struct turn turn = {0};
    gint64 all_ms = 0;
    for (int exceeded = 0; turn.next >= 0; exceeded += turn.limit, all_ms += turn.ms) {
        if (exceeded > LIMITS_MAX || all_ms > (watch ? WATCH_MS : CHECK_MS) || found->len >= FINDINGS_MAX) {
            g_autofree char *rest = g_strdup_printf("not all is checked: too much was found, or took too long, before function "
                                                    "number %" G_GINT64_FORMAT " of the file",
                                                    turn.next + 1);
            found_add(found, 1, rest);
            return true;
        }
        if (watch)
            watch->told(watch->data, turn.next, turn.of);
        g_autoptr(cJSON) root = cJSON_CreateObject();
        cJSON_AddRawToObject(root, "sources", sources);
        cJSON_AddStringToObject(root, "name", path);
        cJSON_AddStringToObject(root, "source", source);
        cJSON_AddNumberToObject(root, "from", (double)turn.next);
        if (screen_text_)
            cJSON_AddRawToObject(root, "screen", screen_text_);
        g_autofree char *request = strict_json_print(root);
        gsize length;
        gint64 from = turn.next;
        g_autofree char *reply = worker_run("check", request, strlen(request), &limits, &length, error);
        if (!reply || !take_findings(reply, length, found, &turn, error))
            return false;
        if (turn.next >= 0 && turn.next <= from)
            return true; /* a limit while the file is loaded: there is nothing after it */
    }
    return true;
}

/* Sorted, each once, as FILE:LINE: what. */
static void tell(GPtrArray *found, const char *shown, GPtrArray *lines)
{
    g_ptr_array_sort(found, by_line);
    g_autofree char *last = NULL;
    for (guint i = 0; i < found->len; i++) {
        const struct found *f = g_ptr_array_index(found, i);
        char *text = g_strdup_printf("%s:%d: %s", shown, f->line, f->what);
        if (g_strcmp0(text, last) == 0) {
            g_free(text); /* the same branch with other sample arguments */
            continue;
        }
        g_free(last);
        last = g_strdup(text);
        g_ptr_array_add(lines, text);
    }
}

static GPtrArray *check_text(const skill_library *lib, const char *name, const char *text, gsize length, const screen *seen,
                             const struct check_watch *watch, GError **error)
{
    int line;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *shown = g_utf8_make_valid(name, -1);
    g_autofree char *refused = doc_refuse_source(text, length, &line);
    if (refused) {
        g_ptr_array_add(lines, g_strdup_printf("%s:%d: %s", shown, line, refused));
        return g_steal_pointer(&lines);
    }
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(found_free);
    g_autofree char *base = lib ? NULL : base_sources(error);
    const char *sources = lib ? skill_library_sources(lib) : base;
    if (!sources || !ask_workers(sources, shown, text, seen, found, watch, error)) {
        g_prefix_error(error, "%s cannot be checked: ", name);
        return NULL;
    }
    tell(found, shown, lines);
    return g_steal_pointer(&lines);
}

GPtrArray *dryrun_check_text(const skill_library *lib, const char *name, const char *text, gsize length, const screen *seen,
                             GError **error)
{
    return check_text(lib, name, text, length, seen, NULL, error);
}

GPtrArray *dryrun_check_file(const char *path, const struct check_watch *watch, GError **error)
{
    gsize length;
    g_autofree char *source = library_read_file(path, &length, error);
    return source ? check_text(NULL, path, source, length, NULL, watch, error) : NULL;
}

/* ---- the child ---- */

struct check {
    const cJSON *sources; /* what it may call */
    const char *name, *source;
    screen *seen;
    cJSON *findings; /* owned by `reply` */
    cJSON *reply;
    int of;      /* functions */
    bool limit;  /* one was exceeded */
    int current; /* function being run, from 0; -1 = the file is loaded */
    int current_line;
    const char *subject;
    GHashTable *skills; /* of the files that it calls: number → set of names */
};

static void add_finding(struct check *c, int line, const char *what)
{
    if (cJSON_GetArraySize(c->findings) >= FINDINGS_MAX)
        return;
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "line", MAX(line, 1));
    cJSON_AddStringToObject(item, "what", what);
    cJSON_AddItemToArray(c->findings, item);
}

/* Processor time of this process so far. */
static int used_ms(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int)(t.tv_sec * 1000 + t.tv_nsec / 1000000);
}

/* The answer so far; `next` is where to go on. */
static GString *answer(struct check *c, int next)
{
    cJSON_DeleteItemFromObjectCaseSensitive(c->reply, "next");
    cJSON_AddNumberToObject(c->reply, "next", next);
    cJSON_DeleteItemFromObjectCaseSensitive(c->reply, "ms");
    cJSON_AddNumberToObject(c->reply, "ms", used_ms());
    cJSON_DeleteItemFromObjectCaseSensitive(c->reply, "of");
    cJSON_AddNumberToObject(c->reply, "of", c->of);
    cJSON_DeleteItemFromObjectCaseSensitive(c->reply, "limit");
    cJSON_AddBoolToObject(c->reply, "limit", c->limit);
    g_autofree char *text = strict_json_print(c->reply);
    return g_string_new(text);
}

static int next_after(const struct check *c)
{
    return c->current < 0 ? -1 : c->current + 1;
}

static void on_limit(sandbox *s, int file, int line, const char *what)
{
    struct check *c = s->data;
    g_autofree char *text = g_strdup_printf("%s %s", c->subject, what);
    add_finding(c, file == s->focus && file >= 0 ? line : c->current_line, text);
    c->limit = true;
    g_autoptr(GString) reply = answer(c, next_after(c));
    worker_answer_now(reply->str, reply->len);
}

/* What is sent when the time is up in the middle of something. */
static void limit_check(struct check *c, int ms)
{
    int before = cJSON_GetArraySize(c->findings);
    g_autofree char *text =
        g_strdup_printf("%s ran longer than %g s of processor time: a pattern that backtracks, or work without end on a "
                        "large text or table?",
                        c->subject, ms / 1000.0);
    add_finding(c, c->current_line, text);
    c->limit = true;
    g_autoptr(GString) reply = answer(c, next_after(c));
    c->limit = false;
    if (cJSON_GetArraySize(c->findings) > before)
        cJSON_DeleteItemFromArray(c->findings, before);
    worker_time_limit(ms, reply, NULL);
}

static void add_error(struct check *c, const sandbox *s, struct sandbox_error *e)
{
    add_finding(c, e->focus_line ? e->focus_line : e->file == s->focus ? e->line : c->current_line, e->what);
    g_clear_pointer(&e->what, g_free);
}

/* A fresh state with the sources and the file; NULL: the file cannot be loaded, which is a finding. */
static sandbox *load_file(struct check *c, GError **error)
{
    struct sandbox_error e;
    g_autoptr(sandbox) s = sandbox_new(c->seen, 1, MAX_HOLD_MS);
    s->limits.reached = on_limit;
    s->data = c;
    for (const cJSON *item = c->sources->child; item; item = item->next) {
        const char *name, *source;
        if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "source", &source, error))
            return NULL;
        if (!sandbox_load(s, name, source, strlen(source), &e)) {
            sandbox_error_take(s, &e, error);
            return NULL;
        }
    }
    s->focus = cJSON_GetArraySize(c->sources);
    limit_check(c, SANDBOX_LOAD_MS);
    bool loaded = sandbox_load(s, c->name, c->source, strlen(c->source), &e);
    worker_time_limit(0, NULL, NULL);
    if (!loaded) {
        add_error(c, s, &e);
        return NULL;
    }
    sandbox_seal(s);
    return g_steal_pointer(&s);
}

/* The names of file number `file` that are skills of it; read once. Borrowed. */
static GHashTable *skills_of(struct check *c, sandbox *s, int file)
{
    GHashTable *names = g_hash_table_lookup(c->skills, GINT_TO_POINTER(file));
    if (names)
        return names;
    const cJSON *item = cJSON_GetArrayItem(c->sources, file);
    const char *source = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "source"));
    g_autoptr(GArray) findings = doc_findings_new();
    g_autoptr(GPtrArray) skills = library_skills_of(s, file, source ? source : "", findings);
    g_autoptr(GHashTable) refused = library_refused(findings);
    names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < skills->len; i++) {
        const skill *one = g_ptr_array_index(skills, i);
        if (!g_hash_table_contains(refused, GINT_TO_POINTER(one->line)))
            g_hash_table_add(names, g_strdup(one->name));
    }
    g_hash_table_insert(c->skills, GINT_TO_POINTER(file), names);
    return names;
}

/* A function of another file that is no skill there has no version of its own, so that nobody would be told that it was changed.
 * NULL: it is none. Caller frees. */
static char *refuse_other(struct check *c, sandbox *s, const char *name)
{
    lua_Debug ar;
    if (!sandbox_push_function(s, name))
        return NULL;
    lua_getinfo(s->L, ">S", &ar);
    int file = sandbox_file_of(&ar);
    if (file < 0 || file == s->focus || g_hash_table_contains(skills_of(c, s, file), name))
        return NULL;
    return g_strdup_printf(
        "'%s' is a function of %s that is not a skill there: what it does would not be in this one's history (give "
        "it a doc comment there, or make it local here)",
        name, (const char *)g_ptr_array_index(s->sources.files, (guint)file));
}

static bool found_global(void *data, int line, const char *name, bool declared)
{
    struct check *c = ((void **)data)[0];
    sandbox *s = ((void **)data)[1];
    g_autofree char *what = declared ? refuse_other(c, s, name) : sandbox_undeclared(s, name);
    if (what)
        add_finding(c, line, what);
    return cJSON_GetArraySize(c->findings) < FINDINGS_MAX;
}

/* ---- sample arguments ---- */

/* "1" is a text, a label, a digit and a key at once: least likely to be wrong for a skill that is right. */
static void push_sample(lua_State *L, const struct param *p, guint variant)
{
    if (p->allowed) {
        const char *value = p->allowed[variant % g_strv_length(p->allowed)];
        if (p->type == PARAM_NUMBER || p->type == PARAM_INTEGER)
            lua_stringtonumber(L, value) ? (void)0 : lua_pushstring(L, value);
        else
            lua_pushstring(L, value);
        return;
    }
    switch (p->type) {
    case PARAM_NUMBER:
    case PARAM_INTEGER:
        lua_pushinteger(L, 1);
        break;
    case PARAM_BOOLEAN:
        lua_pushboolean(L, variant % 2 == 0);
        break;
    case PARAM_KEY:
        lua_pushstring(L, "a");
        break;
    case PARAM_BUTTON:
        lua_pushstring(L, "left");
        break;
    case PARAM_KEYS:
        lua_pushstring(L, "ctrl+a");
        break;
    case PARAM_PATH:
        lua_pushstring(L, "1,1 2,2");
        break;
    case PARAM_STRING:
    case PARAM_TYPE_COUNT:
        lua_pushstring(L, "1");
        break;
    }
}

/* How many sample calls show every allowed value and both truth values. */
static guint sample_count(const skill *one)
{
    guint n = 1;
    for (guint i = 0; i < one->params->len; i++) {
        const struct param *p = &g_array_index(one->params, struct param, i);
        n = MAX(n, p->allowed ? g_strv_length(p->allowed) : p->type == PARAM_BOOLEAN ? 2 : 1);
    }
    return MIN(n, SAMPLES_MAX);
}

static bool has_optional(const skill *one)
{
    for (guint i = 0; i < one->params->len; i++) {
        if (g_array_index(one->params, struct param, i).optional)
            return true;
    }
    return false;
}

/* One call; with_optional = false leaves out what may be left out. */
static bool run_sample(struct check *c, sandbox *s, const skill *one, guint variant, bool with_optional)
{
    struct sandbox_error e;
    if (!sandbox_push_function(s, one->name))
        return true; /* an earlier skill has taken it away: that was its finding */
    for (guint i = 0; i < one->params->len; i++) {
        const struct param *p = &g_array_index(one->params, struct param, i);
        if (p->optional && !with_optional)
            lua_pushnil(s->L);
        else
            push_sample(s->L, p, variant);
    }
    sandbox_begin(s);
    s->part = G_MAXINT; /* everything comes that it waits for */
    bool done = sandbox_call(s, (int)one->params->len, 0, &e);
    g_autoptr(GError) late = NULL;
    if (done && !sandbox_finish(s, &late)) {
        add_finding(c, c->current_line, late->message);
        return false;
    }
    s->calling = false;
    if (done)
        done = rehearsal_run(s, c->seen, &e);
    if (!done)
        add_error(c, s, &e);
    return done;
}

static bool check_function(struct check *c, const skill *one, int number, GError **error)
{
    c->current = number;
    c->current_line = one->line;
    c->subject = one->name;
    g_autoptr(sandbox) s = load_file(c, error);
    if (!s)
        return error && !*error; /* it was loaded before: only a limit could say no now, and that has answered */
    guint n = sample_count(one);
    bool fine = true;
    limit_check(c, SANDBOX_TIME_MS); /* for all samples together */
    for (guint variant = 0; variant < n && fine; variant++)
        fine = run_sample(c, s, one, variant, true);
    limit_check(c, SANDBOX_TIME_MS); /* anew: with what has been found */
    if (has_optional(one))
        run_sample(c, s, one, 0, false);
    worker_time_limit(0, NULL, NULL);
    return true;
}

/* *ret_next: where the next worker goes on, -1 = all done. */
static bool check_all(struct check *c, int from, int *ret_next, GError **error)
{
    *ret_next = -1;
    g_autoptr(sandbox) s = load_file(c, error);
    if (!s)
        return error && !*error;
    g_autoptr(GArray) doc = doc_findings_new();
    g_autoptr(GPtrArray) skills = library_skills_of(s, s->focus, c->source, doc);
    void *both[] = {c, s};
    c->of = (int)skills->len;
    for (guint i = 0; from == 0 && i < doc->len; i++)
        add_finding(c, g_array_index(doc, struct doc_finding, i).line, g_array_index(doc, struct doc_finding, i).what);
    if (from == 0)
        sandbox_scan_globals(s, c->source, strlen(c->source), found_global, both);
    int begun_ms = used_ms();
    for (guint i = (guint)from; i < skills->len; i++) {
        if (i > (guint)from && used_ms() - begun_ms > TURN_MS) {
            *ret_next = (int)i;
            return true;
        }
        if (!check_function(c, g_ptr_array_index(skills, i), (int)i, error))
            return false;
    }
    return true;
}

bool dryrun_worker_check(const char *request, gsize length, GString *reply, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(request, length, REQUEST_MAX, error);
    gint64 from;
    struct check c = {.current = -1, .current_line = 1, .subject = "loading the file"};
    if (!root || !(c.sources = strict_json_get_array(root, "sources", error)) ||
        !strict_json_get_string(root, "name", &c.name, error) || !strict_json_get_string(root, "source", &c.source, error) ||
        !strict_json_get_int(root, "from", 0, G_MAXINT, &from, error))
        return false;
    bool given = cJSON_GetObjectItemCaseSensitive(root, "screen") != NULL;
    g_autoptr(screen) seen = given ? dryrun_screen(root, error) : screen_blank();
    if (!seen)
        return false;
    g_autoptr(cJSON) out = cJSON_CreateObject();
    g_autoptr(GHashTable) skills = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref);
    c.skills = skills;
    c.seen = seen;
    c.reply = out;
    c.findings = cJSON_AddArrayToObject(out, "findings");
    int next;
    if (!check_all(&c, (int)from, &next, error))
        return false;
    g_autoptr(GString) text = answer(&c, next);
    g_string_append_len(reply, text->str, (gssize)text->len);
    return true;
}
