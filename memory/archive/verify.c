/* An archive, looked at as it is. */

#include "memory/archive/verify.h"

#include "memory/chain/findings.h"

GPtrArray *archive_verify(struct staging *s, GError **error)
{
    gint64 named = 0, unnumbered = 0;
    bool same = false;
    g_autoptr(GPtrArray) findings = memory_verify(s->m, error);
    if (!findings || !archive_staging_look(s, &same, &named, &unnumbered, error))
        return NULL;
    if (!same)
        findings_add(findings, "run %" G_GINT64_FORMAT ": the file says that it is another run", s->run);
    if (named != s->frames)
        findings_add(findings,
                     "run %" G_GINT64_FORMAT ": the file holds %" G_GINT64_FORMAT " pictures, its rows name %" G_GINT64_FORMAT,
                     s->run, s->frames, named);
    if (unnumbered)
        findings_add(findings, "run %" G_GINT64_FORMAT ": a step has no number", s->run);
    return g_steal_pointer(&findings);
}

GPtrArray *memory_archive_verify(const char *dir, const char *file, const struct memory_watch *watch,
                                 memory_archived *ret_archived, GError **error)
{
    __attribute__((cleanup(archive_staging_clear))) struct staging s = {.lock = -1};
    g_autofree char *absolute = g_canonicalize_filename(dir, NULL);
    *ret_archived = (memory_archived){0};
    return archive_staging_open(&s, absolute, file, watch, error) && archive_staging_tell(&s, ret_archived, error)
               ? archive_verify(&s, error)
               : NULL;
}
