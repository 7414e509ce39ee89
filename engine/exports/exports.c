#include "engine/exports/exports.h"

#include "engine/exports/image_writer.h"
#include "engine/exports/output_sink.h"

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

void export_tell(struct export_report *ret, const struct export_order *order, const struct image_writer *a,
                 const struct output_sink *o, char *path)
{
    ret->bytes = output_sink_bytes(o);
    ret->missing = image_writer_missing(a);
    ret->pictures_redacted = image_writer_redacted(a);
    ret->texts_redacted = redaction_count(order->redaction);
    ret->path = path;
}

void import_report_free(struct import_report *report)
{
    if (report)
        g_free(report->session);
    g_free(report);
}

void export_count(GString *out, gint64 n, const char *one, const char *several)
{
    if (n)
        g_string_append_printf(out, ", %" G_GINT64_FORMAT " %s", n, n == 1 ? one : several);
}

char *export_words(gint64 run, const struct export_report *report)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "run %" G_GINT64_FORMAT " is in %s: %.1f MiB", run, report->path,
                           (double)report->bytes / 1048576);
    export_count(out, report->steps, "step", "steps");
    export_count(out, report->records, "record", "records");
    export_count(out, report->negatives, "negative", "negatives");
    export_count(out, report->pictures, "picture", "pictures");
    export_count(out, report->texts_redacted, "text redacted", "texts redacted");
    export_count(out, report->pictures_redacted, "picture redacted", "pictures redacted");
    export_count(out, report->missing, "picture is no longer kept", "pictures are no longer kept");
    export_count(out, report->left_out, "left out", "left out");
    export_count(out, report->lost, "event that the layout has no word for", "events that the layout has no word for");
    return g_string_free(out, FALSE);
}
