#ifndef SKILLS_TIMELINE_ACT_H
#define SKILLS_TIMELINE_ACT_H

/* Acts: the structured actions of a world (engine/world/world.h), each a name and arguments in one line: "mine object=oak_log
 * count=3". Only a world takes them, and it takes nothing else. Pure. */

#include "skills/timeline/timeline.h"

#define ACT_BYTES_MAX 512

/* Printable ASCII: a name of small letters and _, then arguments NAME=VALUE, each after one space. */
bool act_fits(const char *text, GError **error);
/* False: event i is none that a world can do (`world`), or one that only a world can. */
bool act_event_fits(const struct timeline_event *e, guint i, bool world, GError **error);
/* The same of all events. */
bool act_timeline_fits(const timeline *t, bool world, GError **error);

#endif
