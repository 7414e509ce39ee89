#ifndef ENGINE_EYE_EYE_H
#define ENGINE_EYE_EYE_H

/* The eye: `reins eye --display :N --frames DIR --preview FILE [--preview-fps 2] [--record-fps 2] [--profile NAME] [--settle MS]
 * [--keyframe-change SHARE] [--fit 1] [--target WINDOW] [--maker PID] [--program PID]`, a process that captures the display,
 * keeps the short video, finds keyframes and stores PNGs. The last three tell what an eye before it knew (live_take_up()). It
 * speaks JSON lines (eye_json.c) on the socket that is its stdin, and ends at end-of-file. When the display dies it exits with 3.
 *
 * request → answer (each answer carries the request's seq)
 *   await_window {pattern, timeout_ms, dialogs, …} → window {found, window}; with `dialogs` found is false before the timeout,
 *                                                    too, when a dialog has rested on top (awaiting.h). A program that works
 *                                                    is waited for (readiness.h)
 *   observe {settle_ms, timeout_ms, role}          → observed {…}: waits until the screen has settled, and at first and after
 *                                                    an action until the program rests (readiness.h); stores the frame
 *   observe {…, again}                             → same {}: the screen is as in the last observation, except where it
 *                                                    changes by itself. observed {…}: it is not; the eye has waited until
 *                                                    late effects of our last action were over (late.h)
 *   observe {…, again, late}                       → same as above, but waits as long as an action without an effect so far
 *                                                    may still have one (LATE_MAX_MS)
 *   begin {digest}                                 → begun {}: the timeline of this digest is about to fire; the clip starts
 *                                                    here, with the last frame as "before"
 *   watch {rules}                                  → watching {restless}: compares the screen with the last observation's
 *                                                    (screen_match.h); then match {…} on each change
 *   unwatch {}                                     → (none)
 *   sense {question}                               → sensed {answer}: for a closed loop (skills/timeline/sense.h)
 *   glance {}                                      → glanced {frame}: the present picture, stored but not read
 *   survey {now}                                   → (none); surveyed {of, screen} follows when all words of the last
 *                                                    observation's screen are read (survey.h); `of`: hash of its frame
 *   survey {live}                                  → (none); surveyed {of, screen, live} follows each time the present picture
 *                                                    has changed and rests, until the next survey without `live`. Right after
 *                                                    such a one its words come first, and live ones where the picture differs
 * without a request: preview {path, width, height, of, changed, focus} when the picture changed, at preview_fps; `changed`: where
 * it is not as the picture `of`, the last observation's or the last one of a live survey; lost {what} before it exits */

#include "engine/picture/difference.h"
#include "engine/picture/screen_match.h"
#include "engine/picture/window.h"
#include "skills/timeline/screen.h"
#include "skills/timeline/sense.h"

#include <glib.h>
#include <stdbool.h>

typedef struct profile profile;
typedef struct line_stream line_stream;

struct eye_frame {
    char *hash, *path;
    char *shared; /* its pixels in sealed memory, for frame_open(); NULL = none */
    int width, height;
    gint64 at_us;   /* g_get_real_time */
    bool printed;   /* print is given */
    guint64 print;  /* perceptual hash (engine/picture/print.h) */
    GArray *masked; /* struct area: what is black in it because the profile hides it; NULL or empty = nothing. Owned */
};

#define EYE_TARGET_GONE G_MAXUINT32 /* no window has that id: what gets input now is outside the target */

/* The result of one look. */
typedef struct eye_observation {
    struct eye_frame frame;
    bool settled;      /* false: it still changed at the timeout */
    bool works;        /* the target's program still worked at the timeout: what is shown may be half drawn */
    bool tireless;     /* and at the one before, too: it works all the time */
    bool changed;      /* differs from the last observation */
    bool caret_moved;  /* by the action before it, also where its blinking hides it in both pictures */
    GArray *keyframes; /* struct eye_frame: of the clip, by change; in time order, ends with `frame` if that changed */
    GArray *samples;   /* struct eye_frame: ≤ 8, evenly sampled from the clip since begin (Cradle paper, B.1) */
    struct area
        different; /* the largest difference between first and last sample (engine/picture/difference.h); width 0 = none */
    struct difference change; /* of the recorded part, from first to last sample; `near`: around the pointer */
    bool image_unchanged;     /* since the clip began; but for a text cursor. false: unknown, too */
    bool pointer_unchanged;   /* since the observation before it */
    GPtrArray *windows;       /* struct eye_window*, top of the stack first, mapped ones */
    gint64 focus; /* id of the window that gets keys: the focused one, or under PointerRoot the one under the pointer; 0 = none */
    bool pointer_root; /* focus follows the pointer: no window has it explicitly */
    gint64 target;     /* id of the window that fits the profile's pattern; without one, of the awaited window, or of another one
                        * of its program when that has gone. 0 = none, EYE_TARGET_GONE = none any more */
    char *stack_hash;  /* of mapped windows, order and geometry */
    GArray *blind;     /* struct area: left out of pictures or of the comparison by the profile: [mask], [ignore] */
    GArray *masked;    /* struct area: those of them that are black in the picture; NULL = none are known */
    char **twins;      /* pairs: a key, and another key as which a shortcut may take it (engine/display/key_aliases.h) */
    screen *screen;    /* words, icons, pointer, target window's rectangle: for skills and brains */
} eye_observation;

void eye_observation_free(eye_observation *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_observation, eye_observation_free)
void eye_frame_clear(struct eye_frame *f);
/* {"id","title","class","pid","x","y","width","height"}, as in an observation. Caller frees. */
char *eye_window_to_json(const struct eye_window *w);
/* The window under a point, or by id; borrowed, NULL = none. */
const struct eye_window *eye_observation_window_at(const eye_observation *o, int x, int y);
const struct eye_window *eye_observation_window(const eye_observation *o, gint64 id);

/* ---- messages (eye_json.c) ---- */
/* Whether marks of the picture are numbered before its words are read. */
enum eye_numbers {
    EYE_NUMBERS_AT_ONCE,   /* those of words, which come later, have the next numbers */
    EYE_NUMBERS_NONE,      /* nobody refers to a mark of the picture; elements are numbered all the same */
    EYE_NUMBERS_WITH_WORDS /* with its words, as eye_look() does: the same screen has the same numbers */
};

enum eye_request_kind {
    EYE_AWAIT_WINDOW,
    EYE_OBSERVE,
    EYE_BEGIN,
    EYE_WATCH,
    EYE_UNWATCH,
    EYE_GLANCE,
    EYE_SENSE,
    EYE_SURVEY,
    EYE_REQUEST_COUNT
};
struct eye_request {
    enum eye_request_kind kind;
    int seq;
    char *pattern;
    int timeout_ms, settle_ms;
    bool dialogs;                    /* await_window */
    gint64 program;                  /* await_window: the process that was started; 0 = unknown */
    gint64 server, manager;          /* await_window: display and window manager of a sandbox; 0 = none */
    int ready_ms;                    /* await_window: longest wait for a program that shows a window and still works */
    bool again;                      /* observe */
    bool late;                       /* observe again */
    bool now;                        /* survey: begins at once */
    bool live;                       /* survey */
    char *digest;                    /* begin */
    struct screen_match_rules rules; /* watch; observe again: only the ignored areas. Owned */
    struct sense_question question;  /* sense */
};
char *eye_request_to_json(const struct eye_request *r);
bool eye_request_from_json(const char *line, gsize length, struct eye_request *ret_request, GError **error);
void eye_request_clear(struct eye_request *r);

enum eye_answer_kind {
    EYE_WINDOW,
    EYE_OBSERVED,
    EYE_SAME,
    EYE_BEGUN,
    EYE_WATCHING,
    EYE_MATCH,
    EYE_GLANCED,
    EYE_SENSED,
    EYE_SURVEYED,
    EYE_PREVIEW,
    EYE_LOST,
    EYE_FAILED,
    EYE_ANSWER_COUNT
};
typedef struct eye_answer {
    enum eye_answer_kind kind;
    int seq;                      /* 0 = unasked */
    bool found;                   /* window */
    struct eye_window *window;    /* window: the one that fits, or the topmost when none fits; NULL = no window. Owned */
    eye_observation *observation; /* observed: owned */
    GArray *restless,
        *unsettled; /* watching: struct area, areas that had changed by themselves until then; for struct screen_match_rules */
    struct screen_match_caret caret;  /* watching, match: the caret that was found; width 0 = none */
    struct screen_match_caret second; /* the same, of a second one */
    double match;                     /* match: similarity of the target, 0..1; 1 when none is compared */
    bool lasting;      /* match: target, window or screen have differed longer than what blinks would; text says how */
    bool bar;          /* match: so far only a bar differs that may be a caret */
    bool reacted;      /* match: the target has changed by a late reaction to our own last action, and is at rest */
    bool windows_same; /* match: focus and stack as in the observation that is compared with */
    gint64 focus;      /* match, preview: as in an observation */
    char *stack_hash;
    GPtrArray *windows;     /* match: struct eye_window*, as in an observation */
    struct eye_frame frame; /* glanced */
    sense_answer sensed;    /* sensed: owned */
    char *path;             /* preview */
    int width, height;
    char *of;        /* surveyed, preview: hash of a frame; owned */
    bool live;       /* surveyed: no observation has that frame */
    GArray *changed; /* preview: struct area; owned, NULL = not compared */
    screen *seen;    /* surveyed: owned */
    int waited_ms;   /* observed, same: until the screen had settled */
    char *text;      /* lost, failed, match: a sentence */
} eye_answer;
void eye_answer_free(eye_answer *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_answer, eye_answer_free)
char *eye_answer_to_json(const eye_answer *a);
/* Sends it; instead of one that is too long for a line, FAILED. */
void eye_answer_send(const eye_answer *a, line_stream *line);
eye_answer *eye_answer_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The main function of the process. Returns its exit code. */
int eye_main(int argc, char **argv);

enum eye_look_wait {
    EYE_LOOK_NOW,   /* do not wait; the observation is not `settled` */
    EYE_LOOK_STILL, /* wait until it has settled, if it changes within the first tenth of a second */
    EYE_LOOK_QUIET  /* wait until it has settled */
};
/* One look without an eye process (`reins see`): waits, captures, and stores into frames_dir. When `marks`: also finds icons, and
 * reads the words of the whole screen (region "screen"); in the profile's regions, if it has any, these instead.
 * Caller frees. Errors: EYE_ERROR_DISPLAY with the fix. (Xlib may exit the process if the display dies meanwhile.) */
eye_observation *eye_look(const char *display, const profile *p, const char *frames_dir, bool marks, enum eye_look_wait wait,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The screen of a stored frame (a PNG) for a skill: words and icons as the profile says, the whole frame as target window, the
 * pointer at 0,0. Blocks while OCR runs. Caller frees. */
screen *eye_look_back(const char *path, const profile *p, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same with all words of the frame, and what can be pointed at, without a profile: takes seconds. */
screen *eye_look_back_whole(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The windows of a display as eye_observation has them, before a profile is chosen: no pixels are read. */
GPtrArray *eye_windows(const char *display, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Prints of stored pictures (engine/picture/print.h), computed by a worker, since any program may have written the files. One
 * result per path, in order; an unreadable file is not printed (`why`). Caller unrefs. Error: no worker could be started, or it
 * died. (prints_json.c) */
struct eye_print {
    bool printed;
    guint64 print;
    gint64 bytes; /* size of the file */
    char *why;    /* NULL = printed */
};
#define EYE_PRINTS_MAX 256 /* paths per call */
GArray *eye_prints(const char *const *paths, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The child's functions for the worker kinds "ocr" (reading.c) and "print" (prints_json.c). */
bool eye_worker_ocr_prepare(GError **error);
bool eye_worker_ocr(const char *request, gsize length, GString *reply, GError **error);
bool eye_worker_print(const char *request, gsize length, GString *reply, GError **error);

#endif
