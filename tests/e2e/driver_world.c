#include "tests/e2e/driver_world.h"

#include <X11/Xlib.h>
#include <X11/keysym.h>
#include <glib.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WIDTH 640
#define HEIGHT 400
#define HORIZON 165
#define DEGREES (180 / G_PI)
#define TIC_US (G_USEC_PER_SEC / 35)
#define SLOW_TICS 6
#define SLOW 1.76 /* degrees a tic */
#define STEP 0.11 /* m a tic */
#define WALK 0.02 /* m a tic, of the figure: to the right and away */

static pid_t child;

struct view {
    Display *d;
    Window w;
    Pixmap picture;
    GC gc;
    struct world *world;
    enum world_thing thing;
    double x, y, heading;    /* of the player; heading in degrees, to the right */
    double thing_x, thing_y; /* y is ahead of the beginning */
    int turned;              /* tics that a turning key has been down */
    bool left, right, up, fire;
};

static void rectangle(struct view *v, unsigned long colour, double x, double y, double width, double height)
{
    XSetForeground(v->d, v->gc, colour);
    XFillRectangle(v->d, v->picture, v->gc, (int)lround(x), (int)lround(y), (unsigned)MAX(1, lround(width)),
                   (unsigned)MAX(1, lround(height)));
}

static double column(double degrees)
{
    return WIDTH / 2.0 + tan(degrees / DEGREES) * WIDTH / 2;
}

/* Of -180..180. */
static double turned(double degrees)
{
    return degrees - 360 * floor((degrees + 180) / 360);
}

static void draw(struct view *v)
{
    double angle = v->world->angle, size = WIDTH / v->world->distance;
    rectangle(v, 0x202830, 0, 0, WIDTH, HORIZON);
    rectangle(v, 0x504030, 0, HORIZON, WIDTH, HEIGHT - HORIZON);
    for (int at = 0; at < 360; at += 12) { /* the wall far away, so that turning moves the view */
        double beside = turned(at - v->heading);
        if (fabs(beside) < 60)
            rectangle(v, at % 24 ? 0x707880 : 0x404850, column(beside), HORIZON - 50, 30, 80);
    }
    bool lit = v->thing == WORLD_WALKER || v->world->tics / 3 % 2;
    if (fabs(angle) < 60)
        rectangle(v, lit ? 0xd04020 : 0x602010, column(angle) - size / 4, HORIZON - size / 2, size / 2, size);
    XCopyArea(v->d, v->picture, v->w, v->gc, 0, 0, WIDTH, HEIGHT, 0, 0);
    XSync(v->d, False);
    v->world->drawn = true;
}

static void look(struct view *v)
{
    double ahead = v->thing_y - v->y, across = v->thing_x - v->x;
    v->world->distance = MAX(1, hypot(ahead, across));
    v->world->standing = hypot(v->thing_x, v->thing_y);
    v->world->angle = turned(atan2(across, ahead) * DEGREES - v->heading);
    v->world->in_view += fabs(v->world->angle) < 45;
    v->world->tics++;
}

static void tic(struct view *v)
{
    v->turned = v->left || v->right ? v->turned + 1 : 0;
    double by = v->turned > SLOW_TICS ? 2 * SLOW : SLOW;
    v->heading += (v->right ? by : 0) - (v->left ? by : 0);
    if (v->up && v->world->distance > 1.5) {
        v->x += STEP * sin(v->heading / DEGREES);
        v->y += STEP * cos(v->heading / DEGREES);
    }
    if (v->thing == WORLD_WALKER) {
        v->thing_x += WALK;
        v->thing_y += WALK / 2;
    }
    look(v);
    draw(v);
}

static void key(struct view *v, XKeyEvent *event)
{
    bool down = event->type == KeyPress;
    KeySym sym = XLookupKeysym(event, 0);
    if (sym == XK_Left)
        v->left = down;
    else if (sym == XK_Right)
        v->right = down;
    else if (sym == XK_Up)
        v->up = down;
    else if (sym == XK_Control_L) {
        v->world->shots += down && !v->fire;
        v->fire = down;
    }
}

static void live(struct view *v)
{
    for (gint64 next = g_get_monotonic_time();;) {
        XEvent event;
        while (XPending(v->d)) {
            XNextEvent(v->d, &event);
            if (event.type == KeyPress || event.type == KeyRelease)
                key(v, &event.xkey);
        }
        gint64 now = g_get_monotonic_time();
        if (now < next) {
            struct pollfd p = {.fd = ConnectionNumber(v->d), .events = POLLIN};
            poll(&p, 1, (int)((next - now) / 1000) + 1);
            continue;
        }
        next = MAX(next + TIC_US, now - 5 * TIC_US); /* a busy machine leaves out what is long over */
        tic(v);
    }
}

static void run(const char *display, const char *title, enum world_thing thing, struct world *world)
{
    struct view v = {.d = XOpenDisplay(display), .world = world, .thing = thing, .thing_x = 1, .thing_y = 6};
    XEvent event;
    if (!v.d)
        _exit(1);
    v.w = XCreateSimpleWindow(v.d, DefaultRootWindow(v.d), 0, 0, WIDTH, HEIGHT, 0, 0, 0);
    v.picture = XCreatePixmap(v.d, v.w, WIDTH, HEIGHT, (unsigned)DefaultDepth(v.d, DefaultScreen(v.d)));
    v.gc = XCreateGC(v.d, v.w, 0, NULL);
    XStoreName(v.d, v.w, title);
    XSelectInput(v.d, v.w, KeyPressMask | KeyReleaseMask | StructureNotifyMask);
    XMapWindow(v.d, v.w);
    do
        XNextEvent(v.d, &event);
    while (event.type != MapNotify);
    XSetInputFocus(v.d, v.w, RevertToParent, CurrentTime);
    live(&v);
}

struct world *world_start(const char *display, const char *title, enum world_thing thing)
{
    struct world *w = mmap(NULL, sizeof *w, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    g_assert(w != MAP_FAILED);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run(display, title, thing, w);
        _exit(0);
    }
    return w;
}

void world_stop(struct world *w)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    munmap(w, sizeof *w);
}
