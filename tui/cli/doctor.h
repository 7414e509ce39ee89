#ifndef TUI_CLI_DOCTOR_H
#define TUI_CLI_DOCTOR_H

#include <glib.h>

enum doctor_state { DOCTOR_OK, DOCTOR_WARNING, DOCTOR_MISSING, DOCTOR_STATE_COUNT };

struct doctor_row {
    const char *name; /* static */
    enum doctor_state state;
    char *what; /* owned */
    char *fix;  /* owned; "" = nothing to do */
};

const char *doctor_state_name(enum doctor_state state);
/* The rows as a JSON array of {"name","state","what","fix"}; caller frees. (doctor_json.c) */
char *doctor_json(const GArray *rows);

#endif
