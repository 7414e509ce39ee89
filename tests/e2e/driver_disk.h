#ifndef TESTS_E2E_DRIVER_DISK_H
#define TESTS_E2E_DRIVER_DISK_H

/* A disk of one's own that can be full (a tmpfs; root only). Without one no file of the processes may grow instead, which is told
 * to them in the same words (EFBIG). */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct disk {
    char *dir; /* owned: where it is */
    bool mounted;
};
void disk_begin(struct disk *disk, int megabytes);
void disk_end(struct disk *disk);
/* So many bytes are left (of the store's WAL: may still grow). pids: engines, with their eyes; 0 = none. */
void disk_fill(const struct disk *disk, gsize leave, const pid_t *pids, int n);
void disk_free(const struct disk *disk, const pid_t *pids, int n);
/* With no process on the store: what stands behind the WAL's last commit goes, and noise comes in its place, as a power cut may
 * leave it. */
void disk_cut_wal(const char *store, GRand *rand);

#endif
