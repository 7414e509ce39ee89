#ifndef TUI_CLI_ARGUMENTS_H
#define TUI_CLI_ARGUMENTS_H

/* Arguments of a skill on the command line: name=value. */

#include "skills/library/library.h"

/* A word is split at its first "="; the value is literal text, converted to the type that the skill declares. */
bool cli_take_argument(action *a, const skill *s, const char *word, GError **error);

#endif
