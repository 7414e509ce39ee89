#ifndef TESTS_ENGINE_SESSION_DRIVER_H
#define TESTS_ENGINE_SESSION_DRIVER_H

/* A run without a display: a store of its own, a client that is a process at the other end of a socket, brains that are scripts
 * or the person, and an eye and a hand that speak the lines of the true ones and do as FAKE_EYE and FAKE_HAND say. The test
 * program is all of these processes itself. */

#include "engine/agents/agent.h"
#include "engine/run/answers.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/gate/gate.h"
#include "engine/run/holds.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/step/proposal.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "engine/gate/rules.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "engine/run/working.h"
#include "memory/memory.h"

/* What the client says to an event: lines of commands, each with its newline; NULL = nothing. In a process of its own; `data` is
 * its copy of what the test had when it opened the scene. Caller frees. */
typedef char *(*scene_answers)(const event *e, void *data);

struct scene {
    struct run run;
    run_options options;
    config *cfg;
    char *dir, *told; /* told: of scene_told() */
    int marks;
    pid_t client;
};

/* The modules of its agent, by their places: two of the first rank (watcher says the screen: {"text"}; thinker {"mood":
 * "good|bad"}), one that
 * proposes, and beside it one that notes ({"note"}). */
enum { WATCHER, THINKER, ACTOR, NOTER };

/* `settings`: reins.ini beside `[brain script]`, whose source is `lua` (NULL = none: the person is the brain). */
void scene_open(struct scene *s, const char *settings, const char *lua, scene_answers answers, void *data);
/* base.lua in place of the primitives: a module can name no primitive. */
void scene_load_skills(struct scene *s);
void scene_close(struct scene *s);
/* Starts eye and hand and looks. Words of the form REQUEST=WHAT, see driver_fakes.c; "" = all goes well. */
void scene_look(struct scene *s, const char *eye, const char *hand);
/* All events that the client was told so far, a line each; borrowed. */
const char *scene_told(struct scene *s);
/* How often that is among them. */
int scene_count(struct scene *s, const char *text);
/* What the hand was told, once that is among it (5 s at most); borrowed, as scene_told(). */
const char *scene_hand_heard(struct scene *s, const char *text);
/* SIGKILL; from the client's process, too. */
void scene_kill_eye(void);
/* {"skill":"key.press",…} */
action *scene_press(const char *key);
/* An approval as the event has it; caller frees. */
char *scene_approve(const event *e);
/* Whether the journal has such a stage, by whom. */
bool scene_journal_has(struct scene *s, const char *stage, const char *by);
char *command_line(command *c);

/* The program's main asks this first: -1 = it is the test itself. */
int scene_main(int argc, char **argv);
/* driver_fakes.c */
int fake_eye(void);
int fake_hand(void);

#endif
