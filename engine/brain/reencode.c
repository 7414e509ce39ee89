#include "engine/brain/reencode.h"

#include "engine/brain/coordinates.h"

#include <string.h>

enum refused { REFUSED_NOT, REFUSED_BYTES, REFUSED_FORMAT, REFUSED_SIDES };

/* What is wrong with a picture: by the code, or by words of the message that all must be there ("a|b" = either). The first that
 * fits. */
static const struct {
    enum refused what;
    const char *code, *words[3];
} refusals[] = {
    {REFUSED_SIDES, NULL, {"image|picture", "dimension|pixels|resolution|width", "exceed|too large|larger|maximum"}},
    {REFUSED_BYTES, "image_too_large", {NULL}},
    {REFUSED_BYTES, "image_file_too_large", {NULL}},
    {REFUSED_BYTES, NULL, {"image", "exceeds", "bytes"}},
    {REFUSED_FORMAT, "invalid_image_format", {NULL}},
    {REFUSED_FORMAT, "unsupported_image_media_type", {NULL}},
    {REFUSED_FORMAT, NULL, {"image", "format|media type|media_type|mime", "support|invalid|allowed|must be"}},
};

static bool has_word(const char *text, const char *words)
{
    g_auto(GStrv) any = g_strsplit(words, "|", -1);
    bool has = false;
    for (char **word = any; *word; word++)
        has = has || strstr(text, *word);
    return has;
}

static enum refused refused_of(const struct wire_problem *problem)
{
    g_autofree char *lower = problem->message ? g_ascii_strdown(problem->message, -1) : g_strdup("");
    for (gsize i = 0; i < G_N_ELEMENTS(refusals); i++) {
        bool fits = refusals[i].code ? g_strcmp0(problem->code, refusals[i].code) == 0 : true;
        for (gsize k = 0; k < G_N_ELEMENTS(refusals[i].words) && refusals[i].words[k]; k++)
            fits = fits && has_word(lower, refusals[i].words[k]);
        if (fits)
            return refusals[i].what;
    }
    return REFUSED_NOT;
}

/* "…dimensions exceed max allowed size: 8000 pixels", "the largest that fits is 1568x882": 0 = it does not say. */
static int side_said(const struct wire_problem *problem)
{
    g_autoptr(GRegex) regex =
        g_regex_new("(?:max\\w*|largest|limit\\w*|at most|allowed|exceeds?)[^0-9]*(\\d+)", G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!problem->message || !g_regex_match(regex, problem->message, 0, &match))
        return 0;
    g_autofree char *number = g_match_info_fetch(match, 1);
    guint64 side = g_ascii_strtoull(number, NULL, 10);
    return side >= 64 && side < G_MAXINT16 ? (int)side : 0;
}

/* Pixels of the picture are what the model answers in: it must be as large as the prompt and the reader take it to be. */
static bool counts_pixels(const struct http_call *h)
{
    struct coordinates c;
    const struct brain_request *r = h->request;
    coordinates_of_profile(r->profile, 1, 1, &c);
    int space = r->native && h->wire->tool_space >= 0 ? h->wire->tool_space : (int)c.space;
    return space == COORDINATES_PIXELS && (r->native || r->acts);
}

int reencode_side(const struct http_call *h, const struct wire_problem *problem)
{
    return h->request->images->len > 0 && refused_of(problem) == REFUSED_SIDES ? side_said(problem) : 0;
}

bool reencode(struct http_call *h, const struct wire_problem *problem)
{
    struct wire_quirks *q = h->quirks;
    int side = reencode_side(h, problem);
    enum refused what = h->request->images->len > 0 ? refused_of(problem) : REFUSED_NOT;
    bool jpeg = strstr(h->body.text, "image/jpeg");
    g_autofree char *told = NULL;
    if (what == REFUSED_SIDES && side > 0 && q->side == 0 && !counts_pixels(h)) {
        q->side = side;
        told = g_strdup_printf("with sides of %d px at most: larger ones were refused", side);
    } else if (what == REFUSED_BYTES && q->encoding == BRAIN_ENCODING_FREE) {
        q->encoding = BRAIN_ENCODING_LIGHTER;
        told = g_strdup("as JPEG where that is smaller: they had too many bytes");
    } else if (what == REFUSED_FORMAT && (q->encoding == BRAIN_ENCODING_FREE || q->encoding == BRAIN_ENCODING_LIGHTER)) {
        q->encoding = jpeg ? BRAIN_ENCODING_PNG : BRAIN_ENCODING_JPEG;
        told = g_strdup_printf("as %s: %s was refused", jpeg ? "PNG" : "JPEG", jpeg ? "JPEG" : "PNG");
    }
    if (!told)
        return false;
    g_free(h->changed);
    h->changed = g_strconcat("the pictures were sent again ", told, NULL);
    return true;
}
