/* reins: puts the parts together. Picks the command or the process (engine, eye, hand, worker) by argv[1]. */

#include "config/config.h"
#include "config/keyring.h"
#include "engine/agents/agent.h"
#include "engine/devices/recorded.h"
#include "engine/engine.h"
#include "engine/eye/elements.h"
#include "engine/eye/eye.h"
#include "engine/hand/clipboard.h"
#include "engine/hand/hand.h"
#include "skills/dryrun/dryrun.h"
#include "skills/dryrun/loop_worker.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"
#include "tui/cli/commands.h"
#include "tui/cli/manual.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct worker_kind worker_kinds[] = {
    {"library", dryrun_worker_library, false, NULL},
    {"dryrun", dryrun_worker_run, false, NULL},
    {"check", dryrun_worker_check, false, NULL},
    {"script", dryrun_worker_script, false, NULL},
    {"ocr", eye_worker_ocr, false, eye_worker_ocr_prepare},
    {"loop", loop_worker_worker, true, NULL},
    {"print", eye_worker_print, false, NULL},
    {"elements", elements_worker, false, NULL, elements_worker_connect},
};

static int run_worker(int argc, char **argv)
{
    return worker_main(argc, argv, worker_kinds, G_N_ELEMENTS(worker_kinds));
}

/* What reins, a shell's completion or `make man` starts under this name; not for people, so not in the help. */
static const struct {
    const char *name;
    int (*function)(int argc, char **argv);
} processes[] = {{"engine", engine_main},     {"eye", eye_main},      {"hand", hand_main},        {"clipboard", clipboard_main},
                 {"recorded", recorded_main}, {"worker", run_worker}, {"complete", cli_complete}, {"manual", cli_manual}};

/* ---- log: to the file in $REINS_LOG; without one only warnings, and those not into a console ---- */

static struct {
    int fd;       /* -1 = no file */
    bool console; /* stderr is the terminal that the console draws on */
} log_to = {-1, false};

static void write_line(int fd, const char *line)
{
    gsize length = strlen(line);
    while (length) {
        gssize n = write(fd, line, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; /* nowhere to say that logging fails */
        line += n;
        length -= (gsize)n;
    }
}

static const char *field(const GLogField *fields, gsize n, const char *key)
{
    for (gsize i = 0; i < n; i++)
        if (strcmp(fields[i].key, key) == 0 && fields[i].length < 0)
            return fields[i].value;
    return NULL;
}

static GLogWriterOutput log_writer(GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
    (void)data;
    bool severe = (level & G_LOG_LEVEL_MASK) <= G_LOG_LEVEL_WARNING;
    if (log_to.fd < 0 && (!severe || log_to.console))
        return G_LOG_WRITER_HANDLED;
    const char *message = field(fields, n, "MESSAGE"), *domain = field(fields, n, "GLIB_DOMAIN");
    g_autofree char *text = visible_text(message ? message : "(no message)");
    g_autofree char *line = NULL;
    if (log_to.fd < 0) {
        line = g_strdup_printf("reins: %s%s%s\n", domain ? domain : "", domain ? ": " : "", text);
        write_line(STDERR_FILENO, line);
        return G_LOG_WRITER_HANDLED;
    }
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *time = g_date_time_format(now, "%Y-%m-%dT%H:%M:%S");
    line = g_strdup_printf("%s.%06dZ %d %s %s%s%s\n", time, g_date_time_get_microsecond(now), (int)getpid(),
                           severe ? "warning" : "note", domain ? domain : "", domain ? ": " : "", text);
    write_line(log_to.fd, line); /* O_APPEND: lines of several processes do not mix */
    return G_LOG_WRITER_HANDLED;
}

static bool has_word(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

static bool start_log(int argc, char **argv)
{
    const struct cli_command *command = argc > 1 ? commands_find(argv[1]) : NULL;
    log_to.console = command && command->console && !has_word(argc, argv, "--headless") && isatty(STDERR_FILENO);
    const char *path = g_getenv("REINS_LOG");
    g_log_set_writer_func(log_writer, NULL, NULL);
    if (!path || !*path)
        return true;
    log_to.fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    if (log_to.fd >= 0 && isatty(log_to.fd)) {
        close(log_to.fd);
        log_to.fd = -1;
        errno = ENOTSUP;
    }
    if (log_to.fd < 0)
        cli_usage("cannot log to $REINS_LOG, %s: %s (name a file that can be written, or unset it)", path, g_strerror(errno));
    return log_to.fd >= 0;
}

/* ---- start ---- */

/* With a standard descriptor closed, the next file opened (the store) would get its number, and what is printed. */
static void fill_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDWR) < 0) /* lint: these are inherited */
            _exit(EXIT_ENVIRONMENT);
}

#define KEPT_BYTES (128 << 20)    /* free memory that a process keeps */
#define HEAP_BYTES_MAX (32 << 20) /* a picture larger than this has pages of its own */

/* Pictures come and go many times a second. The C library would give the memory of each back to the kernel, which clears every
 * page again for the next one: nine tenths of the page faults of a hand at work. */
static void keep_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_MMAP_THRESHOLD, HEAP_BYTES_MAX);
}

/* Text is UTF-8 everywhere inside; numbers are written with a point. */
static void set_locale(void)
{
    setlocale(LC_ALL, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C");
}

static int print_text(const char *text)
{
    return fputs(text, stdout) < 0 || fflush(stdout) != 0 ? EXIT_FAILED : EXIT_DONE;
}

static int dispatch(int argc, char **argv)
{
    g_autofree char *help = commands_help();
    if (argc < 2) {
        fputs(help, stderr);
        return EXIT_USAGE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(processes); i++)
        if (strcmp(argv[1], processes[i].name) == 0)
            return processes[i].function(argc - 1, argv + 1);
    for (int i = 1; i < argc; i++)
        if (!g_utf8_validate(argv[i], -1, NULL))
            return cli_usage("word %d of the command line is not UTF-8 text", i);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return print_text(help);
    if (strcmp(argv[1], "--version") == 0)
        return print_text("reins " CLI_VERSION "\n");
    const struct cli_command *command = commands_find(argv[1]);
    if (!command)
        return commands_unknown(argv[1]);
    return command->function(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    keyring_guard();
    keep_memory();
    fill_standard_descriptors();
    set_locale();
    keyring_take();
    agents_register_options();
    g_set_prgname("reins");
    if (!start_log(argc, argv))
        return EXIT_USAGE;
    int code = dispatch(argc, argv);
    /* What was printed must have arrived: a full disk is a failure. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_DONE)
        code = EXIT_FAILED;
    return code;
}
