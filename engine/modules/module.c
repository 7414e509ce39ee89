/* Tables of modules, and the request that a module makes of a situation. */

#include "engine/modules/module.h"

#include "engine/modules/prompt.h"
#include "engine/brain/coordinates.h"
#include "engine/brain/request.h"
#include "engine/modules/defect.h"
#include "engine/modules/values.h"

#include <string.h>

#define HEADING_MAX 64       /* bytes before the skills, where the prompt begins with them */
#define REPLY_SHOWN_MAX 4000 /* bytes of a bad reply that the re-ask repeats */

guint module_count(const struct module *modules)
{
    guint n = 0;
    while (modules && modules[n].form.name)
        n++;
    return n;
}

int module_index(const struct module *modules, const char *name)
{
    for (int m = 0; modules && modules[m].form.name; m++)
        if (g_strcmp0(name, modules[m].form.name) == 0)
            return m;
    return -1;
}

const struct module *module_find(const struct module *modules, const char *name)
{
    int m = module_index(modules, name);
    return m < 0 ? NULL : &modules[m];
}

static const struct module_says *says_of(const struct module *module, enum says what)
{
    const struct module_says *s = module->says;
    while (s && s->field && s->what != what)
        s++;
    return s && s->field ? s : NULL;
}

bool module_says(const struct module *module, enum says what, const struct module_says **ret_says)
{
    const struct module_says *s = says_of(module, what);
    if (s && ret_says)
        *ret_says = s;
    return s != NULL;
}

int module_saying(const struct module *modules, enum says what, const struct module_says **ret_says)
{
    for (int m = 0; modules && modules[m].form.name; m++) {
        const struct module_says *s = says_of(&modules[m], what);
        if (s && ret_says)
            *ret_says = s;
        if (s)
            return m;
    }
    return -1;
}

/* "screen", "why" … */
static const char *says_name(enum says what)
{
    static const char *const names[] = {
        [SAYS_SCREEN] = "screen",   [SAYS_SUBTASK] = "subtask", [SAYS_WHY] = "why",           [SAYS_ACTIONS] = "actions",
        [SAYS_OUTCOME] = "outcome", [SAYS_SUCCESS] = "success", [SAYS_VERDICT] = "verdict",   [SAYS_CAUSE] = "cause",
        [SAYS_DRAFTS] = "drafts",   [SAYS_SUMMARY] = "summary", [SAYS_QUESTION] = "question",
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(names) == SAYS_COUNT);
    return names[what];
}

/* Names of fields are identifiers: they need no escapes. */
char *module_says_json(const struct module *module)
{
    GString *json = g_string_new("{");
    for (const struct module_says *s = module->says; s && s->field; s++)
        g_string_append_printf(json, "%s\"%s\":\"%s\"", json->len > 1 ? "," : "", says_name(s->what), s->field);
    g_string_append_c(json, '}');
    return g_string_free(json, FALSE);
}

const char *module_said(const struct module *module, const form_output *output, enum says what)
{
    const struct module_says *s = output ? says_of(module, what) : NULL;
    return s ? form_output_string(output, s->field) : NULL;
}

form_output *module_parse(const struct module *module, const char *reply, gsize length, GError **error)
{
    g_autoptr(GError) defect = NULL;
    if (module->read && module->mark && g_strstr_len(reply, (gssize)length, module->mark))
        return module->read(&module->form, reply, length, error);
    form_output *output = form_parse(&module->form, reply, length, module->read ? &defect : error);
    if (output || !module->read)
        return output;
    if (!module->mark || !g_error_matches(defect, FORM_ERROR, FORM_ERROR_FIELD))
        return module->read(&module->form, reply, length, error);
    g_propagate_error(error, g_steal_pointer(&defect)); /* an object in our form: what is wrong with it is the defect */
    return NULL;
}

/* A person reads the skills as a list, where a model has them as JSON. */
static bool tell_person(brain_request *request, const char *template, const situation *s, GHashTable *values, GError **error)
{
    g_autofree char *system = NULL;
    if (!s->skills || !s->skills->len)
        return true;
    g_hash_table_insert(values, g_strdup("skills"), skill_list_text(s->skills));
    return prompt_render(template, values, &system, &request->told, error);
}

/* The same with less of the past: the summary has what came before. NULL = there is nothing less. */
static char *shorter_user(const char *template, const situation *s, const struct form *form, const char *user)
{
    situation less = *s;
    g_autoptr(GPtrArray) last = g_ptr_array_new();
    if (s->past && s->past->len > 0)
        g_ptr_array_add(last, g_ptr_array_index(s->past, s->past->len - 1));
    less.past = last;
    less.recalled = less.lessons = less.failures = NULL;
    g_autoptr(GHashTable) values = values_new(&less, form);
    g_autofree char *system = NULL;
    char *shorter = NULL;
    if (prompt_render(template, values, &system, &shorter, NULL) && strcmp(shorter, user) != 0)
        return shorter;
    g_free(shorter);
    return NULL;
}

/* The skills to choose from, where the prompt begins with them: they seldom change from one question to the next. */
static gsize same_of(const char *user, const char *skills)
{
    const char *at = skills && *skills ? strstr(user, skills) : NULL;
    if (!at || at - user > HEADING_MAX)
        return 0;
    at += strlen(skills);
    return (gsize)(at - user) + strspn(at, "\n");
}

brain_request *module_request(const struct module *module, const char *template, const situation *s, GError **error)
{
    g_autoptr(GHashTable) values = values_new(s, &module->form);
    g_autoptr(brain_request) request = brain_request_new(module->form.name);
    bool rendered = prompt_render(template, values, &request->system, &request->user, error);
    request->same = rendered ? same_of(request->user, g_hash_table_lookup(values, "skills")) : 0;
    if (!rendered || !tell_person(request, template, s, values, error)) {
        g_prefix_error(error, "module %s: ", module->form.name);
        return NULL;
    }
    request->shorter = shorter_user(template, s, &module->form, request->user);
    request->schema = form_schema(&module->form, s->words);
    request->vars = situation_vars(s);
    request->step = s->step;
    request->aside = module->aside && s->aside;
    request->acts = says_of(module, SAYS_ACTIONS) != NULL;
    request->points = request->acts && !module->screen;
    request->asides = module->aside;
    if (module->images)
        module->images(s, request);
    return g_steal_pointer(&request);
}

static char *with_defect(const char *user, const char *reply, const char *defect)
{
    return g_strdup_printf("%s\n\n## Your reply did not fit\nYou answered this before:\n\n%s\n\nIt cannot be used: %s. "
                           "Answer again with the whole JSON object, this fault mended and nothing around it.",
                           user ? user : "", reply, defect);
}

/* With turns it is the last of them, told in words. */
static void add_defect(struct brain_native *native, const char *reply, const char *defect)
{
    g_autofree char *said = defect_said(reply);
    g_autofree char *told =
        g_strdup_printf("You answered this before:\n\n%s\n\nIt cannot be used: %s.", said ? said : reply, defect);
    struct brain_turn *turn = brain_turn_new("", "", told);
    turn->note = g_strdup("Answer again, this fault mended.");
    g_ptr_array_add(native->turns, turn);
}

brain_request *module_reask(const brain_request *request, const char *reply, const char *defect)
{
    brain_request *again = brain_request_copy(request);
    g_autofree char *begin = g_strndup(reply ? reply : "", REPLY_SHOWN_MAX);
    g_autofree char *valid = g_utf8_make_valid(begin, -1);
    g_free(again->vars);
    again->vars = situation_vars_with(request->vars, "defect", defect);
    if (again->native) {
        add_defect(again->native, valid, defect);
        return again;
    }
    g_free(again->user);
    g_free(again->shorter);
    again->user = with_defect(request->user, valid, defect);
    again->shorter = request->shorter ? with_defect(request->shorter, valid, defect) : NULL;
    return again;
}

/* Frames are named by what they show, so that their paths stand for their pixels. The script's variables are not counted: they
 * hold the step's number, and nothing that matters and is not in the prompt. */
char *module_inputs_digest(const brain_request *request)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    const char *texts[] = {request->module, request->system, request->user, request->schema};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *text = texts[i] ? texts[i] : "";
        g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text) + 1);
    }
    for (guint i = 0; i < request->images->len; i++) {
        const struct brain_image *image = &g_array_index(request->images, struct brain_image, i);
        g_autofree char *name = g_path_get_basename(image->path);
        g_checksum_update(sum, (const guchar *)name, (gssize)strlen(name) + 1);
        g_checksum_update(sum, (const guchar *)(image->note ? image->note : ""), -1);
    }
    return g_strdup(g_checksum_get_string(sum));
}

void module_images_before_and_now(const situation *s, brain_request *request)
{
    const char *now = situation_frame(s), *before = NULL;
    for (guint i = s->past ? s->past->len : 0; i > 0 && !before; i--) {
        const struct situation_past *p = g_ptr_array_index(s->past, i - 1);
        if (p->frame && *p->frame && g_strcmp0(p->frame, now) != 0)
            before = p->frame;
    }
    if (before)
        brain_request_add_image(request, before, "The screen earlier:", true);
    g_autofree char *note =
        g_strdup_printf("The screen now; coordinates are %s of this picture:", s->space ? coordinates_unit(s->space) : "pixels");
    if (now)
        brain_request_add_image(request, now, note, false);
}
