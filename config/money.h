#ifndef CONFIG_MONEY_H
#define CONFIG_MONEY_H

#include <stdbool.h>

/* "$0.0213"; "price unknown" and "$0.0213 + unknown" where a part has no price. Half of the last digit is rounded up. Caller
 * frees. */
char *money_text(double usd, bool unpriced);
/* The same for a narrow place: "$0.02", "$ ?", "$0.02+?". */
char *money_brief(double usd, bool unpriced);

/* Without the dust of sums in binary (0.013999999999999999 is 0.014), for JSON. */
double money_exact(double usd);

#endif
