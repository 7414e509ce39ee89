/* Fuzz: what an engine may send and a person may press, in any order, at any size. Lines that begin with { are events, the bytes
 * of all others are keys; a line "WxH" resizes. Nothing may crash, spin or approve without an armed card. */

#include "engine/protocol/protocol.h"
#include "tui/console/console.h"
#include "tui/term/key_code.h"
#include "tui/term/paint.h"
#include "tui/loop/screens.h"

#include <curses.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_US 150000 /* shorter than the quiet time: keys without a pause between them never approve */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void open_terminal(void)
{
    static bool open;
    if (open)
        return;
    open = true;
    setlocale(LC_ALL, "C.UTF-8");
    FILE *null = fopen("/dev/null", "r+");
    if (!null || !newterm("xterm-256color", null, null))
        abort();
    paint_start();
}

static void drop_commands(console *c)
{
    g_autoptr(GPtrArray) commands = console_take_commands(c);
    for (guint i = 0; i < commands->len; i++) {
        g_autofree char *json = command_to_json(g_ptr_array_index(commands, i));
        (void)json;
    }
}

static void line(console *c, const char *text, gsize length, gint64 now)
{
    int width, height;
    const char *suffix;
    if (length && *text == '{') {
        event *e = event_from_json(text, length, NULL);
        if (e)
            console_event(c, e, now);
    } else if (sscanf(text, "%3dx%3d", &width, &height) == 2 && width > 0 && height > 0 && width <= 300 && height <= 100) {
        resizeterm(height, width);
        console_resize(c, width, height, now);
    } else {
        for (gsize i = 0; i < length; i++) {
            int key = (unsigned char)text[i] < 0x80 ? text[i] : K_SPECIAL + (unsigned char)text[i] - 0x80;
            console_keys(c, &key, 1, now);
        }
    }
    g_autofree char *edit = console_take_edit(c, &suffix);
    if (edit)
        console_edited(c, edit, NULL, now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    open_terminal();
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 200);
    struct console_options options = {
        .screens = screens, .arm_ms = 400, .preview_fps = 2, .pictures = true, .overlay = OVERLAY_WORDS};
    gint64 now = 1000000;
    resizeterm(24, 80);
    console *c = console_new(&options, 80, 24, now);
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    console_set_skills(c, none);
    for (char **l = lines; *l; l++) {
        now += STEP_US;
        line(c, *l, strlen(*l), now);
        console_draw(c, now);
        refresh();
        gint64 next = console_next_deadline(c);
        if (next >= 0 && next <= now)
            abort(); /* would spin */
        drop_commands(c);
    }
    console_free(c);
    return 0;
}
