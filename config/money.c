/* Amounts of money, for people. */

#include "config/money.h"

#include <glib.h>
#include <math.h>

/* 0.00975 is a little less than that in binary, and printf() would round it down. */
static char *rounded(double usd, int digits)
{
    double unit = digits == 4 ? 1e4 : 1e2;
    return g_strdup_printf("$%.*f", digits, floor(usd * unit + 0.5 + 1e-6) / unit);
}

char *money_text(double usd, bool unpriced)
{
    g_autofree char *known = rounded(usd, 4);
    if (!unpriced)
        return g_steal_pointer(&known);
    return usd > 0 ? g_strconcat(known, " + unknown", NULL) : g_strdup("price unknown");
}

char *money_brief(double usd, bool unpriced)
{
    g_autofree char *known = rounded(usd, 2);
    if (!unpriced)
        return g_steal_pointer(&known);
    return usd > 0 ? g_strconcat(known, "+?", NULL) : g_strdup("$ ?");
}

double money_exact(double usd)
{
    return fabs(usd) < 1e6 ? round(usd * 1e9) / 1e9 : usd;
}
