#ifndef SKILLS_LUA_LUA_TOKENS_H
#define SKILLS_LUA_LUA_TOKENS_H

/* Lua source as tokens (Lua 5.4 manual, 3.1), for syntax colours, for finding called skills, and for renaming. Nothing is run
 * and no text is refused: what is not Lua becomes TOKEN_OTHER. */

#include <glib.h>

enum lua_token_kind {
    TOKEN_COMMENT,
    TOKEN_STRING, /* all forms; an unterminated one ends with its line (a long one with the text) */
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

/* The tokens in order (struct lua_token). Caller unrefs. */
GArray *lua_tokens(const char *text, gsize length);
/* True when the token's text is `word`. */
gboolean lua_token_is(const char *text, const struct lua_token *token, const char *word);
/* Index of the next token from `from` on that is a variable in the set (char* → anything; NULL = any name). Fields after "." or
 * ":" and keys of table constructors do not count. tokens->len: none. */
guint lua_tokens_variable(const GArray *tokens, const char *text, guint from, GHashTable *names);

#endif
