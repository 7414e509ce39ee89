#ifndef ENGINE_CURATION_STAGE_H
#define ENGINE_CURATION_STAGE_H

/* The stage of a skill version (a name and the SHA-256 of its text): what it may do, and what changes the stage. Pure.
 *
 *   draft ──person──▸ trial ──N verified in a row──▸ trusted ──too many failures──▸ demoted ──N verified in a row──▸ trusted
 *     └──person──▸ refused                      any ──person──▸ retired
 *
 * A version in a file that nobody has accepted (edited, or added by another program) is on trial. Shipped ones are trusted. */

#include <glib.h>
#include <stdbool.h>

enum skill_stage {
    STAGE_DRAFT,   /* not loaded, waits for a person */
    STAGE_TRIAL,   /* loaded; each use asks, in every mode, with any rule or grant */
    STAGE_TRUSTED, /* loaded; only the gate's usual rules apply */
    STAGE_DEMOTED, /* was trusted and began to fail; as on trial */
    STAGE_REFUSED, /* a draft that a person refused */
    STAGE_RETIRED, /* removed from the library; its history stays */
    STAGE_COUNT
};

struct stage_settings {
    int trust_after;   /* this many verified outcomes in a row make a version trusted: [skills] trust_after, 5 */
    int demote_failed; /* this many failures among… [skills] demote_failed, 3 */
    int demote_window; /* …this many last outcomes demote it: [skills] demote_window, 5 */
};

/* "draft", "trial" …, as in the store and in JSON. */
const char *stage_name(enum skill_stage stage);
/* False: no such stage. */
bool stage_parse(const char *name, enum skill_stage *ret_stage);
/* One character for lists: ✎ ◐ ● ▼ ✗ ○. */
const char *stage_glyph(enum skill_stage stage);
/* True when it is loaded and may be proposed. */
bool stage_is_loaded(enum skill_stage stage);
/* True when each use must ask. */
bool stage_asks(enum skill_stage stage);
/* True when a person (not an outcome) may change the stage this way. */
bool stage_person_may(enum skill_stage from, enum skill_stage to);
/* The stage after the outcomes since it began, newest first, ends with NULL: "verified", "no_effect" and "unexpected" count
 * (the last two are failures), others are skipped. */
enum skill_stage stage_after(enum skill_stage stage, const char *const *outcomes, const struct stage_settings *settings);

#endif
