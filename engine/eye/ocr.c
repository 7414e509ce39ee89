/* The worker "ocr": Tesseract over small pictures.
 *
 * Its network was trained on printed text and now and then drops a dot or a lone digit of a bitmap font. Which one depends on
 * size and softness, so a line is read seven times, each at another enlargement, blur and weight, and the readings vote. On 1500
 * displays of xcalc each reading alone was wrong once to five times, the vote never, nor ever closer than six to one. A reading
 * takes 3 ms; loading Tesseract takes 25, once (a warm parent: skills/worker/worker.h). */
#include "engine/eye/eye.h"
#include "config/late.h"
#include "engine/picture/frame.h"
#include "engine/eye/ocr.h"

#include <math.h>
#include <string.h>
#include <tesseract/capi.h>

#define TESSERACT(NAME)                                                                                                          \
    NAME(TessBaseAPICreate)                                                                                                      \
    NAME(TessBaseAPIDelete)                                                                                                      \
    NAME(TessBaseAPIGetIterator)                                                                                                 \
    NAME(TessBaseAPIGetLoadedLanguagesAsVector)                                                                                  \
    NAME(TessBaseAPIInit2)                                                                                                       \
    NAME(TessBaseAPIRecognize)                                                                                                   \
    NAME(TessBaseAPISetImage)                                                                                                    \
    NAME(TessBaseAPISetPageSegMode)                                                                                              \
    NAME(TessBaseAPISetSourceResolution)                                                                                         \
    NAME(TessBaseAPISetVariable)                                                                                                 \
    NAME(TessDeleteText)                                                                                                         \
    NAME(TessDeleteTextArray)                                                                                                    \
    NAME(TessPageIteratorBoundingBox)                                                                                            \
    NAME(TessResultIteratorConfidence)                                                                                           \
    NAME(TessResultIteratorDelete)                                                                                               \
    NAME(TessResultIteratorGetPageIteratorConst)                                                                                 \
    NAME(TessResultIteratorGetUTF8Text)                                                                                          \
    NAME(TessResultIteratorNext)

static struct {
    TESSERACT(LATE_MEMBER)
} tess;
static bool loaded;
static TessBaseAPI *reader;

/* Stands before the library's own function of that name, for which the loader asks the program first. That one takes nine tenths
 * of a start for a table of characters that look alike, which only Tesseract's older engine reads: a build without that engine
 * has neither (DISABLED_LEGACY_ENGINE). A version that calls no such function starts as it likes. */
void ocr_look_alikes(void *ambiguities, const void *from, void *to) __asm__(OCR_LOOK_ALIKES);
void ocr_look_alikes(void *ambiguities, const void *from, void *to)
{
    (void)ambiguities;
    (void)from;
    (void)to;
}

/* The same for a font of Leptonica's that every reader of Tesseract makes for the captions of debug pictures, which nobody asks
 * for: 3 ms each. */
void *ocr_caption_font(const char *folder, int size) __asm__(OCR_CAPTION_FONT);
void *ocr_caption_font(const char *folder, int size)
{
    (void)folder;
    (void)size;
    return NULL;
}

#define BORDER 16 /* around the text, in enlarged pixels */
#define ENLARGED_MAX (24.0 * 1024 * 1024)

struct variant {
    double scale; /* of the region's own */
    int blur;     /* passes of a 3×3 kernel */
    double gamma; /* above 1: bolder; 0 = as it is */
};

static const struct variant line_variants[] = {
    {0.5, 1, 0}, {0.5, 2, 0}, {0.5, 1, 1.4}, {0.625, 3, 1.4}, {0.75, 3, 1.4}, {0.875, 1, 1.4}, {1.0, 2, 0},
};
static const struct variant quick_variants[] = {{1.0, 1, 0}, {0.75, 1, 1.4}, {0.667, 2, 0}};
static const struct variant block_variants[] = {{0.5, 1, 0}};
static const struct variant sparse_variants[OCR_SPARSE_WAYS] = {{0.75, 1, 0}, {1.0, 1, 1.4}};

struct picture {
    int width, height;
    double scale;
    float *values; /* 0 black … 255 white */
};

struct reading {
    char *text;    /* words joined by spaces */
    GArray *words; /* struct ocr_word */
    double confidence;
};

/* Light text on dark is turned round. */
static bool is_dark(const struct ocr_region *r)
{
    guint64 sum = 0;
    gsize n = (gsize)r->width * (gsize)r->height;
    for (gsize i = 0; i < n; i++)
        sum += r->gray[i];
    return sum / n < 110;
}

/* The commonest value in the middle: at the edges another window may begin. */
static guint8 background(const struct ocr_region *r)
{
    guint counts[256] = {0};
    guint8 most = 0;
    for (int y = r->height / 4; y < r->height - r->height / 4; y++)
        for (int x = r->width / 4; x < r->width - r->width / 4; x++)
            counts[r->gray[(gsize)y * (gsize)r->width + (gsize)x]]++;
    for (guint v = 1; v < 256; v++)
        most = counts[v] > counts[most] ? (guint8)v : most;
    return most;
}

/* On a dark ground that becomes white, and so does what is darker: Tesseract cuts into two, ink and ground. */
static float shown_as(guint8 v, bool dark, guint8 ground)
{
    return dark ? v > ground ? (float)(255 - v) * 255 / (float)(255 - ground) : 255 : v;
}

/* The two pixels that one of the enlarged ones lies between, and the second one's part in it. */
struct along {
    int first, next;
    float of_next;
};

static struct along *alongside(int n, int most, double scale)
{
    struct along *all = g_new(struct along, n);
    for (int i = 0; i < n; i++) {
        double at = (i + 0.5) / scale - 0.5;
        int first = (int)floor(at);
        all[i] = (struct along){CLAMP(first, 0, most - 1), CLAMP(first + 1, 0, most - 1), (float)(at - first)};
    }
    return all;
}

/* Bilinear, into a border of the ground's colour. */
static void enlarge(const struct ocr_region *r, double scale, struct picture *p)
{
    bool dark = is_dark(r);
    int inner_width = MAX(1, (int)(r->width * scale)), inner_height = MAX(1, (int)(r->height * scale));
    *p = (struct picture){.width = inner_width + 2 * BORDER, .height = inner_height + 2 * BORDER, .scale = scale};
    guint8 ground = background(r);
    gsize n = (gsize)p->width * (gsize)p->height;
    float shown[256];
    for (int v = 0; v < 256; v++)
        shown[v] = shown_as((guint8)v, dark, ground);
    g_autofree struct along *columns = alongside(inner_width, r->width, scale);
    g_autofree struct along *rows = alongside(inner_height, r->height, scale);
    p->values = g_new(float, n);
    for (gsize i = 0; i < n; i++)
        p->values[i] = dark ? 255 : ground;
    for (int y = 0; y < inner_height; y++) {
        const guint8 *above = r->gray + (gsize)rows[y].first * (gsize)r->width;
        const guint8 *below = r->gray + (gsize)rows[y].next * (gsize)r->width;
        float *out = p->values + (gsize)(y + BORDER) * (gsize)p->width + BORDER, ay = rows[y].of_next;
        for (int x = 0; x < inner_width; x++) {
            int left = columns[x].first, right = columns[x].next;
            float ax = columns[x].of_next;
            float upper = shown[above[left]] * (1 - ax) + shown[above[right]] * ax;
            float lower = shown[below[left]] * (1 - ax) + shown[below[right]] * ax;
            out[x] = upper * (1 - ay) + lower * ay;
        }
    }
}

/* 1 2 1 along each row, then along each column. */
static void blur(struct picture *p)
{
    gsize n = (gsize)p->width * (gsize)p->height;
    g_autofree float *rows = g_new(float, n);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            const float *row = p->values + (gsize)y * (gsize)p->width;
            rows[(gsize)y * (gsize)p->width + (gsize)x] = (row[MAX(x - 1, 0)] + 2 * row[x] + row[MIN(x + 1, p->width - 1)]) / 4;
        }
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            const float *above = rows + (gsize)MAX(y - 1, 0) * (gsize)p->width, *here = rows + (gsize)y * (gsize)p->width;
            const float *below = rows + (gsize)MIN(y + 1, p->height - 1) * (gsize)p->width;
            p->values[(gsize)y * (gsize)p->width + (gsize)x] = (above[x] + 2 * here[x] + below[x]) / 4;
        }
}

static void embolden(struct picture *p, double gamma)
{
    gsize n = (gsize)p->width * (gsize)p->height;
    float least = 255;
    for (gsize i = 0; i < n; i++)
        least = MIN(least, p->values[i]);
    if (least >= 254)
        return;
    for (gsize i = 0; i < n; i++)
        p->values[i] = 255 * powf((p->values[i] - least) / (255 - least), (float)gamma);
}

static guint8 *render(const struct ocr_region *r, const struct variant *v, struct picture *p)
{
    double scale = MAX(r->scale * v->scale, 1.0);
    while (scale > 1 && r->width * scale * (r->height * scale) > ENLARGED_MAX)
        scale = MAX(scale / 2, 1.0);
    enlarge(r, scale, p);
    for (int i = 0; i < v->blur; i++)
        blur(p);
    if (v->gamma > 0)
        embolden(p, v->gamma);
    gsize n = (gsize)p->width * (gsize)p->height;
    guint8 *bytes = g_malloc(n);
    for (gsize i = 0; i < n; i++)
        bytes[i] = (guint8)(CLAMP(p->values[i], 0, 255) + 0.5f);
    g_clear_pointer(&p->values, g_free);
    return bytes;
}

static void reading_clear(gpointer data)
{
    struct reading *r = data;
    g_free(r->text);
    g_array_unref(r->words);
}

/* One edge of a box, back in the region's pixels. */
static int back(const struct picture *p, int edge, int most)
{
    return CLAMP((int)lround((edge - BORDER) / p->scale), 0, most);
}

static void take_word(const TessResultIterator *it, const struct ocr_region *r, int index, const struct picture *p,
                      struct reading *out)
{
    char *text = tess.TessResultIteratorGetUTF8Text(it, RIL_WORD);
    int left, top, right, bottom;
    if (!text)
        return;
    g_autofree char *valid = g_strstrip(g_utf8_make_valid(text, -1));
    tess.TessDeleteText(text);
    if (!valid[0] || !tess.TessPageIteratorBoundingBox(tess.TessResultIteratorGetPageIteratorConst(it), RIL_WORD, &left, &top,
                                                       &right, &bottom))
        return;
    struct ocr_word w = {.region = index, .confidence = CLAMP(tess.TessResultIteratorConfidence(it, RIL_WORD) / 100.0, 0, 1)};
    w.x = back(p, left, r->width);
    w.y = back(p, top, r->height);
    w.width = back(p, right, r->width) - w.x;
    w.height = back(p, bottom, r->height) - w.y;
    w.text = g_steal_pointer(&valid);
    g_array_append_val(out->words, w);
    out->confidence += w.confidence;
}

static void read_once(TessBaseAPI *api, const struct ocr_region *r, int index, const struct variant *v, struct reading *out)
{
    struct picture p;
    g_autofree guint8 *bytes = render(r, v, &p);
    *out = (struct reading){.words = ocr_words_new()};
    tess.TessBaseAPISetPageSegMode(api, r->sparse                      ? PSM_SPARSE_TEXT
                                        : r->height <= OCR_LINE_HEIGHT ? PSM_SINGLE_LINE
                                                                       : PSM_SINGLE_BLOCK);
    tess.TessBaseAPISetVariable(api, "tessedit_char_whitelist", r->whitelist ? r->whitelist : "");
    tess.TessBaseAPISetImage(api, bytes, p.width, p.height, 1, p.width);
    tess.TessBaseAPISetSourceResolution(api, (int)CLAMP(70 * p.scale, 70, 600));
    TessResultIterator *it = tess.TessBaseAPIRecognize(api, NULL) == 0 ? tess.TessBaseAPIGetIterator(api) : NULL;
    while (it) {
        take_word(it, r, index, &p, out);
        if (!tess.TessResultIteratorNext(it, RIL_WORD))
            break;
    }
    if (it)
        tess.TessResultIteratorDelete(it);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < out->words->len; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "", g_array_index(out->words, struct ocr_word, i).text);
    out->text = g_string_free(g_steal_pointer(&text), FALSE);
    if (out->words->len > 0)
        out->confidence /= out->words->len;
}

/* The text that most readings agree on; among equals the surer one, of the same text the first one. Nothing at all wins only when
 * nobody saw anything. */
static guint elect(const GArray *readings)
{
    guint best = 0;
    double best_votes = -1;
    for (guint i = 0; i < readings->len; i++) {
        const struct reading *a = &g_array_index(readings, struct reading, i);
        double votes = a->text[0] ? 0 : -100;
        for (guint j = 0; j < readings->len; j++) {
            const struct reading *b = &g_array_index(readings, struct reading, j);
            if (g_str_equal(a->text, b->text))
                votes += 1 + b->confidence / 100;
        }
        if (votes > best_votes) {
            best_votes = votes;
            best = i;
        }
    }
    return best;
}

/* Whether more than half of all n readings agree with the newest: the others could not outvote it. */
static bool is_decided(const GArray *readings, gsize n)
{
    const struct reading *newest = &g_array_index(readings, struct reading, readings->len - 1);
    gsize votes = 0;
    for (guint i = 0; i < readings->len; i++)
        votes += g_str_equal(g_array_index(readings, struct reading, i).text, newest->text);
    return newest->text[0] && votes > n / 2;
}

static void give(const struct reading *r, GArray *words)
{
    for (guint i = 0; i < r->words->len; i++) {
        struct ocr_word w = g_array_index(r->words, struct ocr_word, i);
        w.text = g_strdup(w.text);
        g_array_append_val(words, w);
    }
}

static void read_sparse(TessBaseAPI *api, const struct ocr_region *r, int index, GArray *words)
{
    for (int i = 0; i < OCR_SPARSE_WAYS; i++) {
        struct reading one;
        if (r->way && r->way != i + 1)
            continue;
        read_once(api, r, index, &sparse_variants[i], &one);
        give(&one, words);
        reading_clear(&one);
    }
}

static void read_region(TessBaseAPI *api, const struct ocr_region *r, int index, GArray *words)
{
    if (r->sparse) {
        read_sparse(api, r, index, words);
        return;
    }
    bool line = r->height <= OCR_LINE_HEIGHT;
    bool quick = line && r->quick;
    const struct variant *variants = quick ? quick_variants : line ? line_variants : block_variants;
    gsize n = quick ? G_N_ELEMENTS(quick_variants) : line ? G_N_ELEMENTS(line_variants) : G_N_ELEMENTS(block_variants);
    g_autoptr(GArray) readings = g_array_new(FALSE, FALSE, sizeof(struct reading));
    g_array_set_clear_func(readings, reading_clear);
    do {
        struct reading one;
        read_once(api, r, index, &variants[readings->len], &one);
        g_array_append_val(readings, one);
    } while (readings->len < n && !is_decided(readings, n));
    const struct reading *won = &g_array_index(readings, struct reading, elect(readings));
    give(won, words);
}

/* The first of `languages` that Tesseract has not loaded. NULL: it has all. */
static const char *missing_language(const TessBaseAPI *api, char *const *languages)
{
    char **have = tess.TessBaseAPIGetLoadedLanguagesAsVector(api);
    while (*languages && g_strv_contains((const char *const *)have, *languages))
        languages++;
    tess.TessDeleteTextArray(have);
    return *languages;
}

bool eye_worker_ocr_prepare(GError **error)
{
    static const char *const functions[] = {TESSERACT(LATE_NAME) NULL};
    if (!loaded && !(loaded = late_load("libtesseract.so.5", functions, &tess, error))) {
        g_prefix_error(error, "words cannot be read: ");
        return false;
    }
    const char *named = g_getenv(OCR_LANGUAGES);
    g_autofree char *joined = g_strdup(named && *named ? named : "eng");
    g_auto(GStrv) languages = g_strsplit(joined, "+", -1);
    TessBaseAPI *api = tess.TessBaseAPICreate();
    tess.TessBaseAPISetVariable(api, "debug_file", "/dev/null");
    bool some = tess.TessBaseAPIInit2(api, NULL, joined, OEM_LSTM_ONLY) == 0; /* also where the data has the older engine's */
    const char *missing = some ? missing_language(api, languages) : languages[0];
    if (!missing) {
        reader = api; /* until the process ends */
        return true;
    }
    tess.TessBaseAPIDelete(api);
    g_autofree char *package = g_strdelimit(g_strdup(missing), "_", '-');
    g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED,
                "words cannot be read: Tesseract finds no data for the language %s (install tesseract-ocr-%s, or set "
                "TESSDATA_PREFIX)",
                missing, package);
    return false;
}

bool eye_worker_ocr(const char *request, gsize length, GString *reply, GError **error)
{
    g_autoptr(GArray) regions = ocr_request_from_bytes(request, length, error);
    if (!regions || (!reader && !eye_worker_ocr_prepare(error)))
        return false;
    g_autoptr(GArray) words = ocr_words_new();
    for (guint i = 0; i < regions->len; i++)
        read_region(reader, &g_array_index(regions, struct ocr_region, i), (int)i, words);
    ocr_reply_to_json(words, reply);
    return true;
}
