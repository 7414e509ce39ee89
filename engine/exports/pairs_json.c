/* Preference pairs: what the model said, what was right in its place. One JSON object a line, in the conversational form that
 * TRL's preference trainers read; "images" in the order of the prompt's {"type":"image"} parts, as the model was sent them:
 * note, picture, …, text. */

#include "engine/exports/exports.h"

#include "config/strict_json.h"
#include "engine/exports/output_sink.h"
#include "engine/exports/run_reader.h"

#include <string.h>

#define LOOK_AHEAD 8 /* steps in which a better answer may come, on the same screen */

struct pairs {
    const struct export_order *order;
    struct export_report *report;
    run_reader *tale;
    image_writer *album;
    output_sink *o;
    bool beside; /* pictures are files beside the lines, and the lines wait in `lines` */
    GString *lines;
    GHashTable *names; /* hash and part → name of the file or data: URI; "" = not kept */
};

typedef struct pair {
    const run_reader_step *step;
    const struct run_reader_call *call;
    const char *kind, *reason; /* corrected | edited | retried */
    char *chosen, *rejected;   /* owned */
} pair;

static void pair_clear(pair *one)
{
    g_clear_pointer(&one->chosen, g_free);
    g_clear_pointer(&one->rejected, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(pair, pair_clear)

/* ---- pictures ---- */

/* What of it was sent is cut out after the boxes were painted. */
static char *picture_name(struct pairs *p, const struct run_reader_image *image, GError **error)
{
    const char *type;
    const struct area a = image->part;
    g_autoptr(frame) whole = image_writer_frame(p->album, image->hash);
    g_autoptr(frame) part = whole && a.width ? frame_crop(whole, a.x, a.y, a.width, a.height) : NULL;
    const frame *f = a.width ? part : whole;
    g_autoptr(GBytes) png = f ? image_writer_encode(f, PICTURE_PNG, &type, error) : NULL;
    if (!f)
        return g_strdup("");
    if (!png)
        return NULL;
    p->report->pictures++;
    if (!p->beside)
        return image_writer_uri(png, type);
    g_autofree char *name = g_strdup_printf("images/%06" G_GINT64_FORMAT ".png", p->report->pictures);
    gsize length;
    const void *bytes = g_bytes_get_data(png, &length);
    return output_sink_put(p->o, name, bytes, length, error) ? g_steal_pointer(&name) : NULL;
}

/* Borrowed; NULL with error. */
static const char *find_picture(struct pairs *p, const struct run_reader_image *image, GError **error)
{
    const struct area a = image->part;
    g_autofree char *key = g_strdup_printf("%s %d,%d %d×%d", image->hash, a.x, a.y, a.width, a.height);
    const char *known = g_hash_table_lookup(p->names, key);
    if (known)
        return known;
    char *name = picture_name(p, image, error);
    if (name)
        g_hash_table_insert(p->names, g_steal_pointer(&key), name);
    return name;
}

/* ---- one line ---- */

static void put_part(cJSON *content, const char *type, const char *text)
{
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "type", type);
    strict_json_add_text(part, "text", text);
    cJSON_AddItemToArray(content, part);
}

static cJSON *put_message(cJSON *list, const char *role)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "role", role);
    cJSON *content = cJSON_AddArrayToObject(message, "content");
    cJSON_AddItemToArray(list, message);
    return content;
}

static bool put_prompt(struct pairs *p, cJSON *line, const struct run_reader_call *call, GError **error)
{
    cJSON *images = cJSON_AddArrayToObject(line, "images"), *prompt = cJSON_AddArrayToObject(line, "prompt");
    if (*call->system)
        put_part(put_message(prompt, "system"), "text", call->system);
    cJSON *content = put_message(prompt, "user");
    for (guint i = 0; i < call->images->len; i++) {
        const struct run_reader_image *image = &g_array_index(call->images, struct run_reader_image, i);
        const char *name = find_picture(p, image, error);
        if (!name)
            return false;
        if (!*name)
            continue;
        if (*image->note)
            put_part(content, "text", image->note);
        put_part(content, "image", NULL);
        cJSON_AddItemToArray(images, cJSON_CreateString(name));
    }
    put_part(content, "text", call->user);
    return true;
}

static bool put_pair(struct pairs *p, const pair *one, GError **error)
{
    g_autoptr(cJSON) line = cJSON_CreateObject();
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, p->order->run);
    if (g_str_equal(one->chosen, one->rejected))
        return true;
    if (one->call->scaled) { /* what is right is in other pixels than the prompt and what is wrong */
        p->report->left_out++;
        return true;
    }
    if (!put_prompt(p, line, one->call, error))
        return false;
    put_part(put_message(cJSON_AddArrayToObject(line, "chosen"), "assistant"), "text", one->chosen);
    put_part(put_message(cJSON_AddArrayToObject(line, "rejected"), "assistant"), "text", one->rejected);
    cJSON_AddStringToObject(line, "kind", one->kind);
    cJSON_AddStringToObject(line, "module", one->call->row->module);
    cJSON_AddStringToObject(line, "run", run);
    cJSON_AddNumberToObject(line, "step", (double)one->step->row->step);
    strict_json_add_text(line, "reason", one->reason && *one->reason ? one->reason : NULL);
    g_autofree char *text = strict_json_print(line);
    p->report->records++;
    if (p->beside) {
        g_string_append_printf(p->lines, "%s\n", text);
        return true;
    }
    return output_sink_write(p->o, text, strlen(text), error) && output_sink_write(p->o, "\n", 1, error);
}

/* ---- where they come from ---- */

static bool put_corrected(struct pairs *p, const run_reader_step *s, GError **error)
{
    for (guint i = 0; i < s->calls->len; i++) {
        const struct run_reader_call *call = &g_array_index(s->calls, struct run_reader_call, i);
        if (!call->row->correction || !call->row->reply)
            continue;
        g_auto(pair) one = {.step = s, .call = call, .kind = "corrected"};
        one.rejected = run_reader_plain(call->row->reply, NULL);
        one.chosen = run_reader_plain(call->row->correction, call->row->reply);
        if (!put_pair(p, &one, error))
            return false;
    }
    return true;
}

static bool put_edited(struct pairs *p, const run_reader_step *s, const struct run_reader_call *asked, GError **error)
{
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *was = s->proposals->pdata[i], *is = NULL;
        for (guint k = i + 1; k < s->proposals->len && g_strcmp0(was->verdict, "edited") == 0; k++) {
            const struct memory_proposal *other = s->proposals->pdata[k];
            is = other->edited_from == was->id ? other : is;
        }
        if (!is || g_strcmp0(is->verdict, "approved") != 0)
            continue;
        g_auto(pair) one = {.step = s, .call = asked, .kind = "edited", .reason = was->reason};
        one.rejected = run_reader_plain(asked->row->reply, NULL);
        one.chosen = run_reader_with_action(asked->row->reply, was->action, is->action);
        p->report->left_out += one.chosen == NULL;
        if (one.chosen && !put_pair(p, &one, error))
            return false;
    }
    return true;
}

/* The model's own, which nobody changed: the only one of its step, or it again, shown once more after it was stale or stopped. */
static bool is_own(const run_reader_step *s, const struct memory_proposal *decided)
{
    const struct memory_proposal *first = run_reader_proposed(s);
    return first && !decided->edited_from && g_strcmp0(first->action, decided->action) == 0;
}

/* What was proposed next on the same screen and was right; *ret NULL: nothing was. */
static bool find_better(struct pairs *p, const run_reader_step *s, run_reader_step **ret, GError **error)
{
    for (gint64 step = s->row->step + 1; s->before && step <= s->row->step + LOOK_AHEAD; step++) {
        g_autoptr(run_reader_step) next = NULL;
        if (!run_reader_read(p->tale, step, &next, error))
            return false;
        const struct memory_proposal *decided = next ? run_reader_decided(next) : NULL;
        if (!next || !decided || g_strcmp0(next->before, s->before) != 0)
            return true;
        if (g_strcmp0(decided->verdict, "approved") == 0 && is_own(next, decided)) {
            *ret = g_steal_pointer(&next);
            return true;
        }
        if (run_reader_acted(next))
            return true;
    }
    return true;
}

static bool put_retried(struct pairs *p, const run_reader_step *s, const struct run_reader_call *asked, GError **error)
{
    const struct memory_proposal *decided = run_reader_decided(s);
    if (!decided || g_strcmp0(decided->verdict, "rejected") != 0 || g_strcmp0(decided->decided_by, "human") != 0)
        return true;
    g_autoptr(run_reader_step) next = NULL;
    if (!find_better(p, s, &next, error))
        return false;
    const struct run_reader_call *answer = next ? run_reader_answered(next, "actions") : NULL;
    p->report->left_out += answer == NULL;
    if (!answer)
        return true;
    g_auto(pair) one = {.step = s, .call = asked, .kind = "retried", .reason = decided->reason};
    one.rejected = run_reader_plain(asked->row->reply, NULL);
    one.chosen = run_reader_plain(answer->row->correction ? answer->row->correction : answer->row->reply, asked->row->reply);
    return put_pair(p, &one, error);
}

/* ---- the whole ---- */

static bool put_step(struct pairs *p, gint64 step, GError **error)
{
    g_autoptr(run_reader_step) s = NULL;
    if (!export_go_on(p->order, step, p->tale->last, error) || !run_reader_read(p->tale, step, &s, error))
        return false;
    const struct run_reader_call *asked = s ? run_reader_answered(s, "actions") : NULL;
    p->report->steps += s != NULL;
    return !s || (put_corrected(p, s, error) &&
                  (!asked || asked->row->correction || (put_edited(p, s, asked, error) && put_retried(p, s, asked, error))));
}

static bool put_all(struct pairs *p, GError **error)
{
    if (redaction_by_role(p->tale->r) && !run_reader_uses(p->tale, p->album, error))
        return false;
    for (gint64 step = 1; step <= p->tale->last; step++)
        if (!put_step(p, step, error))
            return false;
    if (p->report->records == 0) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_EMPTY,
                    "run %" G_GINT64_FORMAT
                    " has no pair: nobody corrected, edited or rejected anything that was then done better",
                    p->order->run);
        return false;
    }
    return (!p->beside || output_sink_put(p->o, "pairs.jsonl", p->lines->str, p->lines->len, error)) &&
           output_sink_finish(p->o, error);
}

bool export_pairs(memory *m, const struct export_order *order, struct export_report *ret, GError **error)
{
    struct pairs p = {.order = order, .report = ret, .beside = g_str_has_suffix(order->out, "/")};
    g_autoptr(run_reader) t = run_reader_new(m, order->run, order->redaction, error);
    g_autoptr(image_writer) a = t ? image_writer_new(m, order->redaction) : NULL;
    g_autoptr(output_sink) o = !t ? NULL : p.beside ? output_sink_folder(order->out, error) : output_sink_file(order->out, error);
    if (!o)
        return false;
    p.tale = t;
    p.album = a;
    p.o = o;
    p.lines = g_string_new(NULL);
    p.names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    bool ok = put_all(&p, error);
    export_tell(ret, order, a, o, g_strdup(order->out));
    g_string_free(p.lines, TRUE);
    g_hash_table_unref(p.names);
    return ok;
}
