#ifndef SKILLS_TIMELINE_LOOP_H
#define SKILLS_TIMELINE_LOOP_H

/* A closed loop: the last event of a timeline, in which the skill continues turn by turn and decides each turn by what the
 * screen then shows. Its events cannot be known in advance, so a person approves a budget, which the hand
 * enforces. */

#include <glib.h>
#include <stdbool.h>

#define LOOP_EVENTS_MAX 10000
#define LOOP_MS_MAX (10 * 60 * 1000)
#define LOOP_KEYS_MAX 40
#define LOOP_PX_MAX 65535
#define LOOP_NO_TEXT "a loop presses keys, it types no text (key.press does it)"

typedef struct timeline_loop {
    char *skill;         /* owned: the skill of the loop, "" = none */
    char *args;          /* owned: its arguments as canonical JSON object; a number that is not whole is a text there */
    char *source_sha256; /* owned: hash of all sources that are loaded with the skill */
    int events;          /* limit: presses, releases, moves and wheel clicks */
    gint64 ms;           /* limit: ms from its beginning */
    char **keys; /* owned, sorted: the only keys and buttons that may go down: canonical key names, "left mouse" …, "wheel" */
    int x, y, width, height; /* allowed area of the pointer, px of the screen; width 0 = the pointer is not used */
} timeline_loop;

/* An empty budget. Caller frees. */
struct timeline_loop *timeline_loop_new(void);
void timeline_loop_free(struct timeline_loop *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(timeline_loop, timeline_loop_free)
struct timeline_loop *timeline_loop_copy(const struct timeline_loop *l);
/* The canonical form of an entry of `keys`: "ctrl" → "Control_L", "left mouse", "wheel". Caller frees. Error: unknown name. */
char *timeline_loop_key(const char *name, GError **error);
/* True when the budget is complete and within the limits of this header: buttons need an area, and something must be allowed.
 * The error says what is wrong and what is accepted. */
bool timeline_loop_fits(const struct timeline_loop *l, GError **error);
bool timeline_loop_has_key(const struct timeline_loop *l, const char *key);
/* True when it may press keys. */
bool timeline_loop_uses_keyboard(const struct timeline_loop *l);
/* True when it may press buttons or turn the wheel. */
bool timeline_loop_uses_buttons(const struct timeline_loop *l);
bool timeline_loop_uses_pointer(const struct timeline_loop *l);
/* The reason why the budget forbids an event, as a sentence that the caller frees; NULL = allowed. x, y: the pointer's
 * position. */
char *timeline_loop_refuse_key(const timeline_loop *l, const char *key);
char *timeline_loop_refuse_button(const timeline_loop *l, int button, int x, int y);
char *timeline_loop_refuse_wheel(const timeline_loop *l, int x, int y);
char *timeline_loop_refuse_place(const timeline_loop *l, int x, int y);
/* True when whatever `l` may do, `budget` may: the same skill from the same source, no more events and time, no other keys, the
 * pointer in no other place. The arguments may differ. */
bool timeline_loop_within(const timeline_loop *l, const timeline_loop *budget);
/* The budget in words: "at most 300 events in 10 s; keys a d w, left mouse; the pointer within 300×200 at 100,50". Caller frees.
 */
char *timeline_loop_budget(const struct timeline_loop *l);

/* The loop event as canonical JSON with at_ms and type (loop_json.c). Caller frees. */
char *timeline_loop_to_json(const struct timeline_loop *l, gint64 at_ms);
/* Reads a parsed event (a cJSON object); NULL with an error. Checks members, types, ranges and the order of keys. */
struct timeline_loop *timeline_loop_from_json(const void *item, GError **error);
struct action;
/* The arguments of an action in the form of `args`. Caller frees. */
char *timeline_loop_args(const struct action *a);

#endif
