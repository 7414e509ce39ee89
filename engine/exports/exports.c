#include "engine/exports/exports.h"

G_DEFINE_QUARK(export - error - quark, export_error)

void export_report_clear(struct export_report *report)
{
    g_clear_pointer(&report->path, g_free);
}

bool export_go_on(const struct export_order *order, gint64 step, gint64 steps, GError **error)
{
    const struct memory_watch *watch = order->watch;
    if (!watch || watch->go_on(watch->user, step, steps))
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped; nothing was written");
    return false;
}

void import_report_free(struct import_report *report)
{
    if (report)
        g_free(report->session);
    g_free(report);
}
