#ifndef TESTS_ENGINE_GATE_JUDGING_H
#define TESTS_ENGINE_GATE_JUDGING_H

/* A case for policy and rules, in a few words. */

#include "engine/gate/policy.h"

#include <glib.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

struct judged {
    action *action;
    timeline *timeline;
    eye_observation *observation;
    struct policy_case c;
};

#define JUDGED_WINDOW 5
#define JUDGED_OTHER 6

/* A screen of 640x480 with the target "Calculator" (XCalc) at 100,100 300x200 and "Mail" (Mail) beside it at 400,100 200x200. */
static inline void judged_init(struct judged *j, const char *skill, const char *timeline_text)
{
    GError *error = NULL;
    *j = (struct judged){.action = action_new(skill), .observation = g_new0(eye_observation, 1)};
    j->action->tier = -1;
    j->timeline = timeline_from_json(timeline_text, strlen(timeline_text), &error);
    if (!j->timeline)
        fail_msg("%s: %s", timeline_text, error->message);
    eye_observation *o = j->observation;
    o->frame.width = 640;
    o->frame.height = 480;
    o->keyframes = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    o->samples = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    o->windows = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    o->screen = screen_new(640, 480);
    o->target = o->focus = JUDGED_WINDOW;
    o->twins = g_strsplit("Cyrillic_tse w Cyrillic_TSE W Greek_omega v hebrew_finalmem o hebrew_finalmem p semicolon q", " ", -1);
    static const struct eye_window windows[] = {
        {.id = JUDGED_WINDOW,
         .title = (char *)"Calculator",
         .class = (char *)"XCalc",
         .x = 100,
         .y = 100,
         .width = 300,
         .height = 200},
        {.id = JUDGED_OTHER, .title = (char *)"Mail", .class = (char *)"Mail", .x = 400, .y = 100, .width = 200, .height = 200},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(windows); i++) {
        struct eye_window *w = g_new0(struct eye_window, 1);
        *w = windows[i];
        w->title = g_strdup(windows[i].title);
        w->class = g_strdup(windows[i].class);
        g_ptr_array_add(o->windows, w);
    }
    struct timeline_place place = screen_place(o->screen);
    j->c = (struct policy_case){
        .action = j->action, .timeline = j->timeline, .observation = o, .x = -1, .y = -1, .target_window = JUDGED_WINDOW};
    j->c.window = timeline_target(j->timeline, &place, &j->c.x, &j->c.y) ? eye_observation_window_at(o, j->c.x, j->c.y)
                                                                         : eye_observation_window(o, JUDGED_WINDOW);
}

static inline void judged_word(struct judged *j, const char *text, int x, int y)
{
    struct screen_word w = {.text = (char *)text, .region = NULL, .x = x, .y = y, .width = 40, .height = 12, .confidence = 1};
    screen_add_word(j->observation->screen, &w);
}

static inline void judged_clear(struct judged *j)
{
    action_free(j->action);
    timeline_free(j->timeline);
    eye_observation_free(j->observation);
}

#define MOVE(x, y)                                                                                                               \
    "{\"at_ms\":0,\"type\":\"move\",\"x\":" #x ",\"y\":" #y ",\"origin\":\"absolute\",\"tween\":\"linear\",\"duration_ms\":0}"
#define PRESS "{\"at_ms\":0,\"type\":\"button_down\",\"button\":\"left\",\"hold_ms\":0}"
#define HOLD_BUTTON "{\"at_ms\":0,\"type\":\"button_down\",\"button\":\"left\",\"hold_ms\":60000}"
#define LIFT "{\"at_ms\":0,\"type\":\"button_up\",\"button\":\"left\"}"
#define CLICK(x, y) MOVE(x, y) "," PRESS "," LIFT
#define DOWN(k) "{\"at_ms\":0,\"type\":\"key_down\",\"key\":\"" k "\",\"hold_ms\":0}"
#define UP(k) "{\"at_ms\":0,\"type\":\"key_up\",\"key\":\"" k "\"}"
#define TAP(k) DOWN(k) "," UP(k)
#define PASTE(t) "{\"at_ms\":0,\"type\":\"text\",\"text\":\"" t "\",\"duration_ms\":0,\"paste\":true}"
/* A closed loop; `keys`: "\"a\",\"left mouse\"", sorted. */
#define LOOP(keys, x, y, width, height)                                                                                          \
    "{\"at_ms\":0,\"type\":\"loop\",\"skill\":\"x\",\"args\":{},\"source_sha256\":"                                              \
    "\"0000000000000000000000000000000000000000000000000000000000000000\",\"budget\":{\"events\":9,\"ms\":900,\"keys\":[" keys   \
    "],\"rect\":{\"x\":" #x ",\"y\":" #y ",\"width\":" #width ",\"height\":" #height "}}}"
#define TEXT(t) "{\"at_ms\":0,\"type\":\"text\",\"text\":\"" t "\",\"duration_ms\":0}"

#endif
