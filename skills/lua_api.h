#ifndef SKILLS_LUA_API_H
#define SKILLS_LUA_API_H

/* What a skill can call: key.*, mouse.*, screen.*, wait. Shared helpers for reading arguments; errors name the function, the
 * argument, what came and what fits. None of them returns on error. */

#include "skills/lua_sandbox.h"

#define API_SECONDS_MAX 3600

/* Adds key, mouse, screen and wait to the table on top of the stack. */
void sandbox_open_api(lua_State *L);
void api_open_key(lua_State *L);    /* (api_key.c) each pushes one table */
void api_open_mouse(lua_State *L);  /* (api_mouse.c) */
void api_open_screen(lua_State *L); /* (api_screen.c) */

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

#endif
