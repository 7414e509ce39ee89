#ifndef TESTS_ENGINE_CURATION_WORLD_H
#define TESTS_ENGINE_CURATION_WORLD_H

/* A store, skill files and what a person does to them, for the tests of it. */

#include "engine/curation/change.h"
#include "skills/library/skill_text.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HELLO "--- Greets.\nfunction greet() key.type('hello') end\n"
#define BETTER "--- Greets better.\nfunction greet() key.type('good day') end\n"

struct world {
    memory *m;
    skill_library *lib;
    struct change change;
};

/* As the command line does before each act. */
static G_GNUC_UNUSED const struct change *load(struct world *w)
{
    g_autoptr(GError) error = NULL;
    static const char *const everything[] = {"*", NULL};
    skill_library_free(w->lib);
    w->lib = skill_library_load(everything, NULL, &error);
    assert_non_null(w->lib);
    assert_true(catalog_sync(w->m, w->lib, &error));
    w->change = (struct change){.m = w->m, .lib = w->lib, .by = "person"};
    return &w->change;
}

static G_GNUC_UNUSED char *own_path(const char *name)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    return g_build_filename(own, name, NULL);
}

static G_GNUC_UNUSED void put(const char *name, const char *source)
{
    g_autofree char *path = own_path(name);
    g_autofree char *folder = g_path_get_dirname(path);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(path, source, -1, NULL));
}

static G_GNUC_UNUSED int begin(void **state)
{
    struct world *w = g_new0(struct world, 1);
    g_autofree char *dir = g_dir_make_tmp("reins-change-XXXXXX", NULL), *store = g_build_filename(dir, "store", NULL);
    assert_true(g_setenv("XDG_DATA_HOME", dir, TRUE));
    g_autofree char *own = own_path("");
    assert_true(g_str_has_prefix(own, g_get_user_data_dir()));
    w->m = memory_open(store, true, NULL);
    assert_non_null(w->m);
    /* GLib keeps the data folder that it saw first: each test begins with it empty */
    g_autofree char *gone = g_strdup_printf("%s.%s", own, strrchr(dir, '-') + 1);
    g_autofree char *bare = g_strndup(own, strlen(own) - (g_str_has_suffix(own, "/") ? 1 : 0));
    (void)g_rename(bare, gone);
    *state = w;
    return 0;
}

static G_GNUC_UNUSED int end(void **state)
{
    struct world *w = *state;
    skill_library_free(w->lib);
    memory_close(w->m);
    g_free(w);
    return 0;
}

static G_GNUC_UNUSED void stage_is(struct world *w, const char *name, enum skill_stage stage)
{
    load(w);
    g_autoptr(catalog) c = catalog_load(w->m, w->lib, NULL);
    const struct catalog_row *r = catalog_find(c, name);
    if (!r)
        fail_msg("%s is not loaded", name);
    assert_string_equal(stage_name(r->stage), stage_name(stage));
}

static G_GNUC_UNUSED void version_is(struct world *w, const char *name, const char *sha256, const char *stage)
{
    load(w);
    g_autoptr(memory_skill) v = memory_skill_get(w->m, name, sha256, NULL);
    assert_non_null(v);
    assert_string_equal(v->stage, stage);
}

static G_GNUC_UNUSED char *add_draft(struct world *w, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(draft_check) check = draft_check_text(w->m, load(w)->lib, "draft", NULL, text, NULL, &error);
    const struct draft_origin origin = {.author = "model", .by = "curate", .run = 4, .step = 2};
    assert_non_null(check);
    if (!draft_add(w->m, check, &origin, NULL, &error))
        fail_msg("%s", error->message);
    return g_strdup(check->sha256);
}

#endif
