/* What a phone's uiautomator writes: refused with a sentence, or elements that lie on the screen, have a name of one line and an
 * id of their own. */

#include "engine/eye/elements.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const char *text, size_t size)
{
    const struct eye_window window = {
        .id = 2, .title = (char *)"org.notes/org.notes.Main", .class = (char *)"org.notes", .width = 1080, .height = 2400};
    g_autoptr(GError) error = NULL;
    bool cut = false;
    g_autoptr(GArray) all = elements_uiautomator_read(text, size, &window, &cut, &error);
    g_assert((all != NULL) == (error == NULL));
    g_assert(all || g_utf8_validate(error->message, -1, NULL));
    g_autoptr(GHashTable) ids = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; all && i < all->len; i++) {
        const struct element *e = &g_array_index(all, struct element, i);
        const struct area box = {e->x, e->y, e->width, e->height}, shown = area_cut(box, e->top);
        g_assert(shown.x == box.x && shown.y == box.y && shown.width == box.width && shown.height == box.height);
        g_assert(box.width > 0 && box.height > 0 && e->role && (e->clickable || e->focusable));
        g_assert(g_utf8_validate(e->name, -1, NULL) && g_utf8_strlen(e->name, -1) <= ELEMENTS_NAME_MAX &&
                 !strpbrk(e->name, "\r\n\t"));
        g_assert((strlen(e->id) == 16 || strlen(e->id) == ELEMENTS_ID_BYTES - 1) && g_hash_table_add(ids, (gpointer)e->id));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check((const char *)data, size);
    g_autofree char *nodes = g_strndup((const char *)data, size);
    g_autofree char *whole =
        g_strconcat("<hierarchy>", nodes, "</hierarchy>", NULL); /* most inputs would end before the first node */
    check(whole, strlen(whole));
    return 0;
}
