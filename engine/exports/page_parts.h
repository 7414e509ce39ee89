#ifndef ENGINE_EXPORTS_PAGE_PARTS_H
#define ENGINE_EXPORTS_PAGE_PARTS_H

/* Inside the HTML pages: of a run (page.c, page_step.c) and of a score (score_page.c). */

#include "engine/exports/exports.h"
#include "engine/exports/markup.h"
#include "engine/exports/output_sink.h"
#include "engine/exports/run_reader.h"

#define PAGE_PICTURE_WIDTH 1280
#define PAGE_LINKS_MAX 50
#define PAGE_OPEN_MAX 10 /* a run with at most this many steps is shown with all of them open */
#define PAGE_STORY_PICTURES 2
#define PAGE_STORY_TEXT 600 /* characters of a reply */
#define PAGE_NO_PICTURE G_MAXUINT

struct page_picture {
    char *hash;
    int width, height; /* of the screen, not of the shown picture */
};

struct page {
    const struct export_order *order;
    struct export_report *report;
    run_reader *tale;
    image_writer *album;
    output_sink *o;
    GArray *pictures;        /* struct page_picture: .fN, #zN */
    guint in_head;           /* number of pictures on the page so far */
    GHashTable *numbers;     /* hash → N, PAGE_NO_PICTURE = not kept */
    GPtrArray *system_texts; /* #pN counts from 1 */
    GHashTable *systems;     /* text → N */
};

/* How a page begins: nothing is fetched and nothing runs, whatever a text in it tries; and its style, the element left open. */
extern const char page_head[], page_style[];

/* The picture's number, PAGE_NO_PICTURE = none. */
guint page_picture(struct page *p, const char *hash);
/* The number of a system prompt, which is on the page once. */
guint page_system(struct page *p, const char *text);
/* "2026-11-21 01:48:26 UTC", NULL for 0; caller frees. */
char *page_time(gint64 us);
/* A name and its value in a <dl>; nothing without a value. */
void page_row(GString *out, const char *name, const char *value);
/* One step. (page_step.c) */
void page_step(struct page *p, GString *out, const run_reader_step *s);
/* The same as a row of the story, as the case studies of the ScreenAgent paper (Figures 6 to 8) are drawn: what the step's module
 * said and what was done beside what was on the screen, the target and the change marked. */
void page_story(struct page *p, GString *out, const run_reader_step *s);

#endif
