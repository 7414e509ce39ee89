#include "tui/model/skill_template.h"

#include <glib.h>

char *skill_template(const char *name)
{
    return g_strdup_printf("--- What it does, in one sentence.\n"
                           "-- @param x integer where, in pixels from the left\n"
                           "-- @param y integer where, in pixels from the top\n"
                           "-- @expect what should be seen afterwards\n"
                           "function %s(x, y)\n"
                           "    mouse.move(x, y)\n"
                           "    mouse.click(\"left\")\n"
                           "end\n",
                           name);
}
