#include "tests/bench/measure.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

GArray *samples_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(double));
}

void samples_add(GArray *samples, double value)
{
    g_array_append_val(samples, value);
}

static int by_value(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double samples_median(GArray *samples)
{
    if (samples->len == 0)
        return 0;
    g_array_sort(samples, by_value);
    return g_array_index(samples, double, samples->len / 2);
}

double samples_max(const GArray *samples)
{
    double most = 0;
    for (guint i = 0; i < samples->len; i++)
        most = MAX(most, g_array_index(samples, double, i));
    return most;
}

double now_ms(void)
{
    return (double)g_get_monotonic_time() / 1000;
}

double processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1e6;
}

bool installed(const char *program)
{
    g_autofree char *path = g_find_program_in_path(program);
    return path != NULL;
}

static double ms_of(struct timeval t)
{
    return (double)t.tv_sec * 1000 + (double)t.tv_usec / 1000;
}

bool time_program(const char *display, const char *const *argv, double *ret_wall, double *ret_cpu)
{
    double begun = now_ms();
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (int fd = 0; fd < 3; fd++)
            dup2(null, fd);
        if (display)
            g_setenv("DISPLAY", display, TRUE);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    int status = 0;
    struct rusage used = {0};
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid)
        return false;
    *ret_wall = now_ms() - begun;
    *ret_cpu = ms_of(used.ru_utime) + ms_of(used.ru_stime);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool time_rounds(const char *display, const char *const *argv, int rounds, double *ret_wall, double *ret_cpu)
{
    g_autoptr(GArray) walls = samples_new(), cpus = samples_new();
    if (!installed(argv[0])) {
        printf("  skipped: %s is not installed (make deps-bench)\n", argv[0]);
        return false;
    }
    for (int i = 0; i < rounds; i++) {
        double wall, cpu;
        if (!time_program(display, argv, &wall, &cpu)) {
            printf("  skipped: %s failed here\n", argv[0]);
            return false;
        }
        samples_add(walls, wall);
        samples_add(cpus, cpu);
    }
    *ret_wall = samples_median(walls);
    *ret_cpu = samples_median(cpus);
    return true;
}
