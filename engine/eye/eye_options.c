#include "engine/eye/eye_options.h"

#include "config/keyring.h"
#include "config/profile.h"
#include "engine/eye/marks.h"
#include "engine/picture/frame.h"

#include <unistd.h>

bool eye_options_read(int argc, char **argv, struct eye_options *o, GError **error)
{
    *o = (struct eye_options){.preview_fps = 2, .record_fps = 2, .keyframe_change = 0, .settle = 300, .elements = -1};
    const GOptionEntry entries[] = {
        {"display", 0, 0, G_OPTION_ARG_STRING, &o->display, NULL, NULL},
        {"password", 0, 0, G_OPTION_ARG_STRING, &o->password, NULL, NULL},
        {"frames", 0, 0, G_OPTION_ARG_FILENAME, &o->frames, NULL, NULL},
        {"preview", 0, 0, G_OPTION_ARG_FILENAME, &o->preview, NULL, NULL},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &o->profile, NULL, NULL},
        {"preview-fps", 0, 0, G_OPTION_ARG_DOUBLE, &o->preview_fps, NULL, NULL},
        {"record-fps", 0, 0, G_OPTION_ARG_DOUBLE, &o->record_fps, NULL, NULL},
        {"keyframe-change", 0, 0, G_OPTION_ARG_DOUBLE, &o->keyframe_change, NULL, NULL},
        {"settle", 0, 0, G_OPTION_ARG_INT, &o->settle, NULL, NULL},
        {"elements", 0, 0, G_OPTION_ARG_INT, &o->elements, NULL, NULL},
        {"elements-bus", 0, 0, G_OPTION_ARG_STRING, &o->elements_bus, NULL, NULL},
        {"numbers", 0, 0, G_OPTION_ARG_INT, &o->numbers, NULL, NULL},
        {"probed", 0, 0, G_OPTION_ARG_INT, &o->probed, NULL, NULL},
        {"fit", 0, 0, G_OPTION_ARG_INT, &o->fit, NULL, NULL},
        {"target", 0, 0, G_OPTION_ARG_INT64, &o->target, NULL, NULL},
        {"maker", 0, 0, G_OPTION_ARG_INT64, &o->maker, NULL, NULL},
        {"program", 0, 0, G_OPTION_ARG_INT64, &o->program, NULL, NULL},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, error) ||
        (g_strcmp0(o->password, "stdin") == 0 && !keyring_receive(STDIN_FILENO, error)))
        return false;
    if (!o->frames || !(o->preview_fps > 0) || !(o->record_fps > 0) || o->settle < 0) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "the eye needs --frames DIR, and rates above 0");
        return false;
    }
    o->preview_fps = MIN(o->preview_fps, 60);
    o->record_fps = MIN(o->record_fps, 60);
    return true;
}

struct profile *eye_options_profile(const struct eye_options *o, GError **error)
{
    profile *p = profile_load(o->profile, error);
    if (p && o->elements >= 0)
        p->elements.by = (enum profile_elements)o->elements;
    if (p && o->elements_bus && *o->elements_bus)
        p->elements.bus = g_strdup(o->elements_bus);
    return p;
}

bool eye_options_numbered(const struct eye_options *o, const struct profile *p, bool *ret_pending)
{
    *ret_pending =
        o->numbers == EYE_NUMBERS_WITH_WORDS || (marks_numbered(p) && (o->numbers != EYE_NUMBERS_NONE || (p && p->elements.by)));
    return *ret_pending && o->numbers != EYE_NUMBERS_WITH_WORDS;
}

void eye_options_clear(struct eye_options *o)
{
    g_free(o->display);
    g_free(o->frames);
    g_free(o->preview);
    g_free(o->profile);
    g_free(o->password);
    g_free(o->elements_bus);
}
