#ifndef ENGINE_PROTOCOL_MARKS_EVENT_H
#define ENGINE_PROTOCOL_MARKS_EVENT_H

/* The parts of the events `marks` and `preview` that are lists: words, numbered marks, areas. (marks_event_json.c) */

#include "engine/protocol/protocol.h"
#include "skills/timeline/screen.h"

/* Bounds of one event: with them its line is shorter than a line may be, whatever is in the texts. */
#define MARKS_EVENT_WORDS 1500 /* the first ones in reading order */
#define MARKS_EVENT_MARKS 500  /* those with the lowest numbers */
#define MARKS_EVENT_BYTES 64   /* of a text; a longer one is cut */

/* The event `marks` of a frame, from the words of its screen and the marks that are not left out. Caller frees. */
event *marks_event_new(const char *frame, const screen *s);
/* The words and marks of such an event; what is not valid or too much is left out. Caller frees. */
screen *marks_event_screen(const event *e);
/* Areas (struct area) as in `changed` of a preview, and back; caller frees. marks_event_areas(): NULL = none are told, or not
 * validly. */
char *marks_event_areas_json(const GArray *areas);
GArray *marks_event_areas(const char *json);

#endif
