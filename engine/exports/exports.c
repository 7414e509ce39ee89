#include "engine/exports/exports.h"

#include "engine/exports/album.h"
#include "engine/exports/outlet.h"

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

void export_tell(struct export_report *ret, const struct export_order *order, const struct album *a, const struct outlet *o,
                 char *path)
{
    ret->bytes = outlet_bytes(o);
    ret->missing = album_missing(a);
    ret->pictures_redacted = album_redacted(a);
    ret->texts_redacted = redaction_count(order->redaction);
    ret->path = path;
}

void import_report_free(struct import_report *report)
{
    if (report)
        g_free(report->session);
    g_free(report);
}
