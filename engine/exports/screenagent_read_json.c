/* One record of the ScreenAgent layout, from outside. */

#include "config/strict_json.h"
#include "engine/exports/screenagent.h"

#include <stdio.h>
#include <string.h>

#define RECORD_MAX (4 * 1024 * 1024)

const char *screenagent_record_status_name(enum record_status status)
{
    static const char *const names[RECORD_STATUS_COUNT] = {"planning", "acting", "evaluating"};
    return names[status];
}

/* ---- times ---- */

char *screenagent_record_stamp(gint64 us)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC);
    g_autofree char *seconds = time ? g_date_time_format(time, "%Y-%m-%d_%H-%M-%S") : g_strdup("1970-01-01_00-00-00");
    return g_strdup_printf("%s-%06d", seconds, (int)(us % G_USEC_PER_SEC));
}

gint64 screenagent_record_stamp_read(const char *stamp)
{
    int year, month, day, hour, minute, second, us, end = 0;
    if (sscanf(stamp, "%4d-%2d-%2d_%2d-%2d-%2d-%6d%n", &year, &month, &day, &hour, &minute, &second, &us, &end) != 7 || us < 0 ||
        stamp[end])
        return 0;
    g_autoptr(GDateTime) time = g_date_time_new_utc(year, month, day, hour, minute, second);
    gint64 at = time ? g_date_time_to_unix(time) : 0;
    return at > 0 ? at * G_USEC_PER_SEC + us : 0;
}

/* ---- replies ---- */

char *screenagent_record_reply_own(const char *text)
{
    static const char fence[] = "\n\n```json\n[";
    const char *at = NULL;
    for (const char *p = text; (p = strstr(p, fence)); p++)
        at = p;
    if (!at || !g_str_has_suffix(text, "]\n```"))
        return NULL;
    g_autofree char *own = g_strndup(text, (gsize)(at - text));
    if (g_str_has_suffix(own, RECORD_CLOSED))
        own[strlen(own) - strlen(RECORD_CLOSED)] = '\0';
    g_autoptr(cJSON) tree = strict_json_parse(own, strlen(own), RECORD_MAX, NULL);
    return cJSON_IsObject(tree) || g_str_has_prefix(own, "Not done (") ? g_steal_pointer(&own) : NULL;
}

/* ---- the record ---- */

void screenagent_record_free(record *r)
{
    if (!r)
        return;
    char *const owned[] = {r->stamp, r->task,  r->prompt, r->reply,    r->edited, r->current,
                           r->image, r->brain, r->theme,  r->category, r->outcome};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    vocabulary_words_free(r->actions);
    g_clear_pointer(&r->published, g_ptr_array_unref);
    g_free(r);
}

/* The plain member, or its English or Chinese form: the published splits differ in which they have. */
static bool read_text(const cJSON *o, const char *key, char **ret_value, GError **error)
{
    static const char *const languages[] = {"", "_en", "_zh"};
    for (guint i = 0; i < G_N_ELEMENTS(languages) && !*ret_value; i++) {
        g_autofree char *name = g_strconcat(key, languages[i], NULL);
        if (!strict_json_copy_string(o, name, ret_value, error))
            return false;
    }
    if (!*ret_value)
        *ret_value = g_strdup("");
    return true;
}

static bool read_status(const cJSON *o, record *r, GError **error)
{
    const char *status = NULL;
    if (!strict_json_opt_string(o, "status", &status, error))
        return false;
    for (int i = 0; status && i < RECORD_STATUS_COUNT; i++) {
        if (g_str_equal(status, screenagent_record_status_name((enum record_status)i))) {
            r->status = (enum record_status)i;
            return true;
        }
    }
    if (status) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT, "\"status\" is \"%.40s\", which is none", status);
        return false;
    }
    r->status = RECORD_ACTING; /* the training split does not say it: the actions do */
    for (guint i = 0; i < r->actions->list->len; i++) {
        enum word_kind kind = g_array_index(r->actions->list, word, i).kind;
        r->status = kind == WORD_PLAN ? RECORD_PLANNING : kind == WORD_EVALUATE ? RECORD_EVALUATING : r->status;
    }
    return true;
}

static bool read_members(const cJSON *o, record *r, GError **error)
{
    gint64 width = 0, height = 0;
    const char *image;
    const cJSON *list = strict_json_get_array(o, "actions", error);
    g_autofree char *actions = list ? strict_json_print(list) : NULL;
    if (!actions || !(r->actions = vocabulary_words_from_json(actions, strlen(actions), error)) || !read_status(o, r, error) ||
        !read_text(o, "task_prompt", &r->task, error) || !read_text(o, "send_prompt", &r->prompt, error) ||
        !strict_json_copy_string(o, "LLM_response", &r->reply, error) ||
        !read_text(o, "LLM_response_editer", &r->edited, error) ||
        !strict_json_copy_string(o, "current_task", &r->current, error) ||
        !strict_json_copy_string(o, "brain", &r->brain, error) || !strict_json_copy_string(o, "theme", &r->theme, error) ||
        !strict_json_copy_string(o, "category", &r->category, error) ||
        !strict_json_copy_string(o, "outcome", &r->outcome, error) ||
        !strict_json_opt_int(o, "video_width", 1, FRAME_MAX_SIDE, &width, error) ||
        !strict_json_opt_int(o, "video_height", 1, FRAME_MAX_SIDE, &height, error) ||
        !strict_json_get_string(o, "saved_image_name", &image, error))
        return false;
    r->width = (int)width;
    r->height = (int)height;
    r->image = g_strdup(image);
    r->unanswered = !r->reply;
    if (r->unanswered)
        r->reply = g_strdup(r->edited);
    if (screenagent_session_name_fits(image))
        return true;
    g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT, "saved_image_name is not a name of a file in images/");
    return false;
}

static bool names_fit(const words *w, GError **error)
{
    for (guint i = 0; i < w->list->len; i++) {
        const word *one = &g_array_index(w->list, word, i);
        if ((!one->before || screenagent_session_name_fits(one->before)) &&
            (!one->after || screenagent_session_name_fits(one->after)))
            continue;
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT,
                    "before_action_obs or after_action_obs is not a name of a file in images/");
        return false;
    }
    return true;
}

record *screenagent_record_read(const char *name, const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(text, length, RECORD_MAX, error);
    g_autoptr(record) r = g_new0(record, 1);
    const char *end = strstr(name, "_translate");
    end = end ? end : strstr(name, ".json");
    r->stamp = end ? g_strndup(name, (gsize)(end - name)) : g_strdup(name);
    r->at_us = screenagent_record_stamp_read(r->stamp);
    if (o && read_members(o, r, error) && names_fit(r->actions, error))
        return g_steal_pointer(&r);
    g_prefix_error(error, "%s: ", name);
    return NULL;
}
