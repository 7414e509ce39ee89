#include "engine/world/stock.h"

#include <string.h>

int stock_count(const stock *s, const recipe_item *item)
{
    int count = 0;
    for (int i = 0; i < s->n; i++)
        count += s->slots[i].item == item ? s->slots[i].count : 0;
    return count;
}

int stock_count_part(const stock *s, const struct recipe_part *part)
{
    int count = 0;
    for (int i = 0; i < s->n; i++)
        count += recipe_part_fits(part, s->slots[i].item) ? s->slots[i].count : 0;
    return count;
}

int stock_room(const stock *s, const recipe_item *item)
{
    int room = (STOCK_SLOTS - s->n) * item->stack;
    for (int i = 0; i < s->n; i++)
        room += s->slots[i].item == item ? item->stack - s->slots[i].count : 0;
    return room;
}

int stock_add(stock *s, const recipe_item *item, int count)
{
    int left = count;
    for (int i = 0; i < s->n && left > 0; i++) {
        int more = s->slots[i].item == item ? MIN(left, item->stack - s->slots[i].count) : 0;
        s->slots[i].count += more;
        left -= more;
    }
    while (left > 0 && s->n < STOCK_SLOTS) {
        int more = MIN(left, item->stack);
        s->slots[s->n++] = (struct stock_slot){.item = item, .count = more};
        left -= more;
    }
    return count - left;
}

static void drop_slot(stock *s, int i)
{
    memmove(&s->slots[i], &s->slots[i + 1], (gsize)(s->n - i - 1) * sizeof s->slots[0]);
    s->n--;
}

bool stock_take(stock *s, const recipe_item *item, int count)
{
    if (stock_count(s, item) < count)
        return false;
    for (int i = s->n - 1; i >= 0 && count > 0; i--) {
        int less = s->slots[i].item == item ? MIN(count, s->slots[i].count) : 0;
        s->slots[i].count -= less;
        count -= less;
        if (s->slots[i].count == 0)
            drop_slot(s, i);
    }
    return true;
}

static const recipe_item *most_of(const stock *s, const struct recipe_part *part)
{
    const recipe_item *best = NULL;
    int most = 0;
    for (int i = 0; i < s->n; i++) {
        const recipe_item *item = s->slots[i].item;
        int count = recipe_part_fits(part, item) ? stock_count(s, item) : 0;
        if (count > most) {
            most = count;
            best = item;
        }
    }
    return best;
}

bool stock_take_part(stock *s, const struct recipe_part *part, int count)
{
    if (stock_count_part(s, part) < count)
        return false;
    while (count > 0) {
        const recipe_item *item = most_of(s, part);
        int less = MIN(count, stock_count(s, item));
        stock_take(s, item, less);
        count -= less;
    }
    return true;
}

struct stock_slot *stock_tool(stock *s, const char *kind, int level)
{
    struct stock_slot *best = NULL;
    for (int i = 0; kind && i < s->n; i++) {
        struct stock_slot *one = &s->slots[i];
        if (recipe_tool_fits(one->item, kind, level) &&
            (!best || one->item->level < best->item->level || (one->item->level == best->item->level && one->wear > best->wear)))
            best = one;
    }
    return best;
}

struct stock_slot *stock_slot_of(stock *s, const recipe_item *item)
{
    for (int i = 0; i < s->n; i++)
        if (s->slots[i].item == item)
            return &s->slots[i];
    return NULL;
}

bool stock_wear(stock *s, struct stock_slot *slot, int uses)
{
    if (slot->item->uses == 0)
        return false;
    slot->wear += uses;
    if (slot->wear < slot->item->uses)
        return false;
    slot->wear = 0;
    if (--slot->count == 0)
        drop_slot(s, (int)(slot - s->slots));
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const recipe_item *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

char *stock_text(const stock *s)
{
    const recipe_item *items[STOCK_SLOTS];
    int n = 0;
    GString *text = g_string_new(NULL);
    for (int i = 0; i < s->n; i++) {
        bool seen = false;
        for (int k = 0; k < n; k++)
            seen |= items[k] == s->slots[i].item;
        if (!seen)
            items[n++] = s->slots[i].item;
    }
    qsort(items, (gsize)n, sizeof items[0], compare_names);
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%s=%d", i ? "; " : "", items[i]->name, stock_count(s, items[i]));
    return g_string_free(text, FALSE);
}
