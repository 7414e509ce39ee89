#ifndef TUI_CLI_SKILLS_H
#define TUI_CLI_SKILLS_H

/* The verbs of `reins skills`: a row each in skills.c's table, with its options. */

#include "engine/curation/change.h"

/* What the command line says. Strings owned by skills.c; NULL, false, 0 = not given. */
struct skills_asked {
    const char *verb;
    char **words; /* after the verb and its options */
    gboolean json, yes, drafts, draft, sandbox, all;
    char *stage, *library, *reason, *out, *display, *frame, *profile, *size, *sort;
    gint64 limit;
};

/* ---- the library, the store, and both as one list (skills_shelf.c) ---- */
typedef struct skills_shelf {
    memory *m; /* NULL = there is no store */
    skill_library *library;
    catalog *catalog;
} skills_shelf;
/* Everything that ships and everything of the user's; problems of files go to stderr, the rest works. Where `write` is not set,
 * a store that is not there or cannot be used is no error (said on stderr). Otherwise it is made. `extra_text` (with a name;
 * NULL = none): skill_library_load_with(). Error: no worker, no store. */
bool skills_shelf_open(skills_shelf *s, bool write, const char *extra_name, const char *extra_text, GError **error);
void skills_shelf_close(skills_shelf *s);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(skills_shelf, skills_shelf_close)
/* A person's change of it, as the shelf was opened. */
struct change skills_shelf_change(const struct skills_shelf *s);

/* One version: what "NAME" (the loaded one, else the newest draft) or "NAME@SHA" means. */
struct skills_pick {
    const skill *skill;    /* borrowed from the shelf or from `parsed`; NULL: its text is no skill */
    memory_skill *version; /* NULL: the store does not know it */
    GPtrArray *parsed;     /* of a version that is not loaded */
    char *name, *sha256;
    const char *code;
    bool loaded;
};
/* Error: no such skill (with the nearest name), no such version. */
bool skills_pick(const struct skills_shelf *s, const char *word, struct skills_pick *ret_pick, GError **error);
void skills_pick_clear(struct skills_pick *p);
/* "NAME@SHA" in its parts; the second is NULL without an @. Caller frees both. */
void skills_split(const char *word, char **ret_name, char **ret_sha256);
/* "there is no skill …", with the nearest name. */
void skills_unknown(const struct skills_shelf *s, const char *name, GError **error);
/* "proposed 3, edited 1, rejected 0, fired 2, …": every count; caller frees. */
char *skills_counts_text(const struct memory_counts *n);
/* One line of text on stdout, with nothing invisible. */
void skills_print(const char *text);
/* y/n on the terminal; false also when there is none, with *ret_none set. */
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
