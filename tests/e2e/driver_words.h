#ifndef TESTS_E2E_DRIVER_WORDS_H
#define TESTS_E2E_DRIVER_WORDS_H

/* Words to type of which each is there once: what was typed tells whether one came again, also one that was cut off. */

/* "z" and four letters of a…y, of which the first changes most often: no key that needs another, no word runs into the next, and
 * its beginning is not that of the next. n: 0 and more. Caller frees. */
char *words_nth(int n);
/* Of what was typed, words and beginnings of words, each is of a later word than the one before, and of the first `words` ones.
 * NULL = so it is; or the piece that is not; caller frees. */
char *words_typed_again(const char *typed, int words);

#endif
