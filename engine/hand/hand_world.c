#include "engine/hand/hand_world.h"

#include "engine/display/world_screen.h"
#include "engine/hand/hand.h"
#include "engine/hand/hand_whole.h"

typedef struct hand_world {
    struct hand_whole whole; /* first: what the link's operations take */
    world_screen *shown;     /* of whole.eye */
} hand_world;

static bool port_begin(void *data, const struct timeline_event *e, GError **error)
{
    g_autoptr(GError) problem = NULL;
    if (world_screen_act(((hand_world *)data)->shown, e->text, &problem))
        return true;
    g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED, problem->message);
    return false;
}

static char *port_failed(void *data)
{
    return world_screen_failed(((const hand_world *)data)->shown);
}

static bool port_ended(void *data, bool *ret_done, GError **error)
{
    (void)data, (void)error;
    *ret_done = true;
    return true;
}

static void link_close(void *data)
{
    hand_whole_clear(&((hand_world *)data)->whole);
    g_free(data);
}

static void *link_open(const char *display, void (*lost)(const char *why, void *data), void *data, GError **error)
{
    static const struct hand_port acts = {
        .begin = port_begin, .ended = port_ended, .failed = port_failed, .stop = hand_whole_nothing, .acts = true};
    (void)lost, (void)data;
    g_auto(display_target) target = {0};
    g_autoptr(GError) problem = NULL;
    world_screen *shown = display_target_read(display, &target, &problem) ? world_screen_open(&target, &problem) : NULL;
    if (!shown) {
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_DISPLAY, problem->message);
        return NULL;
    }
    hand_world *h = g_new0(hand_world, 1);
    h->shown = shown;
    hand_whole_init(&h->whole, world_screen_still(shown), &acts, NULL);
    return h;
}

static int link_fd(const void *data)
{
    (void)data;
    return -1;
}

const struct hand_link hand_world_link = {.open = link_open, .close = link_close, .fd = link_fd, HAND_WHOLE_LINK};
