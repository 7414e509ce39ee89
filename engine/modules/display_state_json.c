/* What a world tells of its state:
 * {"inventory":{…},"wear":{…},"biome","y","place","time","health","food","held","near":{…},"step","limit",
 * "last":{"ok","text","cause"}}; every member may be missing. */

#include "engine/modules/display_state.h"

#include "config/strict_json.h"
#include "engine/modules/counts.h"

#define STATE_MAX (256 * 1024) /* bytes */
#define NAMES_MAX 1000

void display_state_clear(display_state *s)
{
    g_clear_pointer(&s->inventory, g_hash_table_unref);
    g_clear_pointer(&s->place, g_free);
    g_clear_pointer(&s->last, g_free);
    g_clear_pointer(&s->near, g_ptr_array_unref);
    g_clear_pointer(&s->placed, g_ptr_array_unref);
    g_clear_pointer(&s->wear, g_hash_table_unref);
    g_clear_pointer(&s->biome, g_free);
}

static GHashTable *read_counts(const cJSON *of)
{
    GHashTable *counts = counts_new();
    const cJSON *one = NULL;
    int names = 0;
    cJSON_ArrayForEach(one, of)
    {
        gint64 n;
        if (one->string && names++ < NAMES_MAX && count_from_json(one, &n) && n > 0)
            counts_set(counts, one->string, n);
    }
    return counts;
}

static void add_text(GString *out, const cJSON *o, const char *key, const char *before)
{
    const char *text = NULL;
    if (strict_json_opt_string(o, key, &text, NULL) && text && *text)
        g_string_append_printf(out, "%s%s%s", out->len ? ", " : "", before, text);
}

static void add_number(GString *out, const cJSON *o, const char *key)
{
    gint64 n = G_MININT64;
    if (strict_json_opt_int(o, key, G_MININT32, G_MAXINT32, &n, NULL) && n != G_MININT64)
        g_string_append_printf(out, "%s%s %" G_GINT64_FORMAT, out->len ? ", " : "", key, n);
}

/* "near: oak_log 5 (within reach), cow 2 (in sight)". */
static void add_near(GString *out, const cJSON *near, GPtrArray *ret_names, GPtrArray *ret_placed)
{
    const cJSON *one = NULL;
    int names = 0;
    cJSON_ArrayForEach(one, near)
    {
        gint64 n = 1;
        bool reached = false, placed = false;
        if (!one->string || !cJSON_IsObject(one) || names >= NAMES_MAX)
            continue;
        g_ptr_array_add(ret_names, g_strdup(one->string));
        strict_json_opt_int(one, "count", 1, G_MAXINT32, &n, NULL);
        strict_json_opt_bool(one, "reached", &reached, NULL);
        strict_json_opt_bool(one, "placed", &placed, NULL);
        if (placed)
            g_ptr_array_add(ret_placed, g_strdup(one->string));
        g_string_append_printf(out, "%s%s %" G_GINT64_FORMAT " (%s)", names++ ? ", " : "; near: ", one->string, n,
                               reached ? "within reach" : "in sight");
    }
}

static void read_last(const cJSON *last, struct display_state *s)
{
    bool ok = true;
    const char *text = "", *cause = "";
    if (!cJSON_IsObject(last) || !strict_json_opt_bool(last, "ok", &ok, NULL) ||
        !strict_json_opt_string(last, "text", &text, NULL) || !strict_json_opt_string(last, "cause", &cause, NULL))
        return;
    s->chance = !ok && (g_str_equal(cause, "controller") || g_str_equal(cause, "not_found")); /* engine/world/foresee.h */
    s->last = g_strdup(ok ? "" : *text ? text : "it failed");
}

void display_state_read(const char *text, struct display_state *ret_state)
{
    g_autoptr(cJSON) o = text ? strict_json_parse(text, strlen(text), STATE_MAX, NULL) : NULL;
    g_autoptr(GString) place = g_string_new(NULL);
    const char *biome = NULL;
    *ret_state = (struct display_state){0};
    if (!cJSON_IsObject(o))
        return;
    const cJSON *inventory = cJSON_GetObjectItemCaseSensitive(o, "inventory");
    if (cJSON_IsObject(inventory))
        ret_state->inventory = read_counts(inventory);
    ret_state->wear = read_counts(cJSON_GetObjectItemCaseSensitive(o, "wear"));
    add_text(place, o, "biome", "");
    add_number(place, o, "y");
    add_text(place, o, "place", "");
    add_text(place, o, "time", "");
    add_number(place, o, "health");
    add_number(place, o, "food");
    add_text(place, o, "held", "holds ");
    ret_state->near = g_ptr_array_new_with_free_func(g_free);
    ret_state->placed = g_ptr_array_new_with_free_func(g_free);
    add_near(place, cJSON_GetObjectItemCaseSensitive(o, "near"), ret_state->near, ret_state->placed);
    if (strict_json_opt_string(o, "biome", &biome, NULL))
        ret_state->biome = g_strdup(biome);
    ret_state->place = g_string_free(g_steal_pointer(&place), FALSE);
    strict_json_opt_int(o, "step", 0, G_MAXINT32, &ret_state->step, NULL);
    strict_json_opt_int(o, "limit", 0, G_MAXINT32, &ret_state->limit, NULL);
    read_last(cJSON_GetObjectItemCaseSensitive(o, "last"), ret_state);
}

char *display_state_key(const char *text)
{
    static const char *const keys[] = {"inventory", "biome", "y", "place", "time"};
    g_autoptr(cJSON) o = text ? strict_json_parse(text, strlen(text), STATE_MAX, NULL) : NULL;
    g_autoptr(cJSON) key = cJSON_CreateObject();
    for (gsize i = 0; cJSON_IsObject(o) && i < G_N_ELEMENTS(keys); i++) {
        cJSON *one = cJSON_DetachItemFromObjectCaseSensitive(o, keys[i]);
        if (one)
            cJSON_AddItemToObject(key, keys[i], one);
    }
    return key->child ? strict_json_print(key) : NULL;
}

char *display_state_text(const struct display_state *s)
{
    g_autofree char *inventory = s->inventory ? counts_text(s->inventory) : NULL;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    if (s->place && *s->place)
        g_ptr_array_add(lines, g_strdup(s->place));
    if (inventory)
        g_ptr_array_add(lines, g_strconcat("has: ", *inventory ? inventory : "nothing", NULL));
    if (s->last && *s->last)
        g_ptr_array_add(lines, g_strconcat("failed: ", s->last, NULL));
    g_ptr_array_add(lines, NULL);
    return g_strjoinv("\n", (char **)lines->pdata);
}
