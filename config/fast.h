#ifndef CONFIG_FAST_H
#define CONFIG_FAST_H

/* FAST before a function: the same machine code for every x86-64, and a faster one where there is AVX2. For loops over integers,
 * whose results are equal in both. */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define FAST __attribute__((target_clones("avx2", "default"), optimize("O3")))
#ifdef __clang__
#undef FAST
#define FAST __attribute__((target_clones("avx2", "default")))
#endif
#else
#define FAST
#endif

#endif
