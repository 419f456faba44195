# SPDX-License-Identifier: Apache-2.0
# Fuzz targets: tests/fuzz/f_NAME.c, seeds in tests/fuzz/corpus/NAME. FUZZ=NAME: that one only.
FUZZ_CC      ?= clang
SECONDS      ?= 600
FUZZ         ?= $(patsubst tests/fuzz/f_%.c,%,$(wildcard tests/fuzz/f_*.c))
FUZZ_FLAGS   := -std=c11 -O1 -g -w -ffp-contract=off -fno-omit-frame-pointer \
                -fsanitize=address,undefined -fno-sanitize-recover=undefined
FUZZ_COMPILE  = $(FUZZ_CC) $(SP_CPPFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c
fuzz_object   = $(patsubst %.c,$(BUILD)/fuzz/obj/%.o,$(1))
FUZZ_GENERATED := $(filter-out %/kernel_texts.c,$(GENERATED))

# The machines are built for few learners, so that each of their ends is met.
FUZZ_SMALL   := -DSP_SERVER_MAX_LEARNERS=12u -DSP_ELASTIC_MAX_PARTS=12u \
                -DSP_ELASTIC_MAX_WORKERS=12u -DSP_QUEUE_MAX_EVENTS=19u
FUZZ_MACHINES := $(patsubst %.c,$(BUILD)/fuzz/small/%.o,tests/fuzz/f_checked_machines.c \
                   $(wildcard kernels/server/*.c kernels/elastic/*.c kernels/queue/*.c))

$(BUILD)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_COMPILE) -o $@ $<

$(BUILD)/fuzz/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_COMPILE) -o $@ $<

$(BUILD)/fuzz/small/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_COMPILE) $(FUZZ_SMALL) -o $@ $<

$(BUILD)/fuzz/libfuzzed.a: $(call fuzz_object,tests/fuzz/harness.c $(KERNEL_SOURCES) \
    $(filter-out runs/mpi/%,$(wildcard bounds/*/*.c runs/*/*.c))) \
    $(patsubst $(BUILD)/gen/%.c,$(BUILD)/fuzz/obj/gen/%.o,$(FUZZ_GENERATED))
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/fuzz/libgate.a: $(call fuzz_object,$(filter-out %/main.c,$(GATE_SOURCES) \
    $(wildcard proofs/mutants/*.c)))
	$(Q)rm -f $@ && ar rcs $@ $^

FUZZ_LINK = $(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^ $(SP_LDLIBS)

$(BUILD)/fuzz/gate_%: $(BUILD)/fuzz/obj/tests/fuzz/f_gate_%.o $(BUILD)/fuzz/libgate.a \
    $(BUILD)/fuzz/libfuzzed.a
	$(FUZZ_LINK)
$(BUILD)/fuzz/checked_machines: $(FUZZ_MACHINES) $(BUILD)/fuzz/libfuzzed.a
	$(FUZZ_LINK)
$(BUILD)/fuzz/%: $(BUILD)/fuzz/obj/tests/fuzz/f_%.o $(BUILD)/fuzz/libfuzzed.a
	$(FUZZ_LINK)

.PHONY: fuzz fuzz-targets
fuzz-targets: $(FUZZ:%=$(BUILD)/fuzz/%)

fuzz: fuzz-targets  ## feed the parsers and checked entries at random (SECONDS=600 each, FUZZ=name)
	$(Q)for name in $(FUZZ); do sh tests/fuzz/long.sh $(BUILD) $$name $(SECONDS) || exit 1; done

-include $(shell find $(BUILD)/fuzz -name '*.d' 2>/dev/null)
