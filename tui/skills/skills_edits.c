/* Texts that are not written yet: a copy of each lies in a file until it is in the library, so that it outlives the console. */

#include "config/config.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"
#include "tui/term/text_edit.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Beside those of `reins skills edit`. */
static char *edits_folder(void)
{
    g_autofree char *data = config_data_dir(NULL);
    return data ? g_build_filename(data, "edits", NULL) : NULL;
}

void skills_edits_save(console *c)
{
    struct skills_screen *s = c->shelf;
    struct skills_text *kept = &s->edit.kept;
    g_autoptr(GError) error = NULL;
    const char *text = s->edit.editor ? text_edit_text(s->edit.editor) : kept->text;
    if (!text || g_strcmp0(text, kept->saved) == 0)
        return;
    g_autofree char *folder = edits_folder();
    if (!folder || g_mkdir_with_parents(folder, 0700) != 0)
        return;
    if (!kept->path)
        kept->path = g_strdup_printf("%s/%s-%d.lua", folder, kept->name ? kept->name : "new", (int)getpid());
    g_free(kept->saved);
    kept->saved = g_strdup(text);
    if (!g_file_set_contents_full(kept->path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
        console_say(c, STYLE_WARN, "no copy of your text could be kept: %s", error->message);
}

void skills_edits_done(struct skills_text *kept)
{
    if (kept->path)
        g_unlink(kept->path);
    g_clear_pointer(&kept->path, g_free);
    g_clear_pointer(&kept->saved, g_free);
    g_clear_pointer(&kept->text, g_free);
}

void skills_edits_tell(console *c)
{
    g_autofree char *folder = edits_folder(), *one = NULL;
    GDir *dir = folder ? g_dir_open(folder, 0, NULL) : NULL;
    int n = 0;
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        if (!g_str_has_suffix(name, ".lua") || *name == '.')
            continue;
        n++;
        g_free(one);
        one = g_build_filename(folder, name, NULL);
    }
    if (dir)
        g_dir_close(dir);
    if (n == 1)
        console_say(c, STYLE_WARN, "a text of yours that was never written: %s", one);
    else if (n)
        console_say(c, STYLE_WARN, "%d texts of yours that were never written: %s", n, folder);
}
