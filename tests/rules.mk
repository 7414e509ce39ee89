# Tests: build/tests/FOLDER/test_NAME from tests/FOLDER/test_NAME.c, linked with the archives that FOLDER may know.

# What each folder may link, itself first (the include direction of ARCHITECTURE.md).
LINK_config := config
LINK_memory := memory config
LINK_skills := skills config
LINK_engine_display := engine/display engine/eye skills config
LINK_engine_eye := engine/eye engine/display skills config
LINK_engine_hand := engine/hand engine/eye engine/display skills config
LINK_engine_brain := engine/brain skills config
LINK_engine_modules := engine/modules engine/brain engine/eye engine/display skills config
LINK_engine := engine/agents engine engine/modules engine/brain engine/hand engine/eye engine/display skills memory config
LINK_tui := tui tui/cli $(LINK_engine)
LINK_e2e := $(LINK_engine)

TEST_SOURCES := $(sort $(shell find tests -name 'test_*.c' 2>/dev/null))
TEST_BINS := $(patsubst tests/%.c,$(B)/tests/%,$(TEST_SOURCES))
TEST_SCRIPTS := $(sort $(shell find tests -name 'test_*.sh' 2>/dev/null))
# tests/helper/*.c: shared by tests (an X observer, a run driver); linked into all of them
HELPER_SOURCES := $(wildcard tests/helper/*.c)
TEST_FOLDER = $(patsubst tests/%,%,$(patsubst %/,%,$(dir $(1))))
TEST_LINK = $(LINK_$(subst /,_,$(call TEST_FOLDER,$(1))))
# tests/FOLDER/driver.c: shared by the tests of that folder
TEST_DRIVER = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(dir $(1))driver.c))

define test_rule
$(patsubst tests/%.c,$(B)/tests/%,$(1)): $(B)/obj/$(patsubst %.c,%.o,$(1)) $(foreach f,$(call TEST_LINK,$(1)),$(B)/lib/$(subst /,_,$(f)).a) $(patsubst %.c,$(B)/obj/%.o,$(HELPER_SOURCES)) $(call TEST_DRIVER,$(1))
	@mkdir -p $$(@D); echo "  LD $$@"; $$(CC) $$(LDFLAGS_ALL) -o $$@ $$< $(patsubst %.c,$(B)/obj/%.o,$(HELPER_SOURCES)) $(call TEST_DRIVER,$(1)) -Wl,--start-group $(foreach f,$(call TEST_LINK,$(1)),$(B)/lib/$(subst /,_,$(f)).a) -Wl,--end-group $(B)/obj/gen/resources.o $$(PKG_LIBS) -lcmocka
endef
$(foreach t,$(TEST_SOURCES),$(eval $(call test_rule,$(t))))

tests: $(TEST_BINS)

check: deps ## set up, build and pass all tests
	@$(MAKE) --no-print-directory all tests lint
	@tests/run.sh $(B) $(TEST_BINS) $(TEST_SCRIPTS)

lint: ## what no compiler holds: includes, libraries, banned calls, lengths (tests/lint)
	@tests/lint/lint.sh .

.PHONY: tests check lint

include tests/fuzz/rules.mk
