#include "engine/gate/evidence.h"

#include "skills/timeline/visible.h"

#define EVIDENCE_MAX 300
#define TEXT_MAX 60

static char *cut(const char *text, int max)
{
    g_autofree char *visible = visible_text(text);
    if (g_utf8_strlen(visible, -1) <= max)
        return g_steal_pointer(&visible);
    g_autofree char *head = g_utf8_substring(visible, 0, max - 1);
    return g_strconcat(head, "…", NULL);
}

char *evidence_line(const char *text)
{
    return cut(text, EVIDENCE_MAX);
}

char *evidence_text(const char *text)
{
    return cut(text, TEXT_MAX);
}

char *evidence_window(const struct eye_window *w)
{
    if (!w || !w->title || !*w->title)
        return g_strdup(w ? "a window without a title" : "a window that is not known");
    g_autofree char *title = evidence_text(w->title);
    return g_strdup_printf("the window \"%s\"", title);
}
