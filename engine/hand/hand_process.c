/* The hand's process. One loop: read the display's events, do what is due, sleep in ppoll until a request, a signal, an event or
 * a deadline. At end-of-file, SIGTERM, SIGINT or invalid input it releases everything and ends. */

#include "engine/hand/hand.h"

#include "config/keyring.h"
#include "config/line.h"
#include "engine/hand/firing.h"
#include "engine/hand/gesture.h"
#include "engine/hand/guard.h"
#include "engine/hand/hand_link.h"
#include "engine/hand/saved_focus.h"
#include "engine/hand/press.h"
#include "engine/hand/priority.h"
#include "engine/hand/silence.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define BAD_LINES_MAX 16 /* invalid lines in a row that end the hand */
#define EARLY_US 2000    /* a long sleep ends up to 1 ms late, a short one 0.1 ms: sleep long, then short */
#define LAST_WORDS_MS 200
#define CLOSE_LIMIT_S 2 /* longest wait for a display that does not answer when nothing is down */
#define UNHEARD "nothing had been heard of the engine for 2 s (was it stopped, or the machine too busy?)"

enum hand_exit { HAND_EXIT_DONE = 0, HAND_EXIT_FAILED = 1, HAND_EXIT_USAGE = 2, HAND_EXIT_ENVIRONMENT = 3 };

struct hand {
    const struct hand_link *link;
    void *x;                        /* its connection; NULL = not connected */
    const struct hand_ports *ports; /* its */
    line_stream *line;
    int signals; /* signalfd */
    ledger *ledger;
    press *press;
    guard *guard;
    bool ignore_foreign;
    bool keyed;               /* the first bytes of stdin are a key (config/keyring.h) */
    struct saved_focus place; /* of focus and pointer before what was fired last */
    enum hand_give_back give_back;
    bool yielded;           /* it has yielded to foreign input, and the engine has not answered yet */
    bool watches;           /* a person who teaches */
    struct silence silence; /* of the engine */
    firing *firing;         /* NULL = idle */
    int bad_lines;
    bool ending;
    char why[80]; /* the sender of a signal */
};

static void tell(struct hand *h, hand_answer *answer_take)
{
    g_autofree char *json = hand_answer_to_json(answer_take);
    hand_answer_free(answer_take);
    if (!line_stream_send(h->line, json))
        h->ending = true;
}

static hand_answer *answer_new(enum hand_answer_kind kind, const char *sentence)
{
    hand_answer *a = g_new0(hand_answer, 1);
    a->kind = kind;
    a->match = -1;
    a->text = g_strdup(sentence);
    return a;
}

static void tell_held(struct hand *h)
{
    press_confirm(h->press);
    if (!press_changed(h->press))
        return;
    hand_answer *a = answer_new(HAND_HELD, NULL);
    a->keys = held_names(press_held(h->press), HELD_KEY);
    a->buttons = held_names(press_held(h->press), HELD_BUTTON);
    gint64 now_us = g_get_monotonic_time();
    a->left_ms = held_left(press_held(h->press), HELD_KEY, now_us);
    g_autoptr(GArray) of_buttons = held_left(press_held(h->press), HELD_BUTTON, now_us);
    g_array_append_vals(a->left_ms, of_buttons->data, of_buttons->len);
    tell(h, a);
}

/* Not while something is held: a key repeats into whatever has the focus. */
static void give_back(struct hand *h)
{
    if (!h->place.noted || held_deadline(press_held(h->press)) != G_MAXINT64)
        return;
    bool wanted = h->give_back == HAND_GIVE_BACK_ALWAYS ||
                  (h->give_back == HAND_GIVE_BACK_AUTO && h->ports->others.own_any(h->ports->others.data));
    if (wanted)
        saved_focus_return(&h->place, h->ports);
    else
        saved_focus_forget(&h->place);
}

static void finish_firing(struct hand *h)
{
    h->give_back = firing_give_back(h->firing);
    give_back(h);
    tell_held(h);
    tell(h, firing_answer(h->firing, HAND_FINISHED));
    g_clear_pointer(&h->firing, firing_free);
}

/* Releases everything at once; a firing ends as aborted. */
static void release_all(struct hand *h, const char *reason)
{
    press_release_all(h->press); /* first: the end of a text presses again what it had lifted and is still held */
    if (h->firing)
        firing_abort(h->firing, reason);
    if (h->firing)
        finish_firing(h);
    tell_held(h);
}

/* Somebody else uses keyboard or mouse, or what we press would go where it must not: everything up first, then it is said. Once:
 * until a request shows that it has been heard, more of it is no news. Takes the sentence. */
static void yield_to(struct hand *h, char *sentence_take)
{
    g_autofree char *what = sentence_take;
    if (!what)
        return;
    press_release_all(h->press);
    saved_focus_forget(&h->place); /* they are elsewhere by now, of their own will */
    if (h->firing)
        firing_abort(h->firing, what);
    if (!h->yielded)
        tell(h, answer_new(HAND_PERSON, what));
    h->yielded = true;
    if (h->firing)
        finish_firing(h);
    tell_held(h);
}

static bool is_busy(const struct hand *h)
{
    return h->firing || held_deadline(press_held(h->press)) != G_MAXINT64;
}

/* The engine is silent and could not stop a firing: releases everything, and reports it for the engine's return. */
static void let_go_unheard(struct hand *h)
{
    hand_answer *a = answer_new(HAND_LET_GO, UNHEARD);
    a->keys = held_names(press_held(h->press), HELD_KEY);
    a->buttons = held_names(press_held(h->press), HELD_BUTTON);
    press_release_all(h->press);
    tell(h, a);
    release_all(h, UNHEARD);
}

static void look_for_others(struct hand *h)
{
    yield_to(h, h->ports->others.look(h->ports->others.data, press_held(h->press), !is_busy(h)));
}

/* Also to a display that does not tell: then nothing comes of it. */
static void watch(struct hand *h, const GArray *pids)
{
    const struct others_port *o = &h->ports->others;
    h->watches = pids && o->watch;
    if (o->watch)
        o->watch(o->data, pids);
    h->yielded = false; /* what came before is no part of it */
}

static void tell_gestures(struct hand *h)
{
    struct gesture g = {0};
    while (h->watches && h->ports->others.gesture(h->ports->others.data, g_get_monotonic_time(), &g)) {
        hand_answer *a = answer_new(HAND_GESTURE, NULL);
        a->gesture = g_memdup2(&g, sizeof g);
        tell(h, a);
    }
}

static void tell_pulse(struct hand *h, int number)
{
    hand_answer *a = answer_new(HAND_PULSED, NULL);
    a->id = number;
    tell(h, a);
}

static void refuse(struct hand *h, int id, const char *reason)
{
    hand_answer *a = answer_new(HAND_FINISHED, NULL);
    a->id = id;
    a->status = HAND_REFUSED;
    a->reason = g_strdup(reason);
    tell(h, a);
}

static void take_request(struct hand *h, hand_request *request_take)
{
    g_autoptr(hand_request) r = request_take;
    switch (r->kind) {
    case HAND_FIRE:
        if (h->firing) {
            refuse(h, r->fire.id, "another timeline is being fired: abort it or wait for its end");
            break;
        }
        if (h->watches) {
            refuse(h, r->fire.id, "a person is teaching: nothing is fired beside them");
            break;
        }
        yield_to(h, h->ports->others.look(h->ports->others.data, press_held(h->press), false));
        if (h->yielded) {
            refuse(h, r->fire.id, "somebody else has used keyboard or mouse since this was asked for");
            break;
        }
        const struct firing_display at = {h->ports, h->press, h->guard, &h->place};
        h->firing = firing_new(g_steal_pointer(&r), &at, g_get_monotonic_time());
        break;
    case HAND_RELEASE:
        release_all(h, "released on request");
        h->ports->hand.sync(
            h->ports->hand.data); /* what has been done until now has been heard, wherever it still waits to be read */
        g_free(h->ports->others.look(h->ports->others.data, press_held(h->press), false));
        h->yielded = false;
        tell(h, answer_new(HAND_RELEASED, NULL));
        break;
    case HAND_ABORT:
        h->yielded = false;
        release_all(h, "aborted on request");
        break;
    case HAND_PREPARE:
        if (!h->firing && r->frame)
            guard_prepare(h->guard, r->frame, r->shared);
        break;
    case HAND_TURN:
        if (h->firing)
            firing_take_turn(h->firing, g_steal_pointer(&r), g_get_monotonic_time());
        break;
    case HAND_PULSE:
        tell_pulse(h, r->pulse);
        break;
    case HAND_OWN:
        h->link->set_own(h->x, r->own.terminals, r->own.n);
        break;
    case HAND_WATCH:
        watch(h, h->firing ? NULL : r->pids);
        break;
    case HAND_REQUEST_COUNT:
        break;
    }
}

static void take_line(const char *line, gsize length, void *data)
{
    struct hand *h = data;
    g_autoptr(GError) error = NULL;
    hand_request *r = NULL;
    if (line)
        r = hand_request_from_json(line, length, &error);
    silence_hear(&h->silence, r && r->kind == HAND_PULSE, g_get_monotonic_time());
    if (r) {
        h->bad_lines = 0;
        take_request(h, r);
        return;
    }
    tell(h, answer_new(HAND_FAILED, line ? error->message : "a request of more than 1 MiB was refused"));
    if (++h->bad_lines >= BAD_LINES_MAX)
        h->ending = true;
}

/* Does what is due. */
static void advance(struct hand *h)
{
    for (bool again = true; again && h->firing;) {
        firing_advance(h->firing, &again);
        if (again)
            tell(h, firing_answer(h->firing, HAND_STARTED));
    }
    hand_answer *turned = h->firing ? firing_turn_told(h->firing) : NULL;
    if (turned)
        tell(h, turned);
    press_expire(h->press, g_get_monotonic_time());
    if (h->firing && firing_finished(h->firing)) {
        h->ports->display.forget_errors(h->ports->display.data);
        if (firing_broken(h->firing)) /* what it wanted held was meant for a timeline that is over */
            press_release_all(h->press);
        char *somebody = firing_yielded(h->firing);
        if (!somebody)
            somebody = h->ports->others.look(h->ports->others.data, press_held(h->press),
                                             false); /* before the focus goes back: then it is said to us */
        if (somebody)
            yield_to(h, somebody);
        else
            finish_firing(h);
    }
    if (!h->firing)
        give_back(h);
    tell_held(h);
}

static void take_signal(struct hand *h)
{
    struct signalfd_siginfo info;
    if (read(h->signals, &info, sizeof info) <= 0)
        return;
    h->ending = true;
    g_snprintf(h->why, sizeof h->why, "the hand was told to end (signal %u of process %u)", info.ssi_signo, info.ssi_pid);
}

static void sleep_until(struct hand *h, GArray *fds, gint64 deadline_us)
{
    struct timespec timeout = {0}, *wait = NULL;
    if (deadline_us != G_MAXINT64) {
        gint64 now_us = g_get_monotonic_time(); /* once: MAX() would ask again, and ppoll() fails for less than nothing */
        gint64 left_us = MAX(deadline_us - now_us, 0);
        if (left_us > 2 * EARLY_US)
            left_us -= EARLY_US;
        timeout.tv_sec = left_us / G_USEC_PER_SEC;
        timeout.tv_nsec = left_us % G_USEC_PER_SEC * 1000;
        wait = &timeout;
    }
    /* GPollFD is struct pollfd (GLib says so) */
    if (ppoll((struct pollfd *)(void *)fds->data, fds->len, wait, NULL) < 0 && errno != EINTR)
        h->ending = true;
}

static void loop(struct hand *h)
{
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    while (!h->ending) {
        look_for_others(h);
        tell_gestures(h);
        advance(h);
        /* What comes in with an answer, or with a flush (Xlib reads then, too), wakes nobody: none of it may be left behind. */
        do {
            look_for_others(h);
            h->ports->hand.flush(h->ports->hand.data);
        } while (h->link->pending(h->x));
        gint64 deadline_us = MIN(press_deadline(h->press), h->firing ? firing_deadline(h->firing) : h->link->deadline(h->x));
        deadline_us = MIN(deadline_us, silence_deadline(&h->silence, is_busy(h)));
        GPollFD own[] = {{.fd = h->signals, .events = G_IO_IN}, {.fd = h->link->fd(h->x), .events = G_IO_IN}};
        g_array_set_size(fds, 0);
        g_array_append_vals(fds, own, G_N_ELEMENTS(own));
        line_stream_prepare(h->line, fds);
        if (h->ending)
            break;
        sleep_until(h, fds, deadline_us);
        if (g_array_index(fds, GPollFD, 0).revents)
            take_signal(h);
        if (!line_stream_pump(h->line, take_line, h))
            h->ending = true;
        /* after what had come, for we may have been stopped ourselves */
        if (g_get_monotonic_time() >= silence_deadline(&h->silence, is_busy(h)))
            let_go_unheard(h);
    }
}

/* The display's death: one thing more can be said, then we must end. */
static void display_lost(const char *why, void *data)
{
    struct hand *h = data;
    g_autoptr(hand_answer) a =
        answer_new(HAND_LOST, why ? why : "the display is gone (its X server ended or cut the connection)");
    g_autofree char *json = hand_answer_to_json(a);
    if (h->firing) {
        firing_lost(h->firing);
        g_autoptr(hand_answer) finished = firing_answer(h->firing, HAND_FINISHED);
        g_autofree char *last = hand_answer_to_json(finished);
        line_stream_send(h->line, last);
    }
    line_stream_send(h->line, json);
    line_stream_flush(h->line, LAST_WORDS_MS);
    /* The ledger's file stays if something is noted in it: the server may live, and only the connection be gone. */
    ledger_free(h->ledger);
    _exit(HAND_EXIT_ENVIRONMENT);
}

/* ---- start and end ---- */

struct recovered {
    struct hand *hand;
    GPtrArray *keys, *buttons;
    GPtrArray *said; /* char*: what else is to be told */
};

static bool recover_one(const struct ledger_state *state, void *data)
{
    struct recovered *r = data;
    if (state->hung)
        g_ptr_array_add(r->said, g_strdup_printf("a hand (process %" G_GINT64_FORMAT ") hung although its engine had died, "
                                                 "and was killed",
                                                 state->pid));
    r->hand->link->recover(r->hand->x, state, r->keys, r->buttons);
    return true;
}

static char **names_steal(GPtrArray *names)
{
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

static bool recover_and_open(struct hand *h, const char *display, const char *dir, GError **error)
{
    guint64 server = h->link->server(h->x);
    g_autoptr(GPtrArray) said = g_ptr_array_new_with_free_func(g_free);
    struct recovered r = {h, g_ptr_array_new(), g_ptr_array_new(), said};
    bool recovered = ledger_recover(dir, display, server, recover_one, &r, error);
    hand_answer *ready = answer_new(HAND_READY, NULL);
    ready->keys = names_steal(r.keys);
    ready->buttons = names_steal(r.buttons);
    if (recovered && h->ports->keyboard.load(h->ports->keyboard.data, error))
        h->ledger = ledger_open(dir, display, server, error);
    if (h->ledger && !ledger_connection(h->ledger, h->link->connection(h->x))) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "the hand's ledger in %s cannot be written (is the disk full?)", dir);
        g_clear_pointer(&h->ledger, ledger_free);
    }
    if (h->ledger) {
        h->link->listen(h->x, h->ledger, h->ignore_foreign, said);
        h->press = press_new(h->ports, h->ledger);
        h->guard = guard_new(&h->ports->display, &h->ports->eye);
        g_ptr_array_add(said, NULL);
        ready->text = said->pdata[0] ? g_strjoinv("; ", (char **)said->pdata) : NULL;
        tell(h, ready);
        return true;
    }
    hand_answer_free(ready);
    return false;
}

static bool open_display(struct hand *h, const char *display, GError **error)
{
    if (h->keyed && !keyring_receive(STDIN_FILENO, error))
        return false;
    h->link = hand_link_for(display, error);
    h->x = h->link ? h->link->open(display, display_lost, h, error) : NULL;
    h->ports = h->x ? h->link->ports(h->x) : NULL;
    return h->x != NULL;
}

static bool open_signals(struct hand *h)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    priority_raise();                 /* what it got makes no difference to anything else */
    prctl(PR_SET_TIMERSLACK, 1000UL); /* ns; the default of 50 µs is half of what we may miss */
    h->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return h->signals >= 0;
}

/* Answers go where the requests come from: the socket that is our stdin; stdout when a person types at us. */
static line_stream *open_line(void)
{
    int type;
    socklen_t length = sizeof type;
    bool socket = getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &type, &length) == 0;
    return line_stream_new(STDIN_FILENO, socket ? STDIN_FILENO : STDOUT_FILENO);
}

static void close_all(struct hand *h)
{
    if (!h->ledger || ledger_empty(h->ledger)) /* else nobody but us lets go of it once the display answers */
        alarm(CLOSE_LIMIT_S);
    if (h->press)
        release_all(h, *h->why ? h->why : "the hand was told to end");
    alarm(CLOSE_LIMIT_S);
    g_clear_pointer(&h->firing, firing_free);
    if (h->x)
        h->ports->hand.sync(h->ports->hand.data);
    line_stream_flush(h->line, LAST_WORDS_MS);
    if (h->x)
        h->link->unlisten(h->x);
    g_clear_pointer(&h->press, press_free);
    g_clear_pointer(&h->guard, guard_free);
    g_clear_pointer(&h->ledger, ledger_free);
    if (h->x)
        h->link->close(h->x);
    h->x = NULL;
    g_clear_pointer(&h->line, line_stream_free);
    if (h->signals >= 0)
        close(h->signals);
    alarm(0); /* nothing is waited for any more; a leak check takes its time */
}

/* --display D --ledger DIR [--foreign-xtest yield|ignore] [--password stdin|none], nothing else. */
static bool read_arguments(struct hand *h, int argc, char **argv, const char **ret_display, const char **ret_dir)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (g_str_equal(argv[i], "--display"))
            *ret_display = argv[i + 1];
        else if (g_str_equal(argv[i], "--ledger"))
            *ret_dir = argv[i + 1];
        else if (g_str_equal(argv[i], "--foreign-xtest"))
            h->ignore_foreign = g_str_equal(argv[i + 1], "ignore");
        else if (g_str_equal(argv[i], "--password"))
            h->keyed = g_str_equal(argv[i + 1], "stdin");
        else
            return false;
    }
    return argc % 2 == 1 && *ret_display && *ret_dir;
}

int hand_main(int argc, char **argv)
{
    struct hand h = {.signals = -1};
    h.line = open_line();
    const char *display = NULL, *dir = NULL;
    g_autoptr(GError) error = NULL;
    int code = HAND_EXIT_DONE;
    if (!read_arguments(&h, argc, argv, &display, &dir)) {
        tell(&h, answer_new(HAND_FAILED, "usage: reins hand --display :N --ledger DIR (started by reins itself)"));
        code = HAND_EXIT_USAGE;
    } else if (!open_signals(&h) || !open_display(&h, display, &error) || !recover_and_open(&h, display, dir, &error)) {
        const char *sentence = error ? error->message : "the hand cannot wait for signals (too many open files?)";
        bool environment = !error || error->code == HAND_ERROR_DISPLAY;
        tell(&h, answer_new(HAND_FAILED, sentence));
        code = environment ? HAND_EXIT_ENVIRONMENT : HAND_EXIT_FAILED;
    } else {
        loop(&h);
    }
    close_all(&h);
    return code;
}
