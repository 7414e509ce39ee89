#ifndef TUI_SKILLS_SKILLS_PICTURE_H
#define TUI_SKILLS_SKILLS_PICTURE_H

#include "skills/timeline/screen.h"

/* The screen of a stored picture for a dry run: its size, and its words (blocks: Tesseract in a worker). Caller frees. */
screen *picture_screen(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
