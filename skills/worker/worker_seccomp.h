#ifndef SKILLS_WORKER_WORKER_SECCOMP_H
#define SKILLS_WORKER_WORKER_SECCOMP_H

/* Permanently forbids the system calls that a worker never needs: sockets, starting programs, changing files, signalling and
 * tracing other processes. They fail with EPERM. Does nothing on an unknown kernel or processor; the other limits still hold. */
void worker_seccomp(void);

#endif
