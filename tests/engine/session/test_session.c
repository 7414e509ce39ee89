/* Life: what a run does between its steps, and before its first. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/session/driver.h"

#include "engine/display/display.h"
#include "engine/session/session.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/step/procedural.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define PAUSES 12000
#define STACK_BYTES (384 * 1024)

/* Each notice about the hold answers a take-over: one pause after the other. */
static char *pauses(const event *e, void *data)
{
    int *left = data;
    if (e->kind != EVENT_NOTICE || (*left)-- < 0)
        return NULL;
    return *left <= 0 ? command_line(command_new(COMMAND_STOP))
                      : g_strdup("{\"command\":\"takeover\"}\n{\"command\":\"hold\",\"id\":1}\n");
}

/* A console that stays open for days: the stack does not grow with what the person does. */
static void drive__paused_again_and_again__on_a_small_stack(void **state)
{
    (void)state;
    struct scene s;
    struct rlimit before, small;
    int left = PAUSES, code;
    const char *outcome;
    g_autofree char *reason = NULL;
    scene_open(&s, NULL, NULL, pauses, &left);
    getrlimit(RLIMIT_STACK, &before);
    small = before;
    small.rlim_cur = STACK_BYTES;
    assert_int_equal(setrlimit(RLIMIT_STACK, &small), 0);
    run_pause(&s.run, "human", "a break");
    session_drive(&s.run, &outcome, &reason, &code);
    setrlimit(RLIMIT_STACK, &before);
    assert_string_equal(outcome, "stopped");
    assert_int_equal(code, 4);
    assert_int_equal(s.run.control->state, CONTROL_TAKEN_OVER);
    scene_close(&s);
}

/* As a run of that agent begins: its profile, and the skills that it has then. */
static void load_skills(struct scene *s, const struct agent *agent)
{
    g_autoptr(GError) error = NULL;
    scene_open(s, NULL, NULL, NULL, NULL);
    s->options.app = (char *)"xcalc";
    s->run.working->agent = agent;
    g_clear_pointer(&s->run.profile, profile_free);
    g_clear_pointer(&s->run.judge->rules, rules_free);
    g_clear_pointer(&s->run.skills->library, skill_library_free);
    if (!session_load_profile(&s->run, &error) || !procedural_load(&s->run, &error) || !step_retrieve(&s->run, NULL, &error))
        fail_msg("%s", error->message);
}

static bool has_skill(struct scene *s, const char *name)
{
    return skill_library_find(s->run.skills->library, name);
}

static bool is_offered(struct scene *s, const char *name)
{
    const skill *found = skill_library_find(s->run.skills->library, name);
    return found && g_ptr_array_find(s->run.skills->offered, found, NULL);
}

/* An agent's libraries are the run's beside the profile's, each once; what is in no file is told. */
static void load_profile__libraries_of_the_agent__are_the_runs(void **state)
{
    (void)state;
    static const char *const libraries[] = {"text", "xcalc", "atlantis", NULL};
    const struct agent with = {.name = "scene", .libraries = libraries}, without = {.name = "scene"};
    struct scene s;
    load_skills(&s, &without);
    assert_true(has_skill(&s, "press_button")); /* the profile's own */
    assert_false(has_skill(&s, "press_enter"));
    scene_close(&s);
    load_skills(&s, &with);
    assert_true(has_skill(&s, "press_button"));
    assert_true(has_skill(&s, "press_enter"));
    assert_true(is_offered(&s, "press_button"));
    assert_true(is_offered(&s, "press_enter"));
    assert_false(has_skill(&s, "move_forward"));
    assert_int_equal(scene_count(&s, "skills: "), 1);
    assert_int_equal(scene_count(&s, "atlantis"), 1);
    scene_close(&s);
}

static gint64 other_run(struct scene *s, const char *status, const char *display)
{
    gint64 id;
    const struct memory_run row = {.task = (char *)"other",
                                   .agent = (char *)"scene",
                                   .brain = (char *)"",
                                   .profile = (char *)"default",
                                   .app = (char *)"",
                                   .display = (char *)":77",
                                   .mode = (char *)"step",
                                   .options = (char *)"{}",
                                   .status = (char *)status,
                                   .sandbox = (char *)display};
    assert_true(memory_run_add(s->run.store, &row, &id, NULL));
    return id;
}

static bool has_sandbox(struct scene *s, gint64 id)
{
    struct memory_run *row = memory_run_get(s->run.store, id, NULL);
    bool has = row->sandbox != NULL;
    memory_run_free(row);
    return has;
}

static void has_proposed(struct scene *s, gint64 run)
{
    const struct memory_proposal p = {.run = run,
                                      .step = 1,
                                      .id = 1,
                                      .action = (char *)"{}",
                                      .timeline = (char *)"[]",
                                      .digest = (char *)"d",
                                      .rule = (char *)"",
                                      .target = (char *)"{}",
                                      .by = (char *)"model"};
    GError *error = NULL;
    if (!memory_step_begin(s->run.store, run, 1, &error) || !memory_proposal_add(s->run.store, &p, &error))
        fail_msg("%s", error->message);
}

/* One that was left behind is cleared away; that of a run that was paused at its work, of one that somebody drives, and of this
 * one stay. */
static void sweep__sandboxes_of_dead_runs__only_these(void **state)
{
    (void)state;
    static const char left_over[] = "{\"display\":\":77\"}";
    struct scene s;
    GError *error = NULL;
    scene_open(&s, NULL, NULL, NULL, NULL);
    gint64 dead = other_run(&s, "running", left_over), paused = other_run(&s, "paused", left_over),
           paused_at_once = other_run(&s, "paused", left_over), driven = other_run(&s, "running", left_over),
           own = other_run(&s, "running", left_over), none = other_run(&s, "running", NULL);
    int lock = memory_run_lock(s.run.store, driven, NULL);
    assert_true(lock >= 0);
    has_proposed(&s, paused);
    if (!session_sweep(&s.run, own, &error))
        fail_msg("%s", error->message);
    assert_false(has_sandbox(&s, dead));
    assert_true(has_sandbox(&s, paused));
    assert_false(has_sandbox(&s, paused_at_once));
    assert_true(has_sandbox(&s, driven));
    assert_true(has_sandbox(&s, own));
    assert_false(has_sandbox(&s, none));
    close(lock);
    scene_close(&s);
}

/* The end of a run that a person stops, while the eye is busy as its words say. */
static void stopped_beside(struct scene *s, const char *eye)
{
    struct eye_request begin = {.kind = EYE_BEGIN};
    scene_open(s, NULL, NULL, NULL, NULL);
    scene_look(s, eye, "");
    assert_true(device_ask_eye(&s->run, &begin, 5000, NULL));
    s->run.control->stop = true;
    session_end(&s->run, "stopped", "stopped by the person", 4);
}

/* Its words are still being read: the picture alone is to be had, and is kept. */
static void end__the_eye_is_busy__the_last_picture_is_there(void **state)
{
    (void)state;
    struct scene s;
    stopped_beside(&s, "verify=mute");
    assert_int_equal(scene_count(&s, "\"event\":\"frame\""), 2);
    assert_int_equal(scene_count(&s, "without a last picture"), 0);
    g_autoptr(GPtrArray) frames = memory_frames(s.run.store, s.run.id, 0, NULL);
    const struct memory_frame *first = g_ptr_array_index(frames, 0), *last = g_ptr_array_index(frames, frames->len - 1);
    assert_string_not_equal(last->hash, first->hash);
    assert_string_equal(last->role, "observation");
    scene_close(&s);
}

static void end__nothing_can_be_seen__says_what_that_means(void **state)
{
    (void)state;
    struct scene s;
    stopped_beside(&s, "verify=mute glance=mute");
    assert_int_equal(scene_count(&s, "the run ends without a last picture: the machine was too busy to take one in time"), 1);
    assert_int_equal(scene_count(&s, "\"event\":\"ended\""), 1);
    scene_close(&s);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drive__paused_again_and_again__on_a_small_stack),
        cmocka_unit_test(end__the_eye_is_busy__the_last_picture_is_there),
        cmocka_unit_test(end__nothing_can_be_seen__says_what_that_means),
        cmocka_unit_test(load_profile__libraries_of_the_agent__are_the_runs),
        cmocka_unit_test(sweep__sandboxes_of_dead_runs__only_these),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
