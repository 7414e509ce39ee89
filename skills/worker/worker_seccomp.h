#ifndef SKILLS_WORKER_WORKER_SECCOMP_H
#define SKILLS_WORKER_WORKER_SECCOMP_H

enum worker_may {
    WORKER_MAY_READ, /* files */
    WORKER_MAY_FORK, /* same, start children by fork() and kill them: a warm parent */
    WORKER_MAY_WORK, /* neither: a warm parent's child */
    WORKER_MAY_TALK, /* files, and the connections that it has */
};

/* Permanently forbids the system calls that a worker never needs: sockets, starting programs, changing files, signalling and
 * tracing other processes, but for what it may. They fail with EPERM. Does nothing on an unknown kernel or processor; the other
 * limits still hold. */
void worker_seccomp(enum worker_may may);

#endif
