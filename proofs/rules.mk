# SPDX-License-Identifier: Apache-2.0
# Proofs of the kernels. TARGET=name restricts to one target (or several, in quotes),
# REPORT=junit|sarif|markdown also writes a file for CI, AGAIN=1 proves what has not changed too.
WP_CONFIG    := $(BUILD)/wp/why3.conf
GATE         := $(BUILD)/bin/sp-gate
GATE_SOURCES := $(wildcard proofs/gate/*.c)
GATE_JOBS    ?= 4
GATE_OPTIONS  = -b $(BUILD) -j $(GATE_JOBS) $(if $(AGAIN),-f) $(if $(REPORT),-r $(REPORT))

.PHONY: verify smoke

$(WP_CONFIG): proofs/wp/configure.sh proofs/wp/versions proofs/wp/check-versions.sh
	$(Q)sh proofs/wp/check-versions.sh proofs/wp/versions >/dev/null
	$(Q)sh proofs/wp/configure.sh $(BUILD)/wp

$(GATE): $(GATE_SOURCES:%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ljansson $(LDLIBS)

verify: $(WP_CONFIG) $(GATE)  ## prove the kernels (TARGET=name: one of them)
	$(Q)$(GATE) verify $(GATE_OPTIONS) $(TARGET)

smoke: $(WP_CONFIG) $(GATE)  ## look for contradictions in the contracts
	$(Q)$(GATE) smoke $(GATE_OPTIONS) $(TARGET)

# MUTANTS: how many of each target in the sample; SEED: which.
MUTANTS        ?= 1
SEED           ?= 1
MUTATE         := $(BUILD)/bin/sp-mutants
MUTATE_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard proofs/mutants/*.c) \
                    $(filter-out %/main.c,$(GATE_SOURCES)))
MUTATE_OPTIONS  = -b $(BUILD) -j $(GATE_JOBS) -l "$(BUILD)/lib/libtool.a $(LIBRARY) -lcmocka \
                    $(SP_LDLIBS) $(LDLIBS)"

.PHONY: mutants mutants-sample

PROOF_TESTS    := $(patsubst tests/proofs/%.c,$(BUILD)/tests/%,$(wildcard tests/proofs/t_*.c))

unit-tests: $(PROOF_TESTS) $(GATE) $(MUTATE)

$(PROOF_TESTS): $(BUILD)/tests/%: $(BUILD)/obj/tests/proofs/%.o \
                                  $(filter-out %/main.o,$(MUTATE_OBJECTS))
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -ljansson $(LDLIBS)

$(MUTATE): $(MUTATE_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ljansson $(LDLIBS)

# Tries what proofs/mutants/verdicts does not know yet, AGAIN=1: all. TIME: begins none after so many
# seconds; what is judged stays, and an interrupted run loses nothing.
mutants: $(MUTATE) verify unit-tests  ## faults put into the kernels: who sees them? (docs/mutants.md)
	$(Q)$(MUTATE) $(MUTATE_OPTIONS) -r proofs/mutants/verdicts -p docs/mutants.md \
	    $(if $(TIME),-t $(TIME)) $(if $(AGAIN),-f) \
	    $(if $(filter command,$(firstword $(origin MUTANTS))),-n $(MUTANTS) -s $(SEED)) $(TARGET)

mutants-sample: $(MUTATE) verify unit-tests  ## one fault a target, chosen by SEED
	$(Q)$(MUTATE) $(MUTATE_OPTIONS) -n $(MUTANTS) -s $(SEED) $(TARGET)
