#ifndef MEMORY_PRIVACY_H
#define MEMORY_PRIVACY_H

/* A store is for its owner (0700, files 0600), and so is an exported run. Whoever writes to a store closes it by themselves; this
 * is for those who only look, and for places that somebody else made. */

/* Of a store's folder, or of a file: "PATH is open to others (mode 0755) (chmod go-rwx PATH)", of the first thing in it that is.
 * NULL: of none, or there is nothing. Caller frees. */
char *memory_others_see(const char *path);

#endif
