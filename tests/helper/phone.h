#ifndef TESTS_HELPER_PHONE_H
#define TESTS_HELPER_PHONE_H

/* A phone for tests: phone.py behind Debian's adb, whose server is this test's own. Ends the test program with a sentence when it
 * cannot work. */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct phone_peer {
    pid_t device, server;
    char *folder; /* what the phone is like (phone.py) */
    char *serial; /* "127.0.0.1:41234" */
    char *name;   /* "adb:127.0.0.1:41234" */
};

/* display: its screen. Sets ANDROID_ADB_SERVER_PORT of this process. */
void phone_start(struct phone_peer *p, const char *display);
void phone_stop(struct phone_peer *p);
void phone_unplug(const struct phone_peer *p);
/* …and plugged in again, under the same serial number. */
void phone_plug_in(const struct phone_peer *p);
/* One more that never allows this computer anything; its serial number, caller frees. It dies with the test program. */
char *phone_add_locked(const struct phone_peer *p);
/* Writes a file of the folder, complete; NULL: removes it. */
void phone_set(const struct phone_peer *p, const char *file, const char *text);
/* All that was put in since the last call, a line of JSON each; caller frees. */
char *phone_log(const struct phone_peer *p);

#endif
