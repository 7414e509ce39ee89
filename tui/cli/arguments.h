#ifndef TUI_CLI_ARGUMENTS_H
#define TUI_CLI_ARGUMENTS_H

/* Arguments of a skill on the command line: name=value. */

#include "skills/library/library.h"

/* Splits a word at its first "=" and converts the value to the type that the skill declares. */
bool cli_take_argument(action *a, const skill *s, const char *word, GError **error);

#endif
