#ifndef ENGINE_EYE_OCR_H
#define ENGINE_EYE_OCR_H

/* Reading words from small pictures: request and reply of the worker "ocr". (ocr_json.c, ocr.c) */

#include <glib.h>
#include <stdbool.h>

#define OCR_AREA_MAX (2 * 1024 * 1024)   /* pixels of one region */
#define OCR_REPLY_MAX (32 * 1024 * 1024) /* bytes of JSON */
#define OCR_SPARSE_WAYS 2
/* In the environment of a worker "ocr": the languages, as Tesseract takes them ("eng+deu"). Without it: English. */
#define OCR_LANGUAGES "REINS_LANGUAGES"
#define OCR_LINE_HEIGHT 40 /* a region up to this height is one line of text */
/* Functions of Tesseract and Leptonica that are not called; the program has one of that name in their place (ocr.c; GNUmakefile
 * exports them). */
#define OCR_LOOK_ALIKES "_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_"
#define OCR_CAPTION_FONT "bmfCreate"

struct ocr_region {
    int width, height, scale;
    char *whitelist; /* NULL = any */
    bool sparse;     /* scattered words, as on buttons: the words of every reading are returned, none is voted out */
    int way;         /* of the OCR_SPARSE_WAYS readings of scattered words only this, from 1; 0 = all */
    bool quick;      /* a line: three readings vote, not seven */
    guint8 *gray;    /* width × height */
};

struct ocr_word {
    int region; /* index */
    char *text;
    int x, y, width, height; /* in the region's pixels */
    double confidence;       /* 0..1 */
};

/* Arrays that own their strings. */
GArray *ocr_regions_new(void);
GArray *ocr_words_new(void);

/* One line of JSON that says what the regions are; then their pixels, one region's behind the other's. */
GByteArray *ocr_request_to_bytes(const GArray *regions);
GArray *ocr_request_from_bytes(const char *bytes, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void ocr_reply_to_json(const GArray *words, GString *reply);
GArray *ocr_reply_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
