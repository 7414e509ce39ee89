#ifndef TESTS_ENGINE_EYE_CHILD_H
#define TESTS_ENGINE_EYE_CHILD_H

/* The test program is its own eye and worker: called as `PROGRAM eye …` or `PROGRAM worker …` it is that process. */

#include "engine/eye/elements.h"
#include "engine/eye/eye.h"
#include "skills/worker/worker.h"

#include <string.h>

/* -1: this is the test itself. */
static int child_run(int argc, char **argv)
{
    static const struct worker_kind kinds[] = {{"ocr", eye_worker_ocr, false, eye_worker_ocr_prepare},
                                               {"elements", elements_worker, false, NULL, elements_worker_connect}};
    char self[4096];
    gssize n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[MAX(n, 0)] = '\0';
    g_setenv("REINS_BIN", self, TRUE);
    if (argc > 1 && strcmp(argv[1], "eye") == 0)
        return eye_main(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return worker_main(argc - 1, argv + 1, kinds, G_N_ELEMENTS(kinds));
    return -1;
}

#endif
