#ifndef ENGINE_HAND_PRIORITY_H
#define ENGINE_HAND_PRIORITY_H

/* Priority: makes the hand run on time while other processes compute. The time of a key depends on the wake-ups of the hand and
 * of the X server; only the first can be improved here. It uses the first of these that the system allows:
 *
 * - SCHED_RR with the lowest real-time priority (root, CAP_SYS_NICE, RLIMIT_RTPRIO). The hand needs a few ms for each event. If
 *   it ever computed for two seconds without a pause, RLIMIT_RTTIME would end it, and the ledger would release everything.
 * - nice -10 (RLIMIT_NICE), and the shortest time slice (sched_setattr, Linux 6.12 and later), for which a process runs sooner.
 *
 * Measured with a key held for 200 ms, 25 times, on two busy cores: without any of this the error was at most 8 to 17 ms
 * (median 0 to 4), with SCHED_RR 4 ms (median 0), with nice or time slice as without. The rest is the server's.
 *
 * The delay argument of XTestFakeKeyEvent() is not used, because a stop would have to wait for it, and kill -9 would lose the
 * release. */

enum priority { PRIORITY_REALTIME, PRIORITY_NICE, PRIORITY_SLICE, PRIORITY_NONE };

/* Raises the priority of this process; its children do not inherit it. */
enum priority priority_raise(void);

#endif
