#include "engine/exports/predictions.h"

#include "engine/exports/score.h"
#include "skills/timeline/visible.h"

#include <errno.h>
#include <string.h>

/* ---- what is there already ---- */

static bool is_answer(const predictions *p, const struct screenagent_file *label, const struct screenagent_file *said,
                      GError **error)
{
    const record *r = said->record;
    g_autofree char *of = r && r->brain ? visible_text(r->brain) : NULL;
    if (!r)
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT, "%s has a file that is no answer: %s", p->out, said->defect);
    else if (g_strcmp0(r->brain, p->brain) != 0)
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT, "%s has answers of %s%s: name another folder with --out", p->out,
                    of ? "brain " : "another making", of ? of : "");
    else if (!g_str_equal(r->prompt, label->record->prompt) || !g_str_equal(r->image, label->record->image))
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT,
                    "%s/%s/%s answers another prompt than its label has: name another folder with --out", p->out, said->session,
                    said->name);
    else
        return true;
    return false;
}

/* What is in OUT, by session and name of the file; empty where nothing is. */
static GHashTable *answers_in(const char *out, GPtrArray **ret_files, GError **error)
{
    g_autoptr(GHashTable) there = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GError) why = NULL;
    g_autoptr(GPtrArray) files = g_file_test(out, G_FILE_TEST_EXISTS) ? screenagent_files(out, &why) : NULL;
    if (why && !g_error_matches(why, EXPORT_ERROR, EXPORT_ERROR_EMPTY)) {
        g_propagate_error(error, g_steal_pointer(&why));
        return NULL;
    }
    for (guint i = 0; files && i < files->len; i++) {
        struct screenagent_file *f = files->pdata[i];
        g_hash_table_insert(there, screenagent_file_place(f), f);
    }
    *ret_files = g_steal_pointer(&files);
    return g_steal_pointer(&there);
}

static bool sort_out(predictions *p, GError **error)
{
    g_autoptr(GPtrArray) files = NULL;
    g_autoptr(GHashTable) there = answers_in(p->out, &files, error);
    for (guint i = 0; there && i < p->files->len; i++) {
        struct screenagent_file *label = p->files->pdata[i];
        g_autofree char *place = screenagent_file_place(label);
        const struct screenagent_file *said = g_hash_table_lookup(there, place);
        if (!label->record || !score_words_has_points(label->record->actions))
            continue;
        if (said && !is_answer(p, label, said, error))
            return false;
        p->kept += said != NULL;
        if (!said)
            g_ptr_array_add(p->left, label);
    }
    return there != NULL;
}

predictions *predictions_new(const char *labels, const char *out, const char *brain, GError **error)
{
    g_autoptr(GPtrArray) files = screenagent_files(labels, error);
    if (!files)
        return NULL;
    g_autoptr(predictions) p = g_new0(predictions, 1);
    *p = (predictions){.labels = g_strdup(labels),
                       .out = g_strdup(out),
                       .brain = g_strdup(brain),
                       .files = g_steal_pointer(&files),
                       .left = g_ptr_array_new(),
                       .defects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
    return sort_out(p, error) ? g_steal_pointer(&p) : NULL;
}

void predictions_free(predictions *p)
{
    if (!p)
        return;
    g_hash_table_unref(p->defects);
    g_ptr_array_unref(p->left);
    g_ptr_array_unref(p->files);
    g_free(p->labels);
    g_free(p->out);
    g_free(p->brain);
    g_free(p);
}

/* ---- new ones ---- */

/* A file of the label's session, with its folders. Caller frees. NULL with error. */
static char *path_in(const predictions *p, const struct screenagent_file *label, const char *below, const char *name,
                     GError **error)
{
    g_autofree char *folder = g_build_filename(p->out, label->session, below, NULL);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        return g_build_filename(folder, name, NULL);
    int code = errno;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "cannot make the folder %s: %s", folder, g_strerror(code));
    return NULL;
}

static bool put(const char *path, const void *bytes, gsize length, GError **error)
{
    return g_file_set_contents_full(path, bytes, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

char *predictions_picture(const predictions *p, const struct screenagent_file *label, GError **error)
{
    g_autoptr(GBytes) bytes = screenagent_file_picture(p->labels, label, error);
    g_autofree char *path = bytes ? path_in(p, label, "images", label->record->image, error) : NULL;
    if (!path || !put(path, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), error))
        return NULL;
    return g_steal_pointer(&path);
}

bool predictions_keep(predictions *p, const struct screenagent_file *label, const char *reply, GError **error)
{
    g_autofree char *path = path_in(p, label, NULL, label->name, error);
    g_autofree char *text = predictions_record(label->record, p->brain, reply);
    bool done = path && put(path, text, strlen(text), error);
    p->kept += done;
    return done;
}

void predictions_leave_out(predictions *p, const struct screenagent_file *label, const char *why)
{
    g_hash_table_insert(p->defects, screenagent_file_place(label), g_strdup(why));
}
