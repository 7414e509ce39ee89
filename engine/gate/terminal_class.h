#ifndef ENGINE_GATE_TERMINAL_CLASS_H
#define ENGINE_GATE_TERMINAL_CLASS_H

/* Terminal classes: the window classes of programs in which what is typed runs. Pure. */

#include <stdbool.h>

/* class may be NULL. */
bool terminal_class(const char *class);

#endif
