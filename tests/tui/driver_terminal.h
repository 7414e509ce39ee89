#ifndef TESTS_TUI_DRIVER_TERMINAL_H
#define TESTS_TUI_DRIVER_TERMINAL_H

/* A terminal with pixels, made of the bytes that are sent to it: what stands in its cells, and what lies over them. Like xterm it
 * moves sixels with the rows that scroll, and a cell that is written or erased has none; like kitty it keeps pictures over the
 * cells until they are deleted, and moves them with the rows. */

#include "engine/picture/frame.h"

#include <glib.h>
#include <stdbool.h>

typedef struct vt vt;

vt *vt_new(int columns, int rows, int cell_width, int cell_height);
void vt_free(vt *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(vt, vt_free)
/* Whole sequences only. */
void vt_take(vt *t, const char *bytes, gsize length);
gunichar vt_cell(const vt *t, int y, int x);
/* Its window was covered, and is seen again: sixels are drawn anew. */
void vt_uncover(vt *t);
/* The whole window's pixels, row by row, 0xffRRGGBB, each of the three 0 or 255; 0 = no picture is there. Caller frees. */
guint32 *vt_picture(const vt *t);
/* How often a sixel has ended in the last row: xterm scrolls, to have the cursor below it. */
int vt_overflows(const vt *t);

#endif
