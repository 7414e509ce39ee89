#ifndef ENGINE_DISPLAY_PHONE_H
#define ENGINE_DISPLAY_PHONE_H

/* The screen of an Android phone, by commands over adb (adb.h): its picture, and the focused activity, which stands for the
 * window. A look is a command on the phone and takes a tenth of a second or more, so each is made only when it is asked for.
 *
 * Errors are EYE_ERROR_DISPLAY: one sentence with the fix. */

#include "engine/display/still.h"
#include "engine/display/target.h"

typedef struct phone phone;

/* Takes a first picture. Caller closes. */
phone *phone_open(const display_target *t, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void phone_close(phone *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(phone, phone_close)
/* The last picture; borrowed until renew() of phone_still(). */
const frame *phone_picture(const phone *p);
/* The serial number, "" = the only phone; borrowed. */
const char *phone_serial(const phone *p);
/* What its maker calls it; "" = it does not say. Caller frees. */
char *phone_model(const phone *p);

/* The same as a still screen; phone_close() frees both. Its one window is the focused activity: title is the activity's name,
 * class its package, the id a hash of what the phone calls this instance of it. It is asked for again when it is older than
 * 100 ms; no window = the phone says none. */
struct still *phone_still(phone *p);

#endif
