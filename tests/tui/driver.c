#include "tests/tui/driver.h"

#include "config/config.h"
#include "engine/curation/change.h"
#include "engine/picture/frame.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

void disk_remove(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *inside = g_build_filename(path, name, NULL);
        disk_remove(inside);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

memory *disk_store(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    memory *m = memory_open(dir, true, &error);
    assert_non_null(m);
    return m;
}

/* Borrowed; read again when a file has changed. */
static const skill_library *load_library(void)
{
    static const char *const everything[] = {"*", NULL};
    static skill_library *lib;
    if (lib && skill_library_is_current(lib))
        return lib;
    skill_library_free(lib);
    lib = skill_library_load(everything, NULL, NULL);
    assert_non_null(lib);
    return lib;
}

/* "xcalc/greet.lua TEXT" with \n for newlines; "xcalc/greet.lua" alone removes it. */
char *disk_skill_file(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 2);
    g_autofree char *path = g_build_filename(g_get_user_data_dir(), "reins", "skills", parts[0], NULL);
    g_autofree char *dir = g_path_get_dirname(path), *text = parts[1] ? g_strcompress(parts[1]) : NULL;
    g_mkdir_with_parents(dir, 0700);
    if (text)
        assert_true(g_file_set_contents(path, text, -1, NULL));
    else
        g_remove(path);
    return NULL;
}

/* Everything that is in the files is known to the store. */
char *disk_skills_known(const char *rest)
{
    (void)rest;
    g_autoptr(memory) m = disk_store();
    const skill_library *lib = load_library();
    assert_true(catalog_sync(m, lib, NULL));
    return NULL;
}

/* "RUN STEP TEXT": a draft as the model makes them. */
char *disk_draft(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 3);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strcompress(parts[2]);
    disk_skills_known(NULL);
    g_autoptr(memory) m = disk_store();
    const skill_library *lib = load_library();
    g_autoptr(draft_check) check = draft_check_text(NULL, lib, "draft", NULL, text, NULL, &error);
    const struct draft_origin origin = {.author = "model",
                                        .by = "curate",
                                        .run = g_ascii_strtoll(parts[0], NULL, 10),
                                        .step = g_ascii_strtoll(parts[1], NULL, 10)};
    if (!check || !draft_add(m, check, &origin, NULL, &error))
        return g_strdup_printf("no draft: %s", error->message);
    return NULL;
}

/* "NAME TEXT": a draft whose text nobody has checked, as it could be in a store. */
char *disk_stored_draft(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 2);
    g_autofree char *name = g_strcompress(parts[0]), *text = g_strcompress(parts[1]);
    memory_skill v = {.name = name,
                      .sha256 = (char *)"00ff",
                      .code = text,
                      .author = (char *)"import",
                      .stage = (char *)"draft",
                      .by = (char *)"\033[31m file"};
    g_autoptr(memory) m = disk_store();
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, &v);
    if (!memory_skills_add(m, one, NULL, NULL))
        return g_strdup_printf("no draft");
    return NULL;
}

char *disk_accepted(const char *rest)
{
    disk_skills_known(NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = disk_store();
    const skill_library *lib = load_library();
    g_autoptr(GPtrArray) versions = memory_skill_versions(m, rest, NULL);
    const struct change change = {.m = m, .lib = lib, .by = "another"};
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_strcmp0(v->stage, "draft") != 0)
            continue;
        return change_accept(&change, rest, v->sha256, "", NULL, &error) ? NULL : g_strdup(error->message);
    }
    return g_strdup_printf("no draft of %s", rest);
}

char *disk_expect_kept(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 2);
    g_autoptr(memory) m = disk_store();
    const skill_library *lib = load_library();
    g_autoptr(GPtrArray) versions = memory_skill_versions(m, parts[0], NULL);
    const skill *loaded = skill_library_find(lib, parts[0]);
    bool kept = loaded && strstr(loaded->code, parts[1]);
    for (guint i = 0; versions && i < versions->len && !kept; i++)
        kept = strstr(((const memory_skill *)g_ptr_array_index(versions, i))->code, parts[1]) != NULL;
    return kept ? NULL : g_strdup_printf("neither %s nor its versions hold \"%s\"", parts[0], parts[1]);
}

/* "NAME WHAT RUN STEP": of the loaded version */
char *disk_outcome(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 4);
    g_autoptr(memory) m = disk_store();
    const skill_library *lib = load_library();
    const skill *one = skill_library_find(lib, parts[0]);
    if (!one || !memory_outcome_add(m, one->name, one->sha256, parts[1], g_ascii_strtoll(parts[2], NULL, 10),
                                    g_ascii_strtoll(parts[3], NULL, 10), NULL))
        return g_strdup_printf("no outcome of %s", parts[0]);
    return NULL;
}

/* ---- pictures ---- */

static GBytes *screen_png(screen_colour *colour, guint32 detail)
{
    static GHashTable *known; /* GBytes* by what it shows: most scripts show the same pictures */
    g_autofree char *key = g_strdup_printf("%p %x", (void *)(gsize)colour, detail);
    if (!known)
        known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
    GBytes *png = g_hash_table_lookup(known, key);
    if (png)
        return png;
    g_autoptr(frame) f = frame_new(1280, 720);
    for (int y = 0; y < 720; y++)
        for (int x = 0; x < 1280; x++)
            f->pixels[y * 1280 + x] = colour(x, y, detail);
    png = frame_to_png(f, NULL);
    assert_non_null(png);
    g_hash_table_insert(known, g_steal_pointer(&key), png);
    return png;
}

static void put_png(GBytes *png, const char *path)
{
    gsize length;
    const char *data = g_bytes_get_data(png, &length);
    assert_true(g_file_set_contents(path, data, (gssize)length, NULL));
}

char *disk_put_frame(memory *m, screen_colour *colour, guint32 detail)
{
    GBytes *png = screen_png(colour, detail);
    char *hash = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, png);
    g_autofree char *path = memory_frame_path(m, hash), *folder = g_path_get_dirname(path);
    g_mkdir_with_parents(folder, 0700);
    put_png(png, path);
    return hash;
}

/* A grey desk, a white window with a title bar, a display with stripes, a button at 412,388; both in the colour given. */
static guint32 small_screen(int x, int y, guint32 button)
{
    if (x >= 600 && x < 760 && y >= 160 && y < 220)
        return x / 20 % 2 ? 0xf0f0f0 : button;
    if (x >= 372 && x < 452 && y >= 348 && y < 428)
        return button;
    if (x >= 240 && x < 800 && y >= 80 && y < 640)
        return y < 128 ? 0x102040 : 0xf0f0f0;
    return 0x406080;
}

void disk_picture(const char *dir, const char *name, guint32 button)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    put_png(screen_png(small_screen, button), path);
}

/* A desk with a window on it. */
static guint32 desk(int x, int y, guint32 detail)
{
    (void)detail;
    return x >= 320 && x < 960 && y >= 160 && y < 560 ? 0xf0f0f0 : 0x204060;
}

char *disk_run(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " | ", 2);
    g_autoptr(memory) m = disk_store();
    g_autoptr(GError) error = NULL;
    g_autofree char *hash = disk_put_frame(m, desk, 0);
    const struct memory_run run = {.task = parts[0],
                                   .agent = (char *)"cradle",
                                   .brain = (char *)"demo",
                                   .profile = (char *)"default",
                                   .display = (char *)":99",
                                   .mode = (char *)"step",
                                   .options = (char *)"{}",
                                   .status = (char *)"running"};
    struct memory_frame f = {.step = 1, .hash = hash, .role = (char *)"observation", .width = 1280, .height = 720};
    if (!memory_run_add(m, &run, &f.run, &error) || !memory_step_begin(m, f.run, 1, &error) || !memory_frame_add(m, &f, &error) ||
        !memory_step_end(m, f.run, 1, parts[1] ? parts[1] : "", "{\"skill\":\"press_key\",\"args\":{\"key\":\"F1\"}}", "approved",
                         "changed", &error))
        return g_strdup_printf("no run: %s", error->message);
    return NULL;
}

char *disk_expect_file(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 2);
    g_autofree char *path = g_build_filename(g_get_user_data_dir(), "reins", "skills", parts[0], NULL), *text = NULL;
    bool there = g_file_get_contents(path, &text, NULL, NULL);
    if (parts[1] ? !there || !strstr(text, parts[1]) : there)
        return g_strdup_printf("the file holds %s", there ? text : "nothing");
    return NULL;
}

char *screen_without_lengths(const char *text)
{
    g_autoptr(GRegex) lengths = g_regex_new("[0-9]+:[0-9]{2}/[0-9]+:[0-9]{2}", 0, 0, NULL);
    return g_regex_replace_literal(lengths, text, -1, 0, "0:00/0:00", 0, NULL);
}

/* Beside the store, for the console's child. */
static char *writing(void)
{
    return g_build_filename(g_get_user_data_dir(), "reins", "written", NULL);
}

char *disk_written_on(const char *rest)
{
    g_autofree char *path = writing(), *before = NULL;
    g_file_get_contents(path, &before, NULL, NULL);
    g_autofree char *all = g_strdup_printf("%s%s\n", before ? before : "", rest);
    assert_true(g_file_set_contents(path, all, -1, NULL));
    return NULL;
}

screen *disk_look_back(const char *path, G_GNUC_UNUSED GError **error)
{
    g_autofree char *file = writing(), *text = NULL;
    screen *s = screen_new(1280, 720);
    struct screen_word w = {.region = (char *)"", .confidence = 0.95};
    if (!g_file_test(path, G_FILE_TEST_EXISTS) || !g_file_get_contents(file, &text, NULL, NULL))
        return s;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char words[64];
        w.text = words;
        if (sscanf(*line, "%d,%d,%d,%d %63s", &w.x, &w.y, &w.width, &w.height, words) != 5)
            continue;
        const struct screen_mark m = {7, (char *)"button", (char *)"", words, w.x - 8, w.y - 8, w.width + 16, w.height + 16};
        screen_add_word(s, &w);
        screen_add_mark(s, &m);
    }
    return s;
}

bool disk_word(const char *word, const char *rest, char **ret_wrong)
{
    static const struct {
        const char *word;
        char *(*run)(const char *rest);
    } words[] = {
        {"skill-file", disk_skill_file},
        {"skills-known", disk_skills_known},
        {"draft", disk_draft},
        {"stored-draft", disk_stored_draft},
        {"outcome", disk_outcome},
        {"stored-run", disk_run},
        {"expect-file", disk_expect_file},
        {"accepted", disk_accepted},
        {"expect-kept", disk_expect_kept},
        {"history", disk_history},
        {"begun", disk_begun},
        {"by-hand", disk_by_hand},
        {"started", disk_started},
        {"state", disk_state},
        {"lesson", disk_lesson},
        {"doc", disk_doc},
        {"plan", disk_plan},
        {"asked", disk_asked},
        {"acted", disk_acted},
        {"imported", disk_imported},
        {"voided", disk_voided},
        {"step-more", disk_step_more},
        {"expect-gone", disk_expect_gone},
        {"store-away", disk_store_away},
        {"store-garbled", disk_store_garbled},
        {"store-version", disk_store_version},
        {"store-back", disk_store_back},
        {"store-without", disk_store_without},
        {"config", disk_config},
        {"written-on", disk_written_on},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!g_str_equal(words[i].word, word))
            continue;
        *ret_wrong = words[i].run(rest);
        return true;
    }
    return false;
}

void driver_skill_free(void *data)
{
    skill *s = data;
    for (guint i = 0; i < s->params->len; i++) {
        struct param *p = &g_array_index(s->params, struct param, i);
        g_free(p->name);
        g_free(p->meaning);
    }
    g_array_unref(s->params);
    g_free(s->name);
    g_free(s->doc);
    g_free(s->expect);
    g_free(s->file);
    g_free(s);
}
