/* reins skills check: what is wrong with a file, or with a skill of the library or a draft, at its line. */

#include "tui/cli/skills.h"

#include "skills/dryrun/dryrun.h"
#include "tui/cli/cli.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct checking {
    const struct skills_asked *asked;
    skills_shelf shelf;
    bool open;           /* the shelf: only where a name asks for it */
    GPtrArray *findings; /* for JSON: each as one object */
    int code;
};

static bool is_file(const char *word)
{
    return strchr(word, '/') || g_str_has_suffix(word, ".lua") || g_file_test(word, G_FILE_TEST_EXISTS);
}

static void tell(struct checking *c, const char *label, const GPtrArray *found)
{
    for (guint i = 0; i < found->len; i++) {
        const char *line = g_ptr_array_index(found, i);
        c->code = EXIT_FAILED;
        if (!c->asked->json)
            skills_print(line);
        else
            g_ptr_array_add(c->findings, skills_json_finding(label, line));
    }
}

/* On a terminal: a file of thousands takes minutes. */
static void told(void *data, gint64 done, gint64 of)
{
    const bool *tty = data;
    if (!*tty)
        return;
    if (of)
        fprintf(stderr, "\rreins: checking … %d of %d functions", (int)done, (int)of);
    else
        fputs("reins: checking …", stderr);
}

static bool check_file(struct checking *c, const char *path, GError **error)
{
    bool tty = isatty(STDERR_FILENO);
    const struct check_watch watch = {told, &tty};
    g_autoptr(GPtrArray) found = dryrun_check_file(path, &watch, error);
    if (tty)
        fputs("\r\033[K", stderr);
    if (found)
        tell(c, path, found);
    return found != NULL;
}

/* As accept and edit would check it. */
static bool check_skill(struct checking *c, const char *word, GError **error)
{
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick pick = {0};
    if (!c->open && !skills_shelf_open(&c->shelf, false, NULL, NULL, error))
        return false;
    c->open = true;
    if (!skills_pick(&c->shelf, word, &pick, error))
        return false;
    const struct change change = skills_shelf_change(&c->shelf);
    g_autoptr(draft_check) check = change_check(&change, pick.name, pick.sha256, pick.code ? pick.code : "", error);
    if (!check)
        return false;
    tell(c, pick.name, check->errors);
    for (guint i = 0; i < check->notes->len; i++)
        fprintf(stderr, "reins: note: %s: %s\n", pick.name, (char *)g_ptr_array_index(check->notes, i));
    return true;
}

int skills_check(const struct skills_asked *asked)
{
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free);
    struct checking c = {.asked = asked, .findings = findings, .code = EXIT_DONE};
    for (char **word = asked->words; *word; word++) {
        g_autoptr(GError) error = NULL;
        bool file = is_file(*word);
        if (file ? check_file(&c, *word, &error) : check_skill(&c, *word, &error))
            continue;
        int code = cli_fail(error);
        c.code = MAX(c.code, file ? EXIT_FAILED : code);
    }
    if (c.open)
        skills_shelf_close(&c.shelf);
    if (asked->json) {
        g_autofree char *all = skills_json_array(findings);
        puts(all);
    }
    return c.code;
}
