#ifndef SKILLS_LUA_LUA_SANDBOX_H
#define SKILLS_LUA_LUA_SANDBOX_H

/* One Lua 5.4 state that may run what anybody wrote (only files of this folder include this).
 *
 * DESIGN. The limits must hold whatever the code does: pcall, coroutines, error handlers and __close run code after an error, so
 * a limit is not an error. on_limit() sends the worker's answer and ends the process. Instructions are counted by the hook,
 * memory by the allocator, events where they are added, time by the worker's SIGPROF (the hook does not fire inside C functions).
 * Globals: _ENV is an empty proxy; what is there comes from `globals`, what is not is an error that names the line. */

#include "skills/timeline/action.h"
#include "skills/lua/acts.h"
#include "skills/timeline/screen.h"
#include "skills/timeline/sense.h"
#include "skills/timeline/timeline.h"

#include <lua.h>

#define SANDBOX_INSTRUCTIONS 10000000
#define SANDBOX_LOAD_INSTRUCTIONS 1000000 /* a file only defines its functions */
#define SANDBOX_LOAD_MS 500
#define SANDBOX_MEMORY ((gsize)64 * 1024 * 1024)
#define SANDBOX_TIME_MS 1000
#define SANDBOX_NAME_MAX 64 /* of a global */

typedef struct sandbox sandbox;

/* A line of a source. */
struct sandbox_spot {
    int file, line;
};

/* What is loaded, and who has set which global. */
struct sandbox_sources {
    GPtrArray *files;    /* names of the loaded sources, owned */
    GHashTable *own;     /* names that belong to reins and cannot be replaced */
    GHashTable *owners;  /* name of a global → number of the file that set it, plus one */
    GPtrArray *declared; /* by file: names (GPtrArray of char*) that it has set, in that order */
    bool sealed;         /* everything is loaded: no new globals */
};

/* The loop that a skill ended in, while its step is called turn by turn. */
struct sandbox_loop {
    int step;             /* in Lua's registry; LUA_NOREF = none */
    timeline_loop *asked; /* what it asked for: borrowed from whoever steps it, NULL = nobody does */
    bool stepping;        /* inside that step: the screen answers */
    screen *live;         /* the same as the sandbox's, to be changed; borrowed */
    enum sense_kind read; /* its words are of this turn: SENSE_LOOK = none, SENSE_MARKS, SENSE_READ = all */
    int questions;        /* of this turn */
    bool all_there;       /* every text and icon that is looked for is found: only rehearsed (rehearsal.h) */
    /* Asks the screen; false: no answer comes any more, and the process ends. */
    bool (*sense)(sandbox *s, const struct sense_question *question, sense_answer *ret_answer);
    char *outside; /* what the step asked for beside its budget: the loop ends, also where the error was caught; owned */
    struct sandbox_spot outside_at;
};

struct sandbox_limits {
    gint64 instructions, instructions_max;
    gsize memory, memory_max;
    bool counts;                    /* code of the skill runs: memory counts */
    gsize refused;                  /* a size that was just denied, so that the next time is the limit */
    struct sandbox_spot refused_at; /* where: the error that Lua makes of it has no place */
    int refused_focus;
    /* Called with "FILE:LINE: what"; ends the process. Where it returns (tests, fuzzing) the code is stopped by errors instead.
     */
    void (*reached)(sandbox *s, int file, int line, const char *what);
    bool stopped;
};

struct sandbox {
    lua_State *L;
    const screen *screen; /* borrowed; NULL = no key, mouse, screen (scripts) */
    gint64 max_hold_ms;
    struct acts acts; /* what the skill has done so far */
    struct sandbox_sources sources;
    bool calling;         /* inside a skill: input may be made */
    const action *action; /* what runs; borrowed, NULL = not said */
    struct sandbox_loop loop;
    struct sandbox_limits limits;
    void *data;                 /* the owner's */
    struct sandbox_spot called; /* where the function stands that was called: an error may have no place of its own */
    int focus;                  /* the file whose lines an error should name, -1 = where it was raised */
    char *api_error;            /* an API function's message, owned until it has been raised */
};

/* Where and why a call failed. */
struct sandbox_error {
    int file; /* index into files, -1 = unknown */
    int line;
    int focus_line; /* innermost line of the focus file on the stack, 0 = none */
    char *what;     /* owned */
};

/* (lua_state.c) A state from its beginning to its end. */
sandbox *sandbox_new(const screen *s, guint64 seed, gint64 max_hold_ms);
void sandbox_close(sandbox *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sandbox, sandbox_close)

/* Compiles and runs one source; its globals stay. */
bool sandbox_load(sandbox *s, const char *name, const char *source, gsize length, struct sandbox_error *ret_error);
/* No new globals any more. */
void sandbox_seal(sandbox *s);
/* Pushes the global function; false (nothing pushed) when there is none. */
bool sandbox_push_function(sandbox *s, const char *name);
/* Calls the function below n_args values, leaving n_results. The limits begin anew. */
bool sandbox_call(sandbox *s, int n_args, int n_results, struct sandbox_error *ret_error);
/* One turn of the loop at that time since its beginning: a timeline of its own, and whether it says that it is done. */
bool sandbox_step(sandbox *s, double seconds, bool *ret_done, struct sandbox_error *ret_error);

/* (lua_api.c) A skill begins: an empty timeline, the pointer where the screen has it. */
void sandbox_begin(sandbox *s);
/* It has ended: what was put off goes into the timeline. */
bool sandbox_finish(sandbox *s, GError **error);

/* (lua_sandbox.c) A limit is exceeded at the line that runs now; does not return in a worker. */
void sandbox_limit(lua_State *L, const char *what);
/* The same, but it returns: an allocator must not raise. */
void sandbox_limit_reached(lua_State *L, const char *what);
#define SANDBOX_MEMORY_LIMIT "used more than 64 MiB of memory"
/* Too many instructions. */
void sandbox_limit_instructions(lua_State *L);
/* Counts every `count` instructions, and watches calls until the sandbox is sealed. */
void sandbox_hook_on(lua_State *L, int count);
#define SANDBOX_HOOK_EVERY 1000
/* Lua's allocator: `data` is the sandbox. */
void *sandbox_allocate(void *data, void *block, size_t old_size, size_t size);
sandbox *sandbox_of(lua_State *L);
/* Raises "WHERE: message" at the innermost Lua line; takes the message. Never returns. */
int sandbox_raise(lua_State *L, char *message);

/* (lua_place.c) How a source is named to Lua: by its number. */
#define SANDBOX_SOURCE_NAME "=\001%d\002"
/* File number of a running function, -1 = not of a source. */
int sandbox_file_of(const lua_Debug *ar);
/* The innermost Lua line, file -1 = there is none; and that of the focus file, 0 = none. */
void sandbox_find_lines(lua_State *L, int *ret_file, int *ret_line, int *ret_focus);
/* File numbers inside a message become names; control characters stay for visible_text(). Caller frees. */
char *sandbox_expand_names(const sandbox *s, const char *text);
/* Moves the position that Lua's compiler has put in front of its message into `e`; returns the rest. */
const char *sandbox_take_position(const char *text, struct sandbox_error *e);
/* Pushes the message handler of a call: while the stack is still there it writes place and reason into `e`. */
void sandbox_push_handler(lua_State *L, struct sandbox_error *e);
/* Notes where the function below n_args values stands. */
void sandbox_called(sandbox *s, int n_args);
/* The same, as "FILE:LINE: ", "" when no source has it; caller frees. */
char *sandbox_place(sandbox *s, int n_args);
/* "FILE:LINE: what" as an error of SKILLS_ERROR_RUNTIME; clears `e`. */
void sandbox_error_take(sandbox *s, struct sandbox_error *e, GError **error);

/* (lua_environment.c) Why a global name is not there: "undeclared global 'x'", or what a skill has instead; caller frees. */
char *sandbox_undeclared(sandbox *s, const char *name);
/* Does the global exist, for the file that was loaded last? */
bool sandbox_declares(sandbox *s, const char *name);
/* The table on top, popped, becomes the globals. */
void sandbox_open_globals(lua_State *L);
void sandbox_push_globals(lua_State *L);
/* Pushes the _ENV of file number `file`, new. */
void sandbox_push_environment(lua_State *L, int file);

/* (lua_std.c) Fills the table on top of the stack with what is left of Lua's own libraries. */
void sandbox_open_std(lua_State *L, guint64 seed);
/* Why what has been run may not count: it has made a table weak after setmetatable() looked. NULL = it has not; static. */
const char *sandbox_weak(lua_State *L);
/* Puts an unchangeable view of the table on top of the stack in its place: reading what is not there is an error. */
void sandbox_freeze(lua_State *L, const char *name);

/* Replaces field `name` of the table on top by a closure over what was there. */
void sandbox_wrap(lua_State *L, const char *name, lua_CFunction function);

/* (lua_order.c) Replaces, in Lua's library on top ("_G", "string", "table"), what would differ from process to process. */
void sandbox_make_orderly(lua_State *L, const char *library);
/* Pushes a list of the keys of the table at that (absolute) index, in the order in which pairs() gives them: numbers, texts by
 * their bytes, booleans. Several that are tables or functions are an error of `function`. */
void sandbox_push_keys(lua_State *L, const char *function, int table);

/* (lua_globals.c) Every global that the source reads or writes, also where it does not run; declared: by what is loaded so far.
 * False from the function ends the search. */
typedef bool (*sandbox_global_function)(void *data, int line, const char *name, bool declared);
void sandbox_scan_globals(sandbox *s, const char *source, gsize length, sandbox_global_function found, void *data);

/* (lua_value_json.c) Pushes the JSON value. */
bool sandbox_push_json(sandbox *s, const char *json, gsize length, GError **error);
/* The value on top of the stack, popped: a text as it is, anything else as JSON. NULL: it has no JSON form. */
char *sandbox_take_json(sandbox *s, GError **error);
/* Adds json.array, json.object and json.null to the table on top of the stack. */
void sandbox_open_json(lua_State *L);

#endif
