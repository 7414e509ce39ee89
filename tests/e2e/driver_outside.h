#ifndef TESTS_E2E_DRIVER_OUTSIDE_H
#define TESTS_E2E_DRIVER_OUTSIDE_H

/* Runs of the agent outside, and a program that acts in them: over a socket at outside_path(). */

#include "tests/e2e/driver.h"

#include "config/strict_json.h"

#define OUTSIDE_MOUSEPAD "env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server"
#define OUTSIDE_PRESS "{\"command\":\"act\",\"skill\":\"press_button\",\"args\":{\"label\":\"7\"}}"

/* Of the socket, in our home. */
const char *outside_path(void);
/* A run on xcalc, once its socket is there. `more`: an option of its own. */
driver *outside_start(const char *more, const char *value);
/* Stops it and frees. */
void outside_stop(driver *d);
/* Connects; caller closes. */
int outside_reach(void);
/* Sends all of it; the engine reads while we write. */
void outside_put(int fd, const char *bytes, gsize length);
/* The next line as an object; NULL at end-of-file. Caller frees. */
cJSON *outside_hear(int fd);
/* The answer to a line; caller frees. */
cJSON *outside_ask(int fd, const char *request);
/* "null" for null, "?" for what is no text. Borrowed. */
const char *outside_text_of(const cJSON *object, const char *key);
/* The answer has that outcome and, where it is the last one, that result. */
void outside_assert_told(int fd, const char *outcome, const char *result);
/* In our home. */
void outside_write_file(const char *name, const char *text);
/* The shipped environment plays these actions (JSON); what it prints goes into the file "told" in our home. */
GPid outside_play(const char *actions);

#endif
