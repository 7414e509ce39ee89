/* strict_json_parse(), reins.ini and profiles with any bytes. The first byte picks which; a crash, a leak or a broken
 * promise stops it. */

#include "config/config.h"
#include "config/profile.h"
#include "config/strict_json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds)
{
    if (!holds)
        abort();
}

/* What was taken is printed as something that is taken, and comes out the same; what was refused says why. */
static void fuzz_json(const char *text, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(cJSON) tree = strict_json_parse(text, length, STRICT_JSON_LINE, &error);
    if (!tree) {
        expect(error && error->domain == STRICT_JSON_ERROR && *error->message && g_utf8_validate(error->message, -1, NULL));
        return;
    }
    g_autofree char *once = strict_json_print(tree);
    g_autoptr(cJSON) again = strict_json_parse(once, strlen(once), 8 * STRICT_JSON_LINE, &error);
    expect(again && cJSON_Compare(tree, again, true));
    g_autofree char *twice = strict_json_print(again);
    expect(strcmp(once, twice) == 0);
    const char *string = NULL;
    gint64 whole = 0;
    (void)strict_json_opt_string(tree, "a", &string, NULL);
    if (strict_json_get_int(tree, "a", -5, 5, &whole, NULL))
        expect(whole >= -5 && whole <= 5);
}

static void fuzz_config(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load_text(text, &error);
    if (!cfg) {
        expect(error && error->domain == CONFIG_ERROR && *error->message);
        return;
    }
    g_autofree char *shown = config_show(cfg);
    g_autoptr(config) again = config_load_text(shown, &error);
    expect(again != NULL);
    g_autofree char *twice = config_show(again);
    expect(strcmp(shown, twice) == 0);
    g_autofree char *json = config_show_json(cfg);
    g_autoptr(cJSON) tree = strict_json_parse(json, strlen(json), 64 * STRICT_JSON_LINE, &error);
    expect(tree != NULL);
}

static void fuzz_profile(const char *text, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(profile) p = profile_parse("fuzz", text, length, "fuzz.ini", &error);
    expect(p || (error && error->domain == CONFIG_ERROR && *error->message));
    if (p)
        expect(p->target_match >= 0.5 && p->target_match <= 1 && p->max_hold_s >= 1 && p->regions->len <= 64);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    /* The JSON in a block of exactly its length: a read past its end is seen. */
    gsize length = size - 1;
    g_autofree char *exact = g_memdup2(data + 1, length);
    g_autofree char *text = g_strndup((const char *)data + 1, length);
    switch (data[0] % 3) {
    case 0:
        fuzz_json(exact ? exact : "", length);
        break;
    case 1:
        fuzz_config(text);
        break;
    default:
        fuzz_profile(exact ? exact : "", length);
        break;
    }
    return 0;
}
