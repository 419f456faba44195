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

SP_FORMULA := $(BUILD)/bin/sp-formula
FORMULA_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,\
    $(wildcard bounds/base/*.c bounds/formula/*.c bounds/formula/tool/*.c bounds/law/*.c bounds/trace/*.c)) \
    $(BUILD)/obj/gen/shipped.o

$(SP_FORMULA): $(FORMULA_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SP_LDLIBS) $(LDLIBS)
