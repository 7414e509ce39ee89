#ifndef ENGINE_PROTOCOL_PROTOCOL_H
#define ENGINE_PROTOCOL_PROTOCOL_H

/* Events (engine → console) and commands (console → engine), one JSON object a line.
 * One struct for all events, in parts, and one for all commands: a field that the kind does not have is NULL, 0 or -1.
 * (protocol_json.c) */

#include <glib.h>
#include <stdbool.h>

typedef struct action action;
typedef struct timeline timeline;

#define PROTOCOL_VERSION 1

#define PROTOCOL_ERROR (protocol_error_quark())
GQuark protocol_error_quark(void);
enum protocol_error { PROTOCOL_ERROR_SYNTAX, PROTOCOL_ERROR_UNKNOWN, PROTOCOL_ERROR_FIELD };

enum event_kind {
    EVENT_HELLO,   /* run, display, protocol; task, agent, brain, mode, max_steps, max_actions; modules, boards: of the agent */
    EVENT_STATE,   /* state, step; last_step: where --max-steps ends, if not at its number; reason when paused */
    EVENT_FRAME,   /* frame, path, width, height, key; masked, unsaved; text: what the display tells of its state */
    EVENT_PREVIEW, /* path, width, height; frame, changed: the console's live picture; never on headless stdout */
    EVENT_MARKS,   /* frame, words, marks: what is written on it (marks_event.h); never on headless stdout */
    EVENT_MODULE, /* module, status, text, output, ms, tokens_in, tokens_out, tokens_cached, pictures, cost; form when a person is
                   * asked to fill it in; skills and recalled when a plan begins */
    EVENT_PROPOSAL, /* id, step, action, timeline, tier, rule, evidence, provider_asks, word, target, digest, expires_s, fuse_ms,
                     * explain; edited_from; reason: why it is shown again */
    EVENT_REST,     /* id, actions: the plan's actions after that proposal, dry-run ahead (rest_event.h); when it is asked for */
    EVENT_QUESTION, /* id, step, question, choices, details, expires_s: a question of the agent to the person; a decision on its
                       id ends the wait */
    EVENT_BOARD,    /* board, rows: a list or tree of the agent, when it changes (agents/board.h) */
    EVENT_MATCH,    /* id, match: the comparison of the target with the live screen, when it changes */
    EVENT_DECISION, /* id, verdict, by, reason; before, after when it went stale; of a question: answer */
    EVENT_FIRED,    /* id, status, effect, reason */
    EVENT_LOOP,  /* id, events, max_events, ms, max_ms: progress of the closed loop that is being fired; a few times per second */
    EVENT_HELD,  /* keys, buttons; left_ms */
    EVENT_METER, /* tokens_in, tokens_out, tokens_cached, pictures, cost, ms (own cost of the last step) and its parts, max_cost
                  */
    EVENT_GRANT, /* grant, until, value, left, tier, status: when given, at each use, and at its end */
    EVENT_MODE,  /* mode, fuse_ms, tier (mode risk: the lowest tier that asks): at the start and at each change */
    EVENT_SKILL, /* name, sha256, stage: draft|trial|trusted|demoted|refused|retired|gone; text: its documentation, or the reason
                  */
    EVENT_EXPECT,  /* run, step, path, after, match, reason: a fork waits until its display looks as recorded in run; path: the
                      recorded picture; after: the screen now; match: their similarity, 0..1 */
    EVENT_NOTICE,  /* level, text; burst: something of a burst of driven input was not done, and nothing more of it will be */
    EVENT_ENDED,   /* outcome, reason, exit */
    EVENT_UNKNOWN, /* ignored */
    EVENT_COUNT
};

struct event_target {
    char *window; /* title, "" if it has none */
    char *class;  /* WM_CLASS class, "" */
    gint64 window_id;
    int x, y; /* the point, -1 -1 = keyboard only */
    int patch_x, patch_y, patch_width, patch_height;
    double match;     /* 0..1 at the time of the proposal */
    GArray *moving;   /* struct area: areas that change by themselves and are not compared; owned, NULL = none */
    GArray *left_out; /* struct area: places that the person leaves out in this run; owned, NULL = none */
    GArray *follows;  /* struct area, one: the area that followed the pointer, so that nothing was pressed; owned, NULL = none */
    char *label;      /* the text at the target, for people: "Save", or: nothing readable, beside "Hex"; owned, NULL = not read */
    char *animated;   /* what the person leaves out in addition: areas | window; NULL = nothing. Owned */
};

/* The parts of an event. The comment of a part names the kinds that use it. event_free() frees all strings in every part, and
 * what is marked as owned. */

/* hello: the run and its agent */
struct event_about {
    int protocol, max_steps, max_actions;
    char *run, *display, *task, *agent, *brain, *mode;
    bool sandbox;           /* the display is a sandbox of this run */
    bool unseen;            /* a person's own input on the display is not told: it pauses nothing */
    bool bare;              /* skills that need a window manager (skill.manager) are not available */
    char *libraries;        /* skill libraries that the run has loaded: "text;windows"; NULL = unknown */
    char *modules, *boards; /* JSON arrays (agents/agent.h), NULL = not sent */
    char *set, *rules;      /* JSON arrays of texts, as given to --set and --rule; NULL = none */
};

/* frame, preview; marks: frame alone */
struct event_picture {
    char *frame, *path; /* frame of a preview: what it shows but for `changed`; NULL = unknown */
    int width, height;
    bool key;      /* frame */
    char *changed; /* preview: JSON array of [x, y, width, height]; NULL = unknown */
    char *masked;  /* frame: the same, of what is black in it because the profile hides it; NULL = nothing is known to be */
    char *unsaved; /* frame: title of a sandbox's window that says it has unsaved changes; NULL = none says so */
};

/* marks */
struct event_marks {
    char *words, *marks; /* JSON arrays */
};

/* module; its text is in `text`, its progress in `status`, its cost in `spent` */
struct event_module {
    char *name;
    char *output, *form; /* JSON text */
    char *reply;         /* status done, failed: what the model wrote, to be edited and read again; NULL = none, or too long */
    char *skills;        /* of a plan: JSON array of the retrieved skills: {"name","score","why","text","parts"}, best first */
    char *brain;         /* status retry: which one is asked again */
    int retry, retries;  /* status retry: the attempt that comes, 1 = the first further one, and how many there are */
    gint64 wait_ms;      /* …until it; status delta: the longest silence before the call is given up, 0 = unknown */
    char *recalled; /* of a plan: JSON array of past steps and lessons (engine/recall/recall.h), best first; those with in_prompt
                       are in the plan's prompt */
};

/* module: of this call; meter: of the run, except ms */
struct event_spent {
    gint64 ms, tokens_in, tokens_out;            /* ms of a meter: own cost of the last step, without deliberate waits */
    gint64 look_ms, ask_ms, propose_ms, fire_ms; /* its parts */
    gint64 tokens_cached, pictures;              /* of tokens_in; pictures that were sent */
    double cost, max_cost;                       /* max_cost: meter */
    double cost_day, max_cost_day;               /* meter: of all runs since midnight */
    bool unpriced;                               /* the cost lacks tokens that no price is known of */
};

/* loop */
struct event_loop {
    int events, max_events;
    gint64 ms, max_ms;
};

/* board */
struct event_board {
    char *name, *rows; /* rows: JSON array */
};

/* proposal: what is fired after approval */
struct event_fire {
    action *action;              /* owned */
    timeline *timeline;          /* owned */
    struct event_target *target; /* owned, NULL = none */
    char *digest;
    int edited_from;
    int place, of; /* which of its plan's actions it is, from 1; 0 = a plan of one, or none */
    char **rest;   /* the plan's actions after it, as text; owned, NULL = none */
};

/* rest */
struct event_rest {
    char *actions; /* JSON array */
};

/* proposal: the gate's judgement */
struct event_judged {
    int tier;
    int fuse_ms; /* fires automatically after this time unless rejected; 0 = waits for a decision */
    char *rule, *word;
    char *evidence;      /* what made the rule apply: "\"Send\" 12 px from the target" */
    char *provider_asks; /* the safety check of the model's provider in its own words, without control characters; an approval
                          * acknowledges it. NULL = none */
    char *explain;       /* JSON array of every rule that applies: {"rule","tier","evidence","effect"}, effect:
                          * tier|deny|ask|allow|narrow|grant */
};

/* question */
struct event_asked {
    char *question;
    char **choices; /* owned; NULL = free text */
    char **details; /* what each choice stands for, for the card alone: material, which no prompt has. Owned; NULL = nothing */
};

/* decision */
struct event_decided {
    char *verdict, *by;
    char *before, *after; /* stale: paths of the frames as approved and as found */
    char *answer;         /* of a question */
};

/* held */
struct event_holds {
    char **keys, **buttons; /* names, owned */
    char *left_ms;          /* JSON object, name → ms until the hand releases it */
};

/* grant; its state is in `status` */
struct event_grant {
    int id, tier;
    char *until;        /* count|seconds|window|list */
    gint64 value, left; /* as given; remaining fires or seconds */
};

/* mode */
struct event_mode {
    char *name;
    int fuse_ms, tier;
};

/* skill; its documentation, or the reason, is in `text` */
struct event_skill {
    char *name, *sha256, *stage;
};

/* expect */
struct event_expect {
    char *run, *path, *after;
};

/* ended */
struct event_end {
    char *outcome; /* success|failed|stopped|budget|error */
    int exit_code;
};

/* Members that several kinds share, and a part for the others. */
typedef struct event {
    enum event_kind kind;
    int id, step;
    int expires_s; /* proposal, question */
    double match;  /* match, expect; -1 = not set */
    char *reason;  /* state, proposal, decision, fired, grant, expect, ended */
    char *status;  /* module, fired, grant */
    char *text;    /* module, skill, notice, frame */
    char *state;   /* state: observing|thinking|waiting|firing|paused|ended */
    char *effect;  /* fired */
    char *level;   /* notice: info|warning|error */
    int burst;     /* notice */
    int keys;      /* fired: so many that the person has pressed in a take-over; 0 = it was proposed */
    int last_step; /* state */
    struct event_about about;
    struct event_picture picture;
    struct event_module module;
    struct event_spent spent;
    struct event_loop loop;
    struct event_board board;
    struct event_marks marks;
    struct event_fire fire;
    struct event_rest rest;
    struct event_judged judged;
    struct event_asked asked;
    struct event_decided decided;
    struct event_holds holds;
    struct event_grant grant;
    struct event_mode mode;
    struct event_skill skill;
    struct event_expect expect;
    struct event_end end;
} event;

event *event_new(enum event_kind kind);
void event_free(event *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(event, event_free)
/* One line without newline; caller frees. */
char *event_to_json(const event *e);
/* Only the target, as in the event; NULL is "null". Caller frees. */
char *event_target_to_json(const struct event_target *target);
/* Error: not JSON, too deep, no "event", a field of the wrong type. An event unknown here has kind EVENT_UNKNOWN. */
event *event_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum command_kind {
    COMMAND_APPROVE,
    COMMAND_EDIT,
    COMMAND_REJECT,
    COMMAND_HOLD, /* stops the fuse: this proposal then waits for a decision */
    COMMAND_REST, /* asks for event rest: what comes after the proposal that waits */
    COMMAND_GRANT,
    COMMAND_REVOKE,
    COMMAND_PRESENT,  /* a person is present: a key was pressed that has no other meaning for the engine */
    COMMAND_WATCHED,  /* the person's terminal shows what is drawn; a client that has sent this once must repeat it (gate.h) */
    COMMAND_TERMINAL, /* the person's terminal: the title of its window, and where it is; it is never pressed into */
    COMMAND_PAUSE,
    COMMAND_RESUME,
    COMMAND_STOP,
    COMMAND_MODE,
    COMMAND_SAY,
    COMMAND_TAKEOVER,
    COMMAND_HANDBACK,
    COMMAND_DRIVE,     /* one complete action of the person, in a sandbox that they have taken over (drive.h) */
    COMMAND_LEAVE_OUT, /* the target's `follows` is not compared from now on in this run */
    COMMAND_ANIMATED,  /* how much of a moving target is compared from now on in this run */
    COMMAND_MODULE_EDIT,
    COMMAND_MODULE_RETRY,
    COMMAND_ANSWER,       /* answers the waiting question: free text, or a choice by its text or its number */
    COMMAND_BOARD,        /* a person changes a row of a board */
    COMMAND_SKILL_ACCEPT, /* accepts a draft, effective from the next step on */
    COMMAND_SKILL_REFUSE,
    COMMAND_COUNT
};

typedef struct command {
    enum command_kind kind;
    int id;              /* approve, edit, reject, hold, answer, rest; grant until list or loop: the proposal that waits */
    char *digest, *word; /* approve */
    action *action;      /* edit, drive */
    int burst;           /* drive: what belongs together (drive.h); 0 = nothing does */
    char *reason;        /* reject, skill_refuse; "" if none; pause: NULL if none */
    char *name, *sha256; /* skill_accept, skill_refuse; edit: of the draft to try, NULL = the loaded version */
    char *mode;          /* mode */
    char *text;          /* say, answer, board */
    char *note;          /* handback */
    char *keep;  /* handback: record what was done as the reply's actions: actions, or text (with typed text); NULL = not */
    char *scope; /* animated: none|areas|window */
    char *title; /* terminal; "" = it no longer has one */
    char **env;  /* terminal: NAME=value of its WINDOWID, DISPLAY, TMUX, TMUX_PANE; owned, NULL = unknown */
    char *module, *output; /* module_edit, module_retry; output: JSON object text */
    char *reply;           /* module_edit without an output: a text that is read as the model's reply is */
    char *hint;            /* module_retry */
    char *board, *verb;    /* board; its text in `text` */
    gint64 row;            /* board: the row's id, 0 = none */
    char *until;           /* grant: count|seconds|window|list|loop */
    char **digests;        /* grant until list: of the actions of event rest that do not ask, in their order; owned */
    gint64 value;          /* grant */
    int tier;              /* grant: the highest tier that it covers; -1 = not given */
    int grant;             /* revoke; 0 = all */
} command;

command *command_new(enum command_kind kind);
void command_free(command *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(command, command_free)
char *command_to_json(const command *c);
/* Error (becomes a notice of level error): names the field and the accepted values. */
command *command_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
const char *command_name(enum command_kind kind);

/* (strings_json.c) An array of strings as in an event; caller frees. protocol_strings_from_json(): NULL = not an array of
 * strings, or empty; caller frees with g_strfreev(). */
char *protocol_strings_to_json(char *const *strings);
char **protocol_strings_from_json(const char *json);

#endif
