#include "skills/worker/worker_seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A list of what may stay, so that a new kernel brings no new way out: memory, time, the answer; reading files (libraries, data),
 * but not where all is loaded. No process, thread, socket, signal to others, nothing that writes, and no attribute of a file that
 * is open. The same on each architecture that is known here (on another the limits alone hold), and under AddressSanitizer, whose
 * report has its file beforehand (worker.c). */

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH

static const int harmless[] = {
#ifdef __x86_64__
    __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_poll, __NR_pause, __NR_time, __NR_arch_prctl,
#endif
    __NR_read, __NR_readv, __NR_pread64, __NR_write, __NR_writev, __NR_close, __NR_lseek, __NR_fstat, __NR_newfstatat, __NR_statx,
    __NR_faccessat, __NR_faccessat2, __NR_readlinkat, __NR_getdents64, __NR_getcwd, __NR_dup, __NR_ppoll,
    /* memory */
    __NR_mmap, __NR_munmap, __NR_mremap, __NR_mprotect, __NR_madvise, __NR_brk,
    /* its own signals and its end */
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_sigaltstack, __NR_restart_syscall, __NR_exit, __NR_exit_group,
    /* time */
    __NR_setitimer, __NR_getitimer, __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep,
    __NR_gettimeofday, __NR_times, __NR_getrusage,
    /* what it is */
    __NR_getpid, __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_uname, __NR_sysinfo,
    __NR_getrlimit, __NR_getrandom,
    /* a C library with threads, that starts none */
    __NR_futex, __NR_rseq, __NR_set_robust_list, __NR_set_tid_address, __NR_membarrier, __NR_sched_yield, __NR_sched_getaffinity,
    __NR_getcpu};

#define PROGRAM_MAX 256

struct program {
    struct sock_filter code[PROGRAM_MAX];
    unsigned short n;
};

static void add(struct program *p, int code, guint32 k, gsize if_true, gsize if_false)
{
    g_assert(p->n < PROGRAM_MAX);
    p->code[p->n++] = (struct sock_filter){(guint16)code, (guint8)if_true, (guint8)if_false, k};
}

static void load(struct program *p, gsize offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, (guint32)offset, 0, 0);
}

static void answer(struct program *p, bool yes)
{
    add(p, BPF_RET | BPF_K, yes ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

/* The number is loaded. Only where the argument is one of these. (Its lower half: all of them are ints to the kernel.) */
static void allow_where(struct program *p, int nr, int argument, const guint32 *values, gsize n)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (guint32)nr, 0, 2 + 2 * n);
    load(p, offsetof(struct seccomp_data, args) + 8 * (gsize)argument);
    for (gsize i = 0; i < n; i++) {
        add(p, BPF_JMP | BPF_JEQ | BPF_K, values[i], 0, 1);
        answer(p, true);
    }
    answer(p, false);
}

/* Only where none of the bits is set in the argument. */
static void allow_without(struct program *p, int nr, int argument, guint32 bits)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (guint32)nr, 0, 4);
    load(p, offsetof(struct seccomp_data, args) + 8 * (gsize)argument);
    add(p, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    answer(p, false);
    answer(p, true);
}

/* What its children may is for their own filter, which comes on top. */
static const int of_parents[] = {__NR_wait4,  __NR_kill,        __NR_tgkill,      __NR_recvmsg,
                                 __NR_sendto, __NR_close_range, __NR_getpriority, __NR_setpriority,
#ifdef __x86_64__
                                 __NR_dup2,
#endif
                                 __NR_dup3};

/* Over a connection that is there already: none that makes one. */
static const int of_talkers[] = {__NR_sendmsg, __NR_sendto, __NR_recvmsg, __NR_recvfrom};

static void allow(struct program *p, const int *calls, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        add(p, BPF_JMP | BPF_JEQ | BPF_K, (guint32)calls[i], 0, 1);
        answer(p, true);
    }
}

static void assemble(struct program *p, enum worker_may may)
{
    static const guint32 look[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL}, is_terminal[] = {TCGETS},
                         of_itself[] = {0}, for_children[] = {PR_SET_PDEATHSIG, PR_SET_SECCOMP};
    const guint32 me[] = {(guint32)getpid()};
    const guint32 not_a_fork = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_THREAD | CLONE_PARENT | CLONE_PTRACE | CLONE_NEWNS |
                               CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    const guint32 writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    load(p, offsetof(struct seccomp_data, arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
    answer(p, false); /* another table of numbers */
    load(p, offsetof(struct seccomp_data, nr));
    allow(p, harmless, G_N_ELEMENTS(harmless));
    if (may == WORKER_MAY_FORK) {
        allow(p, of_parents, G_N_ELEMENTS(of_parents));
        allow_without(p, __NR_clone, 0, not_a_fork);
        allow_where(p, __NR_prctl, 0, for_children, G_N_ELEMENTS(for_children));
    }
    if (may == WORKER_MAY_TALK)
        allow(p, of_talkers, G_N_ELEMENTS(of_talkers));
    if (may != WORKER_MAY_WORK) {
#ifdef __x86_64__
        allow_without(p, __NR_open, 1, writes);
#endif
        allow_without(p, __NR_openat, 2, writes);
    }
    allow_where(p, __NR_fcntl, 1, look, G_N_ELEMENTS(look));               /* F_SETOWN would send signals */
    allow_where(p, __NR_ioctl, 1, is_terminal, G_N_ELEMENTS(is_terminal)); /* TIOCSTI would type */
    allow_where(p, __NR_prlimit64, 0, of_itself, G_N_ELEMENTS(of_itself));
    allow_where(p, __NR_tgkill, 0, me, G_N_ELEMENTS(me)); /* abort() */
    answer(p, false);
}

#endif

void worker_seccomp(enum worker_may may)
{
#ifdef ARCH
    struct program p = {.n = 0};
    assemble(&p, may);
    const struct sock_fprog program = {.len = p.n, .filter = p.code};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
    (void)may;
#endif
}
