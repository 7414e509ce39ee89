#ifndef ENGINE_CURATION_STAGE_H
#define ENGINE_CURATION_STAGE_H

/* The stage of a skill version (a name and the SHA-256 of its text): what may be done with it, and what moves it on. Pure.
 *
 *   draft ──person──▸ trial ──N verified in a row──▸ trusted ──too many failures──▸ demoted ──N verified in a row──▸ trusted
 *     └──person──▸ refused                      any ──person──▸ retired
 *
 * A version that is found in a file and that nobody has accepted (changed in an editor, put there by another program) is on
 * trial. What ships is trusted. */

#include <glib.h>
#include <stdbool.h>

enum skill_stage {
    STAGE_DRAFT,   /* outside the loaded set, waits for a person */
    STAGE_TRIAL,   /* loaded; each use asks, whatever mode, rule or grant there is */
    STAGE_TRUSTED, /* loaded; the gate's usual rules count */
    STAGE_DEMOTED, /* was trusted and began to fail; as on trial */
    STAGE_REFUSED, /* a draft that a person did not want */
    STAGE_RETIRED, /* taken out of the library; its history stays */
    STAGE_COUNT
};

struct stage_settings {
    int trust_after;   /* so many verified outcomes in a row make a version trusted: [skills] trust_after, 5 */
    int demote_failed; /* so many failures among… [skills] demote_failed, 3 */
    int demote_window; /* …so many last outcomes demote it: [skills] demote_window, 5 */
};

/* "draft", "trial" …, as in the store and in JSON. */
const char *stage_name(enum skill_stage stage);
/* False: no such stage. */
bool stage_parse(const char *name, enum skill_stage *ret_stage);
/* One character for lists, with the name beside it where there is room: ✎ ◐ ● ▼ ✗ ○. */
const char *stage_glyph(enum skill_stage stage);
/* Is it loaded and may be proposed? */
bool stage_is_loaded(enum skill_stage stage);
/* Must a person be asked at each use? */
bool stage_asks(enum skill_stage stage);
/* May a person (not an outcome) lead from one to the other? */
bool stage_person_may(enum skill_stage from, enum skill_stage to);
/* The stage after these outcomes since it began, newest first, NULL-terminated: "verified", "no_effect", "unexpected" count (the
 * last two are failures), others are skipped. */
enum skill_stage stage_after(enum skill_stage stage, const char *const *outcomes, const struct stage_settings *settings);

#endif
