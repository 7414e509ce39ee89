#ifndef TESTS_TUI_DRIVER_H
#define TESTS_TUI_DRIVER_H

/* A skill library on the disk and a store, below $XDG_DATA_HOME, a folder of the test. Texts have \\n for
 * newlines. Each gives back NULL, or what was wrong (caller frees). */

#include "memory/memory.h"

/* What such a word of a script does. False: it is none of them. */
bool disk_word(const char *word, const char *rest, char **ret_wrong);
/* The folder with all that is in it. */
void disk_remove(const char *path);
/* A screen's colour at that place. */
typedef guint32 screen_colour(int x, int y, guint32 detail);
/* Such a picture in the store's folder; its hash. Caller frees. */
char *disk_put_frame(memory *m, screen_colour *colour, guint32 detail);
/* A picture of a small screen with a button of that colour at 412,388. */
void disk_picture(const char *dir, const char *name, guint32 button);
/* The store, made where it is not there. Caller closes. */
memory *disk_store(void);
/* "xcalc/greet.lua TEXT"; "xcalc/greet.lua" alone removes it. */
char *disk_skill_file(const char *rest);
/* Everything that is in the files is known to the store. */
char *disk_skills_known(const char *rest);
/* "RUN STEP TEXT": a draft as the model makes them. */
char *disk_draft(const char *rest);
/* "NAME TEXT": a draft whose text nobody has checked. */
char *disk_stored_draft(const char *rest);
/* "NAME WHAT RUN STEP": of the loaded version. */
char *disk_outcome(const char *rest);
/* "TASK | SUBTASK": a run of one step, with the picture that it began with. */
char *disk_run(const char *rest);
/* "TASK": a run of eight steps in which all sorts of things happen. (driver_past.c) */
char *disk_history(const char *rest);
/* "TASK": a run that has no step yet. (driver_past.c) */
char *disk_begun(const char *rest);
char *disk_by_hand(const char *rest);
char *disk_started(const char *rest);
char *disk_state(const char *rest);  /* RUN STEP JSON: the working memory after that step (driver_past.c) */
char *disk_lesson(const char *rest); /* APP TEXT */
char *disk_plan(const char *rest);   /* APP GOAL OUTCOME|reference TEXT */
char *disk_doc(const char *rest);    /* APP ELEMENT TEXT */
char *disk_asked(const char *rest);  /* RUN STEP QUESTION | ANSWER: a choice of one and two, of use */
char *disk_acted(const char *rest);  /* RUN STEP VERDICT STAGE LABEL: one more action of that step; STAGE - = nothing was fired */
char *disk_voided(const char *rest); /* RUN STEP VERDICT: one more proposal in that step came to that by itself, none was fired */
/* JSON: a ScreenAgent session of this record, with images/before.png, is imported. (driver_past.c) */
char *disk_imported(const char *rest);
/* "RUN": one more step of it, not ended yet, as another process writes it. (driver_past.c) */
char *disk_step_more(const char *rest);
/* "WORDS": nothing in the store says them any more. (driver_past.c) */
char *disk_expect_gone(const char *rest);
/* The store's file is not there for a while. */
char *disk_store_away(const char *rest);
/* The same, and what is there is no database: it cannot be read until it is back. */
char *disk_store_garbled(const char *rest);
char *disk_store_version(const char *rest);
char *disk_store_back(const char *rest);
/* "TABLE": the store has lost it, so what is asked of it is an error. */
char *disk_store_without(const char *rest);
/* "X,Y,W,H TEXT": from now on this is read on every stored picture, too. */
char *disk_written_on(const char *rest);
/* Reads that (tui/console/look_back.h). */
struct screen *disk_look_back(const char *path, GError **error);
/* "TEXT": the person's reins.ini. */
char *disk_config(const char *rest);
/* "NAME": its draft is accepted, as another process does it. */
char *disk_accepted(const char *rest);
/* "NAME TEXT": the text is in the skill's file or in one of its versions. */
char *disk_expect_kept(const char *rest);
/* "xcalc/greet.lua TEXT": it holds that text; alone: it is not there. */
char *disk_expect_file(const char *rest);
/* A skill that a script made by hand. */
void driver_skill_free(void *data);
/* How long a recorded run took is how long the test took: "0:01/0:03" becomes "0:00/0:00". Caller frees. */
char *screen_without_lengths(const char *text);

#endif
