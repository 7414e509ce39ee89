/* Messages between engine and eye, one JSON object a line. */
#include "config/line.h"
#include "config/strict_json.h"
#include "engine/eye/parts_json.h"
#include "engine/picture/frame.h"

#include <math.h>
#include <string.h>

#define FRAMES_MAX 64
#define WAIT_MAX 600000 /* ms */
#define ID_MAX G_MAXUINT32

static const char *const request_names[] = {
    [EYE_AWAIT_WINDOW] = "await_window", [EYE_OBSERVE] = "observe", [EYE_BEGIN] = "begin", [EYE_WATCH] = "watch",
    [EYE_UNWATCH] = "unwatch",           [EYE_GLANCE] = "glance",   [EYE_SENSE] = "sense", [EYE_SURVEY] = "survey",
};
static const char *const answer_names[] = {
    [EYE_WINDOW] = "window",     [EYE_OBSERVED] = "observed", [EYE_SAME] = "same",       [EYE_BEGUN] = "begun",
    [EYE_WATCHING] = "watching", [EYE_MATCH] = "match",       [EYE_GLANCED] = "glanced", [EYE_PREVIEW] = "preview",
    [EYE_LOST] = "lost",         [EYE_FAILED] = "failed",     [EYE_SENSED] = "sensed",   [EYE_SURVEYED] = "surveyed",
};
G_STATIC_ASSERT(G_N_ELEMENTS(request_names) == EYE_REQUEST_COUNT);
G_STATIC_ASSERT(G_N_ELEMENTS(answer_names) == EYE_ANSWER_COUNT);

static bool find_name(const char *const *names, gsize n, const char *name, int *ret_index, GError **error)
{
    for (gsize i = 0; i < n; i++)
        if (g_str_equal(names[i], name)) {
            *ret_index = (int)i;
            return true;
        }
    g_autofree char *shown = g_strndup(name, 40);
    g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "the eye has no message \"%s\"", shown);
    return false;
}

/* ---- requests ---- */
char *eye_request_to_json(const struct eye_request *r)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "request", request_names[r->kind]);
    cJSON_AddNumberToObject(o, "seq", r->seq);
    if (r->kind == EYE_AWAIT_WINDOW && r->pattern)
        cJSON_AddStringToObject(o, "pattern", r->pattern);
    if (r->kind == EYE_AWAIT_WINDOW || r->kind == EYE_OBSERVE)
        cJSON_AddNumberToObject(o, "timeout_ms", r->timeout_ms);
    if (r->kind == EYE_AWAIT_WINDOW && r->dialogs)
        cJSON_AddBoolToObject(o, "dialogs", true);
    if (r->kind == EYE_AWAIT_WINDOW && r->program) {
        cJSON_AddNumberToObject(o, "program", (double)r->program);
        cJSON_AddNumberToObject(o, "server", (double)r->server);
        cJSON_AddNumberToObject(o, "manager", (double)r->manager);
        cJSON_AddNumberToObject(o, "ready_ms", r->ready_ms);
    }
    if (r->kind == EYE_BEGIN)
        strict_json_add_text(o, "digest", r->digest);
    if (r->kind == EYE_OBSERVE)
        cJSON_AddNumberToObject(o, "settle_ms", r->settle_ms);
    if (r->kind == EYE_OBSERVE && r->again)
        cJSON_AddBoolToObject(o, "again", true);
    if (r->kind == EYE_SURVEY && r->now)
        cJSON_AddBoolToObject(o, "now", true);
    if (r->kind == EYE_SURVEY && r->live)
        cJSON_AddBoolToObject(o, "live", true);
    if (r->kind == EYE_OBSERVE && r->late)
        cJSON_AddBoolToObject(o, "late", true);
    if (r->kind == EYE_WATCH || (r->kind == EYE_OBSERVE && r->again))
        parts_add_rules(o, "rules", &r->rules);
    g_autofree char *question = r->kind == EYE_SENSE ? sense_question_to_json(&r->question) : NULL;
    if (question)
        cJSON_AddItemToObject(o, "question", cJSON_CreateRaw(question));
    return strict_json_print(o);
}

static bool question_from_json(const cJSON *o, struct sense_question *ret_question, GError **error)
{
    const cJSON *question = strict_json_get_object(o, "question", error);
    g_autofree char *text = question ? strict_json_print(question) : NULL;
    return text && sense_question_from_json(text, strlen(text), ret_question, error);
}

bool eye_request_from_json(const char *line, gsize length, struct eye_request *ret_request, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    const char *name = NULL;
    int kind = 0;
    struct eye_request r = {0};
    if (!o || !strict_json_get_string(o, "request", &name, error) ||
        !find_name(request_names, G_N_ELEMENTS(request_names), name, &kind, error) ||
        !strict_json_opt_small(o, "seq", 0, G_MAXINT32, &r.seq, error) ||
        !strict_json_opt_small(o, "timeout_ms", 0, WAIT_MAX, &r.timeout_ms, error) ||
        !strict_json_opt_small(o, "settle_ms", 0, WAIT_MAX, &r.settle_ms, error) ||
        !strict_json_opt_small(o, "ready_ms", 0, WAIT_MAX, &r.ready_ms, error) ||
        !strict_json_opt_int(o, "program", 0, G_MAXINT32, &r.program, error) ||
        !strict_json_opt_int(o, "server", 0, G_MAXINT32, &r.server, error) ||
        !strict_json_opt_int(o, "manager", 0, G_MAXINT32, &r.manager, error) ||
        !strict_json_opt_bool(o, "dialogs", &r.dialogs, error) || !strict_json_opt_bool(o, "again", &r.again, error) ||
        !strict_json_opt_bool(o, "late", &r.late, error) || !strict_json_opt_bool(o, "now", &r.now, error) ||
        !strict_json_opt_bool(o, "live", &r.live, error) || !parts_get_rules(o, "rules", &r.rules, error) ||
        !strict_json_copy_string(o, "pattern", &r.pattern, error) || !strict_json_copy_string(o, "digest", &r.digest, error) ||
        (kind == EYE_SENSE && !question_from_json(o, &r.question, error))) {
        eye_request_clear(&r);
        return false;
    }
    r.kind = (enum eye_request_kind)kind;
    *ret_request = r;
    return true;
}

/* ---- parts of answers ---- */
static cJSON *frame_to_json(const struct eye_frame *f)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "hash", f->hash);
    cJSON_AddStringToObject(o, "path", f->path);
    if (f->shared)
        cJSON_AddStringToObject(o, "shared", f->shared);
    cJSON_AddNumberToObject(o, "width", f->width);
    cJSON_AddNumberToObject(o, "height", f->height);
    cJSON_AddNumberToObject(o, "at_us", (double)f->at_us); /* exact: below 2^53 until the year 2255 */
    if (f->printed)
        parts_add_print(o, f->print);
    if (f->masked && f->masked->len > 0)
        parts_add_areas(o, "masked", f->masked);
    return o;
}

static bool frame_from_json(const cJSON *o, struct eye_frame *f, GError **error)
{
    const char *hash = NULL, *path = NULL, *shared = NULL;
    gint64 width = 0, height = 0;
    if (!strict_json_get_string(o, "hash", &hash, error) || !strict_json_get_string(o, "path", &path, error) ||
        !strict_json_opt_string(o, "shared", &shared, error) ||
        !strict_json_get_int(o, "width", 1, FRAME_MAX_SIDE, &width, error) ||
        !strict_json_get_int(o, "height", 1, FRAME_MAX_SIDE, &height, error) ||
        !strict_json_opt_int(o, "at_us", 0, G_GINT64_CONSTANT(1) << 53, &f->at_us, error) ||
        !parts_get_print(o, &f->printed, &f->print, error) || !parts_get_areas(o, "masked", &f->masked, error))
        return false;
    f->width = (int)width;
    f->height = (int)height;
    f->hash = g_strdup(hash);
    f->path = g_strdup(path);
    f->shared = g_strdup(shared);
    return true;
}

static void add_frames(cJSON *o, const char *key, const GArray *frames)
{
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (guint i = 0; frames && i < frames->len; i++)
        cJSON_AddItemToArray(list, frame_to_json(&g_array_index(frames, struct eye_frame, i)));
}

static GArray *frames_from_json(const cJSON *o, const char *key, GError **error)
{
    const cJSON *list = strict_json_get_array(o, key, error), *item;
    if (!list)
        return NULL;
    g_autoptr(GArray) frames = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    g_array_set_clear_func(frames, (GDestroyNotify)eye_frame_clear);
    cJSON_ArrayForEach(item, list)
    {
        struct eye_frame f = {0};
        if (frames->len >= FRAMES_MAX)
            break;
        if (!frame_from_json(item, &f, error))
            return NULL;
        g_array_append_val(frames, f);
    }
    return g_steal_pointer(&frames);
}

char *eye_window_to_json(const struct eye_window *w)
{
    g_autoptr(cJSON) o = parts_window_to_json(w);
    return strict_json_print(o);
}

static void add_change(cJSON *object, const eye_observation *ob)
{
    cJSON *o = cJSON_AddObjectToObject(object, "change");
    cJSON_AddNumberToObject(o, "share", ob->change.share);
    cJSON_AddNumberToObject(o, "near", ob->change.near);
    parts_add_area(o, "box", &ob->change.box);
    cJSON_AddBoolToObject(o, "caret", ob->change.caret);
    cJSON_AddBoolToObject(o, "caret_moved", ob->caret_moved);
    cJSON_AddBoolToObject(o, "image_unchanged", ob->image_unchanged);
    cJSON_AddBoolToObject(o, "pointer_unchanged", ob->pointer_unchanged);
}

static bool get_change(const cJSON *object, eye_observation *ob, GError **error)
{
    if (!cJSON_HasObjectItem(object, "change"))
        return true;
    const cJSON *o = strict_json_get_object(object, "change", error);
    return o && strict_json_opt_real(o, "share", &ob->change.share, error) &&
           strict_json_opt_real(o, "near", &ob->change.near, error) && parts_get_area(o, "box", &ob->change.box, error) &&
           strict_json_opt_bool(o, "caret", &ob->change.caret, error) &&
           strict_json_opt_bool(o, "caret_moved", &ob->caret_moved, error) &&
           strict_json_opt_bool(o, "image_unchanged", &ob->image_unchanged, error) &&
           strict_json_opt_bool(o, "pointer_unchanged", &ob->pointer_unchanged, error);
}

static cJSON *observation_to_json(const eye_observation *ob)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "frame", frame_to_json(&ob->frame));
    cJSON_AddBoolToObject(o, "settled", ob->settled);
    cJSON_AddBoolToObject(o, "works", ob->works);
    cJSON_AddBoolToObject(o, "tireless", ob->tireless);
    cJSON_AddBoolToObject(o, "changed", ob->changed);
    add_frames(o, "keyframes", ob->keyframes);
    add_frames(o, "samples", ob->samples);
    parts_add_area(o, "different", &ob->different);
    add_change(o, ob);
    parts_add_windows(o, "windows", ob->windows);
    parts_add_areas(o, "blind", ob->blind);
    parts_add_areas(o, "masked", ob->masked);
    cJSON_AddNumberToObject(o, "focus", (double)ob->focus);
    cJSON_AddBoolToObject(o, "pointer_root", ob->pointer_root);
    cJSON_AddNumberToObject(o, "target", (double)ob->target);
    cJSON_AddStringToObject(o, "stack_hash", ob->stack_hash ? ob->stack_hash : "");
    g_autofree char *twins = ob->twins && *ob->twins ? g_strjoinv(" ", ob->twins) : NULL;
    strict_json_add_text(o, "twins", twins);
    g_autofree char *screen_text = screen_to_json(ob->screen);
    cJSON_AddItemToObject(o, "screen", cJSON_CreateRaw(screen_text));
    return o;
}

static eye_observation *observation_from_json(const cJSON *o, GError **error)
{
    g_autoptr(eye_observation) ob = g_new0(eye_observation, 1);
    const char *twins = "";
    const cJSON *picture = strict_json_get_object(o, "frame", error);
    const cJSON *view = picture ? strict_json_get_object(o, "screen", error) : NULL;
    if (!view || !frame_from_json(picture, &ob->frame, error) || !strict_json_opt_bool(o, "settled", &ob->settled, error) ||
        !strict_json_opt_bool(o, "works", &ob->works, error) || !strict_json_opt_bool(o, "tireless", &ob->tireless, error) ||
        !strict_json_opt_bool(o, "changed", &ob->changed, error) || !(ob->keyframes = frames_from_json(o, "keyframes", error)) ||
        !(ob->samples = frames_from_json(o, "samples", error)) || !parts_get_area(o, "different", &ob->different, error) ||
        !strict_json_get_array(o, "windows", error) || !parts_get_windows(o, "windows", &ob->windows, error) ||
        !get_change(o, ob, error) || !parts_get_areas(o, "blind", &ob->blind, error) ||
        !parts_get_areas(o, "masked", &ob->masked, error) || !strict_json_opt_int(o, "focus", 0, ID_MAX, &ob->focus, error) ||
        !strict_json_opt_bool(o, "pointer_root", &ob->pointer_root, error) ||
        !strict_json_opt_int(o, "target", 0, ID_MAX, &ob->target, error) ||
        !strict_json_copy_string(o, "stack_hash", &ob->stack_hash, error) || !strict_json_opt_string(o, "twins", &twins, error))
        return NULL;
    ob->twins = g_strsplit(twins, " ", -1);
    g_autofree char *text = strict_json_print(view);
    ob->screen = screen_from_json(text, strlen(text), error);
    return ob->screen ? g_steal_pointer(&ob) : NULL;
}

/* ---- answers ---- */
char *eye_answer_to_json(const eye_answer *a)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "answer", answer_names[a->kind]);
    cJSON_AddNumberToObject(o, "seq", a->seq);
    if (a->kind == EYE_WINDOW)
        cJSON_AddBoolToObject(o, "found", a->found);
    if (a->window)
        cJSON_AddItemToObject(o, "window", parts_window_to_json(a->window));
    if (a->observation)
        cJSON_AddItemToObject(o, "observation", observation_to_json(a->observation));
    parts_add_areas(o, "restless", a->restless);
    parts_add_areas(o, "unsettled", a->unsettled);
    parts_add_caret(o, "caret", &a->caret);
    parts_add_caret(o, "second", &a->second);
    g_autofree char *sensed = a->kind == EYE_SENSED ? sense_answer_to_json(&a->sensed) : NULL;
    if (sensed)
        cJSON_AddItemToObject(o, "sensed", cJSON_CreateRaw(sensed));
    if (a->kind == EYE_GLANCED)
        cJSON_AddItemToObject(o, "frame", frame_to_json(&a->frame));
    if (a->kind == EYE_MATCH) {
        cJSON_AddBoolToObject(o, "lasting", a->lasting);
        cJSON_AddBoolToObject(o, "bar", a->bar);
        cJSON_AddBoolToObject(o, "reacted", a->reacted);
        parts_add_windows(o, "windows", a->windows);
        cJSON_AddNumberToObject(o, "match", a->match);
        cJSON_AddBoolToObject(o, "windows_same", a->windows_same);
        cJSON_AddNumberToObject(o, "focus", (double)a->focus);
    }
    if (a->waited_ms)
        cJSON_AddNumberToObject(o, "waited_ms", a->waited_ms);
    strict_json_add_text(o, "stack_hash", a->stack_hash);
    strict_json_add_text(o, "path", a->path);
    if (a->kind == EYE_PREVIEW) {
        cJSON_AddNumberToObject(o, "width", a->width);
        cJSON_AddNumberToObject(o, "height", a->height);
        cJSON_AddNumberToObject(o, "focus", (double)a->focus);
    }
    strict_json_add_text(o, "of", a->of);
    if (a->live)
        cJSON_AddBoolToObject(o, "live", true);
    parts_add_areas(o, "changed", a->changed);
    g_autofree char *seen = a->seen ? screen_to_json(a->seen) : NULL;
    if (seen)
        cJSON_AddItemToObject(o, "screen", cJSON_CreateRaw(seen));
    strict_json_add_text(o, "text", a->text);
    return strict_json_print(o);
}

static bool read_parts(const cJSON *o, eye_answer *a, GError **error)
{
    const cJSON *window = cJSON_GetObjectItemCaseSensitive(o, "window");
    const cJSON *observation = cJSON_GetObjectItemCaseSensitive(o, "observation");
    if (window && !(a->window = parts_window_from_json(window, error)))
        return false;
    if (observation && !(a->observation = observation_from_json(observation, error)))
        return false;
    const cJSON *picture = a->kind == EYE_GLANCED ? strict_json_get_object(o, "frame", error) : NULL;
    if (a->kind == EYE_GLANCED && (!picture || !frame_from_json(picture, &a->frame, error)))
        return false;
    const cJSON *sensed = a->kind == EYE_SENSED ? strict_json_get_object(o, "sensed", error) : NULL;
    g_autofree char *text = sensed ? strict_json_print(sensed) : NULL;
    if (a->kind == EYE_SENSED && (!text || !sense_answer_from_json(text, strlen(text), &a->sensed, error)))
        return false;
    const cJSON *seen = a->kind == EYE_SURVEYED ? strict_json_get_object(o, "screen", error) : NULL;
    g_autofree char *screen_text = seen ? strict_json_print(seen) : NULL;
    if (a->kind == EYE_SURVEYED && (!seen || !(a->seen = screen_from_json(screen_text, strlen(screen_text), error))))
        return false;
    if (a->kind == EYE_OBSERVED && !a->observation) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "the eye's answer has no observation");
        return false;
    }
    return true;
}

void eye_answer_send(const eye_answer *a, line_stream *line)
{
    g_autofree char *json = eye_answer_to_json(a);
    if (strlen(json) > LINE_MAX_BYTES) {
        const eye_answer failed = {.kind = EYE_FAILED, .seq = a->seq, .text = (char *)"the answer is too long for one line"};
        g_free(json);
        json = eye_answer_to_json(&failed);
    }
    line_stream_send(line, json);
}

eye_answer *eye_answer_from_json(const char *line, gsize length, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    const char *name = NULL;
    int kind = 0;
    if (!o || !strict_json_get_string(o, "answer", &name, error) ||
        !find_name(answer_names, G_N_ELEMENTS(answer_names), name, &kind, error))
        return NULL;
    g_autoptr(eye_answer) a = g_new0(eye_answer, 1);
    a->kind = (enum eye_answer_kind)kind;
    if (!strict_json_opt_small(o, "seq", 0, G_MAXINT32, &a->seq, error) || !strict_json_opt_bool(o, "found", &a->found, error) ||
        !read_parts(o, a, error) || !parts_get_areas(o, "restless", &a->restless, error) ||
        !parts_get_areas(o, "unsettled", &a->unsettled, error) || !parts_get_caret(o, "caret", &a->caret, error) ||
        !parts_get_caret(o, "second", &a->second, error) || !parts_get_windows(o, "windows", &a->windows, error) ||
        !strict_json_opt_bool(o, "lasting", &a->lasting, error) || !strict_json_opt_bool(o, "bar", &a->bar, error) ||
        !strict_json_opt_bool(o, "reacted", &a->reacted, error) || !strict_json_opt_bool(o, "live", &a->live, error) ||
        !strict_json_opt_real(o, "match", &a->match, error) ||
        !strict_json_opt_bool(o, "windows_same", &a->windows_same, error) ||
        !strict_json_opt_int(o, "focus", 0, ID_MAX, &a->focus, error) ||
        !strict_json_copy_string(o, "stack_hash", &a->stack_hash, error) ||
        !strict_json_copy_string(o, "path", &a->path, error) || !strict_json_copy_string(o, "of", &a->of, error) ||
        !parts_get_areas(o, "changed", &a->changed, error) ||
        !strict_json_opt_small(o, "waited_ms", 0, G_MAXINT32, &a->waited_ms, error) ||
        !strict_json_opt_small(o, "width", 0, FRAME_MAX_SIDE, &a->width, error) ||
        !strict_json_opt_small(o, "height", 0, FRAME_MAX_SIDE, &a->height, error) ||
        !strict_json_copy_string(o, "text", &a->text, error))
        return NULL;
    a->match = isfinite(a->match) ? CLAMP(a->match, 0, 1) : 0;
    return g_steal_pointer(&a);
}
