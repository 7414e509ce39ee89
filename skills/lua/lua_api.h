#ifndef SKILLS_LUA_LUA_API_H
#define SKILLS_LUA_LUA_API_H

/* The functions that a skill can call: key.*, mouse.*, screen.*, wait (all of them: reins-skill(7)). Shared helpers read
 * arguments. Their errors name the function, the argument, the given and the accepted value. On an error they raise it and do
 * not return. */

#include "skills/lua/lua_sandbox.h"

#define API_SECONDS_MAX 3600

/* (api_open.c) Adds key, mouse, screen, loop and wait to the table on top of the stack. */
void api_open(lua_State *L);
void api_open_key(lua_State *L);    /* (api_key.c) each pushes one table */
void api_open_mouse(lua_State *L);  /* (api_mouse.c) */
void api_open_screen(lua_State *L); /* (api_screen.c) */
void api_open_sense(lua_State *L);  /* (api_sense.c) adds its functions to the table of api_open_screen() */
void api_open_loop(lua_State *L);   /* (api_loop.c) pushes a function */
void api_open_world(lua_State *L);  /* (api_world.c) pushes one table */

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
/* Adds an event at the clock's time and advances the clock by advance_ms. Takes the event's text. */
void api_emit(lua_State *L, const char *function, struct timeline_event event, gint64 advance_ms);
/* Adds a key or button event in_ms after the clock's time without advancing the clock: the next action runs at the same time. */
void api_emit_later(lua_State *L, const char *function, struct timeline_event event, gint64 in_ms);
/* Advances the clock until all such events have ended. */
void api_end_later(lua_State *L, const char *function);
/* In a loop: reads icons and words of this turn before a search in the region (NULL = all). Does nothing outside a loop.
 * (api_sense.c) */
void api_read_screen(lua_State *L, const char *region);

/* ---- options: a last argument that is a table (api_options.c) ---- */

enum api_option {
    API_DURATION = 1u << 0, /* seconds; also called seconds; a number in place of the table means this */
    API_SPEED = 1u << 1,    /* per second: px of a move, characters of a text */
    API_ORIGIN = 1u << 2,   /* also called from */
    API_TWEEN = 1u << 3,
    API_MONITOR = 1u << 4, /* name or number, from 1: the monitor that x and y refer to */
    API_WAIT = 1u << 5,    /* true: the next action begins when this one ends; false: at once */
    API_GAP = 1u << 6,     /* seconds between the parts */
    API_ORDER = 1u << 7,   /* order of the releases: "reverse" or "same" */
    API_CLICKS = 1u << 8,
    API_AT = 1u << 9, /* x and y: where */
    API_REST = 1u << 10,
    API_MODE = 1u << 11,
};

struct api_options {
    guint given; /* bits of enum api_option */
    gint64 ms, gap_ms, rest_ms;
    double speed; /* above 0 */
    enum timeline_origin origin;
    enum timeline_tween tween;
    const struct screen_monitor *monitor; /* borrowed from the screen; NULL = not given */
    bool wait, same_order;
    int clicks;
    double x, y;
    const char *mode; /* valid as long as its table */
};

/* Reads the last argument: absent, a number (the duration), or a table with some of the allowed options. Defaults: origin
 * absolute, tween ease_in_out, wait true, one click; other defaults are the caller's. */
struct api_options api_options_read(lua_State *L, const char *function, int index, guint allowed);
/* The duration if one was given, else `absent`. */
gint64 api_options_ms(const struct api_options *o, gint64 absent);
/* The duration of a hold: 0 when not given. At most the profile's longest hold; required when the skill waits for it. */
gint64 api_hold_ms(lua_State *L, const char *function, const struct api_options *o);
/* How long `amount` takes at a speed per second, in ms. */
gint64 api_speed_ms(lua_State *L, const char *function, double amount, double speed);

#endif
