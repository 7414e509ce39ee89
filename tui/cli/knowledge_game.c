/* A game's data as a world of a person. */

#include "tui/cli/knowledge_game.h"

#include "config/config.h"
#include "config/files.h"

#include <errno.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DUMP "minetest.json"
#define EXAMPLES 3 /* of what was left out for one reason */
#define SERVER "minetestserver"
#define SERVER_SECONDS "120"
#define PORT_FIRST 30000 /* of those that a server may listen on; no one is told of it */
#define PORTS 20000

static bool has_file(const char *dir, const char *name)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

enum knowledge_game knowledge_game_in(const char *dir)
{
    if (has_file(dir, DUMP))
        return GAME_MINETEST;
    return has_file(dir, "items.json") && (has_file(dir, "recipes.json") || has_file(dir, "blocks.json")) ? GAME_MINECRAFT
                                                                                                          : GAME_NONE;
}

const char *knowledge_game_name(enum knowledge_game game)
{
    return game == GAME_MINETEST ? "minetest" : game == GAME_MINECRAFT ? "minecraft" : NULL;
}

/* ---- reading ---- */

/* NULL without an error: there is no such file, and it is not needed. */
static GBytes *read_file(const char *dir, const char *name, bool needed, GError **error)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    GBytes *bytes = config_read(path, error);
    if (!bytes && needed && (!error || !*error))
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: there is no %s beside the others", dir, name);
    return bytes;
}

static game_world *read_minetest(const char *dir, GError **error)
{
    g_autoptr(GBytes) bytes = read_file(dir, DUMP, true, error);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    return bytes ? game_of_minetest(text ? text : "", length, error) : NULL;
}

static game_world *read_minecraft(const char *dir, GError **error)
{
    static const struct {
        const char *name;
        bool needed;
    } names[] = {{"items.json", true},      {"recipes.json", true},     {"blocks.json", true},
                 {"blockLoot.json", false}, {"entityLoot.json", false}, {"foods.json", false}};
    g_autoptr(GError) problem = NULL;
    g_autofree char *origin = NULL;
    g_autoptr(GBytes) table = config_file("games/minecraft.ini", &origin, &problem);
    GBytes *files[G_N_ELEMENTS(names)] = {NULL};
    for (gsize i = 0; !problem && i < G_N_ELEMENTS(names); i++)
        files[i] = read_file(dir, names[i].name, names[i].needed, &problem);
    gsize length = 0;
    const char *text = table ? g_bytes_get_data(table, &length) : NULL;
    g_autofree char *copy = g_strndup(text ? text : "", length);
    game_world *world = NULL;
    if (problem)
        g_propagate_error(error, g_steal_pointer(&problem));
    else
        world = game_of_minecraft(
            &(struct game_minecraft){files[0], files[1], files[2], files[3], files[4], files[5], copy, origin}, error);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        g_clear_pointer(&files[i], g_bytes_unref);
    return world;
}

game_world *knowledge_game_read(enum knowledge_game game, const char *dir, GError **error)
{
    g_autoptr(GError) problem = NULL;
    game_world *world = game == GAME_MINETEST ? read_minetest(dir, &problem) : read_minecraft(dir, &problem);
    if (!world)
        g_propagate_prefixed_error(error, g_steal_pointer(&problem), "%s: ", dir);
    return world;
}

/* ---- writing ---- */

bool knowledge_game_write(const game_world *world, const char *name, char **ret_path, GError **error)
{
    g_autofree char *file = g_strdup_printf("worlds/%s.ini", name), *path = config_user_path(file), *before = NULL;
    g_autofree char *old = g_strconcat(path, "~", NULL), *folder = g_path_get_dirname(path);
    bool other = g_file_get_contents(path, &before, NULL, NULL) && !g_str_equal(before, world->text);
    if (g_mkdir_with_parents(folder, 0700) != 0 || (other && g_rename(path, old) != 0)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: %s", path, g_strerror(errno));
        return false;
    }
    if (!g_file_set_contents_full(path, world->text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error))
        return false;
    *ret_path = g_steal_pointer(&path);
    return true;
}

char *knowledge_game_left(const game_world *world)
{
    GString *text = g_string_new(NULL);
    for (enum game_why why = 0; why < GAME_WHY_COUNT; why++) {
        g_autoptr(GString) examples = g_string_new(NULL);
        guint n = 0;
        for (guint i = 0; i < world->left->len; i++) {
            const struct game_left *left = world->left->pdata[i];
            if (left->why == why && n++ < EXAMPLES)
                g_string_append_printf(examples, "%s%s", n > 1 ? " | " : "", left->what);
        }
        if (n)
            g_string_append_printf(text, "left out: %u that %s: %s%s\n", n, game_why_text(why), examples->str,
                                   n > EXAMPLES ? " | …" : "");
    }
    return g_string_free(text, FALSE);
}

/* ---- the dump of Minetest ---- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about;
    (void)kind;
    (void)at;
    return remove(path);
}

static bool put(const char *folder, const char *path, const char *text, gssize length, GError **error)
{
    g_autofree char *full = g_build_filename(folder, path, NULL), *dir = g_path_get_dirname(full);
    if (g_mkdir_with_parents(dir, 0700) != 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: %s", dir, g_strerror(errno));
        return false;
    }
    return g_file_set_contents(full, text, length, error);
}

/* A world with our mod in it, and nothing else. */
static bool lay_out(const char *folder, GError **error)
{
    g_autoptr(GBytes) mod = config_file("games/minetest.lua", NULL, error);
    gsize length = 0;
    const char *text = mod ? g_bytes_get_data(mod, &length) : NULL;
    return mod && put(folder, "world/worldmods/reins_dump/init.lua", text ? text : "", (gssize)length, error) &&
           put(folder, "world/worldmods/reins_dump/mod.conf", "name = reins_dump\noptional_depends = default, bucket\n", -1,
               error) &&
           put(folder, "home/empty", "", 0, error) &&
           put(folder, "minetest.conf", "bind_address = 127.0.0.1\nserver_announce = false\n", -1, error);
}

/* Debian keeps games where root's PATH does not look. */
static char *find_server(GError **error)
{
    char *path = g_find_program_in_path(SERVER);
    if (!path && g_file_test("/usr/games/" SERVER, G_FILE_TEST_IS_EXECUTABLE))
        path = g_strdup("/usr/games/" SERVER);
    if (!path)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED,
                    "there is no " SERVER ": install Debian's minetest-server and minetest-data");
    return path;
}

static char *run_server(const char *server, const char *folder, GError **error)
{
    g_autofree char *home = g_build_filename(folder, "home", NULL), *world = g_build_filename(folder, "world", NULL);
    g_autofree char *conf = g_build_filename(folder, "minetest.conf", NULL), *out = NULL, *said = NULL;
    g_autofree char *port = g_strdup_printf("%d", PORT_FIRST + (int)(getpid() % PORTS));
    g_auto(GStrv) env = g_environ_setenv(g_get_environ(), "HOME", home, TRUE);
    const char *argv[] = {"timeout",  SERVER_SECONDS, server,   "--config", conf,        "--world", world,
                          "--gameid", "minetest",     "--port", port,       "--logfile", "",        NULL};
    int status = 0;
    if (!g_spawn_sync(NULL, (char **)argv, env, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &said, &status, error))
        return NULL;
    g_autofree char *path = g_build_filename(world, "reins-dump.json", NULL);
    char *text = NULL;
    if (g_file_get_contents(path, &text, NULL, NULL))
        return text;
    const char *why = strstr(said, "ERROR");
    g_autofree char *line = g_strndup(why ? why : "it ended without one", why ? strcspn(why, "\n") : 20);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s wrote no dump: %s", server, line);
    return NULL;
}

bool knowledge_game_dump(const char *dir, char **ret_path, GError **error)
{
    g_autofree char *server = find_server(error), *folder = server ? g_dir_make_tmp("reins-dump-XXXXXX", error) : NULL;
    g_autofree char *text = folder && lay_out(folder, error) ? run_server(server, folder, error) : NULL;
    if (folder)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    *ret_path = text && put(dir, DUMP, text, -1, error) ? g_build_filename(dir, DUMP, NULL) : NULL;
    return *ret_path != NULL;
}
