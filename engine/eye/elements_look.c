#include "engine/eye/elements_look.h"

#include "skills/timeline/action.h"
#include "skills/worker/worker.h"

#include "engine/display/adb.h"

#include <poll.h>
#include <string.h>

#define MEMORY (256 << 20)
#define CPU_S 10
#define WITHIN_MS 9000 /* for all looks together an observation has 15 s (OBSERVE_GRACE_MS) */
#define LARGE_MS 1500
#define KILL_MS 3000  /* after its time, which begins when the worker has */
#define REST 8        /* looks: a program that did not answer is not asked in so many, which would make it slower still */
#define TREE_MS 12000 /* uiautomator itself waits ten seconds for a screen that does not rest */
#define RESTLESS "could not get idle" /* in its words */
#define SAME_PLACE 0.5
#define ALL 1      /* in the place of a pid */
#define SIDE_MIN 3 /* px: less of it that shows is no aim */
#define CUT ", there are more than were looked at"

struct elements_look {
    worker *worker;     /* NULL = none runs */
    adb_command *tree;  /* of a phone; NULL = none is asked */
    gint64 until_us;    /* for that */
    GArray *masked;     /* struct area: what is black in the picture */
    GPtrArray *windows; /* struct eye_window*, of the look's observation */
    struct area screen; /* where the display tells none of them; width 0 = it does */
    GArray *found;      /* struct element */
    gint64 asked;       /* the first pid of the look, or a phone's window */
    char *note;
    gint64 unanswered; /* the same of the last look that was not answered; 0 = it was */
    guint rest;        /* so many looks it is not asked */
    bool large;        /* the last look had too little time */
};

elements_look *elements_look_new(void)
{
    elements_look *l = g_new0(elements_look, 1);
    l->found = elements_new();
    return l;
}

void elements_look_free(elements_look *l)
{
    if (!l)
        return;
    worker_free(l->worker);
    adb_command_free(l->tree);
    g_clear_pointer(&l->masked, g_array_unref);
    g_clear_pointer(&l->windows, g_ptr_array_unref);
    g_array_unref(l->found);
    g_free(l->note);
    g_free(l);
}

static void note(elements_look *l, const char *text)
{
    g_free(l->note);
    l->note = g_strdup(text);
}

static void none(elements_look *l, const char *why)
{
    g_autofree char *text = g_strconcat(ELEMENTS_NONE, why, NULL);
    note(l, text);
}

static void unanswered(elements_look *l, const char *why)
{
    none(l, why);
    l->unanswered = l->asked;
    l->rest = REST;
}

static const struct eye_window *window_in_front(const elements_look *l)
{
    return g_ptr_array_index(l->windows, 0);
}

static bool has_pid(const GArray *pids, gint64 pid)
{
    for (guint i = 0; i < pids->len; i++)
        if (g_array_index(pids, gint64, i) == pid)
            return true;
    return false;
}

static GArray *pids_of(const eye_observation *o)
{
    GArray *pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (w->pid > 0 && (w->program || w->id == o->target) && !has_pid(pids, w->pid) && pids->len < ELEMENTS_PIDS_MAX)
            g_array_append_val(pids, w->pid);
    }
    return pids;
}

static void begin(elements_look *l, const eye_observation *o)
{
    g_clear_pointer(&l->worker, worker_free);
    g_clear_pointer(&l->tree, adb_command_free);
    g_clear_pointer(&l->masked, g_array_unref);
    g_clear_pointer(&l->windows, g_ptr_array_unref);
    g_array_set_size(l->found, 0);
    l->screen = (struct area){0};
    l->masked = o->masked ? g_array_copy(o->masked) : NULL;
    l->windows = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    for (guint i = 0; i < o->windows->len; i++)
        g_ptr_array_add(l->windows, eye_window_copy(g_ptr_array_index(o->windows, i)));
}

/* It did not answer lately: each question would cost a wait. */
static bool is_left_alone(elements_look *l, gint64 asked)
{
    l->asked = asked;
    if (l->rest == 0 || l->unanswered != asked)
        return false;
    l->rest--;
    return true;
}

static void ask(elements_look *l, struct elements_request *r, gint64 asked)
{
    g_autoptr(GError) error = NULL;
    if (l->asked && l->asked != asked)
        l->large = false;
    if (is_left_alone(l, asked)) {
        none(l, "the program has not answered a while ago, and is asked again later");
        return;
    }
    r->within_ms = l->large ? LARGE_MS : WITHIN_MS;
    const struct worker_limits limits = {
        .memory_bytes = MEMORY, .cpu_s = CPU_S, .deadline_ms = r->within_ms + KILL_MS, .reply_bytes = ELEMENTS_REPLY_MAX};
    g_autofree char *json = elements_request_to_json(r);
    if (!(l->worker = worker_start("elements", json, strlen(json), &limits, &error)))
        none(l, error->message);
}

/* Since the look before: a dialog that is listed while it is built would be half a dialog. */
static bool has_opened(const elements_look *l, const eye_observation *o)
{
    const eye_observation before = {.windows = l->windows};
    for (guint i = 0; l->windows && i < o->windows->len; i++) {
        const struct eye_window *w = o->windows->pdata[i];
        if (!w->popup && !eye_observation_window(&before, w->id))
            return true;
    }
    return false;
}

void elements_look_start(elements_look *l, const eye_observation *o, const char *bus)
{
    struct elements_request r = {.bus = (char *)bus, .rests = has_opened(l, o)};
    g_autoptr(GArray) pids = r.pids = pids_of(o);
    begin(l, o);
    if (!bus || pids->len == 0)
        none(l, bus ? "no window of the program is known"
                    : "the display has no accessibility bus (at-spi2-core is not installed, or no program has started it)");
    else
        ask(l, &r, g_array_index(pids, gint64, 0));
}

void elements_look_start_all(elements_look *l, const eye_observation *o, const char *bus)
{
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    struct elements_request r = {.bus = (char *)bus, .pids = pids, .all = true};
    begin(l, o);
    l->screen = (struct area){0, 0, o->frame.width, o->frame.height};
    if (bus)
        ask(l, &r, ALL);
    else
        none(l, "the screen has no accessibility bus: X displays have one, and sandboxes (package at-spi2-core)");
}

void elements_look_start_tree(elements_look *l, const eye_observation *o, const struct display_port *d)
{
    g_autoptr(GError) error = NULL;
    begin(l, o);
    if (!d->tree || l->windows->len == 0) {
        none(l, d->tree ? "the phone tells of no activity in front" : "the display is no phone, which uiautomator is for");
        return;
    }
    if (is_left_alone(l, window_in_front(l)->id)) {
        none(l, "the phone could not tell a while ago, and is asked again later");
        return;
    }
    l->until_us = g_get_monotonic_time() + TREE_MS * G_GINT64_CONSTANT(1000);
    if (!(l->tree = d->tree(d->data, &error)))
        none(l, error->message);
}

void elements_look_prepare(const elements_look *l, GArray *pollfds)
{
    if (l->worker)
        worker_prepare(l->worker, pollfds);
    if (l->tree) {
        const struct pollfd fd = {.fd = adb_command_fd(l->tree), .events = POLLIN};
        g_array_append_val(pollfds, fd);
    }
}

gint64 elements_look_deadline(const elements_look *l)
{
    return l->tree ? l->until_us : l->worker ? worker_deadline(l->worker) : G_MAXINT64;
}

/* How much of both areas is in both, 0..1. */
static double alike(struct area a, struct area b)
{
    const struct area both = area_cut(a, b);
    const double in_both = (double)both.width * both.height;
    const double all = (double)a.width * a.height + (double)b.width * b.height - in_both;
    return all > 0 ? in_both / all : 0;
}

/* Of two windows at the same place, as a dialog that covers its program's own, the title tells which it is in. Toolkits add the
 * program's name to it. */
static double titled(const struct eye_window *w, const char *name)
{
    if (!*name || !w->title || !g_str_has_prefix(w->title, name))
        return 0;
    return w->title[strlen(name)] ? 0.5 : 1;
}

/* The X window that is most like the one that it says it is in. NULL: none is. */
static const struct eye_window *window_of(const elements_look *l, const struct element *e)
{
    const struct eye_window *best = NULL;
    double most = 0;
    for (guint i = 0; i < l->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(l->windows, i);
        const double place = w->pid == e->pid ? alike(eye_window_inner(w), e->top) : 0;
        const double like = place > SAME_PLACE ? place + titled(w, e->top_name) : place;
        best = like > most ? w : best;
        most = MAX(most, like);
    }
    return best;
}

static bool is_masked(const elements_look *l, struct area a)
{
    bool masked = false;
    for (guint i = 0; l->masked && i < l->masked->len && !masked; i++)
        masked = area_overlaps(g_array_index(l->masked, struct area, i), a);
    return masked;
}

static bool takes(const elements_look *l, struct element *e, struct area shown)
{
    if (shown.width < SIDE_MIN || shown.height < SIDE_MIN)
        return false;
    if (is_masked(l, shown)) { /* what is not to be seen is not to be read, either */
        g_free(e->name);
        e->name = g_strdup(ELEMENTS_MASKED);
    }
    e->x = shown.x;
    e->y = shown.y;
    e->width = shown.width;
    e->height = shown.height;
    return true;
}

/* What of it shows: it may say that it lies anywhere, but what is clicked there is the window that takes the click, and what a
 * menu or a dialog covers is not there. */
static bool cut_to_window(const elements_look *l, struct element *e)
{
    const struct area told = {e->x, e->y, e->width, e->height};
    if (l->screen.width)
        return takes(l, e, area_cut(told, l->screen));
    const struct eye_window *in = window_of(l, e);
    for (guint i = 0; i < l->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(l->windows, i);
        const struct area shown = area_cut(told, eye_window_inner(w));
        const int x = shown.x + shown.width / 2, y = shown.y + shown.height / 2;
        if (w->pid == e->pid && (w == in || (e->menu && w->popup)) && eye_window_at(l->windows, x, y) == w && takes(l, e, shown))
            return true;
    }
    return false;
}

/* by: who says so; more: what is not told. */
static void take_shown(elements_look *l, GArray *told, const char *more, const char *by)
{
    for (guint i = 0; i < told->len; i++) {
        struct element *e = &g_array_index(told, struct element, i);
        if (!cut_to_window(l, e))
            continue;
        g_array_append_val(l->found, *e);
        e->role = e->name = e->top_name = NULL;
    }
    g_autofree char *text = l->found->len == 0 ? g_strconcat(ELEMENTS_NONE "the program tells of none that shows", more, NULL)
                                               : g_strdup_printf("%u%s%s", l->found->len, by, more);
    note(l, text);
}

static void take(elements_look *l, const char *reply, gsize length)
{
    struct elements_told all = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) told = elements_reply_from_json(reply, length, &all, &error);
    if (!told || all.programs == 0) {
        none(l, told ? "the program is not on the accessibility bus" : error->message);
        return;
    }
    l->large = all.late;
    take_shown(l, told, all.late ? ELEMENTS_LATE : all.cut ? CUT : "", ", by AT-SPI");
}

static void take_tree(elements_look *l)
{
    bool cut = false;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) xml = adb_command_output(l->tree);
    gsize length = 0;
    const char *bytes = g_bytes_get_data(xml, &length);
    g_autoptr(GArray) told = elements_uiautomator_read(bytes ? bytes : "", length, window_in_front(l), &cut, &error);
    if (told)
        take_shown(l, told, cut ? CUT : "", ", by uiautomator");
    else if (strstr(error->message, RESTLESS))
        unanswered(l, error->message);
    else
        none(l, error->message);
}

static bool poll_tree(elements_look *l)
{
    bool done = false;
    g_autoptr(GError) error = NULL;
    bool ok = adb_command_take(l->tree, &done, &error);
    if (ok && !done && g_get_monotonic_time() < l->until_us)
        return false;
    if (!ok)
        none(l, error->message);
    else if (!done)
        unanswered(l, "the phone's uiautomator does not answer");
    else
        take_tree(l);
    g_clear_pointer(&l->tree, adb_command_free);
    return true;
}

bool elements_look_poll(elements_look *l)
{
    if (l->tree)
        return poll_tree(l);
    if (!l->worker)
        return true;
    if (!worker_poll(l->worker))
        return false;
    gsize length = 0;
    g_autoptr(GError) error = NULL;
    g_autofree char *reply = worker_finish(l->worker, &length, &error);
    if (reply)
        take(l, reply, length);
    else if (g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT) || strstr(error->message, ELEMENTS_UNANSWERED))
        unanswered(l, ELEMENTS_UNANSWERED);
    else
        none(l, error->message);
    g_clear_pointer(&l->worker, worker_free);
    return true;
}

void elements_look_wait(elements_look *l)
{
    if (l->worker)
        worker_wait(l->worker);
    while (!elements_look_poll(l) && l->tree) {
        struct pollfd fd = {.fd = adb_command_fd(l->tree), .events = POLLIN};
        poll(&fd, 1, (int)MAX(0, (l->until_us - g_get_monotonic_time() + 999) / 1000));
    }
}

const GArray *elements_look_found(const elements_look *l)
{
    return l->found;
}

const char *elements_look_note(const elements_look *l)
{
    return l->note;
}
