#include "engine/display/connection_vnc.h"

#include "config/late.h"
#include "engine/picture/frame.h"

#include <poll.h>
#include <rfb/rfbclient.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECT_LIMIT_S 5
#define MESSAGE_LIMIT_S 10
#define PUMP_US (100 * 1000) /* a server that never stops sending is left after that */

#define VNC_FUNCTIONS(NAME)                                                                                                      \
    NAME(rfbGetClient)                                                                                                           \
    NAME(rfbClientCleanup)                                                                                                       \
    NAME(rfbClientSetClientData)                                                                                                 \
    NAME(rfbClientGetClientData)                                                                                                 \
    NAME(SetClientAuthSchemes)                                                                                                   \
    NAME(ConnectToRFBServer)                                                                                                     \
    NAME(InitialiseRFBConnection)                                                                                                \
    NAME(SetFormatAndEncodings)                                                                                                  \
    NAME(SendFramebufferUpdateRequest)                                                                                           \
    NAME(HandleRFBServerMessage)                                                                                                 \
    NAME(rfbClientLog)                                                                                                           \
    NAME(rfbClientErr)

static struct {
    VNC_FUNCTIONS(LATE_MEMBER)
} vnc;

struct connection_vnc {
    rfbClient *client;
    guint32 *pixels;
    guint8 *missing; /* a byte for each pixel that has not arrived; NULL = all have */
    gsize n_missing;
    guint changes;
    char *target, *name;
    char *unfit; /* of a size that is refused; owned */
    char *gone;  /* why it is of no more use; owned */
    bool asked_for_password;
    bool overdue;
};

/* ---- what libvncclient says ---- */

static char said[512]; /* its log has no pointer of ours; the last line that has a reason in it */
static const char reason_of_server[] = "VNC connection failed: ";
static const char unknown_login[] = "Unknown authentication scheme from VNC server: ";
static const char other_protocol[] = "Not a valid VNC server";

G_GNUC_PRINTF(1, 2) static void note_said(const char *format, ...)
{
    char line[sizeof said];
    va_list args;
    va_start(args, format);
    g_vsnprintf(line, sizeof line, format, args);
    va_end(args);
    g_strchomp(line);
    if (g_str_has_prefix(line, reason_of_server) || g_str_has_prefix(line, unknown_login) ||
        g_str_has_prefix(line, other_protocol))
        g_strlcpy(said, line, sizeof said);
}

static const char *after(const char *prefix)
{
    return g_str_has_prefix(said, prefix) ? said + strlen(prefix) : NULL;
}

/* ---- a message that does not end ---- */

static volatile sig_atomic_t waits_at = -1; /* the descriptor; SIGALRM's handler gets no pointer of ours */
static volatile sig_atomic_t was_overdue;

static void end_wait(int number)
{
    (void)number;
    was_overdue = 1;
    if (waits_at >= 0)
        shutdown(waits_at, SHUT_RDWR); /* its read() is at the end */
}

static rfbBool in_time(connection_vnc *c, rfbBool (*wait)(rfbClient *client))
{
    const struct sigaction ours = {.sa_handler = end_wait};
    struct sigaction before;
    was_overdue = 0;
    waits_at = c->client->sock;
    sigaction(SIGALRM, &ours, &before);
    alarm(MESSAGE_LIMIT_S);
    rfbBool done = wait(c->client);
    alarm(0);
    waits_at = -1;
    sigaction(SIGALRM, &before, NULL);
    c->overdue = was_overdue;
    return done && !c->overdue;
}

/* ---- what libvncclient calls ---- */

static char tag; /* its address */

static connection_vnc *of(rfbClient *client)
{
    return vnc.rfbClientGetClientData(client, &tag);
}

/* For the first size and each new one. */
static rfbBool on_size(rfbClient *client)
{
    connection_vnc *c = of(client);
    g_clear_pointer(&c->pixels, g_free);
    g_clear_pointer(&c->missing, g_free);
    client->frameBuffer = NULL;
    c->unfit = client->width > 0 && client->height > 0 ? frame_too_large(client->width, client->height)
                                                       : g_strdup("the screen has no pixels");
    if (c->unfit)
        return FALSE;
    c->n_missing = (gsize)client->width * (gsize)client->height;
    c->pixels = g_new0(guint32, c->n_missing);
    c->missing = g_malloc(c->n_missing);
    memset(c->missing, 1, c->n_missing);
    client->frameBuffer = (guint8 *)c->pixels;
    c->changes++;
    return TRUE;
}

static void on_part(rfbClient *client, int x, int y, int width, int height)
{
    connection_vnc *c = of(client);
    c->changes += width > 0 && height > 0;
    for (int row = y; c->missing && row < MIN(y + height, client->height); row++)
        for (int column = x; column < MIN(x + width, client->width); column++) {
            guint8 *missing = &c->missing[(gsize)row * (gsize)client->width + (gsize)column];
            c->n_missing -= *missing;
            *missing = 0;
        }
    if (c->n_missing == 0)
        g_clear_pointer(&c->missing, g_free);
}

static char *no_password(rfbClient *client)
{
    of(client)->asked_for_password = true;
    return NULL;
}

/* ---- opening ---- */

static bool load(GError **error)
{
    static const char *const names[] = {VNC_FUNCTIONS(LATE_NAME) NULL};
    static bool ready;
    if (ready || !late_load("libvncclient.so.1", names, &vnc, error))
        return ready;
    *vnc.rfbClientLog = *vnc.rfbClientErr = note_said;
    return ready = true;
}

/* c->gone, also as an error. */
static bool lost(connection_vnc *c, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static bool lost(connection_vnc *c, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    c->gone = g_utf8_make_valid(text, -1);
    g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s", c->gone);
    return false;
}

static bool lost_greeting(connection_vnc *c, GError **error)
{
    const char *reason = after(reason_of_server), *types = after(unknown_login);
    if (c->overdue)
        return lost(c, error,
                    "%s does not answer: the connection was taken, and the greeting did not end within %d s (is it a VNC server, "
                    "and does it take another client?)",
                    c->target, MESSAGE_LIMIT_S);
    if (reason)
        return lost(c, error, "%s refuses the connection: %s", c->target, reason);
    if (c->asked_for_password)
        return lost(c, error,
                    "%s asks for a VNC password, which reins cannot give (start the server without one on a socket or on "
                    "localhost, and reach it by ssh -L)",
                    c->target);
    if (types)
        return lost(
            c, error,
            "%s asks for a login that reins does not have, such as TLS: security types %s (start the server with none on a "
            "socket or on localhost, and reach it by ssh -L)",
            c->target, types);
    if (after(other_protocol))
        return lost(c, error, "%s is not a VNC server: it does not greet as one", c->target);
    return lost(c, error, "%s closed the connection in the greeting (does it take one client only?)", c->target);
}

static bool lost_picture(connection_vnc *c, GError **error)
{
    if (c->unfit)
        return lost(c, error, "%s: %s", c->target, c->unfit);
    if (c->overdue)
        return lost(c, error, "%s has stopped in the middle of a message, for %d s (is the server stopped, or the line cut?)",
                    c->target, MESSAGE_LIMIT_S);
    return lost(
        c, error,
        "%s has closed the connection, or sent what is no VNC message (does the server run, and does it take another client?)",
        c->target);
}

/* A pointer in the picture and a picture with losses are what nobody could compare. Some servers draw the pointer all the same.
 */
static void ask_for(rfbClient *client)
{
    static const guint32 logins[] = {rfbNoAuth, rfbVncAuth};
    client->format.redShift = 16;
    client->format.greenShift = 8;
    client->format.blueShift = 0;
    client->appData.encodingsString = "zrle hextile copyrect raw";
    client->appData.enableJPEG = FALSE;
    client->appData.shareDesktop = TRUE;
    client->appData.useRemoteCursor = TRUE;
    client->canHandleNewFBSize = TRUE;
    client->connectTimeout = CONNECT_LIMIT_S;
    client->GetPassword = no_password;
    client->MallocFrameBuffer = on_size;
    client->GotFrameBufferUpdate = on_part;
    vnc.SetClientAuthSchemes(client, logins, G_N_ELEMENTS(logins));
}

static bool await_picture(connection_vnc *c, GError **error)
{
    gint64 end = g_get_monotonic_time() + MESSAGE_LIMIT_S * G_USEC_PER_SEC;
    while (c->missing) {
        gint64 left = (end - g_get_monotonic_time() + 999) / 1000;
        struct pollfd p = {.fd = c->client->sock, .events = POLLIN};
        if (!connection_vnc_pending(c) && poll(&p, 1, (int)MAX(left, 0)) == 0)
            return lost(c, error, "%s does not send its whole picture within %d s (is the server stopped?)", c->target,
                        MESSAGE_LIMIT_S);
        guint before = c->changes;
        if (!in_time(c, vnc.HandleRFBServerMessage))
            return lost_picture(c, error);
        if (c->changes != before)
            end = g_get_monotonic_time() + MESSAGE_LIMIT_S * G_USEC_PER_SEC;
    }
    return true;
}

static bool greet(connection_vnc *c, GError **error)
{
    rfbClient *client = c->client;
    said[0] = '\0';
    if (!in_time(c, vnc.InitialiseRFBConnection))
        return lost_greeting(c, error);
    if (client->authScheme != rfbNoAuth && client->authScheme != rfbVncAuth) /* an old server's choice, nobody's else */
        return lost(c, error, "%s asks for a login that reins does not have (security type %u)", c->target, client->authScheme);
    c->name = g_utf8_make_valid(client->desktopName ? client->desktopName : "", -1);
    client->width = client->si.framebufferWidth;
    client->height = client->si.framebufferHeight;
    client->updateRect.x = client->updateRect.y = 0;
    client->updateRect.w = client->width;
    client->updateRect.h = client->height;
    if (!on_size(client) || !vnc.SetFormatAndEncodings(client) ||
        !vnc.SendFramebufferUpdateRequest(client, 0, 0, client->width, client->height, FALSE))
        return lost_picture(c, error);
    return await_picture(c, error);
}

connection_vnc *connection_vnc_open(const display_target *t, GError **error)
{
    if (!load(error))
        return NULL;
    g_autoptr(connection_vnc) c = g_new0(connection_vnc, 1);
    c->target = g_strdup(t->name);
    c->client = vnc.rfbGetClient(8, 3, 4);
    vnc.rfbClientSetClientData(c->client, &tag, c);
    ask_for(c->client);
    signal(SIGPIPE, SIG_IGN); /* a server that is gone is an error of write() */
    if (!vnc.ConnectToRFBServer(c->client, t->host, t->port)) {
        g_autofree char *port = t->port ? g_strdup_printf(", port %d", t->port) : g_strdup("");
        lost(c, error, "%s cannot be reached: no VNC server answers at %s%s (does it run, and may you connect to it?)", t->name,
             t->host, port);
        return NULL;
    }
    return greet(c, error) ? g_steal_pointer(&c) : NULL;
}

void connection_vnc_close(connection_vnc *c)
{
    if (!c)
        return;
    c->client->frameBuffer = NULL;
    vnc.rfbClientCleanup(c->client);
    g_free(c->pixels);
    g_free(c->missing);
    g_free(c->target);
    g_free(c->name);
    g_free(c->unfit);
    g_free(c->gone);
    g_free(c);
}

/* ---- in use ---- */

int connection_vnc_fd(const connection_vnc *c)
{
    return c->client->sock;
}

bool connection_vnc_pending(const connection_vnc *c)
{
    return c->client->buffered > 0;
}

static bool arrived(const connection_vnc *c)
{
    struct pollfd p = {.fd = c->client->sock, .events = POLLIN};
    return connection_vnc_pending(c) || poll(&p, 1, 0) > 0;
}

bool connection_vnc_pump(connection_vnc *c, GError **error)
{
    gint64 end = g_get_monotonic_time() + PUMP_US;
    if (c->gone) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s", c->gone);
        return false;
    }
    while (arrived(c) && g_get_monotonic_time() < end)
        if (!in_time(c, vnc.HandleRFBServerMessage))
            return lost_picture(c, error);
    return await_picture(c, error);
}

guint connection_vnc_changes(const connection_vnc *c)
{
    return c->changes;
}

const guint32 *connection_vnc_pixels(const connection_vnc *c, int *ret_width, int *ret_height)
{
    *ret_width = c->client->width;
    *ret_height = c->client->height;
    return c->pixels;
}

const char *connection_vnc_name(const connection_vnc *c)
{
    return c->name;
}
