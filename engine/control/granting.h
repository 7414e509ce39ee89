#ifndef ENGINE_CONTROL_GRANTING_H
#define ENGINE_CONTROL_GRANTING_H

/* Grants at work: given, used, ended. Inside engine/ only. */

#include <glib.h>

struct run;
struct command;

/* The commands grant and revoke. */
void granting_give(struct run *run, const struct command *c);
void granting_revoke(struct run *run, const struct command *c);
/* All of them: status paused. */
void granting_end(struct run *run, const char *status, const char *by, const char *reason);
void granting_use(struct run *run, int id, int proposal);
/* Ends what is over by time; when to call again, 0 = never. */
gint64 granting_turn(struct run *run, gint64 now_us);
/* A new observation; a proposal that goes into that window: a grant until window may end. */
void granting_look(struct run *run);
void granting_depart(struct run *run, gint64 window);

#endif
