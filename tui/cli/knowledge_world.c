#include "tui/cli/knowledge_world.h"

#include "tui/cli/memory_out.h"
#include "tui/cli/table.h"

#define NAMED_MAX 5 /* items in a sentence */

static void world_free(gpointer data)
{
    struct knowledge_world *w = data;
    g_clear_pointer(&w->out, g_ptr_array_unref);
    recipes_free(w->recipes);
    g_free(w->name);
    g_free(w->path);
    g_free(w->defect);
    g_free(w);
}

GPtrArray *knowledge_worlds(void)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(world_free);
    g_auto(GStrv) names = recipes_worlds();
    for (guint i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        struct knowledge_world *w = g_new0(struct knowledge_world, 1);
        g_autoptr(GBytes) file G_GNUC_UNUSED = recipes_file(names[i], &w->path, NULL);
        w->name = g_strdup(names[i]);
        w->recipes = recipes_load(names[i], &error);
        w->out = w->recipes ? recipes_out_of_reach(w->recipes, NULL) : NULL;
        w->defect = error ? g_strdup(error->message) : NULL;
        g_ptr_array_add(all, w);
    }
    return all;
}

char *knowledge_world_out(const recipes *r, const GPtrArray *items)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < MIN(items->len, NAMED_MAX); i++) {
        const recipe_item *item = g_ptr_array_index(items, i);
        g_string_append_printf(text, "%s%s%s", i ? ", " : "", item->name,
                               recipes_needs_itself(r, item) ? " (made of itself)" : "");
    }
    if (items->len > NAMED_MAX)
        g_string_append_printf(text, " and %u more", items->len - NAMED_MAX);
    return items->len ? g_strconcat(text->str, " cannot be had by one who begins with nothing", NULL) : NULL;
}

char *knowledge_world_table(const GPtrArray *worlds)
{
    struct table t;
    table_begin(&t, "lrrrrw", "WORLD", "ITEMS", "RECIPES", "SOURCES", "OUT OF REACH", "FILE");
    for (guint i = 0; i < worlds->len; i++) {
        const struct knowledge_world *w = g_ptr_array_index(worlds, i);
        table_text(&t, w->name);
        for (guint n = 0; n < 4; n++) {
            const guint counts[] = {w->recipes ? w->recipes->items->len : 0, w->recipes ? w->recipes->all->len : 0,
                                    w->recipes ? w->recipes->sources->len : 0, w->out ? w->out->len : 0};
            if (w->recipes)
                table_format(&t, "%u", counts[n]);
            else
                table_text(&t, NULL);
        }
        table_text(&t, w->defect ? w->defect : w->path);
    }
    return table_end(&t, memory_terminal_width());
}
