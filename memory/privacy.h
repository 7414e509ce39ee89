#ifndef MEMORY_PRIVACY_H
#define MEMORY_PRIVACY_H

/* A store is private to its owner (folder 0700, files 0600), as is an exported run. A process that writes to a store corrects
 * its permissions; this check is for those that only read, and for folders that others made. */

/* Checks a store's folder or a file. Returns "PATH is open to others (mode 0755) (chmod go-rwx PATH)" for the first one found,
 * NULL when there is none. Caller frees. */
char *memory_others_see(const char *path);

#endif
