#ifndef ENGINE_EYE_PARTS_JSON_H
#define ENGINE_EYE_PARTS_JSON_H

/* Parts shared by the messages of eye and hand: windows, areas, comparison rules. For *_json.c files only. */

#include "engine/eye/eye.h"

struct cJSON; /* config/strict_json.h */

/* "windows": [{"id","title","class","pid","x","y","width","height","popup","tooltip"}], top first; NULL is an empty list. */
void parts_add_windows(struct cJSON *object, const char *key, const GPtrArray *windows);
/* *ret_windows stays NULL when the key is missing. */
bool parts_get_windows(const struct cJSON *object, const char *key, GPtrArray **ret_windows, GError **error);
struct cJSON *parts_window_to_json(const struct eye_window *w);
struct eye_window *parts_window_from_json(const struct cJSON *object, GError **error);

/* [[x, y, width, height], …]; NULL: no member. */
void parts_add_areas(struct cJSON *object, const char *key, const GArray *areas);
bool parts_get_areas(const struct cJSON *object, const char *key, GArray **ret_areas, GError **error);

/* [x, y, width, height]; of width 0: no member. */
void parts_add_area(struct cJSON *object, const char *key, const struct area *a);
bool parts_get_area(const struct cJSON *object, const char *key, struct area *ret_area, GError **error);

/* "print": 16 hexadecimal digits. *ret_printed: there is one. */
void parts_add_print(struct cJSON *object, guint64 print);
bool parts_get_print(const struct cJSON *object, bool *ret_printed, guint64 *ret_print, GError **error);

/* As KEY and KEY_pixels; nothing where there is none. */
void parts_add_caret(struct cJSON *object, const char *key, const struct screen_match_caret *c);
bool parts_get_caret(const struct cJSON *object, const char *key, struct screen_match_caret *ret_caret, GError **error);
void parts_add_rules(struct cJSON *object, const char *key, const struct screen_match_rules *rules);
/* A missing member compares nothing. */
bool parts_get_rules(const struct cJSON *object, const char *key, struct screen_match_rules *ret_rules, GError **error);

#endif
