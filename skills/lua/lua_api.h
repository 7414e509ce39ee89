#ifndef SKILLS_LUA_LUA_API_H
#define SKILLS_LUA_LUA_API_H

/* What a skill can call: key.*, mouse.*, screen.*, wait (all of it: reins-skill(7)). Shared helpers for reading arguments; errors
 * name the function, the argument, what came and what fits. None of them returns on error. */

#include "skills/lua/lua_sandbox.h"

#define API_SECONDS_MAX 3600

/* (api_open.c) Adds key, mouse, screen, loop and wait to the table on top of the stack. */
void sandbox_open_api(lua_State *L);
void api_open_key(lua_State *L);    /* (api_key.c) each pushes one table */
void api_open_mouse(lua_State *L);  /* (api_mouse.c) */
void api_open_screen(lua_State *L); /* (api_screen.c) */
void api_open_sense(lua_State *L);  /* (api_sense.c) adds its functions to the table of api_open_screen() */
void api_open_loop(lua_State *L);   /* (api_loop.c) pushes a function */

int api_wrong(lua_State *L, const char *function, int index, const char *name, const char *fits);
/* A finite number. */
double api_number(lua_State *L, const char *function, int index, const char *name, const char *fits);
/* Seconds as ms, rounded; `absent` when not given. */
gint64 api_ms(lua_State *L, const char *function, int index, const char *name, gint64 absent);
/* A number of pixels (or of something else that `fits` names), rounded. */
int api_px(lua_State *L, const char *function, int index, const char *name);
const char *api_text(lua_State *L, const char *function, int index, const char *name, const char *fits);
const char *api_key_name(lua_State *L, const char *function, int index);
/* "left" when not given. */
int api_button_number(lua_State *L, const char *function, int index);
/* Adds the event at the clock's time and moves the clock on by advance_ms; takes its text. */
void api_emit(lua_State *L, const char *function, struct timeline_event event, gint64 advance_ms);
/* Adds a key or button event in_ms after the clock's time, which stays: what follows goes on beside it. */
void api_emit_later(lua_State *L, const char *function, struct timeline_event event, gint64 in_ms);
/* The clock moves on until everything that goes on beside it has ended. */
void api_end_later(lua_State *L, const char *function);
/* In a loop: icons and words as they are in this turn, before they are searched in the region (NULL = all). Does nothing
 * elsewhere. (api_sense.c) */
void api_read_screen(lua_State *L, const char *region);

/* ---- options: a last argument that is a table (api_options.c) ---- */

enum api_option {
    API_DURATION = 1u << 0, /* seconds; also called seconds, and what a number in the table's place means */
    API_SPEED = 1u << 1,    /* per second: px of a move, characters of a text */
    API_ORIGIN = 1u << 2,   /* also called from */
    API_TWEEN = 1u << 3,
    API_MONITOR = 1u << 4, /* name or number, from 1: what x and y are measured on */
    API_WAIT = 1u << 5,    /* true: the action ends before the next begins; false: the next begins at once */
    API_GAP = 1u << 6,     /* seconds between the parts */
    API_ORDER = 1u << 7,   /* of the releases: "reverse" or "same" */
    API_CLICKS = 1u << 8,
    API_AT = 1u << 9, /* x and y: where */
    API_REST = 1u << 10,
    API_MODE = 1u << 11,
};

struct api_options {
    guint given; /* of enum api_option */
    gint64 ms, gap_ms, rest_ms;
    double speed; /* above 0 */
    enum timeline_origin origin;
    enum timeline_tween tween;
    const struct screen_monitor *monitor; /* borrowed from the screen; NULL = not given */
    bool wait, same_order;
    int clicks;
    double x, y;
    const char *mode; /* lives as long as its table */
};

/* Nothing, a number (the duration) or a table with some of the allowed options. Where nothing is given: 120 ms … is the caller's;
 * origin absolute, tween ease_in_out, wait true, one click. */
struct api_options api_options_read(lua_State *L, const char *function, int index, guint allowed);
/* The duration if one was given, else `absent`. */
gint64 api_options_ms(const struct api_options *o, gint64 absent);
/* The same for a hold: 0 where nothing is given; never longer than the profile's longest, and given where it is waited for. */
gint64 api_hold_ms(lua_State *L, const char *function, const struct api_options *o);
/* How long `amount` takes at a speed per second, in ms. */
gint64 api_speed_ms(lua_State *L, const char *function, double amount, double speed);

#endif
