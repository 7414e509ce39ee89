#include "engine/brain/picture_tokens.h"

#include "engine/brain/brain.h"

#include <math.h>
#include <string.h>

enum formula {
    TILES,   /* a + b for each tile of 512 px, after both sides were brought to 2048 and the shorter one to 768; low detail: a */
    PATCHES, /* a for each patch of 32 px, of 1536 at most */
    BLOCKS,  /* one for each block of 28 px, of a at most; 0 = any */
    SCREENS, /* a, and for a side of more than 384 px a for each square of 768 */
    FLAT,    /* a */
};

/* The first that fits: by the beginning of the model's name (after "PROVIDER/"), or by the kind. */
static const struct {
    const char *model, *kind;
    enum formula formula;
    double a, b;
} rows[] = {
    {"gpt-4o-mini", NULL, TILES, 2833, 5667},
    {"gpt-4.1-mini", NULL, PATCHES, 1.62, 0},
    {"gpt-4.1-nano", NULL, PATCHES, 2.46, 0},
    {"gpt-5-mini", NULL, PATCHES, 1.62, 0},
    {"gpt-5-nano", NULL, PATCHES, 2.46, 0},
    {"o4-mini", NULL, PATCHES, 1.72, 0},
    {"gpt-4o", NULL, TILES, 85, 170},
    {"gpt-4.1", NULL, TILES, 85, 170},
    {"gpt-5", NULL, TILES, 70, 140},
    {"o1", NULL, TILES, 75, 150},
    {"o3", NULL, TILES, 75, 150},
    {"computer-use-preview", NULL, TILES, 65, 129},
    {"claude", "anthropic", BLOCKS, 4784, 0},
    {"gemini-3", NULL, FLAT, 1120, 0},
    {"gemini", "gemini", SCREENS, 258, 0},
    {"qwen", NULL, BLOCKS, 0, 0},
    {"ui-tars", NULL, BLOCKS, 0, 0},
};

static double cells(double width, double height, double side)
{
    return ceil(width / side) * ceil(height / side);
}

static double tiles(double width, double height)
{
    double scale = MIN(1, 2048 / MAX(width, height));
    scale = MIN(scale, 768 / MIN(width, height));
    return cells(floor(width * scale + 0.5), floor(height * scale + 0.5), 512);
}

gint64 picture_tokens(const brain_profile *profile, int width, int height, bool low)
{
    const char *model = profile && profile->model ? profile->model : "";
    model = strrchr(model, '/') ? strrchr(model, '/') + 1 : model;
    for (gsize i = 0; i < G_N_ELEMENTS(rows) && width > 0 && height > 0; i++) {
        bool named = g_ascii_strncasecmp(model, rows[i].model, strlen(rows[i].model)) == 0;
        if (!named && !(profile && rows[i].kind && g_strcmp0(profile->kind, rows[i].kind) == 0))
            continue;
        double n = cells(width, height, 28), a = rows[i].a;
        switch (rows[i].formula) {
        case TILES:
            return (gint64)(a + (low && profile->send_detail ? 0 : rows[i].b * tiles(width, height)));
        case PATCHES:
            return (gint64)ceil(a * MIN(cells(width, height, 32), 1536));
        case BLOCKS:
            return (gint64)(a > 0 ? MIN(n, a) : n);
        case SCREENS:
            return (gint64)(width <= 384 && height <= 384 ? a : a * cells(width, height, 768));
        case FLAT:
            return (gint64)a;
        }
    }
    return (gint64)width * height / BRAIN_TOKEN_PIXELS + 1;
}
