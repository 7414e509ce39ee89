# Fuzzing: every tests/fuzz/fuzz_NAME.c, with clang, for T seconds each. Seeds in tests/fuzz/seeds/NAME/ (kept), what is found on the way
# in build/fuzz/corpus/NAME (thrown away), words in tests/fuzz/NAME.dict. A crash leaves its input in build/fuzz/crash/NAME-….

T ?= 20
FUZZ ?= $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_ARCHIVES := $(foreach f,$(ALL_FOLDERS),$(B)/lib/$(subst /,_,$(f)).a)

fuzz: ## fuzz every tests/fuzz/fuzz_*.c for T=20 seconds each (FUZZ="lua timeline": only these)
	@$(MAKE) --no-print-directory CC=clang VARIANT=fuzz SEED=$(if $(filter command line,$(origin SEED)),$(SEED)) $(foreach n,$(FUZZ),fuzz-run-$(n))

$(B)/fuzz/%: $(B)/obj/tests/fuzz/fuzz_%.o $(FUZZ_ARCHIVES)
	@mkdir -p $(@D); echo "  LD $@"; $(CC) $(LDFLAGS_ALL) -fsanitize=fuzzer -o $@ $(filter %.o,$^) -Wl,--start-group $(FUZZ_ARCHIVES) -Wl,--end-group $(PKG_LIBS)

$(B)/fuzz/board: $(B)/obj/tests/agents/tally.o # its board beside Cradle's

fuzz-run-%: $(B)/fuzz/%
	@mkdir -p $(B)/corpus/$* $(B)/crash
	@echo "fuzz $*: $(T) s"
	@$(B)/fuzz/$* -max_total_time=$(T) -max_len=4096 -timeout=20 -rss_limit_mb=1536 -print_final_stats=1 $(if $(SEED),-seed=$(SEED)) \
		-artifact_prefix=$(B)/crash/$*- $(if $(wildcard tests/fuzz/$*.dict),-dict=tests/fuzz/$*.dict) \
		$(B)/corpus/$* $(wildcard tests/fuzz/seeds/$*) >$(B)/crash/$*.log 2>&1 \
		|| { tail -n 40 $(B)/crash/$*.log; exit 1; }
	@sed -n 's/^stat::number_of_executed_units: */  inputs tried: /p' $(B)/crash/$*.log

.PRECIOUS: $(B)/fuzz/%
.SECONDARY: $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/fuzz/fuzz_*.c))
.PHONY: fuzz
