#include "tui/skills/skills_job.h"

#include "config/config.h"
#include "engine/curation/change.h"
#include "engine/step/draft_screen.h"
#include "skills/dryrun/dryrun.h"
#include "skills/library/library_image.h"
#include "tui/skills/skills_picture.h"

#include <string.h>

#define CHECK_TYPE "(ssssssbdasas)"
#define PREVIEW_SEED 1
#define PREVIEW_HOLD_MS 60000

static const char *const everything[] = {"*", NULL};

struct job {
    struct job_input in;
    task *task;
};

void job_input_clear(struct job_input *in)
{
    char **const texts[] = {&in->name, &in->sha256, &in->text, &in->library, &in->reason, &in->to, &in->picture};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_clear_pointer(texts[i], g_free);
    g_clear_pointer(&in->action, action_free);
    in->kind = JOB_NONE;
}

/* ---- in the child ---- */

static memory *open_store(bool create, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    return dir ? memory_open(dir, create, error) : NULL;
}

static bool reply_bytes(GString *reply, GBytes *bytes)
{
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    g_string_append_len(reply, data, (gssize)length);
    return true;
}

/* Files that are as they were read are not read, and not handed over, again: an empty reply. */
static bool load(const struct job_input *in, GString *reply, GError **error)
{
    g_autofree char *stamp = in->lib ? skill_places_stamp(everything) : NULL;
    g_autoptr(memory) m = open_store(false, NULL); /* without a store there is nothing to tell */
    if (in->lib && g_str_equal(stamp, skill_library_stamp(in->lib)))
        return !m || catalog_sync(m, in->lib, error);
    g_autoptr(skill_library) lib = skill_library_load(everything, NULL, error);
    if (!lib)
        return false;
    g_autoptr(GBytes) image = skill_library_to_image(lib);
    return (!m || catalog_sync(m, lib, error)) && reply_bytes(reply, image);
}

static void add_strings(GVariantBuilder *b, const GPtrArray *strings)
{
    g_variant_builder_open(b, G_VARIANT_TYPE_STRING_ARRAY);
    for (guint i = 0; i < strings->len; i++) {
        g_autofree char *valid = g_utf8_make_valid(g_ptr_array_index(strings, i), -1);
        g_variant_builder_add(b, "s", valid);
    }
    g_variant_builder_close(b);
}

static struct change change_of(memory *m, const struct job_input *in)
{
    return (struct change){.m = m, .lib = in->lib, .by = "person", .look = draft_screen_read};
}

static bool check(const struct job_input *in, GString *reply, GError **error)
{
    g_autoptr(memory) m = open_store(false, NULL);
    const struct change c = change_of(m, in);
    g_autoptr(draft_check) found = change_check(&c, in->name, in->sha256, in->text, error);
    if (!found)
        return false;
    GVariantBuilder b;
    g_variant_builder_init(&b, G_VARIANT_TYPE(CHECK_TYPE));
    const char *texts[] = {found->name, found->sha256, found->replaces, found->like, found->like_code, found->seen};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_variant_builder_add(&b, "s", texts[i] ? texts[i] : "");
    g_variant_builder_add(&b, "b", draft_check_passes(found));
    g_variant_builder_add(&b, "d", found->likeness);
    add_strings(&b, found->errors);
    add_strings(&b, found->notes);
    g_autoptr(GVariant) v = g_variant_ref_sink(g_variant_builder_end(&b));
    g_autoptr(GBytes) bytes = g_variant_get_data_as_bytes(v);
    return reply_bytes(reply, bytes);
}

static bool parse(const struct job_input *in, GString *reply, GError **error)
{
    g_autoptr(skill_library) lib = skill_library_of_text(in->name ? in->name : "text", in->text, error);
    g_autoptr(GBytes) image = lib ? skill_library_to_image(lib) : NULL;
    return image && reply_bytes(reply, image);
}

/* What a dry run looks at; in words in `on`, to be one line. */
static screen *look(const struct job_input *in, GString *on, GError **error)
{
    g_autoptr(memory) m = in->sha256 ? open_store(false, NULL) : NULL;
    g_autoptr(memory_skill) from = m ? memory_skill_get(m, in->name, in->sha256, NULL) : NULL;
    g_autoptr(GError) why = NULL;
    screen *s = from ? draft_screen_read(m, from, &why) : NULL;
    if (s) {
        g_string_printf(on, "the picture of run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " (%d×%d), where it came from",
                        from->run, from->step, s->width, s->height);
        return s;
    }
    s = in->picture ? picture_screen(in->picture, error) : screen_blank();
    if (s)
        g_string_printf(on, "%s (%d×%d)", in->picture ? "the last picture of the run" : "a blank screen", s->width, s->height);
    return s;
}

/* A line that says on what, and the timeline. */
static bool dry(const struct job_input *in, GString *reply, GError **error)
{
    g_autofree char *text = in->text && in->lib ? draft_text_to_try(in->lib, in->name, in->text) : g_strdup(in->text);
    g_autoptr(skill_library) with = text ? skill_library_load_with(everything, in->name, text, NULL, error) : NULL;
    const skill_library *lib = in->text ? with : in->lib;
    if (!lib || !skill_library_check(lib, in->action, error))
        return false;
    g_autoptr(GString) on = g_string_new(NULL);
    g_autoptr(screen) s = look(in, on, error);
    g_autoptr(timeline) t = s ? dryrun(lib, in->action, s, PREVIEW_SEED, PREVIEW_HOLD_MS, error) : NULL;
    g_autofree char *json = t ? timeline_to_json(t) : NULL;
    if (json)
        g_string_append_printf(reply, "%s\n%s", on->str, json);
    return t != NULL;
}

static bool redraft(const struct change *c, const struct job_input *in, GString *reply, GError **error)
{
    g_autoptr(draft_check) found = NULL;
    enum skill_stage was;
    if (!change_redraft(c, in->name, in->sha256, in->text, &found, &was, error))
        return false;
    if (g_str_equal(found->name, in->name) && g_str_equal(found->sha256, in->sha256)) {
        g_string_append(reply, "nothing was changed");
        return true;
    }
    g_string_append_printf(reply, "draft %s %.8s: %s", found->name, found->sha256,
                           draft_check_passes(found) ? "it passes the check; a accepts it"
                                                     : (char *)g_ptr_array_index(found->errors, 0));
    if (was != STAGE_DRAFT)
        g_string_append_printf(reply, " (meanwhile %.8s became %s: both are kept)", in->sha256, stage_name(was));
    return true;
}

static bool rename_it(const struct change *c, const struct job_input *in, GString *reply, GError **error)
{
    guint uses;
    if (!change_rename(c, in->name, in->to, &uses, error))
        return false;
    g_string_append_printf(reply, "%s is %s now; %u use%s in other places changed with it", in->name, in->to, uses,
                           uses == 1 ? "" : "s");
    return true;
}

static bool undo(const struct change *c, GString *reply, GError **error)
{
    g_autofree char *what = NULL;
    if (!change_undo(c, &what, error))
        return false;
    if (what)
        g_string_append_printf(reply, "taken back: %s", what);
    else
        g_string_append(reply, "there is nothing to undo");
    return true;
}

static bool change_it(const struct change *c, const struct job_input *in, GString *reply, GError **error)
{
    g_autofree char *text = NULL;
    switch (in->kind) {
    case JOB_ACCEPT:
        g_string_append_printf(reply, "%s %.8s is on trial: each use asks", in->name, in->sha256);
        return change_accept(c, in->name, in->sha256, in->library ? in->library : "", NULL, error);
    case JOB_REFUSE:
        g_string_append_printf(reply, "%s %.8s was refused: %s", in->name, in->sha256, in->reason);
        return change_refuse(c, in->name, in->sha256, in->reason, error);
    case JOB_WRITE:
        g_string_append_printf(reply, "%s was written; it is on trial: each use asks", in->name ? in->name : "the skill");
        return change_write(c, in->name, in->text, in->library ? in->library : "", NULL, error);
    case JOB_REDRAFT:
        return redraft(c, in, reply, error);
    case JOB_ROLL_BACK:
        if (!change_roll_back(c, in->name, in->sha256, &text, error))
            return false;
        g_string_append_printf(reply, "%s is the version %.8s now", in->name, text);
        return true;
    case JOB_RETIRE:
        g_string_append_printf(reply, "%s was retired (u takes it back)", in->name);
        return change_retire(c, in->name, in->reason, error);
    case JOB_RENAME:
        return rename_it(c, in, reply, error);
    case JOB_STAGE:
        g_string_append_printf(reply, "%s is %s now", in->name, stage_name(in->stage));
        return change_set_stage(c, in->name, in->stage, in->reason, error);
    case JOB_UNDO:
        return undo(c, reply, error);
    case JOB_NONE:
    case JOB_LOAD:
    case JOB_CHECK:
    case JOB_PARSE:
    case JOB_DRY:
        break;
    }
    return false;
}

static bool run(void *data, GString *reply, GError **error)
{
    const struct job_input *in = data;
    if (in->kind == JOB_LOAD)
        return load(in, reply, error);
    if (in->kind == JOB_CHECK)
        return check(in, reply, error);
    if (in->kind == JOB_PARSE)
        return parse(in, reply, error);
    if (in->kind == JOB_DRY)
        return dry(in, reply, error);
    g_autoptr(memory) m = open_store(true, error);
    const struct change c = change_of(m, in);
    return m && catalog_sync(m, in->lib, error) && change_it(&c, in, reply, error);
}

/* ---- in the console ---- */

job *job_start(struct job_input *in, GError **error)
{
    task *t = task_start(run, in, in->kind >= JOB_ACCEPT, error);
    if (!t) {
        job_input_clear(in);
        return NULL;
    }
    job *j = g_new0(job, 1);
    *j = (job){.in = *in, .task = t};
    j->in.lib = NULL;
    return j;
}

void job_free(job *j)
{
    if (!j)
        return;
    task_free(j->task);
    job_input_clear(&j->in);
    g_free(j);
}

const struct job_input *job_input(const job *j)
{
    return &j->in;
}

task *job_task(const job *j)
{
    return j->task;
}

char *job_text(const job *j)
{
    static const char *const words[] = {
        [JOB_NONE] = "",           [JOB_LOAD] = "reading the library", [JOB_CHECK] = "checking",  [JOB_PARSE] = "reading",
        [JOB_DRY] = "dry-running", [JOB_ACCEPT] = "accepting",         [JOB_REFUSE] = "refusing", [JOB_WRITE] = "writing",
        [JOB_REDRAFT] = "writing", [JOB_ROLL_BACK] = "rolling back",   [JOB_RETIRE] = "retiring", [JOB_RENAME] = "renaming",
        [JOB_STAGE] = "changing",  [JOB_UNDO] = "taking back",
    };
    return g_strdup_printf("%s%s%s …", words[j->in.kind], j->in.name ? " " : "", j->in.name ? j->in.name : "");
}

skill_library *job_library(job *j, GError **error)
{
    g_autoptr(GBytes) image = task_finish(j->task, error);
    bool same = image && !g_bytes_get_size(image);
    skill_library *lib = image && !same ? skill_library_from_image(image) : NULL;
    if (image && !same && !lib)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the library could not be handed over");
    return lib;
}

static GPtrArray *take_strings(char **strings)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    for (char **s = strings; *s; s++)
        g_ptr_array_add(out, *s);
    g_free(strings);
    return out;
}

struct job_check *job_check(job *j, GError **error)
{
    g_autoptr(GBytes) bytes = task_finish(j->task, error);
    if (!bytes)
        return NULL;
    g_autoptr(GVariant) v = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(CHECK_TYPE), bytes, FALSE));
    struct job_check *found = g_new0(struct job_check, 1);
    gboolean passes;
    char **errors, **notes;
    g_variant_get(v, "(ssssssbd^as^as)", &found->name, &found->sha256, &found->replaces, &found->like, &found->like_code,
                  &found->seen, &passes, &found->likeness, &errors, &notes);
    found->passes = passes;
    found->errors = take_strings(errors);
    found->notes = take_strings(notes);
    return found;
}

void job_check_free(struct job_check *found)
{
    if (!found)
        return;
    g_free(found->name);
    g_free(found->sha256);
    g_free(found->replaces);
    g_free(found->like);
    g_free(found->like_code);
    g_free(found->seen);
    g_ptr_array_unref(found->errors);
    g_ptr_array_unref(found->notes);
    g_free(found);
}

timeline *job_timeline(job *j, char **ret_on, GError **error)
{
    g_autoptr(GBytes) bytes = task_finish(j->task, error);
    gsize length = 0;
    const char *all = bytes ? g_bytes_get_data(bytes, &length) : NULL, *end = all ? memchr(all, '\n', length) : NULL;
    if (!end)
        return NULL;
    *ret_on = g_strndup(all, (gsize)(end - all));
    return timeline_from_json(end + 1, length - (gsize)(end + 1 - all), error);
}

char *job_said(job *j, GError **error)
{
    g_autoptr(GBytes) bytes = task_finish(j->task, error);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    return bytes ? g_strndup(text ? text : "", length) : NULL;
}
