#include "skills/worker_seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
/* Open for reading only: the flags are argument `n`. Leaves the flags loaded. */
#define READ_ONLY(name, n)                                                                                                       \
    LOAD(nr), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 3), LOAD(args[n]),                                             \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), REFUSE
#define DENY(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), REFUSE

void worker_seccomp(void)
{
#ifdef ARCH
    static struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
        REFUSE, /* another table of numbers */
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        REFUSE, /* x32 */
        DENY(fork),
        DENY(vfork),
        DENY(creat),
        DENY(unlink),
        DENY(rename),
        DENY(mkdir),
        DENY(rmdir),
        DENY(link),
        DENY(symlink),
        DENY(chmod),
        DENY(chown),
#endif
        DENY(socket),
        DENY(socketpair),
        DENY(connect),
        DENY(bind),
        DENY(listen),
        DENY(accept),
        DENY(accept4),
        DENY(sendmsg),
        DENY(execve),
        DENY(execveat),
        DENY(ptrace),
        DENY(process_vm_readv),
        DENY(process_vm_writev),
        DENY(kill),
        DENY(tkill),
        DENY(pidfd_send_signal),
        DENY(unlinkat),
        DENY(renameat),
        DENY(renameat2),
        DENY(mkdirat),
        DENY(linkat),
        DENY(symlinkat),
        DENY(fchmodat),
        DENY(fchownat),
        DENY(truncate),
        DENY(mount),
        DENY(unshare),
        DENY(setns),
        DENY(keyctl),
        DENY(bpf),
        DENY(io_uring_setup),
        DENY(perf_event_open),
        DENY(userfaultfd),
        DENY(shmget),
        DENY(mq_open),
        DENY(openat2),
#ifdef __x86_64__
        READ_ONLY(open, 1),
#endif
        READ_ONLY(openat, 2),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    static const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#endif
}
