#ifndef SKILLS_LUA_LUA_TOKENS_H
#define SKILLS_LUA_LUA_TOKENS_H

/* Lua source as tokens (Lua 5.4 manual, 3.1): for colours on the screen, for the skills that a skill calls, for renaming. Nothing
 * is run, and no text is refused: what is no Lua becomes TOKEN_OTHER. */

#include <glib.h>

enum lua_token_kind {
    TOKEN_COMMENT,
    TOKEN_STRING, /* all forms; one that never ends goes to the end of its line (or of the text, if long) */
    TOKEN_NUMBER,
    TOKEN_KEYWORD, /* and nil, true, false */
    TOKEN_NAME,
    TOKEN_OPERATOR,
    TOKEN_OTHER,
};

struct lua_token {
    enum lua_token_kind kind;
    gsize start, length; /* bytes of the text; white space lies between tokens */
};

/* In order. Caller unrefs. */
GArray *lua_tokens(const char *text, gsize length);
/* Does the token say `word`? */
gboolean lua_token_is(const char *text, const struct lua_token *token, const char *word);
/* The index of the next token at or after `from` that is a variable's name (not a field behind "." or ":", nor a key of a table
 * constructor) in the set (char* → anything; NULL = any name); tokens->len: none. */
guint lua_tokens_variable(const GArray *tokens, const char *text, guint from, GHashTable *names);

#endif
