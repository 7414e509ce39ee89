#ifndef SKILLS_WORKER_WORKER_SECCOMP_H
#define SKILLS_WORKER_WORKER_SECCOMP_H

/* Takes from the process, for good, the system calls that a worker never needs: sockets, starting programs, changing files,
 * signalling and tracing others. They fail with EPERM. Does nothing where the kernel or the processor is not known: the limits
 * still hold. */
void worker_seccomp(void);

#endif
