#include "engine/display/connection_vnc.h"

#include "config/keyring.h"
#include "config/late.h"
#include "engine/display/vnc_message.h"
#include "engine/display/vnc_said.h"
#include "engine/picture/frame.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <rfb/rfbclient.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define CONNECT_LIMIT_S 5
#define AGAIN_LIMIT_S 1 /* for a server that has closed a connection */
#define MESSAGE_LIMIT_S 10
#define MESSAGE_LIMIT_US (MESSAGE_LIMIT_S * G_USEC_PER_SEC)
#define STALL_US (500 * 1000) /* of a message: what is down then goes up; the engine ends a hand that is silent for 1 s */
#define WATCH_US (100 * 1000) /* between two looks at the time that a message takes */
#define KEYS_MAX 256          /* keys down at a time */
#define CURSOR_PIXELS_MAX (256 * 256)
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
    NAME(rfbClientRegisterExtension)                                                                                             \
    NAME(ReadFromRFBServer)                                                                                                      \
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
    char *target, *name, *host; /* owned */
    int port;
    char *unfit; /* of a size that is refused; owned */
    char *gone;  /* why it is of no more use; owned */
    bool asked_for_password, gave_password;
    bool renewed; /* the corner has arrived since it was asked for */
    bool overdue;
    gint64 message_us; /* when the wait for the present message began */
    bool placed;       /* the pointer's place is known */
    int x, y;
    struct connection_vnc_cursor cursor; /* its pixels are owned */
    struct {
        guint32 keys[KEYS_MAX]; /* keysyms that are down */
        guint n_keys;
        guint8 buttons;
        /* What lets go of all that is down, ready to be sent by the signal's handler. */
        guint8 release[KEYS_MAX * VNC_MESSAGE_KEY + VNC_MESSAGE_POINTER];
        gsize n_release;
        bool let_go; /* it was sent, and nobody has asked yet */
    } input;
};

/* ---- a message that does not end ---- */

static connection_vnc *volatile waits; /* whose message is waited for; SIGALRM's handler gets no pointer of ours */

/* True: all of it was sent. Bytes in part would make the server misread what follows. */
static bool send_whole(connection_vnc *c, const guint8 *bytes, gsize length)
{
    gssize n = 0;
    do
        n = send(c->client->sock, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    if (n != (gssize)length)
        shutdown(c->client->sock, SHUT_RDWR);
    return n == (gssize)length;
}

/* Also called by the handler: no memory, no lock. */
static void let_go_if_stalled(connection_vnc *c)
{
    if (c->input.n_release == 0 || g_get_monotonic_time() < c->message_us + STALL_US)
        return;
    send_whole(c, c->input.release, c->input.n_release);
    c->input.n_release = 0;
    c->input.let_go = true;
}

static void look_at_time(int number)
{
    (void)number;
    int saved = errno;
    if (waits) {
        let_go_if_stalled(waits);
        if (g_get_monotonic_time() >= waits->message_us + MESSAGE_LIMIT_US) {
            waits->overdue = true;
            shutdown(waits->client->sock, SHUT_RDWR); /* its read() is at the end */
        }
    }
    errno = saved;
}

static rfbBool in_time(connection_vnc *c, rfbBool (*wait)(rfbClient *client))
{
    const struct sigaction ours = {.sa_handler = look_at_time, .sa_flags = SA_RESTART};
    const struct itimerval often = {{0, WATCH_US}, {0, WATCH_US}}, never = {0};
    struct sigaction before;
    struct itimerval timer_before;
    c->message_us = g_get_monotonic_time();
    waits = c;
    sigaction(SIGALRM, &ours, &before);
    setitimer(ITIMER_REAL, &often, &timer_before);
    rfbBool done = wait(c->client);
    setitimer(ITIMER_REAL, &never, NULL);
    waits = NULL;
    sigaction(SIGALRM, &before, NULL);
    setitimer(ITIMER_REAL, &timer_before, NULL);
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
    c->renewed = c->renewed || (x == 0 && y == 0 && width > 0 && height > 0);
    for (int row = y; c->missing && row < MIN(y + height, client->height); row++)
        for (int column = x; column < MIN(x + width, client->width); column++) {
            guint8 *missing = &c->missing[(gsize)row * (gsize)client->width + (gsize)column];
            c->n_missing -= *missing;
            *missing = 0;
        }
    if (c->n_missing == 0)
        g_clear_pointer(&c->missing, g_free);
}

static char *password(rfbClient *client)
{
    connection_vnc *c = of(client);
    const char *value = keyring_value(CONNECTION_VNC_PASSWORD);
    c->asked_for_password = true;
    c->gave_password = value != NULL;
    return g_strdup(value); /* libvncclient wipes it, and frees it by free(), as GLib does */
}

/* ---- the pointer ---- */

static rfbBool on_pointer(rfbClient *client, int x, int y)
{
    connection_vnc *c = of(client);
    c->x = x;
    c->y = y;
    return c->placed = TRUE;
}

static void set_cursor(connection_vnc *c, int hot_x, int hot_y, int width, int height, guint32 *argb_take)
{
    g_free(c->cursor.argb);
    c->cursor = (struct connection_vnc_cursor){width, height, hot_x, hot_y, argb_take};
}

static void on_cursor(rfbClient *client, int hot_x, int hot_y, int width, int height, int bytes)
{
    gsize n = bytes == sizeof(guint32) ? (gsize)MAX(width, 0) * (gsize)MAX(height, 0) : 0;
    guint32 *argb = n ? g_memdup2(client->rcSource, n * sizeof *argb) : NULL;
    for (gsize i = 0; i < n; i++)
        argb[i] = client->rcMask[i] ? argb[i] | 0xff000000 : 0;
    set_cursor(of(client), hot_x, hot_y, width, height, argb);
}

/* One with shades, which libvncclient does not know: bytes R, G, B, A, the colours multiplied by A. */
#define CURSOR_WITH_ALPHA ((guint32)-314)

static rfbBool take_cursor(rfbClient *client, rfbFramebufferUpdateRectHeader *part)
{
    guint8 encoding[4], *bytes = NULL;
    gsize n = (gsize)part->r.w * part->r.h;
    guint32 *argb;
    if (part->encoding != CURSOR_WITH_ALPHA || n > CURSOR_PIXELS_MAX ||
        !vnc.ReadFromRFBServer(client, (char *)encoding, sizeof encoding) || encoding[3] != rfbEncodingRaw)
        return FALSE;
    argb = g_new0(guint32, n + 1);
    bytes = (guint8 *)argb;
    if (!vnc.ReadFromRFBServer(client, (char *)bytes, (unsigned)(n * sizeof *argb))) {
        g_free(argb);
        return FALSE;
    }
    for (gsize i = 0; i < n; i++) {
        const guint8 *p = bytes + i * sizeof *argb;
        argb[i] = (guint32)p[3] << 24 | (guint32)p[0] << 16 | (guint32)p[1] << 8 | p[2];
    }
    set_cursor(of(client), part->r.x, part->r.y, part->r.w, part->r.h, argb);
    return TRUE;
}

/* ---- opening ---- */

static bool load(GError **error)
{
    static const char *const names[] = {VNC_FUNCTIONS(LATE_NAME) NULL};
    static bool ready;
    if (ready || !late_load("libvncclient.so.1", names, &vnc, error))
        return ready;
    static int encodings[] = {(int)CURSOR_WITH_ALPHA, 0};
    static rfbClientProtocolExtension cursor = {.encodings = encodings, .handleEncoding = take_cursor};
    *vnc.rfbClientLog = *vnc.rfbClientErr = vnc_said_note;
    vnc.rfbClientRegisterExtension(&cursor); /* for all connections of the process, and once */
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

#define PASSWORD_PLACE "vnc_password in [run] of reins.ini says where it is: env:VAR, file:PATH or cmd:COMMAND"

static bool lost_greeting(connection_vnc *c, GError **error)
{
    const char *reason = vnc_said(VNC_SAID_REASON), *types = vnc_said(VNC_SAID_LOGINS);
    if (c->overdue)
        return lost(c, error,
                    "%s does not answer: the connection was taken, and the greeting did not end within %d s (is it a VNC server, "
                    "and does it take another client?)",
                    c->target, MESSAGE_LIMIT_S);
    if (reason && strstr(reason, "security failures")) /* TigerVNC counts each try without the right password */
        return lost(c, error, "%s refuses the connection: %s (wait some seconds; " PASSWORD_PLACE ")", c->target, reason);
    if (reason && !c->gave_password)
        return lost(c, error, "%s refuses the connection: %s", c->target, reason);
    if (c->gave_password)
        return lost(c, error, "%s does not take the password (vnc_password in [run] of reins.ini)", c->target);
    if (c->asked_for_password)
        return lost(c, error, "%s asks for a VNC password (" PASSWORD_PLACE ")", c->target);
    if (types)
        return lost(
            c, error,
            "%s asks for a login that reins does not have, such as TLS: security types %s (start the server with none on a "
            "socket or on localhost, and reach it by ssh -L)",
            c->target, types);
    if (vnc_said(VNC_SAID_OTHER_PROTOCOL))
        return lost(c, error, "%s is not a VNC server: it does not greet as one", c->target);
    return lost(c, error, "%s closed the connection in the greeting (does it take one client only?)", c->target);
}

/* Whether the server greets another connection: one that dies may still be listening when it has closed this one. */
static bool runs_on(const connection_vnc *c)
{
    rfbClient *another = vnc.rfbGetClient(8, 3, 4);
    another->connectTimeout = AGAIN_LIMIT_S;
    bool runs = vnc.ConnectToRFBServer(another, c->host, c->port);
    struct pollfd p = {.fd = another->sock, .events = POLLIN};
    char first;
    runs = runs && poll(&p, 1, AGAIN_LIMIT_S * 1000) > 0 && recv(another->sock, &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
    vnc.rfbClientCleanup(another);
    return runs;
}

static bool lost_picture(connection_vnc *c, GError **error)
{
    if (c->unfit)
        return lost(c, error, "%s: %s", c->target, c->unfit);
    if (c->overdue)
        return lost(c, error, "%s has stopped in the middle of a message, for %d s (is the server stopped, or the line cut?)",
                    c->target, MESSAGE_LIMIT_S);
    if (!vnc_said(VNC_SAID_END) && !vnc_said(VNC_SAID_BROKEN))
        return lost(c, error, "%s sent what is no VNC message", c->target);
    if (!runs_on(c))
        return lost(c, error, "%s has closed the connection: its server has ended", c->target);
    return lost(c, error,
                "%s has closed the connection, and its server runs on: has a viewer taken it for itself? One beside reins must "
                "share: vncviewer -Shared",
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
    client->GetPassword = password;
    client->MallocFrameBuffer = on_size;
    client->GotFrameBufferUpdate = on_part;
    client->HandleCursorPos = on_pointer;
    client->GotCursorShape = on_cursor;
    vnc.SetClientAuthSchemes(client, logins, G_N_ELEMENTS(logins));
}

/* False: nothing has come until then. */
static bool arrives(connection_vnc *c, gint64 end_us)
{
    struct pollfd p = {.fd = c->client->sock, .events = POLLIN};
    gint64 left_us;
    while (!connection_vnc_pending(c) && (left_us = end_us - g_get_monotonic_time()) > 0) {
        if (poll(&p, 1, (int)(MIN(left_us, WATCH_US) + 999) / 1000) > 0)
            return true;
        let_go_if_stalled(c);
    }
    return connection_vnc_pending(c);
}

/* Waits until then for a message, and takes it in. */
static bool take_next(connection_vnc *c, gint64 end_us, const char *what, GError **error)
{
    if (!arrives(c, end_us))
        return lost(c, error, "%s does not send %s within %d s (is the server stopped?)", c->target, what, MESSAGE_LIMIT_S);
    return in_time(c, vnc.HandleRFBServerMessage) || lost_picture(c, error);
}

static bool await_picture(connection_vnc *c, GError **error)
{
    gint64 end = g_get_monotonic_time() + MESSAGE_LIMIT_US;
    c->message_us = g_get_monotonic_time();
    while (c->missing) {
        guint before = c->changes;
        if (!take_next(c, end, "its whole picture", error))
            return false;
        if (c->changes != before)
            end = g_get_monotonic_time() + MESSAGE_LIMIT_US;
    }
    return true;
}

static bool greet(connection_vnc *c, GError **error)
{
    rfbClient *client = c->client;
    vnc_said_forget();
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

static bool has_address(const char *host)
{
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, NULL, NULL, &found) != 0)
        return false;
    freeaddrinfo(found);
    return true;
}

connection_vnc *connection_vnc_open(const display_target *t, GError **error)
{
    if (!load(error))
        return NULL;
    g_autoptr(connection_vnc) c = g_new0(connection_vnc, 1);
    c->target = g_strdup(t->name);
    c->host = g_strdup(t->host);
    c->port = t->port;
    c->client = vnc.rfbGetClient(8, 3, 4);
    vnc.rfbClientSetClientData(c->client, &tag, c);
    ask_for(c->client);
    signal(SIGPIPE, SIG_IGN); /* a server that is gone is an error of write() */
    if (!vnc.ConnectToRFBServer(c->client, t->host, t->port)) {
        g_autofree char *port = t->port ? g_strdup_printf(", port %d", t->port) : g_strdup("");
        if (t->port && !has_address(t->host))
            lost(c, error, "%s cannot be reached: no address is known for %s (is the name right?)", t->name, t->host);
        else
            lost(c, error, "%s cannot be reached: no VNC server answers at %s%s (does it run, and may you connect to it?)",
                 t->name, t->host, port);
        return NULL;
    }
    return greet(c, error) ? g_steal_pointer(&c) : NULL;
}

void connection_vnc_close(connection_vnc *c)
{
    if (!c)
        return;
    c->client->frameBuffer = NULL;
    g_clear_pointer(&c->client->rcSource, free); /* which LibVNCClient 0.9.14 forgets */
    g_clear_pointer(&c->client->rcMask, free);
    vnc.rfbClientCleanup(c->client);
    g_free(c->cursor.argb);
    g_free(c->pixels);
    g_free(c->missing);
    g_free(c->target);
    g_free(c->host);
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

static bool still_there(const connection_vnc *c, GError **error)
{
    if (c->gone)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s", c->gone);
    return !c->gone;
}

bool connection_vnc_take(connection_vnc *c, GError **error)
{
    gint64 end = g_get_monotonic_time() + PUMP_US;
    if (!still_there(c, error))
        return false;
    while (arrived(c) && g_get_monotonic_time() < end)
        if (!in_time(c, vnc.HandleRFBServerMessage))
            return lost_picture(c, error);
    return true;
}

bool connection_vnc_pump(connection_vnc *c, GError **error)
{
    return connection_vnc_take(c, error) && await_picture(c, error);
}

/* An incremental request waits all the time; what is sent for the corner has all that has changed until then. */
bool connection_vnc_renew(connection_vnc *c, GError **error)
{
    gint64 end = g_get_monotonic_time() + MESSAGE_LIMIT_US;
    if (!still_there(c, error))
        return false;
    c->renewed = false;
    c->message_us = g_get_monotonic_time();
    if (!vnc.SendFramebufferUpdateRequest(c->client, 0, 0, 1, 1, FALSE))
        return lost_picture(c, error);
    while (!c->renewed)
        if (!take_next(c, end, "its picture", error))
            return false;
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

/* ---- input ---- */

static void ready_release(connection_vnc *c)
{
    gsize n = 0;
    for (guint i = 0; i < c->input.n_keys; i++, n += VNC_MESSAGE_KEY)
        vnc_message_key(c->input.release + n, c->input.keys[i], false);
    if (c->input.buttons) {
        vnc_message_pointer(c->input.release + n, c->x, c->y, 0);
        n += VNC_MESSAGE_POINTER;
    }
    c->input.n_release = n;
}

static bool send_event(connection_vnc *c, const guint8 *bytes, gsize length, GError **error)
{
    ready_release(c);
    if (!still_there(c, error))
        return false;
    return send_whole(c, bytes, length) ||
           lost(c, error, "%s takes no input any more (has the server ended, or is it stopped?)", c->target);
}

bool connection_vnc_key(connection_vnc *c, guint32 keysym, bool down, GError **error)
{
    guint8 bytes[VNC_MESSAGE_KEY];
    guint at = 0;
    while (at < c->input.n_keys && c->input.keys[at] != keysym)
        at++;
    if (down && at < KEYS_MAX) {
        c->input.keys[at] = keysym;
        c->input.n_keys = MAX(c->input.n_keys, at + 1);
    } else if (!down && at < c->input.n_keys) {
        c->input.keys[at] = c->input.keys[--c->input.n_keys];
    }
    vnc_message_key(bytes, keysym, down);
    return send_event(c, bytes, sizeof bytes, error);
}

bool connection_vnc_point(connection_vnc *c, int x, int y, guint8 buttons, GError **error)
{
    guint8 bytes[VNC_MESSAGE_POINTER];
    c->x = x;
    c->y = y;
    c->placed = true;
    c->input.buttons = buttons;
    vnc_message_pointer(bytes, x, y, buttons);
    return send_event(c, bytes, sizeof bytes, error);
}

bool connection_vnc_pointer(const connection_vnc *c, int *ret_x, int *ret_y)
{
    *ret_x = c->x;
    *ret_y = c->y;
    return c->placed;
}

const struct connection_vnc_cursor *connection_vnc_cursor(const connection_vnc *c)
{
    return c->cursor.argb ? &c->cursor : NULL;
}

bool connection_vnc_let_go(connection_vnc *c)
{
    bool let_go = c->input.let_go;
    c->input.let_go = false;
    return let_go;
}
