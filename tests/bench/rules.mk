# Benchmarks: every tests/bench/bench_NAME.c (linked like a test of tui/, with measure.c) and bench_NAME.py, one after the other.

BENCH ?= $(sort $(patsubst bench_%,%,$(basename $(notdir $(wildcard tests/bench/bench_*.c tests/bench/bench_*.py)))))
BENCH_BINS := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/bench/bench_*.c)))
BENCH_ARCHIVES := $(foreach f,$(ALL_FOLDERS),$(B)/lib/$(subst /,_,$(f)).a)
BENCH_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,tests/bench/measure.c tests/e2e/driver_oracle.c $(HELPER_SOURCES))

$(BENCH_BINS): $(B)/tests/bench/%: $(B)/obj/tests/bench/%.o $(BENCH_OBJECTS) $(BENCH_ARCHIVES)
	@mkdir -p $(@D); echo "  LD $@"; $(CC) $(LDFLAGS_ALL) -o $@ $< $(BENCH_OBJECTS) -Wl,--start-group $(BENCH_ARCHIVES) -Wl,--end-group $(PKG_LIBS) -lcmocka

# a store of very many steps, for bench_memory
HISTORY_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tests/bench/history/*.c)))
$(B)/tests/bench/make_history: $(HISTORY_OBJECTS) $(BENCH_ARCHIVES)
	@mkdir -p $(@D); echo "  LD $@"; $(CC) $(LDFLAGS_ALL) -o $@ $(HISTORY_OBJECTS) -Wl,--start-group $(BENCH_ARCHIVES) -Wl,--end-group $(PKG_LIBS)

bench: deps-bench ## ratios against maim, ffmpeg, xdotool, Python, in one run; asserts nothing (BENCH="eye hold": only these)
	@$(MAKE) --no-print-directory all $(BENCH_BINS) $(B)/tests/bench/make_history
	@tests/bench/bench.sh $(B) $(BENCH)

.PHONY: bench
