#ifndef ENGINE_CONTROL_GRANTING_H
#define ENGINE_CONTROL_GRANTING_H

/* Gives, uses and ends grants. Inside engine/ only. */

#include <glib.h>

struct run;
struct command;

/* The commands grant and revoke. */
void granting_give(struct run *run, const struct command *c);
void granting_revoke(struct run *run, const struct command *c);
/* Ends all grants with this status. */
void granting_end(struct run *run, const char *status, const char *by, const char *reason);
void granting_use(struct run *run, int id, int proposal);
/* Ends the grant of a list, if there is one. */
void granting_end_list(struct run *run, const char *reason);
/* Ends grants whose time is over. Returns when to call again, 0 = never. */
gint64 granting_turn(struct run *run, gint64 now_us);
/* A new observation, or a proposal into that window, may end a grant that is limited to a window. */
void granting_look(struct run *run);
void granting_depart(struct run *run, gint64 window);

#endif
