#include "engine/eye/readiness.h"

#include "engine/display/proc.h"

/* Only whether it wants a processor: it also works for our looks. */
static bool has_work(gint64 pid)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/task/%d", (int)pid, (int)pid);
    struct proc_thread t;
    return pid != 0 && proc_thread(folder, &t) && t.state != 'S' && t.state != 'Z';
}

void readiness_begin(struct readiness *r, gint64 pid, bool whole, gint64 now_us)
{
    r->program = (struct process_idle){.pid = pid, .whole = whole, .every_us = READINESS_LOOK_US};
    r->next_us = pid ? now_us : G_MAXINT64;
    r->busy_us = now_us;
    r->rests = pid == 0;
    r->ended = false;
}

bool readiness_look(struct readiness *r, gint64 rest_us, gint64 now_us)
{
    struct process_idle *p = &r->program;
    if (p->pid == 0)
        return true;
    if (now_us >= r->next_us) {
        process_idle_look(p, now_us);
        r->next_us = now_us + READINESS_LOOK_US;
        if (p->processes > 0 && (p->rests == 0 || has_work(r->server) || has_work(r->manager)))
            r->busy_us = now_us;
    }
    r->rests = p->processes == 0 || p->look_us - r->busy_us >= MIN(rest_us, READINESS_REST_US);
    if (r->rests && r->tireless == p->pid)
        r->tireless = 0;
    return r->rests || r->tireless == p->pid;
}

void readiness_end(struct readiness *r)
{
    if (r->rests || r->ended)
        return;
    r->ended = true;
    r->bouts = r->tireless == r->program.pid ? r->bouts + 1 : 1;
    r->tireless = r->program.pid;
}

bool readiness_works(const struct readiness *r)
{
    return r->program.pid != 0 && !r->rests;
}

bool readiness_tireless(const struct readiness *r)
{
    return readiness_works(r) && r->tireless == r->program.pid && r->bouts > 1;
}
