#ifndef TESTS_BENCH_MEASURE_H
#define TESTS_BENCH_MEASURE_H

/* Times of what is run again and again: medians, because the machine has other work. */

#include <glib.h>
#include <stdbool.h>

/* An array of double. */
GArray *samples_new(void);
void samples_add(GArray *samples, double value);
double samples_median(GArray *samples);
double samples_max(const GArray *samples);

double now_ms(void); /* CLOCK_MONOTONIC */

double processor_ms(void); /* of this process, so far */

/* Runs a program to its end, silent, with DISPLAY set: wall and processor time (its children's too), ms. False: not installed, or
 * it failed. */
bool time_program(const char *display, const char *const *argv, double *ret_wall, double *ret_cpu);
/* Median of `rounds` runs; says "skipped: …" and returns false where the program is not there or fails. */
bool time_rounds(const char *display, const char *const *argv, int rounds, double *ret_wall, double *ret_cpu);
bool installed(const char *program);

#endif
