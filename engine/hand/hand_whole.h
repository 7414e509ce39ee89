#ifndef ENGINE_HAND_HAND_WHOLE_H
#define ENGINE_HAND_HAND_WHOLE_H

/* What the hands of all still screens (engine/display/still.h) share: they take each act as a whole, and nothing stays down, so a
 * dead hand leaves nothing to release. There is no pointer, no keyboard map, and nothing is told of other people. */

#include "engine/eye/eye_still.h"
#include "engine/hand/hand_link.h"

struct hand_whole { /* first member of what `data` of a link is */
    eye_still *eye; /* owned */
    struct hand_ports ports;
    const char *not_told; /* static: what such a screen does not tell; NULL = nothing that matters */
};

/* acts: begin, ended, stop and `acts`; copied. */
void hand_whole_init(struct hand_whole *h, struct still *still_take, const struct hand_port *acts, const char *not_told);
void hand_whole_clear(struct hand_whole *h);

/* Operations of the link. */
guint64 hand_whole_server(void *data);
guint32 hand_whole_connection(void *data);
void hand_whole_recover(void *data, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons);
void hand_whole_listen(void *data, ledger *l, bool ignore_foreign, GPtrArray *said);
void hand_whole_nothing(void *data);
const struct hand_ports *hand_whole_ports(const void *data);
void hand_whole_set_own(void *data, const struct own_terminal *terminals, int n);
gint64 hand_whole_deadline(const void *data);
bool hand_whole_pending(const void *data);

/* The rest of a link's table after open, close and fd. */
#define HAND_WHOLE_LINK                                                                                                          \
    .server = hand_whole_server, .connection = hand_whole_connection, .recover = hand_whole_recover,                             \
    .listen = hand_whole_listen, .unlisten = hand_whole_nothing, .ports = hand_whole_ports, .set_own = hand_whole_set_own,       \
    .deadline = hand_whole_deadline, .pending = hand_whole_pending

#endif
