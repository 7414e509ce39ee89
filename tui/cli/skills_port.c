/* reins skills export, import: a library as one file. */

#include "engine/curation/port.h"
#include "tui/cli/cli.h"
#include "tui/cli/skills.h"
#include "tui/cli/skills_json.h"

#include "config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- export ---- */

/* Those that are named, else all of one's own, of one library or of all; maybe none where there are retired ones. */
static GPtrArray *chosen(const struct skills_asked *asked, const skills_shelf *shelf, const GPtrArray *retired, GError **error)
{
    g_autoptr(GPtrArray) skills = g_ptr_array_new();
    const GPtrArray *all = skill_library_all(shelf->library);
    for (char **w = asked->words; *w; w++) {
        const skill *s = skill_library_find(shelf->library, *w);
        if (!s) {
            skills_unknown(shelf, *w, error);
            return NULL;
        }
        g_ptr_array_add(skills, (gpointer)s);
    }
    for (guint i = 0; !asked->words[0] && i < all->len; i++) {
        skill *s = g_ptr_array_index(all, i);
        if (asked->library ? g_str_equal(s->library, asked->library) : s->layer != LAYER_SHIPPED)
            g_ptr_array_add(skills, s);
    }
    if (skills->len || retired->len)
        return g_steal_pointer(&skills);
    if (asked->library)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                    "library \"%s\" has no skill (reins skills list --json says which)", asked->library);
    else
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                    "you have no skill of your own to export (shipped skills must be named)");
    return NULL;
}

int skills_export(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    if (asked->words[0] && asked->library)
        return cli_usage("skills export: names or a library, not both");
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error))
        return cli_fail(error);
    bool some = asked->words[0] || asked->library;
    g_autoptr(GPtrArray) retired = some ? g_ptr_array_new() : port_retired(shelf.m, shelf.library, &error);
    g_autoptr(GPtrArray) skills = retired ? chosen(asked, &shelf, retired, &error) : NULL;
    g_autofree char *json = skills ? port_write(shelf.m, shelf.library, skills, retired, &error) : NULL;
    if (!json)
        return cli_fail(error);
    if (!asked->out || g_str_equal(asked->out, "-")) {
        if (puts(json) >= 0 && fflush(stdout) == 0)
            return EXIT_DONE;
        g_set_error(&error, G_FILE_ERROR, g_file_error_from_errno(errno),
                    "cannot write to standard output: %s (where does it go to?)", g_strerror(errno));
        return cli_fail(error);
    }
    g_autofree char *line = g_strconcat(json, "\n", NULL);
    if (!g_file_set_contents_full(asked->out, line, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error)) {
        g_prefix_error(&error, "cannot export to %s: ", asked->out);
        return cli_fail(error);
    }
    g_autofree char *history =
        retired->len ? g_strdup_printf(", and the history of %u that are no longer in a library", retired->len) : g_strdup("");
    g_autofree char *what = g_strdup_printf("%u skill%s%s", skills->len, skills->len == 1 ? "" : "s", history);
    if (asked->json) {
        g_autofree char *did = skills_json_did("export", NULL, NULL, NULL, asked->out, what);
        puts(did);
    } else {
        g_autofree char *text = g_strdup_printf("%s, in %s", what, asked->out);
        skills_print(text);
    }
    return EXIT_DONE;
}

/* ---- import ---- */

/* A regular file of at most PORT_FILE_MAX, or stdin. */
static char *read_file(const char *path, gsize *ret_length, GError **error)
{
    if (g_str_equal(path, "-"))
        return cli_read_stdin(PORT_FILE_MAX, ret_length, error);
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool regular = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    int failed = errno;
    if (fd >= 0)
        close(fd);
    char *text = NULL;
    if (fd < 0)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s cannot be read: %s", path, g_strerror(failed));
    else if (!regular)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s is not a file", path);
    else if (st.st_size > PORT_FILE_MAX)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s has %" G_GINT64_FORMAT " bytes: a library has at most %d MiB",
                    path, (gint64)st.st_size, PORT_FILE_MAX / 1024 / 1024);
    else
        g_file_get_contents(path, &text, ret_length, error);
    return text;
}

static void print_all(const char *title, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++) {
        g_autofree char *line = g_strdup_printf("    %s%s", title, (const char *)g_ptr_array_index(lines, i));
        skills_print(line);
    }
}

static void print_done(const struct port_done *d)
{
    enum skill_stage stage = STAGE_DRAFT;
    stage_parse(d->stage, &stage);
    g_autoptr(GString) line = g_string_new(stage_glyph(stage));
    g_string_append_printf(line, " %s@%.8s: %s", d->name, d->sha256, d->stage);
    if (d->known)
        g_string_append(line, ", was here already");
    if (d->versions)
        g_string_append_printf(line, ", %u earlier version%s", d->versions, d->versions == 1 ? "" : "s");
    if (d->outcomes)
        g_string_append_printf(line, ", %u outcome%s", d->outcomes, d->outcomes == 1 ? "" : "s");
    if (d->replaces)
        g_string_append_printf(line, "; there is a %s here, which accepting it would replace (reins skills diff %s %.8s)",
                               d->name, d->name, d->sha256);
    skills_print(line->str);
    print_all("before it can be accepted: ", d->errors);
    print_all("note: ", d->notes);
    print_all("not carried over: ", d->lost);
}

struct result {
    GPtrArray *done;    /* struct port_done* */
    GPtrArray *refused; /* char* */
};

static int print_result(const struct skills_asked *asked, const port_file *file, const struct result *r)
{
    if (asked->json) {
        g_autofree char *text = skills_json_import(file->cradle ? "cradle" : "reins", r->done, r->refused);
        puts(text);
        return r->done->len ? EXIT_DONE : EXIT_FAILED;
    }
    for (guint i = 0; i < r->done->len; i++)
        print_done(g_ptr_array_index(r->done, i));
    fflush(stdout);
    for (guint i = 0; i < r->refused->len; i++) {
        g_autofree char *line = g_strdup_printf("refused: %s", (const char *)g_ptr_array_index(r->refused, i));
        skills_print(line);
    }
    if (r->done->len)
        puts("Nothing of this is loaded yet: reins skills list --drafts, show, diff, try, accept.");
    return r->done->len ? EXIT_DONE : EXIT_FAILED;
}

int skills_import(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    gsize length = 0;
    g_autofree char *text = read_file(asked->words[0], &length, &error);
    g_autoptr(port_file) file = text ? port_read(text, length, &error) : NULL;
    if (!file) {
        g_prefix_error(&error, "import: ");
        return cli_fail(error);
    }
    if (!skills_shelf_open(&shelf, true, NULL, NULL, &error))
        return cli_fail(error);
    g_autofree char *base = g_path_get_basename(asked->words[0]), *from = g_utf8_make_valid(base, -1);
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func((GDestroyNotify)port_done_free);
    g_autoptr(GPtrArray) refused = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < file->refused->len; i++)
        g_ptr_array_add(refused, g_strdup(g_ptr_array_index(file->refused, i)));
    for (guint i = 0; i < file->skills->len; i++) {
        const struct port_skill *s = g_ptr_array_index(file->skills, i);
        struct port_done *d = port_take(shelf.m, shelf.library, s, from, &error);
        if (d)
            g_ptr_array_add(done, d);
        else if (error->domain != SKILLS_ERROR) /* the store, or no worker: the rest would fail, too */
            return cli_fail(error);
        else
            g_ptr_array_add(refused, g_strdup_printf("%s: %s", s->name, error->message));
        g_clear_error(&error);
    }
    const struct result result = {done, refused};
    return print_result(asked, file, &result);
}
