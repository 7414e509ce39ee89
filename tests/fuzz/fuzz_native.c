/* What a model says with its computer tool, in each dialect: no bytes end the reader, and what becomes an action is on the
 * screen. */

#include "engine/agents/computer/computer.h"
#include "engine/brain/brain.h"
#include "skills/timeline/action.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_action(const action *a, const struct coordinates *c)
{
    static const char *const names[][2] = {{"x", "y"}, {"source_x", "source_y"}, {"target_x", "target_y"}};
    for (gsize i = 0; a && i < G_N_ELEMENTS(names); i++) {
        const struct value *x = action_get(a, names[i][0]), *y = action_get(a, names[i][1]);
        if ((x == NULL) != (y == NULL))
            abort();
        if (x && (x->integer < 0 || x->integer >= c->screen_width || y->integer < 0 || y->integer >= c->screen_height))
            abort();
    }
}

static void check_turn(const struct native_turn *turn, const struct coordinates *c)
{
    for (guint i = 0; i < turn->calls->len; i++) {
        struct native_call *call = turn->calls->pdata[i];
        struct brain_part part;
        g_autoptr(action) a = native_call_action(call, c);
        check_action(a, c);
        g_free(a ? action_to_json(a) : NULL);
        if (call->action == NATIVE_OTHER && !call->defect)
            abort();
        if (call->action == NATIVE_ZOOM && !call->defect && native_call_region(call, c, &part) &&
            (part.width <= 0 || part.x + part.width > c->screen_width))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (const struct native_dialect *const *d = native_dialects; *d; d++)
        for (int space = COORDINATES_PIXELS; space <= COORDINATES_PART; space++) {
            const struct coordinates c = {1280, 720, 640, 360, (enum coordinates_space)space};
            g_autoptr(GError) error = NULL;
            g_autofree char *text = g_strndup((const char *)data, size);
            g_autoptr(native_turn) turn = (*d)->read(text, strlen(text), &error);
            if ((turn == NULL) == (error == NULL))
                abort();
            if (turn)
                check_turn(turn, &c);
        }
    return 0;
}
