#include "engine/step/procedural.h"

#include "engine/curation/change.h"
#include "engine/step/draft_screen.h"
#include "engine/control/device_control.h"
#include "engine/step/step.h"
#include "memory/skills.h"
#include "engine/run/answers.h"
#include "engine/agents/agent.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/run/look.h"
#include "engine/modules/module.h"
#include "engine/run/working.h"
#include "engine/run/options.h"
#include "engine/protocol/protocol.h"
#include "engine/recall/retrieve.h"
#include "engine/control/wait.h"
#include "skills/worker/worker.h"

#include <string.h>

#define TOLD_MAX 8 /* skills that one change of the files is told of */

struct run_skills *run_skills_new(void)
{
    return g_new0(struct run_skills, 1);
}

void run_skills_free(struct run_skills *s)
{
    if (!s)
        return;
    g_clear_pointer(&s->retriever, retriever_free); /* before the catalog that it borrows */
    g_clear_pointer(&s->catalog, catalog_free);
    g_clear_pointer(&s->to_curate, g_ptr_array_unref);
    g_clear_pointer(&s->offered, g_ptr_array_unref);
    g_clear_pointer(&s->library, skill_library_free);
    g_clear_pointer(&s->untried, skill_library_free);
    g_clear_pointer(&s->outdated, g_ptr_array_unref);
    g_clear_pointer(&s->runs, g_array_unref);
    char *owned[] = {s->trying, s->told, s->failures};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(s);
}

/* ---- loading ---- */

static bool worker_done(struct run *run, void *data)
{
    (void)data;
    return worker_poll(run->worker);
}

/* A person's stop or pause ends the worker with the wait. */
static bool wait_for_worker(worker *w, void *data)
{
    struct run *run = data;
    run->worker = w;
    bool ok = wait_until(run, worker_done, NULL, 0, NULL);
    run->worker = NULL;
    return ok;
}

/* The worker was killed by such an end: what ended it is the error, not its death. */
static bool as_it_ended(struct run *run, GError **error)
{
    g_autoptr(GError) ended = NULL;
    if (wait_until(run, NULL, NULL, 1, &ended) || g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT))
        return false;
    g_clear_error(error);
    g_propagate_error(error, g_steal_pointer(&ended));
    return true;
}

/* To what the profile allows, and to what there is a window manager for. */
static void restrict_to(const struct run *run, skill_library *lib)
{
    skill_library_restrict(lib, (const char *const *)run->profile->allow, (const char *const *)run->profile->deny);
    if (venue_is_bare(run))
        skill_library_restrict_bare(lib);
}

static skill_library *load_files(struct run *run, GPtrArray **problems, GError **error)
{
    g_auto(GStrv) names = profile_libraries(run->profile);
    skill_library *lib = skill_library_load((const char *const *)names, problems, error);
    if (lib)
        restrict_to(run, lib);
    return lib;
}

static bool make_catalog(struct run *run, GError **error)
{
    catalog *c =
        catalog_sync(run->store, run->skills->library, error) ? catalog_load(run->store, run->skills->library, error) : NULL;
    if (!c)
        return false;
    catalog_free(run->skills->catalog);
    run->skills->catalog = c;
    return true;
}

static void tell_problems(struct run *run, const GPtrArray *problems)
{
    for (guint i = 0; problems && i < problems->len; i++)
        client_notice(run, "warning", "skills: %s", (char *)g_ptr_array_index(problems, i));
}

bool procedural_load(struct run *run, GError **error)
{
    g_autoptr(GPtrArray) problems = NULL;
    if (run->skills->library)
        restrict_to(run, run->skills->library);
    else
        run->skills->library = load_files(run, &problems, error);
    tell_problems(run, problems);
    return run->skills->library && make_catalog(run, error);
}

/* ---- what changed while the run goes on ---- */

static void tell_skill(struct run *run, const char *name, const char *sha256, const char *stage, const char *text)
{
    g_autoptr(event) e = event_new(EVENT_SKILL);
    e->skill.name = g_strdup(name);
    e->skill.sha256 = g_strdup(sha256);
    e->skill.stage = g_strdup(stage);
    e->text = g_strdup(text);
    client_send(run, e);
}

/* New and changed ones with their stage, and those that are gone. */
static void tell_changes(struct run *run, const GPtrArray *before)
{
    guint told = 0;
    g_autoptr(GHashTable) earlier = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < before->len; i++) {
        char **pair = g_ptr_array_index(before, i);
        g_hash_table_insert(earlier, pair[0], pair[1]);
    }
    const GPtrArray *rows = catalog_rows(run->skills->catalog);
    for (guint i = 0; i < rows->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(rows, i);
        const char *sha256 = r->skill ? g_hash_table_lookup(earlier, r->name) : NULL;
        bool same = !r->skill || g_strcmp0(sha256, r->sha256) == 0;
        g_hash_table_remove(earlier, r->skill ? r->name : "");
        if (same || told++ >= TOLD_MAX)
            continue;
        tell_skill(run, r->name, r->sha256, stage_name(r->stage), r->doc);
        client_notice(run, "info", "skill %s: %s, %s", r->name, sha256 ? "changed" : "new", stage_name(r->stage));
    }
    GHashTableIter iter;
    gpointer name, sha256;
    g_hash_table_iter_init(&iter, earlier);
    while (g_hash_table_iter_next(&iter, &name, &sha256) && told++ < TOLD_MAX) {
        tell_skill(run, name, sha256, "gone", "");
        client_notice(run, "info", "skill %s: gone", (char *)name);
    }
    if (told > TOLD_MAX)
        client_notice(run, "info", "… and %u more skills that changed", told - TOLD_MAX);
}

/* name and sha256 of each */
static GPtrArray *versions_now(const skill_library *lib)
{
    GPtrArray *pairs = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        char **pair = g_new0(char *, 3);
        pair[0] = g_strdup(s->name);
        pair[1] = g_strdup(s->sha256);
        g_ptr_array_add(pairs, pair);
    }
    return pairs;
}

static bool reload(struct run *run, GError **error)
{
    g_autoptr(GPtrArray) problems = NULL, before = versions_now(run->skills->library);
    skill_library *lib = load_files(run, &problems, error);
    if (!lib)
        return false;
    g_clear_pointer(&run->skills->catalog, catalog_free);
    skill_library_free(run->skills->library);
    run->skills->library = lib;
    tell_problems(run, problems);
    if (!make_catalog(run, error))
        return false;
    tell_changes(run, before);
    return true;
}

/* ---- a draft that is tried ---- */

static memory_skill *version_to_try(struct run *run, const char *name, const char *sha256, GError **error)
{
    g_autoptr(GError) local = NULL;
    memory_skill *v = memory_skill_get(run->store, name, sha256, &local);
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    else if (!v)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no version %.12s of %.80s", sha256, name);
    return v;
}

/* The files, and that text as the last of them. */
static skill_library *load_with(struct run *run, const memory_skill *v, GError **error)
{
    g_auto(GStrv) names = profile_libraries(run->profile);
    g_autofree char *label = g_strdup_printf("%s@%.8s", v->name, v->sha256);
    g_autofree char *text = draft_text_to_try(run->skills->library, v->name, v->code);
    worker_set_waiter(wait_for_worker, run);
    g_autoptr(skill_library) lib = skill_library_load_with((const char *const *)names, label, text, NULL, error);
    worker_set_waiter(NULL, NULL);
    if (!lib)
        return as_it_ended(run, error), NULL;
    restrict_to(run, lib);
    const skill *s = skill_library_find(lib, v->name);
    if (s && g_str_equal(s->file, label))
        return g_steal_pointer(&lib);
    g_set_error(
        error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX,
        "%s cannot be tried: it is not a skill, or this program's profile does not allow it (c on the skills screen checks it)",
        label);
    return NULL;
}

static void keep_outdated(struct run *run)
{
    if (!run->skills->outdated)
        run->skills->outdated = g_ptr_array_new_with_free_func((GDestroyNotify)skill_library_free);
    g_ptr_array_add(run->skills->outdated, g_steal_pointer(&run->skills->library));
}

bool procedural_try(struct run *run, const char *name, const char *sha256, GError **error)
{
    const skill *loaded = skill_library_find(run->skills->library, name);
    g_autoptr(memory_skill) v = version_to_try(run, name, sha256, error);
    if (!v || (loaded && g_str_equal(loaded->sha256, v->sha256)))
        return v != NULL;
    g_autoptr(skill_library) with = load_with(run, v, error);
    catalog *c = with ? catalog_load(run->store, with, error) : NULL; /* the store is not told: it is in no file */
    if (!c)
        return false;
    catalog_free(run->skills->catalog);
    run->skills->catalog = c;
    if (run->skills->untried)
        keep_outdated(run);
    else
        run->skills->untried = run->skills->library; /* the step has borrowed skills of it */
    run->skills->library = g_steal_pointer(&with);
    g_free(run->skills->trying);
    run->skills->trying = g_strdup(name);
    client_notice(run, "info", "draft %s %.8s is tried: nobody has accepted it", name, v->sha256);
    return true;
}

/* The library is again what its files are. */
static void end_try(struct run *run)
{
    if (!run->skills->untried)
        return;
    g_clear_pointer(&run->skills->catalog, catalog_free);
    skill_library_free(run->skills->library);
    run->skills->library = g_steal_pointer(&run->skills->untried);
    g_clear_pointer(&run->skills->trying, g_free);
}

/* ---- a skill that the run lacks ---- */

/* A skill of the run that another file would take the place of; NULL = none. */
static const char *replaced(const skill_library *old, const skill_library *lib)
{
    const GPtrArray *all = skill_library_all(old);
    for (guint i = 0; i < all->len; i++) {
        const skill *was = g_ptr_array_index(all, i), *now = skill_library_find_any(lib, was->name);
        if (!now || !g_str_equal(was->sha256, now->sha256))
            return was->name;
    }
    return NULL;
}

/* Where it lies, NULL = nowhere. Caller frees. */
static char *library_with(const char *name, GError **error)
{
    static const char *const everything[] = {"*", NULL};
    g_autoptr(skill_library) all = skill_library_load(everything, NULL, error);
    const skill *s = all ? skill_library_find(all, name) : NULL;
    return s && s->library && *s->library ? g_strdup(s->library) : NULL;
}

void procedural_add_library(struct run *run, const char *library)
{
    char **old = run->profile->skills;
    guint n = old ? g_strv_length(old) : 0;
    run->profile->skills = g_new0(char *, n + 2);
    for (guint i = 0; i < n; i++)
        run->profile->skills[i] = old[i];
    run->profile->skills[n] = g_strdup(library);
    g_free(old);
}

static bool load_other(struct run *run, const char *name, const char *library, GError **error)
{
    const skill_library *now = run->skills->untried ? run->skills->untried : run->skills->library;
    g_auto(GStrv) before = g_strdupv(run->profile->skills);
    procedural_add_library(run, library);
    run->skills->named++;
    g_autoptr(skill_library) lib = load_files(run, NULL, error);
    const char *lost = lib ? replaced(now, lib) : NULL;
    if (lost)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                    "%s is in the library %s, whose %s would replace this run's (skills=%s in a profile of its own)", name,
                    library, lost, library);
    if (!lib || lost) {
        g_strfreev(run->profile->skills);
        run->profile->skills = g_steal_pointer(&before);
        run->skills->named--;
        return false;
    }
    if (run->skills->untried) { /* a draft that was tried is tried no more */
        keep_outdated(run);
        run->skills->library = g_steal_pointer(&run->skills->untried);
        g_clear_pointer(&run->skills->trying, g_free);
    }
    keep_outdated(run);
    run->skills->library = g_steal_pointer(&lib);
    client_notice(run, "info", "the library %s is loaded for %s, until the run ends (always: skills= in the profile)", library,
                  name);
    return make_catalog(run, error);
}

bool procedural_fetch(struct run *run, const char *name, GError **error)
{
    if (skill_library_find_any(run->skills->library, name) || run->worker)
        return true;
    g_autoptr(GError) local = NULL;
    g_autofree char *library = library_with(name, &local);
    if (library)
        return load_other(run, name, library, error);
    bool ok = !local;
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    return ok;
}

/* ---- before a step ---- */

/* A wish that cannot be fulfilled is said; the run goes on. */
static void curate_one(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = NULL;
    const struct change change = {.m = run->store, .lib = run->skills->library, .by = "human", .look = draft_screen_read};
    bool accept = c->kind == COMMAND_SKILL_ACCEPT;
    bool ok = accept ? change_accept(&change, c->name, c->sha256, run->profile->name, &path, &error)
                     : change_refuse(&change, c->name, c->sha256, c->reason, &error);
    if (!ok) {
        client_notice(run, "error", "%s %s: %s", command_name(c->kind), c->name, error->message);
        return;
    }
    if (!accept) {
        tell_skill(run, c->name, c->sha256, stage_name(STAGE_REFUSED), c->reason);
        client_notice(run, "info", "skill %s: draft %.8s refused", c->name, c->sha256);
        return;
    }
    client_notice(run, "info", "skill %s: accepted into %s", c->name, path);
}

static bool refresh(struct run *run, GError **error)
{
    end_try(run);
    g_clear_pointer(&run->skills->outdated, g_ptr_array_unref);
    g_auto(GStrv) names = profile_libraries(run->profile);
    while (run->skills->to_curate && run->skills->to_curate->len) {
        g_autoptr(command) c = g_ptr_array_steal_index(run->skills->to_curate, 0);
        curate_one(run, c);
        g_autofree char *stamp = skill_places_stamp((const char *const *)names);
        if (!g_str_equal(stamp, skill_library_stamp(run->skills->library)) && !reload(run, error))
            return false;
    }
    g_autofree char *now = skill_places_stamp((const char *const *)names);
    /* a stage may have been changed by a person elsewhere, without any file */
    return g_str_equal(now, skill_library_stamp(run->skills->library)) ? make_catalog(run, error) : reload(run, error);
}

bool procedural_refresh(struct run *run, GError **error)
{
    worker_set_waiter(wait_for_worker, run);
    bool ok = refresh(run, error);
    worker_set_waiter(NULL, NULL);
    return ok || (as_it_ended(run, error), false);
}

/* ---- what the gate asks ---- */

int procedural_effect(const struct run *run, const GPtrArray *actions, const char **ret_name)
{
    int effect = -1;
    for (guint i = 0; i < actions->len; i++) {
        const action *a = g_ptr_array_index(actions, i);
        g_autoptr(GPtrArray) names = skill_library_closure(run->skills->library, a->skill);
        for (guint k = 0; k < names->len; k++) {
            const skill *s = skill_library_find_any(run->skills->library, g_ptr_array_index(names, k));
            if (!s || s->effect <= effect)
                continue;
            effect = s->effect;
            *ret_name = s->name;
        }
    }
    return effect;
}

char *procedural_untrusted(const struct run *run, const GPtrArray *actions)
{
    for (guint i = 0; run->skills->catalog && i < actions->len; i++) {
        const action *a = g_ptr_array_index(actions, i);
        enum skill_stage stage;
        const char *name = catalog_untrusted(run->skills->catalog, run->skills->library, a->skill, &stage);
        if (!name)
            continue;
        if (g_strcmp0(name, run->skills->trying) == 0)
            return g_strdup_printf("the skill %s is a draft that is tried: nobody has accepted it", name);
        const char *why = stage == STAGE_DEMOTED ? "it began to fail" : "it was not verified often enough";
        return g_str_equal(name, a->skill)
                   ? g_strdup_printf("the skill %s is %s: %s", name, stage_name(stage), why)
                   : g_strdup_printf("the skill %s calls %s, which is %s: %s", a->skill, name, stage_name(stage), why);
    }
    return NULL;
}

const char *procedural_stranger(const struct run *run, const GPtrArray *actions)
{
    for (guint i = 0; run->skills->catalog && i < actions->len; i++) {
        const action *a = g_ptr_array_index(actions, i);
        g_autoptr(GPtrArray) names = skill_library_closure(run->skills->library, a->skill);
        for (guint k = 0; k < names->len; k++) {
            const struct catalog_row *r = catalog_find(run->skills->catalog, g_ptr_array_index(names, k));
            if (r && r->skill->layer == LAYER_PROJECT && stage_asks(r->stage))
                return r->name;
        }
    }
    return NULL;
}

/* ---- outcomes ---- */

static const char **words_of(const GPtrArray *outcomes)
{
    const char **words = g_new0(const char *, outcomes->len + 1);
    for (guint i = 0; i < outcomes->len; i++)
        words[i] = ((struct memory_outcome *)g_ptr_array_index(outcomes, i))->what;
    return words;
}

static bool move_on(struct run *run, const skill *s, GError **error)
{
    const struct stage_settings settings = {.trust_after = (int)config_int(run->cfg, "skills", "trust_after"),
                                            .demote_failed = (int)config_int(run->cfg, "skills", "demote_failed"),
                                            .demote_window = (int)config_int(run->cfg, "skills", "demote_window")};
    g_autoptr(GError) local = NULL;
    g_autoptr(memory_skill) v = memory_skill_get(run->store, s->name, s->sha256, &local);
    enum skill_stage stage;
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    if (!v || !stage_parse(v->stage, &stage))
        return !error || !*error;
    g_autoptr(GPtrArray) outcomes = memory_outcomes(run->store, s->name, s->sha256, v->stage_us, 0, error);
    if (!outcomes)
        return false;
    g_autofree const char **words = words_of(outcomes);
    enum skill_stage next = stage_after(stage, words, &settings);
    if (next == stage)
        return true;
    g_autofree char *reason =
        next == STAGE_TRUSTED ? g_strdup_printf("%d verified in a row", settings.trust_after)
                              : g_strdup_printf("%d of the last %d uses failed", settings.demote_failed, settings.demote_window);
    bool moved;
    if (!memory_skill_move_stage(run->store, v, stage_name(next), "outcomes", reason, NULL, NULL, &moved, error))
        return false;
    if (!moved) /* a person has just said what it is */
        return true;
    if (!make_catalog(run, error))
        return false;
    tell_skill(run, s->name, s->sha256, stage_name(next), reason);
    client_notice(run, next == STAGE_DEMOTED ? "warning" : "info", "skill %s is %s now: %s", s->name, stage_name(next), reason);
    return true;
}

bool procedural_move_on(struct run *run, const action *a, GError **error)
{
    const skill *s = skill_library_find(run->skills->library, a->skill);
    return !s || !run->skills->catalog || s->layer == LAYER_SHIPPED || move_on(run, s, error);
}

bool procedural_outcome(struct run *run, const action *a, const char *what, GError **error)
{
    const skill *s = skill_library_find(run->skills->library, a->skill);
    if (!memory_outcome_add(run->store, a->skill, s ? s->sha256 : "", what, run->id, run->step, error))
        return false;
    bool counts = g_str_equal(what, "verified") || g_str_equal(what, "no_effect") || g_str_equal(what, "unexpected");
    return !counts || procedural_move_on(run, a, error);
}

/* ---- drafts ---- */

static char *first_error(const draft_check *check)
{
    return g_strdup(check->errors->len ? g_ptr_array_index(check->errors, 0) : "no function with a doc comment");
}

static bool draft_one(struct run *run, const char *text, const char *note, GString *why, GError **error)
{
    const screen *seen = run->look->observation ? run->look->observation->screen : NULL;
    g_autoptr(draft_check) check = draft_check_text(run->store, run->skills->library, "draft", NULL, text, seen, error);
    if (!check)
        return false;
    int drafts = module_saying(run->answers->modules, SAYS_DRAFTS, NULL);
    const char *by = drafts < 0 ? run->options->agent : run->answers->modules[drafts].form.name;
    const bool taught = run->working->agent && run->working->agent->watches;
    const struct draft_origin origin = {
        .author = taught ? "human" : "model", .by = by, .note = note, .run = run->id, .step = run->step};
    bool passes = draft_check_passes(check), known = false;
    g_autofree char *wrong = passes ? NULL : first_error(check);
    if (!check->name) {
        g_string_append_printf(why, "%sa drafted skill cannot be used: %s", why->len ? "; " : "", wrong);
        client_notice(run, "warning", "%s drafted a text that is not a skill: %s", by, wrong);
        return true;
    }
    if (!draft_add(run->store, check, &origin, &known, error))
        return false;
    if (!passes)
        g_string_append_printf(why, "%sthe drafted skill %s does not pass: %s", why->len ? "; " : "", check->name, wrong);
    if (known)
        return true;
    tell_skill(run, check->name, check->sha256, stage_name(STAGE_DRAFT), passes ? check->doc : wrong);
    client_notice(run, passes ? "info" : "warning", "skill draft %s %.8s%s%s: waits for you (F3)", check->name, check->sha256,
                  passes ? "" : " does not pass: ", passes ? "" : wrong);
    return true;
}

bool procedural_draft(struct run *run, const GPtrArray *texts, const char *note, char **ret_why, GError **error)
{
    g_autoptr(GString) why = g_string_new(NULL);
    bool ok = true;
    worker_set_waiter(wait_for_worker, run);
    for (guint i = 0; ok && i < texts->len; i++)
        ok = draft_one(run, g_ptr_array_index(texts, i), note, why, error);
    worker_set_waiter(NULL, NULL);
    if (!ok)
        return as_it_ended(run, error), false;
    if (ret_why)
        *ret_why = why->len ? g_strdup(why->str) : NULL;
    return make_catalog(run, error);
}
