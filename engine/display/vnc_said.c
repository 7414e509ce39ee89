#include "engine/display/vnc_said.h"

#include <stdarg.h>
#include <string.h>

static const char *const begins[] = {
    [VNC_SAID_REASON] = "VNC connection failed: ",        [VNC_SAID_LOGINS] = "Unknown authentication scheme from VNC server: ",
    [VNC_SAID_OTHER_PROTOCOL] = "Not a valid VNC server", [VNC_SAID_UNKNOWN] = "Unknown message type",
    [VNC_SAID_END] = "VNC server closed connection",      [VNC_SAID_BROKEN] = "read (",
};

static char said[512];

const char *vnc_said(enum vnc_said reason)
{
    return g_str_has_prefix(said, begins[reason]) ? said + strlen(begins[reason]) : NULL;
}

void vnc_said_note(const char *format, ...)
{
    char line[sizeof said];
    va_list args;
    va_start(args, format);
    g_vsnprintf(line, sizeof line, format, args);
    va_end(args);
    g_strchomp(line);
    for (gsize i = 0; i < G_N_ELEMENTS(begins) && !vnc_said(VNC_SAID_UNKNOWN); i++) /* the library reads on after that */
        if (g_str_has_prefix(line, begins[i]))
            g_strlcpy(said, line, sizeof said);
}

void vnc_said_forget(void)
{
    said[0] = '\0';
}
