/* Stands before reins in tests (run.sh makes it $REINS_BIN) and is it; only for the worker "ocr" it is words.c. Each of the
 * thousands of processes of a run starts through it: it is linked statically and does nothing else. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char self[PATH_MAX], other[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    char *name = strstr(self, "/tests/helper/bin/reins");
    if (!name)
        return 1;
    *name = '\0';
    const bool reads = argc > 2 && strcmp(argv[1], "worker") == 0 && strcmp(argv[2], "ocr") == 0;
    snprintf(other, sizeof other, "%s/%s", self, reads ? "tests/helper/bin/words" : "reins");
    execv(other, argv);
    return 1;
}
