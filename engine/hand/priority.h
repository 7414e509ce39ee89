#ifndef ENGINE_HAND_PRIORITY_H
#define ENGINE_HAND_PRIORITY_H

/* Priority: when its moment has come the hand should run, whatever else computes. A key's time is made of the hand's wake-up and
 * of the X server's; only the first is ours. What is taken is the first of these that the system allows:
 *
 * - SCHED_RR, the lowest real-time priority (root, CAP_SYS_NICE, RLIMIT_RTPRIO). The hand sleeps but for a few ms for each event;
 *   should it ever compute for two seconds without a pause, RLIMIT_RTTIME ends it, and the ledger lets go for it;
 * - nice -10 (RLIMIT_NICE), and the shortest slice of time (sched_setattr, Linux 6.12 and later), which everybody may ask for:
 * who asks for less comes sooner.
 *
 * A key held for 200 ms, 25 times, two cores, both computing, other work beside it: without any of this the error was at most 8
 * to 17 ms (median 0 to 4), with SCHED_RR 4 (median 0), with nice or slice no different from without. What is left is the
 * server's.
 *
 * Not used: the delay that XTestFakeKeyEvent() takes. The server would keep the time, but what it has been given cannot be taken
 * back: a stop in the middle would have to wait for it, and a kill -9 would lose the release. */

enum priority { PRIORITY_REALTIME, PRIORITY_NICE, PRIORITY_SLICE, PRIORITY_NONE };

/* Raises that of this process; nothing that it starts inherits it. */
enum priority priority_raise(void);

#endif
