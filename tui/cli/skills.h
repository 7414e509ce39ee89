#ifndef TUI_CLI_SKILLS_H
#define TUI_CLI_SKILLS_H

/* The verbs of `reins skills`: a row each in the table of skills.c, with its options. */

#include "engine/curation/change.h"

/* Parsed arguments. skills.c owns the strings. NULL, false, 0 = not given. */
struct skills_asked {
    const char *verb;
    char **words; /* words after the verb and its options */
    gboolean json, yes, drafts, draft, sandbox, all;
    char *stage, *library, *reason, *out, *display, *frame, *profile, *size, *sort, *app;
    gint64 limit;
};

/* ---- the library, the store, and both as one list (skills_shelf.c) ---- */
typedef struct skills_shelf {
    memory *m; /* NULL = no store */
    skill_library *library;
    catalog *catalog;
} skills_shelf;
/* Opens the shipped and the user's libraries. Problems of files go to stderr; the rest works. Without `write`, a missing or
 * unusable store is no error (a message goes to stderr); with `write`, it is made. extra_text (with a name; NULL = none): see
 * skill_library_load_with(). Error: no worker, no store. */
bool skills_shelf_open(skills_shelf *s, bool write, const char *extra_name, const char *extra_text, GError **error);
/* From now on only what a run with that profile has: its libraries, without what it denies. Error: the profile, no worker. */
bool skills_shelf_restrict(skills_shelf *shelf, const char *profile, GError **error);
void skills_shelf_close(skills_shelf *s);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(skills_shelf, skills_shelf_close)
/* A change by a person, based on the open libraries. */
struct change skills_shelf_change(const struct skills_shelf *s);

/* One version, as named by "NAME" (the loaded one, else the newest draft) or "NAME@SHA". */
struct skills_pick {
    const skill *skill;    /* borrowed from the library or from `parsed`; NULL: its text is not a skill */
    memory_skill *version; /* NULL: not in the store */
    GPtrArray *parsed;     /* the parsed text of a version that is not loaded */
    char *name, *sha256;
    const char *code;
    bool loaded;
};
/* Finds a version. Errors: no such skill (with the nearest name), no such version. */
bool skills_pick(const struct skills_shelf *s, const char *word, struct skills_pick *ret_pick, GError **error);
void skills_pick_clear(struct skills_pick *p);
/* Sets the error "there is no skill …", with the nearest name. */
void skills_unknown(const struct skills_shelf *s, const char *name, GError **error);
/* All counts as text: "proposed 3, edited 1, rejected 0, fired 2, …". Caller frees. */
char *skills_counts_text(const struct memory_counts *n);
/* Prints one line on stdout, with invisible characters made visible. */
void skills_print(const char *text);
/* Asks y/n on the terminal. Without a terminal: false, and *ret_none is set. */
bool skills_confirm(const char *question, bool *ret_none);

/* ---- the verbs: each returns the exit code ---- */
int skills_list(const struct skills_asked *asked);    /* skills_list.c */
int skills_show(const struct skills_asked *asked);    /* skills_list.c */
int skills_search(const struct skills_asked *asked);  /* skills_search.c */
int skills_log(const struct skills_asked *asked);     /* skills_log.c */
int skills_diff(const struct skills_asked *asked);    /* skills_log.c */
int skills_check(const struct skills_asked *asked);   /* skills_check.c */
int skills_preview(const struct skills_asked *asked); /* skills_try.c */
int skills_try(const struct skills_asked *asked);
int skills_outcomes(const struct skills_asked *asked); /* skills_log.c */
int skills_add(const struct skills_asked *asked);      /* skills_change.c */
int skills_rm(const struct skills_asked *asked);
int skills_roll_back(const struct skills_asked *asked);
int skills_rename(const struct skills_asked *asked);
int skills_accept(const struct skills_asked *asked);
int skills_refuse(const struct skills_asked *asked);
int skills_trust(const struct skills_asked *asked); /* and untrust */
int skills_undo(const struct skills_asked *asked);
int skills_edit(const struct skills_asked *asked); /* skills_edit.c */
int skills_new(const struct skills_asked *asked);
int skills_export(const struct skills_asked *asked); /* skills_port.c */
int skills_import(const struct skills_asked *asked);

#endif
