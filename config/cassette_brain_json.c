#include "config/cassette_brain.h"

#include "config/strict_json.h"

#include <string.h>

#define CALL "{\"cassette\":1,\"n\":" /* start of a call's line; those of devices begin otherwise */
#define LINE_MAX_BYTES (64 * 1024 * 1024)

/* A comma may be part of the file's name, or begin an option. */
static GMappedFile *open_file(const char *spec)
{
    g_autofree char *path = g_strdup(spec);
    GMappedFile *file = g_mapped_file_new(path, FALSE, NULL);
    for (char *comma; !file && (comma = strrchr(path, ',')); file = g_mapped_file_new(path, FALSE, NULL))
        *comma = '\0';
    return file;
}

/* "pixels 1568 1150000 1 0": coordinates, longest side, area, multiple, shorter side; an older one has no fifth part. */
static void set_space(brain_profile *brain, const char *space)
{
    g_auto(GStrv) parts = g_strsplit(space, " ", -1);
    int *const limits[] = {&brain->picture_side, &brain->picture_pixels, &brain->picture_multiple, &brain->picture_short};
    for (guint i = 0; parts[0] && i < G_N_ELEMENTS(limits) && parts[i + 1]; i++)
        *limits[i] = (int)CLAMP(g_ascii_strtoll(parts[i + 1], NULL, 10), 0, G_MAXINT);
    if (parts[0] && !g_str_equal(parts[0], "pixels"))
        brain->coordinates = g_strdup(parts[0]);
}

/* False: it is no call of a run. */
static bool read_call(brain_profile *brain, const char *line, gsize length)
{
    g_autoptr(cJSON) root = strict_json_parse(line, length, LINE_MAX_BYTES, NULL);
    const char *space = NULL, *overlay = NULL, *grammar = NULL;
    gint64 step = 0;
    if (!root || !strict_json_opt_int(root, "step", 0, G_MAXINT, &step, NULL) || step == 0 ||
        !strict_json_get_string(root, "space", &space, NULL) || !strict_json_opt_string(root, "grammar", &grammar, NULL) ||
        !strict_json_opt_string(root, "overlay", &overlay, NULL))
        return false;
    set_space(brain, space);
    brain->grammar = g_strdup(grammar);
    brain->overlay = overlay ? g_strsplit(overlay, " ", -1) : NULL;
    return true;
}

void cassette_brain_read(const char *spec, brain_profile *brain)
{
    g_autoptr(GMappedFile) file = open_file(spec);
    const char *line = file ? g_mapped_file_get_contents(file) : NULL;
    const char *end = line ? line + g_mapped_file_get_length(file) : NULL;
    bool found = false;
    for (const char *newline; !found && line && line < end; line = newline + 1) {
        newline = memchr(line, '\n', (gsize)(end - line));
        if (!newline)
            return;
        found = (gsize)(newline - line) > strlen(CALL) && memcmp(line, CALL, strlen(CALL)) == 0 &&
                read_call(brain, line, (gsize)(newline - line));
    }
}
