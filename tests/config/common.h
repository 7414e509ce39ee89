#ifndef TESTS_CONFIG_COMMON_H
#define TESTS_CONFIG_COMMON_H

/* A configuration of a text in place of the user's reins.ini, for the tests that read one. */

#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Ends the test where it is refused. */
static config *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    config *cfg = config_load_text(text, &error);
    if (!cfg)
        fail_msg("%s", error->message);
    return cfg;
}

#endif
