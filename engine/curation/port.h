#ifndef ENGINE_CURATION_PORT_H
#define ENGINE_CURATION_PORT_H

/* A library as one file: its skills with their versions, stages and outcomes, to be taken to another machine. What comes in is
 * drafts and history: nothing of it is loaded or trusted before a person accepts it here.
 *
 * {"reins_skills":1,"exported":TIME,"skills":[{"name","library","retired","versions":[{"sha256","code","beside","loaded",
 * "author","parent","note","run","step","at","stage","by","reason","stages":[{"stage","by","reason","at"}],"counts":{…},
 * "outcomes":[{"what","at","run","step"}]}]}]}, versions oldest first, those of a former name with this one; times in µs since
 * 1970; "beside": what the file has beside its skills; "retired": no library has it any more. Also read: {NAME: {"skill_name",
 * "skill_code", …}} of the Cradle release (its pickled function and its embedding are not looked at). */

#include "engine/curation/draft.h"

#define PORT_FILE_MAX (64 * 1024 * 1024)

struct port_version {
    memory_skill *v;     /* as the file says */
    char *beside;        /* NULL = nothing */
    GPtrArray *outcomes; /* struct memory_outcome*, newest first */
    bool loaded;
};

struct port_skill {
    char *name, *library;
    GPtrArray *versions; /* struct port_version*, oldest first */
    GPtrArray *lost;     /* char*: what could not be carried over */
    bool retired;        /* no library has it any more: all of it is history */
};

typedef struct port_file {
    bool cradle;
    GPtrArray *skills;  /* struct port_skill* */
    GPtrArray *refused; /* char*, "NAME: why" */
} port_file;
void port_file_free(port_file *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(port_file, port_file_free)

/* Reads either form, with or without a byte order mark; nothing of it is run. Refused as a whole (error): no JSON, too large, too
 * deep, another format. A skill that cannot be one (its name, a member of a wrong type, bytecode, what a reader would not see) is
 * refused by name, the rest is read. (port_json.c, cradle_json.c) */
port_file *port_read(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* These skills of the library (borrowed const skill*) with what the store knows of them, and the history of these names (char*),
 * which no library has any more; m may be NULL. Caller frees. (port_json.c) */
char *port_write(memory *m, const skill_library *lib, const GPtrArray *skills, const GPtrArray *retired,
                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The names that the store has versions of and the library has not; those that only live on under another name are left out.
 * Owns its texts; m may be NULL. */
GPtrArray *port_retired(memory *m, const skill_library *lib, GError **error);
/* What their file has beside its skills, "" = nothing; of a file that was changed meanwhile, nothing. Caller frees. */
char *port_beside(const skill_library *lib, const skill *s);

/* What came of one skill. */
struct port_done {
    char *name, *sha256;
    char *stage;       /* now, in this store */
    bool known;        /* the version was here already: its stage is as it was */
    char *replaces;    /* sha256 of the loaded one of that name: a clash; NULL = the name is free */
    guint versions;    /* earlier ones that came along, as history (retired or refused) */
    guint outcomes;    /* that came along */
    GPtrArray *errors; /* char*: before it can be accepted */
    GPtrArray *notes;  /* char*: helpers put inside, near copies, … */
    GPtrArray *lost;   /* char*: what could not be carried over */
};
void port_done_free(struct port_done *done);
/* Stores one skill as a draft, its earlier versions as history. `from`: the file's name, for the notes. NULL with error: it has
 * no text that is a skill, or the store. */
struct port_done *port_take(memory *m, const skill_library *lib, const struct port_skill *s, const char *from,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
