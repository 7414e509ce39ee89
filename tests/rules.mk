# Tests: build/tests/FOLDER/test_NAME from tests/FOLDER/test_NAME.c, linked with the archives that FOLDER may know.

# What a folder may use (rooms.mk), and what that uses; itself first.
USES = $(USES_$(subst /,_,$(patsubst engine/agents/%,engine/agents/x,$(1))))
WITH_USES = $(sort $(1) $(foreach r,$(1),$(call USES,$(r))))
LINK = $(sort $(foreach r,$(call WITH_USES,$(call WITH_USES,$(call WITH_USES,$(1)))),$(if $(filter memory,$(r)),$(MEMORY),$(if $(filter engine/agents/x,$(r)),$(AGENT_FOLDERS),$(r)))))
# A room of tui/: of tui/ what it may use, and all below.
LINK_TUI = $(filter tui/%,$(call WITH_USES,$(1))) $(filter-out $(TUI),$(ALL_FOLDERS))
ALL_FOLDERS = $(TUI) $(ENGINE) $(SKILLS) $(MEMORY) config

TEST_SOURCES := $(sort $(shell find tests -name 'test_*.c' 2>/dev/null))
TEST_BINS := $(patsubst tests/%.c,$(B)/tests/%,$(TEST_SOURCES))
TEST_SCRIPTS := $(sort $(shell find tests -name 'test_*.sh' 2>/dev/null))
# tests/helper/*.c: shared by tests (an X observer, a run driver); linked into all of them
HELPER_SOURCES := $(wildcard tests/helper/*.c)
TEST_FOLDER = $(patsubst tests/%,%,$(patsubst %/,%,$(dir $(1))))
TEST_LINK = $(or $(LINK_OF_$(subst /,_,$(call TEST_FOLDER,$(1)))),$(eval LINK_OF_$(subst /,_,$(call TEST_FOLDER,$(1))) := $(if $(filter tui e2e engine/agents,$(call TEST_FOLDER,$(1))),$(ALL_FOLDERS),$(if $(filter tui/%,$(call TEST_FOLDER,$(1))),$(call LINK_TUI,$(call TEST_FOLDER,$(1))),$(call LINK,$(call TEST_FOLDER,$(1))))))$(LINK_OF_$(subst /,_,$(call TEST_FOLDER,$(1)))))
# tests/FOLDER/driver*.c: shared by the tests of that folder
TEST_DRIVER = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(dir $(1))driver*.c))

# gold, where it is there, links a test in half the processor time.
LINKER_TESTS_release = $(eval LINKER_TESTS_release := $$(if $$(shell command -v ld.gold),-fuse-ld=gold))$(LINKER_TESTS_release)

define test_rule
$(patsubst tests/%.c,$(B)/tests/%,$(1)): $(B)/obj/$(patsubst %.c,%.o,$(1)) $(foreach f,$(call TEST_LINK,$(1)),$(B)/lib/$(subst /,_,$(f)).a) $(patsubst %.c,$(B)/obj/%.o,$(HELPER_SOURCES)) $(call TEST_DRIVER,$(1))
	@mkdir -p $$(@D); echo "  LD $$@"; $$(CC) $$(LDFLAGS_ALL) $$(LINKER_TESTS_$(VARIANT)) -o $$@ $$< $(patsubst %.c,$(B)/obj/%.o,$(HELPER_SOURCES)) $(call TEST_DRIVER,$(1)) -Wl,--start-group $(foreach f,$(call TEST_LINK,$(1)),$(B)/lib/$(subst /,_,$(f)).a) -Wl,--end-group $$(PKG_LIBS) -lcmocka
endef
$(foreach t,$(TEST_SOURCES),$(eval $(call test_rule,$(t))))

# reins with the agents of tests/agents beside its own: an agent is its file, and nothing else names it.
TEST_AGENTS := $(sort $(wildcard tests/agents/*.c))
TEST_AGENT_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(TEST_AGENTS))
WITH_AGENTS := $(B)/tests/reins-with-agents
$(B)/gen/tests/agents.c: $(B)/gen/agents.c $(TEST_AGENTS)
	@mkdir -p $(@D); $(call AGENTS_C,$(sort $(AGENTS) $(patsubst tests/agents/%.c,%,$(TEST_AGENTS)))) >$@
$(B)/obj/gen/tests/agents.o: $(B)/gen/tests/agents.c $(B)/stamp
	@mkdir -p $(@D); $(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
# Its table is named before the archives, so that the linker does not take theirs.
$(WITH_AGENTS): $(B)/obj/tui/main.o $(B)/obj/gen/tests/agents.o $(TEST_AGENT_OBJECTS) $(foreach f,$(ALL_FOLDERS),$(B)/lib/$(subst /,_,$(f)).a)
	@mkdir -p $(@D); echo "  LD $@"; $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS)
$(B)/tests/e2e/test_agents: | $(WITH_AGENTS)

# What stands before reins in tests, and before its reader of words: links of it how a warm parent is asked, and for what.
BEFORE_REINS := $(B)/tests/helper/bin/reins $(B)/tests/helper/bin/words
# What ends the processes that a test program leaves.
REAPER := $(B)/tests/helper/bin/reaper
# What is in the X servers of tests: a keymap is made once in a run.
KEYMAP := $(B)/tests/helper/bin/keymap
$(B)/tests/helper/bin/reins: LINK_ALONE := -static $(if $(filter x86_64,$(shell uname -m)),-nostdlib -fno-stack-protector)
$(REAPER): LINK_ALONE := -static
$(KEYMAP): LINK_ALONE := -shared -fPIC
$(B)/tests/helper/bin/reins $(REAPER) $(KEYMAP): $(B)/tests/helper/bin/%: tests/helper/bin/%.c $(B)/stamp
	@mkdir -p $(@D); echo "  LD $@"; $(CC) -std=c17 -D_GNU_SOURCE -O2 -Wall -Wextra $(LINK_ALONE) -o $@ $<
$(B)/tests/helper/bin/words: $(B)/obj/tests/helper/bin/words.o $(foreach f,$(call LINK,engine/eye),$(B)/lib/$(subst /,_,$(f)).a)
	@mkdir -p $(@D); echo "  LD $@"; $(CC) $(LDFLAGS_ALL) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS)

# What a phone of tests takes its pictures with.
SCREENCAP := $(B)/tests/helper/bin/screencap
$(SCREENCAP): $(B)/obj/tests/helper/bin/screencap.o $(foreach f,$(call LINK,engine/picture),$(B)/lib/$(subst /,_,$(f)).a)
	@mkdir -p $(@D); echo "  LD $@"; $(CC) $(LDFLAGS_ALL) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(PKG_LIBS)

tests: $(TEST_BINS) $(WITH_AGENTS) $(BEFORE_REINS) $(REAPER) $(KEYMAP) $(SCREENCAP)

# Test programs at a time at most; how many there are, their loads say (run.sh): many wait. A sanitizer changes the loads.
JOBS ?= $(shell echo $$(( $$(nproc) * $(if $(filter asan,$(VARIANT)),2 + 1,7) )))

check: deps ## set up, build and pass all tests
	@$(MAKE) --no-print-directory all tests
	@JOBS=$(JOBS) TEST_AGAIN=3 tests/run.sh $(B) $(TEST_SCRIPTS) $(TEST_BINS)

durations: all tests ## all tests, and their seconds and loads into tests/durations, by which they are started
	@TEST_DURATIONS=1 JOBS=$(JOBS) tests/run.sh $(B) $(TEST_SCRIPTS) $(TEST_BINS)

lint: ## what no compiler holds: includes, libraries, banned calls, lengths, symbols (tests/lint)
	@LINT_LIB=$(B)/lib tests/lint/lint.sh .

# ---- longer or other than `check` ----
# Every process started by a test reports into the test's sandbox (run.sh): a leak of the eye fails the test as one of the test does.
# Frames of libraries without frame pointers need the slow unwinder: UNWIND=1 after a report whose stack is short.
ASAN = detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1:check_initialization_order=1$(if $(UNWIND),:fast_unwind_on_malloc=0)
check-asan: deps ## all tests under AddressSanitizer, UBSan and the leak check (UNWIND=1: whole stacks; TESTS="build/asan/tests/…")
	@$(MAKE) --no-print-directory VARIANT=asan all tests
	@$(MAKE) --no-print-directory VARIANT=asan run-asan
run-asan:
	@ASAN_OPTIONS='$(ASAN)' LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
		UBSAN_OPTIONS=print_stacktrace=1 G_SLICE=always-malloc TEST_TIMEOUT=1200 TEST_DEADLINE=900 JOBS=$(JOBS) \
		tests/run.sh $(B) $(or $(TESTS),$(TEST_BINS) $(TEST_SCRIPTS))

# The campaigns of which `check` runs a sample. The seed is said first: after a break, SEED= takes the same campaign up again.
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
KILLS ?= 50
HAND_KILLS ?= 1000
ATTACKS ?= 200
REINS_KILLS ?= 1000
MOMENTS ?= 500
SKILLS ?= 1000
LIVE ?= 40
INNOCENT ?= 30
STEPS ?= 500
CLIPS ?= 20
SOAK_T ?= 60
LEARN ?= 30
LEARN_EACH ?= 1
SOAK := e2e/test_deaths e2e/test_moments e2e/test_attacks e2e/test_attacks_faint e2e/test_innocent e2e/test_long e2e/test_programs e2e/test_programs_large e2e/test_office e2e/test_vnc_servers e2e/test_hostile_skills e2e/test_hostile_live e2e/test_screenagent engine/agents/test_screenagent engine/exports/test_score engine/hand/test_hand_kills engine/hand/test_hand_phone engine/hand/test_hand_hover engine/hand/test_hand_hover_menus engine/hand/test_hand_hover_canvas engine/hand/test_hand_held_up engine/hand/test_hand_text memory/test_processes skills/dryrun/test_hostile engine/eye/test_clips engine/eye/test_elements engine/eye/test_layouts engine/brain/test_script
soak: deps-bench ## the campaigns whole (KILLS=50 MOMENTS=500 HAND_KILLS=1000 ATTACKS=200 REINS_KILLS=1000 SKILLS=1000 LIVE=40 INNOCENT=30 STEPS=500 CLIPS=20 SOAK_T=60 s of hostile Lua SEED=…; LEARN=30 seeds of LEARN_EACH=1 tasks a group, 99 = all: JARVIS-1's tables; 0 = none)
	@$(MAKE) --no-print-directory all tests $(addprefix $(B)/tests/,$(SOAK)) $(B)/tests/bench/bench_call
	@$(MAKE) --no-print-directory run-soak SEED=$(strip $(SEED))
run-soak:
	@echo "soak: KILLS=$(KILLS) MOMENTS=$(MOMENTS) HAND_KILLS=$(HAND_KILLS) ATTACKS=$(ATTACKS) REINS_KILLS=$(REINS_KILLS) SKILLS=$(SKILLS) LIVE=$(LIVE) INNOCENT=$(INNOCENT) STEPS=$(STEPS) CLIPS=$(CLIPS) SOAK_T=$(SOAK_T) SEED=$(SEED) (SEED=$(SEED) takes it up again)"
	@SEED=$(SEED) KILLS=$(KILLS) MOMENTS=$(MOMENTS) HAND_KILLS=$(HAND_KILLS) ATTACKS=$(ATTACKS) REINS_KILLS=$(REINS_KILLS) SKILLS=$(SKILLS) LIVE=$(LIVE) INNOCENT=$(INNOCENT) STEPS=$(STEPS) CLIPS=$(CLIPS) REINS_SOAK=1 TEST_TIMEOUT=7200 TEST_DEADLINE=7000 TEST_SHOW='SEED|seed|skipped,|^[0-9]+ (kills|moments|attacks|harmless|hostile|innocent|steps|messages)' \
		tests/run.sh $(B) $(addprefix $(B)/tests/,$(SOAK)) tests/e2e/test_appagent_pages.sh
	@$(MAKE) --no-print-directory fuzz FUZZ="lua action timeline" T=$(SOAK_T) SEED=$(SEED) \
		$(if $(filter command line,$(origin B)),B=$(B)-fuzz)
	@tests/sdk/run.sh $(B)
	@[ $(LEARN) = 0 ] || BENCH_KEEP=$(abspath $(B))/learn BENCH_SEEDS=$(LEARN) BENCH_EACH=$(LEARN_EACH) BENCH_TIMEOUT=0 tests/bench/bench.sh $(B) learn

coverage: deps-bench ## which lines the tests reach: build/coverage/index.html (processes that are killed, and workers, do not count)
	@$(MAKE) --no-print-directory VARIANT=coverage all tests
	@$(MAKE) --no-print-directory VARIANT=coverage run-coverage
run-coverage:
	@find $(B)/obj -name '*.gcda' -delete
	@tests/run.sh $(B) $(TEST_BINS) $(TEST_SCRIPTS) || echo "coverage: some tests failed"
	@gcovr --root . --object-directory $(B)/obj --exclude tests/ --exclude $(B)/ --gcov-ignore-parse-errors \
		--html-details $(B)/index.html --print-summary 2>$(B)/gcovr.log || { cat $(B)/gcovr.log; exit 1; }
	@echo "coverage: $(B)/index.html"

.PHONY: tests check durations lint check-asan run-asan soak run-soak coverage run-coverage

include tests/fuzz/rules.mk
include tests/bench/rules.mk
