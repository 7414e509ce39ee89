#include "skills/timeline/action.h"
#include "skills/worker/worker.h"
#include "skills/worker/worker_frame.h"
#include "skills/worker/worker_seccomp.h"
#include "skills/worker/worker_warm.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* The child's side: read the request, give up every right, only then touch what the request brought. */

/* AddressSanitizer keeps what was freed for a while: room for that, or every limit would be found by its out-of-memory report.
 * And its report is a file. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZER_BYTES ((rlim_t)1024 * 1024 * 1024)
#define REPORT_BYTES ((rlim_t)1024 * 1024)
#else
#define SANITIZER_BYTES 0
#define REPORT_BYTES 0
#endif

#define PARENT_BYTES ((rlim_t)1024 * 1024 * 1024)

/* What SIGPROF sends: ready beforehand, because its handler may allocate nothing. */
static struct {
    char *bytes;
    gsize length;
} late_answer;

/* Async-signal-safe. */
static void write_all(const char *bytes, gsize length)
{
    while (length) {
        ssize_t n = write(STDOUT_FILENO, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        bytes += n;
        length -= (gsize)n;
    }
}

static GString *frame_of_reply(const char *reply, gsize length)
{
    GString *frame = g_string_sized_new(length + WORKER_FRAME_LINE_MAX);
    g_string_append_printf(frame, WORKER_FRAME_OK, length);
    return g_string_append_len(frame, reply, (gssize)length);
}

static GString *frame_of_error(const GError *error)
{
    GString *frame = g_string_new(NULL);
    int code = error->domain == SKILLS_ERROR ? error->code : SKILLS_ERROR_FAILED;
    g_string_append_printf(frame, WORKER_FRAME_ERROR, code, strlen(error->message));
    return g_string_append(frame, error->message);
}

static void G_GNUC_NORETURN end_with(GString *frame)
{
    write_all(frame->str, frame->len);
    _exit(0); /* no destructors, no finalizers: nothing of the request runs on */
}

void worker_give_up(const GError *error)
{
    worker_time_limit(0, NULL, NULL);
    end_with(frame_of_error(error));
}

void worker_answer_now(const char *reply, gsize length)
{
    worker_time_limit(0, NULL, NULL);
    end_with(frame_of_reply(reply, length));
}

static void on_time_up(int signo)
{
    (void)signo;
    write_all(late_answer.bytes, late_answer.length);
    _exit(0);
}

void worker_time_limit(int ms, const GString *reply, const GError *error)
{
    struct itimerval off = {0}, on = {.it_value = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000}};
    setitimer(ITIMER_PROF, &off, NULL);
    g_clear_pointer(&late_answer.bytes, g_free);
    if (ms <= 0)
        return;
    GString *frame = error ? frame_of_error(error) : frame_of_reply(reply->str, reply->len);
    late_answer.length = frame->len;
    late_answer.bytes = g_string_free(frame, FALSE);
    struct sigaction handler = {.sa_handler = on_time_up};
    sigfillset(&handler.sa_mask);
    sigaction(SIGPROF, &handler, NULL);
    setitimer(ITIMER_PROF, &on, NULL);
}

/* ---- a session ---- */

static GString *heard; /* what has come beyond the last message */

static void hear_more(void)
{
    char buffer[16384];
    ssize_t n;
    do {
        n = read(STDIN_FILENO, buffer, sizeof buffer);
    } while (n < 0 && errno == EINTR);
    if (n <= 0 || heard->len + (gsize)n > WORKER_REQUEST_MAX)
        _exit(1); /* nobody is there any more */
    g_string_append_len(heard, buffer, n);
}

char *worker_hear(gsize *ret_length)
{
    gsize length = 0;
    int taken = 0;
    if (!heard)
        heard = g_string_new(NULL);
    while (!memchr(heard->str, '\n', heard->len))
        hear_more();
    if (sscanf(heard->str, "more %" G_GSIZE_FORMAT "%n", &length, &taken) != 1 || length > WORKER_REQUEST_MAX)
        _exit(1);
    while (heard->len < (gsize)taken + 1 + length)
        hear_more();
    char *message = g_strndup(heard->str + taken + 1, length);
    g_string_erase(heard, 0, (gssize)((gsize)taken + 1 + length));
    *ret_length = length;
    return message;
}

void worker_say(const char *message, gsize length)
{
    g_autoptr(GString) frame = g_string_sized_new(length + WORKER_FRAME_LINE_MAX);
    g_string_append_printf(frame, WORKER_FRAME_MORE, length);
    g_string_append_len(frame, message, (gssize)length);
    write_all(frame->str, frame->len);
}

static GString *read_request(void)
{
    GString *request = g_string_new(NULL);
    char buffer[32768];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return request;
        if (request->len + (gsize)n > WORKER_REQUEST_MAX)
            _exit(1);
        g_string_append_len(request, buffer, n);
    }
}

/* Address space in use now: limits count from here, whatever the program and its request need. */
static rlim_t address_space(void)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL))
        return 0;
    return (rlim_t)g_ascii_strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void set_limit(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit old;
    if (getrlimit(resource, &old) == 0 && old.rlim_max != RLIM_INFINITY) {
        soft = MIN(soft, old.rlim_max);
        hard = MIN(hard, old.rlim_max);
    }
    struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
    setrlimit(resource, &limit);
}

static void leave_no_file(void)
{
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_FSIZE, REPORT_BYTES, REPORT_BYTES);
    set_limit(RLIMIT_NOFILE, 64, 64);
}

static void give_up_rights(gsize memory_bytes, int cpu_s, enum worker_may may)
{
    leave_no_file();
    set_limit(RLIMIT_CPU, (rlim_t)cpu_s, (rlim_t)cpu_s + 1);
    rlim_t used = address_space();
    if (used)
        set_limit(RLIMIT_AS, used + memory_bytes + SANITIZER_BYTES, used + memory_bytes + SANITIZER_BYTES);
    worker_seccomp(may);
}

/* What a person has set their language to changes no answer: Lua compares texts and knows letters by the locale. */
static void forget_locale(void)
{
    setlocale(LC_ALL, "C");
    setlocale(LC_CTYPE, "C.UTF-8");
}

/* The parent may have died before the death signal was asked for. */
static void die_with_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (parent > 1 && getppid() != parent)
        _exit(1);
}

int worker_main(int argc, char **argv, const struct worker_kind *kinds, gsize n_kinds)
{
    if (argc > 1 && g_str_equal(argv[1], "worker")) { /* the whole command line, or from the command's own name on */
        argc--;
        argv++;
    }
    const struct worker_kind *kind = argc == 5 ? worker_kind_find(kinds, n_kinds, argv[1]) : NULL;
    if (!kind)
        return 2; /* only reins itself starts workers */
    die_with_parent((pid_t)g_ascii_strtoll(argv[4], NULL, 10));
    close_range(STDERR_FILENO + 1, ~0U, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    forget_locale();
    gsize length = 0, memory = (gsize)g_ascii_strtoull(argv[2], NULL, 10);
    int cpu = (int)g_ascii_strtoll(argv[3], NULL, 10);
    bool warm = g_str_equal(argv[2], WORKER_WARM);
    g_autoptr(GError) error = NULL;
    if (warm) {
        leave_no_file();
        set_limit(RLIMIT_AS, address_space() + PARENT_BYTES + SANITIZER_BYTES, RLIM_INFINITY); /* its children set their own */
        kind = worker_parent(kind, kinds, n_kinds, &memory, &cpu, &error);
    }
    if (error)
        worker_give_up(error);
    g_autofree char *first = kind->session ? worker_hear(&length) : NULL;
    g_autoptr(GString) request = first ? g_string_new_len(first, (gssize)length) : read_request();
    if (kind->connect && !kind->connect(request->str, request->len, &error))
        worker_give_up(error);
    give_up_rights(memory, cpu, kind->connect ? WORKER_MAY_TALK : warm ? WORKER_MAY_WORK : WORKER_MAY_READ);
    g_autoptr(GString) reply = g_string_new(NULL);
    if (kind->function(request->str, request->len, reply, &error))
        worker_answer_now(reply->str, reply->len);
    if (!error)
        g_set_error(&error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "the %s worker failed without a reason", kind->name);
    worker_give_up(error);
}
