/* A run as a session for reins score, in a folder that goes again. */
#include "tui/cli/score.h"

#include "config/config.h"
#include "engine/exports/exports.h"
#include "tui/cli/memory_asked.h"
#include "tui/cli/memory_wait.h"

#include <ftw.h>
#include <stdio.h>

bool score_run_named(const char *named)
{
    gint64 run;
    return !g_file_test(named, G_FILE_TEST_IS_DIR) && memory_parse_run(named, &run);
}

static bool put_session(memory *m, gint64 run, const char *folder, GError **error)
{
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "reading the run");
    const struct export_order order = {.run = run, .out = folder, .watch = &watch};
    struct export_report report = {0};
    bool done = export_screenagent(m, &order, &report, error);
    wait_end(&waiting);
    export_report_clear(&report);
    return done;
}

char *score_run_session(const char *named, GError **error)
{
    struct memory_asked asked = {0};
    gint64 run;
    GError *local = NULL;
    memory_parse_run(named, &asked.run);
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) m = dir ? memory_open(dir, false, &local) : NULL;
    if (local)
        g_propagate_error(error, local);
    if (!dir || local || !memory_find_run(&asked, m, &run, error))
        return NULL;
    char *folder = g_dir_make_tmp("reins-score-XXXXXX", error);
    if (!folder || put_session(m, run, folder, error))
        return folder;
    score_run_remove(folder);
    return NULL;
}

static int remove_one(const char *path, G_GNUC_UNUSED const struct stat *st, G_GNUC_UNUSED int kind, G_GNUC_UNUSED struct FTW *at)
{
    return remove(path);
}

void score_run_remove(char *folder)
{
    if (folder)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    g_free(folder);
}
