#include "engine/hand/priority.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As sched_setattr(2) has it; glibc 2.36 declares none, and the kernel's header cannot stand beside <sched.h>. */
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime_ns, deadline_ns, period_ns;
};

#define REALTIME_MAX_US 2000000 /* without a pause */
#define NICE (-10)
#define SLICE_NS 100000 /* the least that Linux takes */

static bool realtime(void)
{
    struct sched_param lowest = {.sched_priority = sched_get_priority_min(SCHED_RR)};
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTTIME, &limit) != 0)
        return false;
    limit.rlim_cur = limit.rlim_max < REALTIME_MAX_US ? limit.rlim_max : REALTIME_MAX_US;
    return setrlimit(RLIMIT_RTTIME, &limit) == 0 && sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest) == 0;
}

static bool slice(void)
{
    struct attributes attr = {
        .size = sizeof attr, .policy = SCHED_OTHER, .nice = getpriority(PRIO_PROCESS, 0), .runtime_ns = SLICE_NS};
    return syscall(SYS_sched_setattr, 0, &attr, 0) == 0;
}

enum priority priority_raise(void)
{
    if (realtime())
        return PRIORITY_REALTIME;
    bool nice = setpriority(PRIO_PROCESS, 0, NICE) == 0;
    bool shortest = slice();
    return nice ? PRIORITY_NICE : shortest ? PRIORITY_SLICE : PRIORITY_NONE;
}
