#ifndef TUI_SKILLS_SKILLS_PICTURE_H
#define TUI_SKILLS_SKILLS_PICTURE_H

#include "skills/timeline/screen.h"

/* What a stored picture says to a dry run: its size, and the words read on it (blocks: Tesseract in a worker). */
screen *picture_screen(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
