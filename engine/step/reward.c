#include "engine/step/reward.h"

#include "config/task_file.h"
#include "engine/client/client.h"
#include "engine/control/wait.h"
#include "engine/modules/situation.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "engine/step/screen_words.h"
#include "skills/dryrun/dryrun.h"
#include "skills/worker/worker.h"

#include <math.h>

/* Before the file's own text, in its first line: its lines keep their numbers, and what is wrong at its end is said so. */
#define CALL "function reins_reward(t) return reward(t.before, t.after, t.state) end "
#define KIND "function reins_reward() return type(reward) end "

static const task_file *task_of(const struct run *run)
{
    const task_file *t = run->options->task_file;
    return t && t->reward && !t->foreign ? t : NULL;
}

static char *look_json(const struct run *run)
{
    const screen *read = screen_words_of(run);
    return read ? situation_look_json(run->look->observation, read) : NULL;
}

bool reward_look(struct run *run, GError **error)
{
    g_autoptr(GError) why = NULL;
    if (!task_of(run) || run->control->closing)
        return true;
    if (!screen_words_await(run, &why) && !g_error_matches(why, RUN_ERROR, RUN_ERROR_TIMEOUT)) {
        g_propagate_error(error, g_steal_pointer(&why));
        return false;
    }
    g_free(run->look->before);
    run->look->before = look_json(run);
    return true;
}

static bool worker_done(struct run *run, void *data)
{
    (void)data;
    return worker_poll(run->worker);
}

static worker *start(const task_file *t, const char *front, const char *told, GError **error)
{
    g_autofree char *name = g_path_get_basename(t->reward_path), *source = g_strconcat(front, t->reward, NULL);
    return dryrun_script_start(name, source, "reins_reward", told, error);
}

bool reward_check(const struct run *run, GError **error)
{
    const task_file *t = task_of(run);
    g_autoptr(GError) why = NULL;
    g_autoptr(worker) w = t ? start(t, KIND, "{}", &why) : NULL;
    if (w)
        worker_wait(w);
    g_autofree char *kind = w ? dryrun_script_finish(w, &why) : NULL;
    if (t && g_strcmp0(kind, "function") != 0)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: %s", t->path,
                    why ? why->message : "there is no function reward(before, after, state) in its reward");
    return !t || g_strcmp0(kind, "function") == 0;
}

static char *ask(struct run *run, const task_file *t, const char *told, GError **error)
{
    g_autoptr(worker) w = start(t, CALL, told, error);
    if (!w)
        return NULL;
    run->worker = w;
    wait_anyway(run, worker_done, NULL, 0, NULL); /* the worker has a deadline; the step was done, whoever stops now */
    run->worker = NULL;
    return dryrun_script_finish(w, error);
}

void reward_give(struct run *run)
{
    const task_file *t = task_of(run);
    const GPtrArray *past = run->working->past;
    run->look->reward = NAN;
    g_clear_pointer(&run->look->reward_error, g_free);
    if (!t || past->len == 0)
        return;
    g_autoptr(GError) error = NULL;
    if (!screen_words_await_anyway(run))
        client_notice(run, "warning", "the task's reward is not told the words on the screen: they could not be read");
    g_autofree char *after = look_json(run);
    g_autofree char *told = situation_reward_json(run->look->before, after, past->pdata[past->len - 1], run->options->task);
    g_autofree char *said = ask(run, t, told, &error);
    char *end = NULL;
    double reward = said ? g_ascii_strtod(said, &end) : 0;
    if (said && end > said && !*end && isfinite(reward)) {
        g_autofree char *note = g_strdup_printf("reward %.9g", reward);
        run_note(run, "task", note);
        client_notice(run, "info", "%s", note);
        run->look->reward = reward;
    } else {
        run->look->reward_error =
            g_strdup_printf("the task's reward: %s", error ? error->message : "the function gave no number");
        client_notice(run, "warning", "%s", run->look->reward_error);
    }
    g_free(run->look->before);
    run->look->before = g_steal_pointer(&after);
}
