# SPDX-License-Identifier: Apache-2.0
# The formula files become part of the program; sp-formula prints what the proofs need of them.
BOUND_FILES := $(sort $(wildcard specs/bounds/*.bound))
GENERATED   += $(BUILD)/gen/shipped.c

# Written only when it changes: a file that was added or removed is a change of the program.
.PHONY: bound-list
$(BUILD)/gen/bounds.list: bound-list
	@mkdir -p $(@D)
	@echo '$(BOUND_FILES)' | cmp -s - $@ || echo '$(BOUND_FILES)' > $@

$(BUILD)/gen/shipped.c: bounds/embed.sh $(BOUND_FILES) $(BUILD)/gen/bounds.list
	@mkdir -p $(@D)
	$(Q)sh bounds/embed.sh $(BOUND_FILES) > $@

# So do the attacks of `falsify`.
ATTACK_FILES := $(sort $(wildcard specs/attacks/*.attack))
GENERATED    += $(BUILD)/gen/attacks.c

$(BUILD)/gen/attacks.list: bound-list
	@mkdir -p $(@D)
	@echo '$(ATTACK_FILES)' | cmp -s - $@ || echo '$(ATTACK_FILES)' > $@

$(BUILD)/gen/attacks.c: bounds/embed.sh $(ATTACK_FILES) $(BUILD)/gen/attacks.list
	$(Q)sh bounds/embed.sh -t sp_shipped_attacks -n sp_n_shipped_attacks $(ATTACK_FILES) > $@

SP_FORMULA := $(BUILD)/bin/sp-formula
FORMULA_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,\
    $(wildcard bounds/base/*.c bounds/formula/*.c bounds/formula/tool/*.c bounds/law/*.c bounds/trace/*.c)) \
    $(BUILD)/obj/gen/shipped.o

$(SP_FORMULA): $(FORMULA_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SP_LDLIBS) $(LDLIBS)

.PHONY: catalogue
catalogue: $(BUILD)/bin/staleproof  ## docs/catalogue.md from the formula files and `falsify`
	$(Q)sh bounds/catalogue.sh $< >docs/catalogue.md.new
	$(Q)mv docs/catalogue.md.new docs/catalogue.md

# The shell edits lines when readline is there (READLINE=no: not).
READLINE ?= $(shell printf '\#include <stdio.h>\n\#include <readline/readline.h>\n' | \
                $(CC) -E - >/dev/null 2>&1 && echo yes || echo no)
ifeq ($(READLINE),yes)
$(BUILD)/obj/bounds/cli/line_input.o: SP_CPPFLAGS += -DSP_HAVE_READLINE
SP_LDLIBS += -lreadline
endif
