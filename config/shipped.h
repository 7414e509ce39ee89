#ifndef CONFIG_SHIPPED_H
#define CONFIG_SHIPPED_H

/* The files that are compiled in (GNUmakefile writes the table). Not GResource: GIO and what it needs were a third of the time
 * that each process takes to start. */

struct shipped {
    const char *path; /* "apps/xcalc.ini"; NULL = the end */
    const char *bytes, *end;
};

extern const struct shipped shipped[];

#endif
