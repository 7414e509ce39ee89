/* Stands before reins in tests (run.sh makes it $REINS_BIN) and is it; only for the worker "ocr" it is words.c. Each of the
 * thousands of processes of a run starts through it. It has no C library: the start of glibc asks the processor some hundred
 * times what it is, and a virtual machine answers each of them by a trap, 0.6 ms in all. */
#include <limits.h>
#include <stdbool.h>

#ifdef __x86_64__
#include <asm/unistd.h>

static long call(long number, const void *a, const void *b, const void *c)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

#define readlink(path, to, size) call(__NR_readlink, path, to, (void *)(size))
#define execve(path, argv, envp) call(__NR_execve, path, argv, envp)
#define _exit(status) call(__NR_exit, (void *)(long)(status), 0, 0)
static int become(int argc, char **argv, char **envp);

/* What the kernel leaves on the stack: argc, argv, NULL, the environment, NULL. */
__attribute__((used)) static void begin(long *stack)
{
    char **argv = (char **)(stack + 1);
    _exit(become((int)*stack, argv, argv + *stack + 1));
}

__asm__(".globl _start\n_start: xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n hlt\n");
#else
#include <unistd.h>

static int become(int argc, char **argv, char **envp);

int main(int argc, char **argv, char **envp)
{
    return become(argc, argv, envp);
}
#endif

static bool is_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static char *copy(char *to, const char *from)
{
    while ((*to = *from))
        to++, from++;
    return to;
}

/* build/tests/helper/bin/reins: build/reins, or build/tests/helper/bin/words. */
static int become(int argc, char **argv, char **envp)
{
    static const char own[] = "/tests/helper/bin/reins";
    static char path[PATH_MAX + sizeof own];
    const bool reads = argc > 2 && is_same(argv[1], "worker") && is_same(argv[2], "ocr");
    const long n = readlink("/proc/self/exe", path, PATH_MAX), at = n - (long)(sizeof own - 1);
    if (at < 0 || !is_same(path + at, own))
        return 1;
    copy(path + at, reads ? "/tests/helper/bin/words" : "/reins");
    execve(path, argv, envp);
    return 1;
}
