#include "tests/engine/session/driver.h"

#include "engine/brain/brain.h"
#include "engine/picture/frame.h"
#include "skills/dryrun/dryrun.h"
#include "skills/library/primitive.h"
#include "tests/helper/xvfb.h"

#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "engine/step/procedural.h"
#include "engine/run/deciding.h"
#include "engine/control/device_control.h"
#include "engine/session/parts.h"

/* ---- its agent ---- */

static const struct field watcher_fields[] = {{"text", FIELD_STRING, NULL, true, 0, "what is seen"}};
static const struct field thinker_fields[] = {{"mood", FIELD_STRING, "good|bad", true, 0, "how it is"}};
static const struct field actor_fields[] = {{"actions", FIELD_ACTIONS, NULL, true, 2, "what to do"}};
static const struct field noter_fields[] = {{"note", FIELD_STRING, NULL, true, 0, "what to keep"}};
static const struct module_says watcher_says[] = {{SAYS_SCREEN, "text", NULL}, {0}};
static const struct module_says actor_says[] = {{SAYS_ACTIONS, "actions", NULL}, {0}};
static const struct module modules[] = {
    {.form = MODULE_FORM("watcher", watcher_fields), .says = watcher_says},
    {.form = MODULE_FORM("thinker", thinker_fields)},
    {.form = MODULE_FORM("actor", actor_fields), .says = actor_says, .rank = 1},
    {.form = MODULE_FORM("noter", noter_fields), .rank = 1},
    {.form = {.name = NULL}},
};
static const struct agent scene_agent = {.name = "scene", .modules = modules};

static void write_prompts(void)
{
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "prompts", "scene", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    for (const struct module *m = modules; m->form.name; m++) {
        g_autofree char *file = g_strdup_printf("%s/%s.md", dir, m->form.name);
        assert_true(g_file_set_contents(file, "You look.\n\n---\n\nTask: {{task}}\n", -1, NULL));
    }
}

/* ---- its client ---- */

static void client_hear(const char *line, FILE *log, int fd, scene_answers answers, void *data)
{
    g_autoptr(event) e = event_from_json(line, strlen(line), NULL);
    g_autofree char *says = e && answers ? answers(e, data) : NULL;
    fprintf(log, "%s\n", line);
    fflush(log);
    if (says && write(fd, says, strlen(says)) < 0)
        _exit(1);
}

static void client_live(int fd, const char *dir, scene_answers answers, void *data)
{
    g_autofree char *path = g_build_filename(dir, "client.log", NULL);
    FILE *log = fopen(path, "a"), *in = fdopen(fd, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    while (log && in && (n = getline(&line, &size, in)) > 0) {
        line[n - 1] = '\0';
        client_hear(line, log, fd, answers, data);
    }
    _exit(0);
}

static void start_client(struct scene *s, scene_answers answers, void *data)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    s->client = fork();
    if (s->client == 0) {
        close(pair[0]);
        client_live(pair[1], s->dir, answers, data);
    }
    close(pair[1]);
    s->run.client->stream = line_stream_new(pair[0], pair[0]);
    s->run.client->console = true;
}

/* ---- the scene ---- */

static void make_config(struct scene *s, const char *settings, const char *lua)
{
    GError *error = NULL;
    g_autofree char *script = g_build_filename(s->dir, "brain.lua", NULL);
    g_autofree char *text =
        g_strdup_printf("[brain script]\nkind=lua\nscript=%s\n[brain person]\nkind=human\n%s", script, settings ? settings : "");
    assert_true(g_file_set_contents(script, lua ? lua : "", -1, NULL));
    s->cfg = config_load_text(text, &error);
    if (!s->cfg)
        fail_msg("%s", error->message);
}

static void make_run(struct scene *s)
{
    GError *error = NULL;
    struct run *run = &s->run;
    run->cfg = s->cfg;
    run->options = &s->options;
    run->brains = brain_pool_new(s->cfg);
    run->profile = profile_load("default", &error);
    assert_non_null(run->profile);
    run->store = memory_open(s->dir, true, &error);
    assert_non_null(run->store);
    assert_true(memory_lazy(run->store, &error));
    run->skills->library = skill_library_bare();
    skill_library_add_primitives(run->skills->library);
    run->judge->rules = rules_new(config_rules(s->cfg), NULL, NULL, &error);
    assert_non_null(run->judge->rules);
    run->devices->display = g_strdup(":99");
    run->devices->preview = g_build_filename(s->dir, "preview.png", NULL);
    const struct memory_run row = {.task = s->options.task,
                                   .agent = (char *)"scene",
                                   .brain = s->options.brain,
                                   .profile = (char *)"default",
                                   .app = (char *)"",
                                   .display = (char *)":99",
                                   .mode = (char *)"step",
                                   .options = (char *)"{}"};
    assert_true(memory_run_add(run->store, &row, &run->id, &error));
    run->step = 1;
    assert_true(memory_step_begin(run->store, run->id, run->step, &error));
    run->control->started = true;
}

void scene_open(struct scene *s, const char *settings, const char *lua, scene_answers answers, void *data)
{
    *s = (struct scene){.dir = g_dir_make_tmp("scene-XXXXXX", NULL)};
    s->options.task = (char *)"press a key";
    s->options.agent = (char *)"scene";
    s->options.brain = (char *)(lua ? "script" : "person");
    s->options.max_steps = 10;
    g_setenv("FAKE_DIR", s->dir, TRUE);
    write_prompts();
    make_config(s, settings, lua);
    parts_init(&s->run, &scene_agent);
    start_client(s, answers, data);
    make_run(s);
}

void scene_load_skills(struct scene *s)
{
    const char *const base[] = {NULL};
    skill_library_free(s->run.skills->library);
    s->run.skills->library = skill_library_load(base, NULL, NULL);
    assert_non_null(s->run.skills->library);
}

void scene_close(struct scene *s)
{
    s->run.control->closing = true;
    device_control_stop(&s->run);
    client_close(&s->run);
    waitpid(s->client, NULL, 0);
    parts_clear(&s->run);
    config_free(s->cfg);
    g_free(s->dir);
    g_free(s->told);
}

/* A picture of one colour in the store's folder; what it is called goes into the environment. */
static void make_picture(struct scene *s, const char *variable, guint32 colour)
{
    g_autoptr(frame) f = frame_new(64, 48);
    g_autofree char *hash = NULL, *path = NULL;
    frame_fill(f, 0, 0, 64, 48, colour);
    assert_true(frame_store(f, memory_frames_dir(s->run.store), &hash, &path, NULL));
    g_setenv(variable, path, TRUE);
}

void scene_look(struct scene *s, const char *eye, const char *hand)
{
    GError *error = NULL;
    make_picture(s, "FAKE_BEFORE", 0x102030);
    make_picture(s, "FAKE_AFTER", 0xa0b0c0);
    g_setenv("FAKE_EYE", eye, TRUE);
    g_setenv("FAKE_HAND", hand, TRUE);
    if (!device_control_start(&s->run, &error) || !step_observe(&s->run, &error))
        fail_msg("%s", error->message);
}

/* ---- what was told ---- */

struct awaited {
    struct scene *s;
    const char *file, *text;
};

static bool has(void *data)
{
    struct awaited *a = data;
    g_autofree char *path = g_build_filename(a->s->dir, a->file, NULL);
    g_clear_pointer(&a->s->told, g_free);
    return g_file_get_contents(path, &a->s->told, NULL, NULL) && strstr(a->s->told, a->text);
}

static const char *await_text(struct scene *s, const char *file, const char *text)
{
    struct awaited a = {s, file, text};
    if (!helper_await(has, &a, 5000))
        fail_msg("%s: no %s in:\n%s", file, text, s->told ? s->told : "");
    return s->told;
}

const char *scene_told(struct scene *s)
{
    if (!s->run.client->stream) /* closed, as a run's end does */
        return await_text(s, "client.log", "\"event\":\"ended\"");
    g_autofree char *mark = g_strdup_printf("mark %d", ++s->marks);
    client_notice(&s->run, "info", "%s", mark);
    line_stream_flush(s->run.client->stream, 1000);
    return await_text(s, "client.log", mark);
}

int scene_count(struct scene *s, const char *text)
{
    int n = 0;
    for (const char *at = scene_told(s); (at = strstr(at, text)); at += strlen(text))
        n++;
    return n;
}

const char *scene_hand_heard(struct scene *s, const char *text)
{
    return await_text(s, "hand.log", text);
}

void scene_kill_eye(void)
{
    g_autofree char *path = g_build_filename(g_getenv("FAKE_DIR"), "eye.pid", NULL), *pid = NULL;
    if (g_file_get_contents(path, &pid, NULL, NULL))
        kill((pid_t)g_ascii_strtoll(pid, NULL, 10), SIGKILL);
}

bool scene_journal_has(struct scene *s, const char *stage, const char *by)
{
    g_autoptr(GPtrArray) rows = memory_journal(s->run.store, s->run.id, NULL);
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_entry *e = g_ptr_array_index(rows, i);
        if (g_strcmp0(e->stage, stage) == 0 && g_strcmp0(e->by, by) == 0)
            return true;
    }
    return false;
}

/* ---- in few words ---- */

action *scene_press(const char *key)
{
    action *a = action_new("key.press");
    action_set_string(a, "key", key);
    return a;
}

char *command_line(command *c)
{
    g_autoptr(command) own = c;
    g_autofree char *json = command_to_json(own);
    return g_strconcat(json, "\n", NULL);
}

char *scene_approve(const event *e)
{
    command *c = command_new(COMMAND_APPROVE);
    c->id = e->id;
    c->digest = g_strdup(e->fire.digest);
    c->word = g_strdup(e->judged.word);
    return command_line(c);
}

int scene_main(int argc, char **argv)
{
    static const struct worker_kind kinds[] = {{"library", dryrun_worker_library, false, NULL},
                                               {"dryrun", dryrun_worker_run, false, NULL},
                                               {"script", dryrun_worker_script, false, NULL},
                                               {"ocr", eye_worker_ocr, false, eye_worker_ocr_prepare}};
    char self[PATH_MAX];
    gssize n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[MAX(n, 0)] = '\0';
    g_setenv("REINS_BIN", self, TRUE);
    signal(SIGPIPE, SIG_IGN);
    g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING); /* a GError that is set twice */
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return worker_main(argc - 1, argv + 1, kinds, G_N_ELEMENTS(kinds));
    if (argc > 1 && strcmp(argv[1], "eye") == 0)
        return fake_eye();
    return argc > 1 && strcmp(argv[1], "hand") == 0 ? fake_hand() : -1;
}
