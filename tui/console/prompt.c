/* The line at the bottom, opened and closed. What is done with what was typed there: command.c. */

#include "tui/console/state.h"

void prompt_open(console *c, enum prompt_kind kind)
{
    prompt_close(&c->prompt);
    c->prompt.kind = kind;
}

void prompt_close(struct prompt *p)
{
    p->kind = PROMPT_NONE;
    if (p->input.text)
        input_set(&p->input, "");
    p->dropped = p->written = false;
    g_clear_pointer(&p->completions, g_free);
    g_clear_pointer(&p->mode, g_free);
}

void prompt_drop(struct prompt *p)
{
    input_set(&p->input, "");
    p->dropped = true;
}

void prompt_list_draw(const struct layout *l, const char *title, char *const *texts, guint count)
{
    int n = (int)MIN(count, 9), rows_wanted = n + 2, width = MIN(60, l->width - 4);
    int bottom = l->wide ? l->card.y : l->height - 1; /* never over the card that is being judged */
    struct rect box = {2, MAX(1, bottom - rows_wanted), width, rows_wanted};
    if (!n)
        return;
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, title, STYLE_BORDER_ALERT);
    for (int i = 0; i < n; i++) {
        paint_format(box.y + 1 + i, box.x + 2, 1, STYLE_KEY, "%d", i + 1);
        paint_text(box.y + 1 + i, box.x + 5, width - 7, texts[i], STYLE_NORMAL);
    }
}
