#ifndef SKILLS_LUA_LUA_SANDBOX_H
#define SKILLS_LUA_LUA_SANDBOX_H

/* One Lua 5.4 state that may run untrusted code (included only by files of this folder).
 *
 * DESIGN. The limits must hold whatever the code does. pcall, coroutines, error handlers and __close run code after an error,
 * so a limit is not an error: on_limit() sends the worker's answer and ends the process. The hook counts instructions, the
 * allocator counts memory, events are counted where they are added, and the worker's SIGPROF measures time (the hook does not
 * run inside C functions). _ENV is an empty proxy: reads come from `globals`, and reading a missing name is an error that names
 * the line. */

#include "skills/timeline/action.h"
#include "skills/lua/acts.h"
#include "skills/timeline/screen.h"
#include "skills/timeline/sense.h"
#include "skills/timeline/timeline.h"

#include <lua.h>

#define SANDBOX_INSTRUCTIONS 10000000
#define SANDBOX_LOAD_INSTRUCTIONS 1000000 /* limit for loading a file, which only defines functions */
#define SANDBOX_LOAD_MS 500
#define SANDBOX_MEMORY ((gsize)64 * 1024 * 1024)
#define SANDBOX_TIME_MS 1000 /* processor time of one call; the worker itself has more (dryrun_json.c) */
#define SANDBOX_NAME_MAX 64  /* length of a global's name */

typedef struct sandbox sandbox;

/* A line of a source. */
struct sandbox_spot {
    int file, line;
};

/* The loaded sources, and which of them set which global. */
struct sandbox_sources {
    GPtrArray *files;    /* names of the loaded sources, owned */
    GHashTable *own;     /* names of reins that cannot be redefined */
    GHashTable *owners;  /* name of a global → number of the file that set it, plus one */
    GPtrArray *declared; /* by file: names (GPtrArray of char*) that it set, in order */
    bool sealed;         /* everything is loaded: no new globals */
};

/* The loop of a skill while its step function is called turn by turn. */
struct sandbox_loop {
    int step;             /* in Lua's registry; LUA_NOREF = none */
    timeline_loop *asked; /* receives the loop that the skill asks for; borrowed, NULL = the loop is not stepped */
    bool stepping;        /* the step function runs: screen queries are allowed */
    screen *live;         /* the sandbox's screen, writable; borrowed */
    enum sense_kind read; /* what was read in this turn: SENSE_LOOK = nothing, SENSE_MARKS, SENSE_READ = all words */
    int questions;        /* number of questions in this turn */
    bool all_there;       /* every text and icon is found: only in a rehearsal (rehearsal.h) */
    /* Asks the screen. Returns false when no answer will come; then the process ends. */
    bool (*sense)(sandbox *s, const struct sense_question *question, sense_answer *ret_answer);
    char *outside; /* what the step asked for outside its budget; the loop ends even if the skill catches the error; owned */
    struct sandbox_spot outside_at;
};

struct sandbox_limits {
    gint64 instructions, instructions_max;
    gsize memory, memory_max;
    bool counts;                    /* the skill's code runs: memory is counted */
    gsize refused;                  /* size of an allocation that was just denied; the next one reaches the limit */
    struct sandbox_spot refused_at; /* where: Lua's out-of-memory error has no position */
    int refused_focus;
    /* Called with "FILE:LINE: what"; ends the process. If it returns (tests, fuzzing), errors stop the code instead. */
    void (*reached)(sandbox *s, int file, int line, const char *what);
    bool stopped;
};

struct sandbox {
    lua_State *L;
    const screen *screen; /* borrowed; NULL = no key, mouse, screen (scripts) */
    gint64 max_hold_ms;
    struct acts acts; /* actions of the skill so far */
    struct sandbox_sources sources;
    bool calling;         /* inside a skill: key and mouse calls are allowed */
    const action *action; /* the action that runs; borrowed, NULL = unknown */
    int part, awaits;     /* what it does after so many screen.await(); those that were called so far */
    bool awaiting;        /* one that did not come yet has ended the call: the error that it is left by is none */
    struct sandbox_loop loop;
    struct sandbox_limits limits;
    void *data;                 /* for the owner's use */
    struct sandbox_spot called; /* position of the called function, for errors without a position */
    int focus;                  /* the file whose lines errors should name, -1 = the file that raised it */
    char *api_error;            /* message of an API function, owned until it is raised */
};

/* Position and reason of a failed call. */
struct sandbox_error {
    int file; /* index into files, -1 = unknown */
    int line;
    int focus_line; /* innermost line of the focus file on the stack, 0 = none */
    char *what;     /* owned */
};

/* (lua_state.c) Creates and closes a state. Caller closes. */
sandbox *sandbox_new(const screen *s, guint64 seed, gint64 max_hold_ms);
void sandbox_close(sandbox *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sandbox, sandbox_close)

/* Compiles and runs one source. Its globals stay. */
bool sandbox_load(sandbox *s, const char *name, const char *source, gsize length, struct sandbox_error *ret_error);
/* Forbids new globals. */
void sandbox_seal(sandbox *s);
/* Pushes the global function. Returns false and pushes nothing when there is none. */
bool sandbox_push_function(sandbox *s, const char *name);
/* Calls the function below n_args values and leaves n_results. Resets the limits. */
bool sandbox_call(sandbox *s, int n_args, int n_results, struct sandbox_error *ret_error);
/* Runs one turn of the loop at `seconds` since its start: fills an own timeline, and says whether the loop is done. */
bool sandbox_step(sandbox *s, double seconds, bool *ret_done, struct sandbox_error *ret_error);

/* (lua_api.c) Begins a skill: empty timeline, pointer at the screen's position. */
void sandbox_begin(sandbox *s);
/* Ends a skill: moves deferred events into the timeline. */
bool sandbox_finish(sandbox *s, GError **error);

/* (lua_sandbox.c) Reports a limit that the current line exceeds. Does not return in a worker. */
void sandbox_limit(lua_State *L, const char *what);
/* Same, but returns: an allocator must not raise errors. */
void sandbox_limit_reached(lua_State *L, const char *what);
#define SANDBOX_MEMORY_LIMIT "used more than 64 MiB of memory"
/* Reports too many instructions. */
void sandbox_limit_instructions(lua_State *L);
/* Sets the hook: counts every `count` instructions, and watches calls until the sandbox is sealed. */
void sandbox_hook_on(lua_State *L, int count);
#define SANDBOX_HOOK_EVERY 1000
/* Lua's allocator: `data` is the sandbox. */
void *sandbox_allocate(void *data, void *block, size_t old_size, size_t size);
sandbox *sandbox_of(lua_State *L);
/* Raises "WHERE: message" at the innermost Lua line. Takes the message, never returns. */
int sandbox_raise(lua_State *L, char *message);

/* (lua_place.c) The name of a source inside Lua: its number. */
#define SANDBOX_SOURCE_NAME "=\001%d\002"
/* File number of a running function, -1 = it has no source. */
int sandbox_file_of(const lua_Debug *ar);
/* The innermost Lua line (file -1 = none) and the innermost line of the focus file (0 = none). */
void sandbox_find_lines(lua_State *L, int *ret_file, int *ret_line, int *ret_focus);
/* Replaces file numbers in a message by names. Control characters stay, for visible_text(). Caller frees. */
char *sandbox_expand_names(const sandbox *s, const char *text);
/* Moves the position at the start of a message of Lua's compiler into `e` and returns the rest. */
const char *sandbox_take_position(const char *text, struct sandbox_error *e);
/* Pushes a message handler that writes position and reason into `e` while the stack still exists. */
void sandbox_push_handler(lua_State *L, struct sandbox_error *e);
/* Records the position of the function below n_args values. */
void sandbox_called(sandbox *s, int n_args);
/* That position as "FILE:LINE: ", "" when it has no source. Caller frees. */
char *sandbox_place(sandbox *s, int n_args);
/* Converts `e` to an error SKILLS_ERROR_RUNTIME "FILE:LINE: what", and clears it. */
void sandbox_error_take(sandbox *s, struct sandbox_error *e, GError **error);

/* (lua_environment.c) Explains a missing global: "undeclared global 'x'", or what skills use instead. Caller frees. */
char *sandbox_undeclared(sandbox *s, const char *name);
/* True when the global exists for the file that was loaded last. */
bool sandbox_declares(sandbox *s, const char *name);
/* Pops the table on top and makes it the globals. */
void sandbox_open_globals(lua_State *L);
void sandbox_push_globals(lua_State *L);
/* Pushes a new _ENV for file number `file`. */
void sandbox_push_environment(lua_State *L, int file);

/* (lua_std.c) Fills the table on top with the allowed part of Lua's libraries. */
void sandbox_open_std(lua_State *L, guint64 seed);
/* The reason why the code's result must be refused: it made a table weak after setmetatable() had checked it. NULL = none;
 * static. */
const char *sandbox_weak(lua_State *L);
/* Replaces the table on top by a read-only view; reading a missing field is an error. */
void sandbox_freeze(lua_State *L, const char *name);

/* Replaces field `name` of the table on top by a closure over its old value. */
void sandbox_wrap(lua_State *L, const char *name, lua_CFunction function);

/* (lua_order.c) Replaces functions of the Lua library on top ("_G", "string", "table") whose results differ from process to
 * process. */
void sandbox_make_orderly(lua_State *L, const char *library);
/* Pushes a list of the keys of the table at that (absolute) index in the order of pairs(): numbers, texts by bytes, booleans.
 * Several keys that are tables or functions are an error of `function`. */
void sandbox_push_keys(lua_State *L, const char *function, int table);

/* (lua_globals.c) Calls `found` for every global that the source reads or writes, also in code that does not run. declared: the
 * loaded files define it. The search stops when `found` returns false. */
typedef bool (*sandbox_global_function)(void *data, int line, const char *name, bool declared);
void sandbox_scan_globals(sandbox *s, const char *source, gsize length, sandbox_global_function found, void *data);

/* (lua_value_json.c) Pushes a JSON value. */
bool sandbox_push_json(sandbox *s, const char *json, gsize length, GError **error);
/* Pops the value on top: a text unchanged, anything else as JSON. Caller frees. NULL with an error: it has no JSON form. */
char *sandbox_take_json(sandbox *s, GError **error);
/* Adds json.array, json.object and json.null to the table on top. */
void sandbox_open_json(lua_State *L);

#endif
