/* Several runs, one after the other. Each is a process of its own, as if it had been typed. */

#include "tui/cli/run_list.h"

#include "config/config.h"
#include "memory/memory.h"
#include "tui/cli/cli.h"
#include "tui/cli/table.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t asked_to_end;
static volatile sig_atomic_t child;

/* The terminal sends Ctrl-C to the run, too; the others come to this process alone. */
static void take_signal(int number)
{
    asked_to_end = 1;
    if (number != SIGINT && child > 0)
        kill(child, number);
}

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};

static void watch_signals(struct sigaction *ret_before)
{
    struct sigaction take = {.sa_handler = take_signal, .sa_flags = SA_RESTART};
    sigemptyset(&take.sa_mask);
    asked_to_end = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(ending); i++)
        sigaction(ending[i], &take, &ret_before[i]);
}

static void leave_signals(const struct sigaction *before)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ending); i++)
        sigaction(ending[i], &before[i], NULL);
}

/* "page NAME: reward X", the last such note of the task; else the sum of the steps' "reward X". */
static void look_up_reward(struct run_list_row *row, memory *store)
{
    static const char before[] = "page ", between[] = ": reward ", of_step[] = "reward ";
    double sum = 0;
    g_autoptr(GPtrArray) journal = memory_journal(store, row->run, NULL);
    for (guint i = journal ? journal->len : 0; i-- > 0 && !row->page;) {
        const struct memory_entry *e = journal->pdata[i];
        bool task = g_str_equal(e->stage, "note") && g_strcmp0(e->by, "task") == 0;
        g_autofree char *note = task ? run_list_note(e->data) : NULL;
        const char *reward = note && g_str_has_prefix(note, before) ? g_strrstr(note, between) : NULL;
        if (note && g_str_has_prefix(note, of_step)) {
            sum += g_ascii_strtod(note + strlen(of_step), NULL);
            row->rewarded = true;
        }
        if (!reward)
            continue;
        row->page = g_strndup(note + strlen(before), (gsize)(reward - note) - strlen(before));
        row->reward = g_ascii_strtod(reward + strlen(between), NULL);
    }
    if (!row->page)
        row->reward = sum;
    row->rewarded = row->rewarded || row->page;
}

static void look_up_tools(struct run_list_row *row, memory *store)
{
    g_autoptr(GPtrArray) steps = memory_steps(store, row->run, NULL);
    row->tools = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *s = steps->pdata[i];
        g_autofree char *skill = s->effect && *s->effect ? run_list_skill(s->action) : NULL;
        if (skill && !g_ptr_array_find_with_equal_func(row->tools, skill, g_str_equal, NULL))
            g_ptr_array_add(row->tools, g_steal_pointer(&skill));
    }
}

/* How it ended, from the store. */
static void look_up(struct run_list_row *row)
{
    g_autofree char *dir = row->run ? config_data_dir(NULL) : NULL;
    g_autoptr(memory) store = dir ? memory_open(dir, false, NULL) : NULL;
    struct memory_run *run = store ? memory_run_get(store, row->run, NULL) : NULL;
    if (!run)
        return;
    row->outcome = g_strdup(run->outcome);
    row->reason = g_strdup(run->reason);
    row->steps = run->steps;
    look_up_reward(row, store);
    look_up_tools(row, store);
    memory_run_free(run);
}

static bool run_one(struct run_list_row *row, run_list_one one, void *data, const struct sigaction *before, GError **error)
{
    int pair[2];
    if (pipe2(pair, O_CLOEXEC) < 0 || (child = fork()) < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "cannot start a run: %s", g_strerror(errno));
        return false;
    }
    if (child == 0) {
        close(pair[0]);
        leave_signals(before);
        int code = one(row->task, data, &row->run);
        gssize told = write(pair[1], &row->run, sizeof row->run);
        exit(told == sizeof row->run ? code : EXIT_FAILED);
    }
    close(pair[1]);
    int status;
    pid_t pid = child;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    if (read(pair[0], &row->run, sizeof row->run) != sizeof row->run)
        row->run = 0;
    close(pair[0]);
    look_up(row);
    return true;
}

static void row_free(struct run_list_row *row)
{
    g_free(row->outcome);
    g_free(row->reason);
    g_free(row->page);
    g_clear_pointer(&row->tools, g_ptr_array_unref);
    g_free(row);
}

static void print(const GPtrArray *rows, bool json, FILE *out)
{
    struct table t;
    if (json) {
        g_autofree char *text = run_list_json(rows);
        fprintf(out, "%s\n", text);
        return;
    }
    table_begin(&t, "lrlrrl", "TASK", "RUN", "OUTCOME", "STEPS", "REWARD", "REASON");
    for (guint i = 0; i < rows->len; i++) {
        const struct run_list_row *row = rows->pdata[i];
        g_autofree char *name = g_path_get_basename(row->task), *run = g_strdup_printf("%" G_GINT64_FORMAT, row->run);
        table_text(&t, name);
        table_text(&t, row->run ? run : NULL);
        table_text(&t, row->run ? row->outcome ? row->outcome : "not ended" : "not begun");
        table_format(&t, "%" G_GINT64_FORMAT, row->steps);
        table_format(&t, row->rewarded ? "%g" : "–", row->reward);
        table_text(&t, row->reason);
    }
    g_autofree char *text = table_end(&t, 0);
    fputs(text, out);
}

int run_list(const GPtrArray *paths, run_list_one one, void *data, bool json, FILE *out, GError **error)
{
    struct sigaction before[G_N_ELEMENTS(ending)];
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)row_free);
    guint good = 0, begun = 0;
    bool goes_on = true;
    for (guint i = 0; i < paths->len; i++) {
        struct run_list_row *row = g_new0(struct run_list_row, 1);
        row->task = paths->pdata[i];
        g_ptr_array_add(rows, row);
    }
    watch_signals(before);
    for (; begun < rows->len && goes_on && !asked_to_end; begun++) {
        struct run_list_row *row = rows->pdata[begun];
        if (!run_one(row, one, data, before, error))
            break;
        good += g_strcmp0(row->outcome, "success") == 0;
        goes_on = row->outcome && !g_str_equal(row->outcome, "stopped");
    }
    leave_signals(before);
    print(rows, json, out);
    return good == rows->len ? EXIT_DONE : begun < rows->len || !goes_on ? EXIT_STOPPED : EXIT_FAILED;
}
