#ifndef SKILLS_TIMELINE_LOOP_H
#define SKILLS_TIMELINE_LOOP_H

/* A closed loop: the last event of a timeline whose skill goes on turn by turn, each turn decided by what the screen shows then
 * (design section 4). What it will press cannot be known, so a person approves how much it may: its budget, which the hand
 * enforces. */

#include <glib.h>
#include <stdbool.h>

#define LOOP_EVENTS_MAX 10000
#define LOOP_MS_MAX (10 * 60 * 1000)
#define LOOP_KEYS_MAX 40
#define LOOP_PX_MAX 65535
#define LOOP_NO_TEXT "a loop presses keys, it types no text (key.press does it)"

typedef struct timeline_loop {
    char *skill;             /* owned: the skill whose loop it is, "" = none */
    char *args;              /* owned: its arguments, canonical JSON object; a number that is not whole is a text there */
    char *source_sha256;     /* owned: of all sources that the skill is loaded with */
    int events;              /* at most: presses, releases, moves, wheel clicks */
    gint64 ms;               /* at most, from its beginning */
    char **keys;             /* owned, sorted: canonical key names, "left mouse" …, "wheel": nothing else goes down */
    int x, y, width, height; /* where the pointer may be, px of the screen; width 0 = the pointer is not used */
} timeline_loop;

/* All empty. */
struct timeline_loop *timeline_loop_new(void);
void timeline_loop_free(struct timeline_loop *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(timeline_loop, timeline_loop_free)
struct timeline_loop *timeline_loop_copy(const struct timeline_loop *l);
/* One entry of `keys` as it is kept there: "ctrl" → "Control_L", "left mouse", "wheel"; caller frees. Error: it is none. */
char *timeline_loop_key(const char *name, GError **error);
/* Within the limits of this header, and whole: buttons need an area, and there must be something that it may do. Error: what is
 * wrong, and what fits. */
bool timeline_loop_fits(const struct timeline_loop *l, GError **error);
bool timeline_loop_has_key(const struct timeline_loop *l, const char *key);
/* May it press keys? */
bool timeline_loop_uses_keyboard(const struct timeline_loop *l);
/* May it press buttons or turn the wheel? */
bool timeline_loop_uses_buttons(const struct timeline_loop *l);
bool timeline_loop_uses_pointer(const struct timeline_loop *l);
/* Why the budget does not allow it, a sentence that caller frees; NULL = it does. Of the pointer: where it would be. */
char *timeline_loop_refuse_key(const timeline_loop *l, const char *key);
char *timeline_loop_refuse_button(const timeline_loop *l, int button, int x, int y);
char *timeline_loop_refuse_wheel(const timeline_loop *l, int x, int y);
char *timeline_loop_refuse_place(const timeline_loop *l, int x, int y);
/* The budget in words: "at most 300 events in 10 s; keys a d w, left mouse; the pointer within 300×200 at 100,50". Caller frees.
 */
char *timeline_loop_budget(const struct timeline_loop *l);

/* Canonical JSON of its event, with at_ms and type (loop_json.c); caller frees. */
char *timeline_loop_to_json(const struct timeline_loop *l, gint64 at_ms);
/* Of the parsed event (a cJSON object); NULL with error. Checks members, types, ranges, order of the keys. */
struct timeline_loop *timeline_loop_from_json(const void *item, GError **error);
struct action;
/* The arguments of an action as they stand in `args`; caller frees. */
char *timeline_loop_args(const struct action *a);

#endif
