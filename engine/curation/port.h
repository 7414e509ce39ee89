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
    bool retired;        /* no library has it any more: only history */
};

typedef struct port_file {
    bool cradle;
    GPtrArray *skills;  /* struct port_skill* */
    GPtrArray *refused; /* char*, "NAME: why" */
} port_file;
void port_file_free(port_file *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(port_file, port_file_free)

/* Reads either format, with or without a byte order mark; runs nothing. Refuses the whole file (error): not JSON, too large,
 * too deep, another format. An invalid skill (its name, a member of a wrong type, bytecode, invisible characters) is refused by
 * name; the rest is read. Caller frees. (port_json.c, cradle_json.c) */
port_file *port_read(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Writes these skills of the library (borrowed const skill*) with their history in the store, and the history of these names
 * (char*), which are in no library; m may be NULL. Caller frees. (port_json.c) */
char *port_write(memory *m, const skill_library *lib, const GPtrArray *skills, const GPtrArray *retired,
                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Names with versions in the store that the library does not have, except those that continue under another name. Caller
 * unrefs; the array owns its strings. m may be NULL. */
GPtrArray *port_retired(memory *m, const skill_library *lib, GError **error);
/* The text of the skill's file outside its skills, "" = none, also when the file has changed meanwhile. Caller frees. */
char *port_beside(const skill_library *lib, const skill *s);

/* The result for one skill. */
struct port_done {
    char *name, *sha256;
    char *stage;       /* its stage in this store now */
    bool known;        /* the version was here already and keeps its stage */
    char *replaces;    /* sha256 of the loaded version of that name: a clash; NULL = the name is free */
    guint versions;    /* earlier versions that were added as history (retired or refused) */
    guint outcomes;    /* outcomes that were added */
    GPtrArray *errors; /* char*: faults that prevent accepting it */
    GPtrArray *notes;  /* char*: helpers put inside, near copies, … */
    GPtrArray *lost;   /* char*: what could not be carried over */
};
void port_done_free(struct port_done *done);
/* Stores one skill as a draft, its earlier versions as history. from: the file's name, for notes. Caller frees. NULL with an
 * error: it has no text that is a skill, or the store failed. */
struct port_done *port_take(memory *m, const skill_library *lib, const struct port_skill *s, const char *from,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
