# SPDX-License-Identifier: Apache-2.0
# The theory. Hand-written files are copied beside the generated ones and compiled there, so that
# nothing is ever written into the source tree. COQ=no builds a program that calls no bound proved.
COQ       ?= yes
COQC      := $(if $(filter no,$(COQ)),,$(shell command -v coqc))
COQ_DIR   := $(BUILD)/coq
COQ_HAND  := $(sort $(wildcard proofs/coq/*.v))
COQ_VO    := $(patsubst proofs/coq/%.v,$(COQ_DIR)/%.vo,$(COQ_HAND)) \
             $(COQ_DIR)/Bounds.vo $(COQ_DIR)/BoundsAst.vo
PROVED    := $(BUILD)/gen/proved_bounds.c
GENERATED += $(PROVED)

.PHONY: coq coq-needed certify

ifneq ($(COQC),)

coq: $(PROVED)  ## check the theorems; derive which bounds are proved (COQ=no: none)

# Rewritten only when the text changes, so that an edit of the tool does not re-check the theory.
$(COQ_DIR)/generated.stamp: $(SP_FORMULA) $(BOUND_FILES) proofs/coq/generate.sh
	@mkdir -p $(COQ_DIR)
	$(Q)sh proofs/coq/generate.sh $(SP_FORMULA) $(COQ_DIR) $(BOUND_FILES)
	@touch $@
$(COQ_DIR)/Bounds.v $(COQ_DIR)/BoundsAst.v: $(COQ_DIR)/generated.stamp ;

$(COQ_DIR)/%.v: proofs/coq/%.v
	@mkdir -p $(COQ_DIR)
	$(Q)cp $< $@

$(COQ_DIR)/%.vo: $(COQ_DIR)/%.v
	@echo "  COQC $*"
	$(Q)cd $(COQ_DIR) && $(COQC) -q -noglob -w -ambiguous-paths -Q . Staleproof $*.v

# Dependencies of the hand-written files; empty stand-ins let coqdep see the generated ones.
$(COQ_DIR)/depend.mk: $(COQ_HAND) proofs/coq/rules.mk
	@mkdir -p $(COQ_DIR)/stub
	@touch $(COQ_DIR)/stub/Bounds.v $(COQ_DIR)/stub/BoundsAst.v
	$(Q)coqdep -Q proofs/coq Staleproof -Q $(COQ_DIR)/stub Staleproof $(COQ_HAND) | \
	    sed -n -e 's| [^:]*: |: |' \
	        -e 's|\./||g; s|proofs/coq/|$(COQ_DIR)/|g; s|$(COQ_DIR)/stub/|$(COQ_DIR)/|g' \
	        -e '/^[^ ]*\.vo:/p' >$@
$(COQ_DIR)/Bounds.vo: $(COQ_DIR)/Base.vo $(COQ_DIR)/Formulary.vo
$(COQ_DIR)/BoundsAst.vo: $(COQ_DIR)/Bounds.vo $(COQ_DIR)/Formula.vo $(COQ_DIR)/Valid.vo

ifneq ($(filter-out clean help deps,$(or $(MAKECMDGOALS),build)),)
-include $(COQ_DIR)/depend.mk
endif

# A registry that has left the source tree must not be audited any more.
ORPHANS = $(filter-out $(patsubst proofs/coq/%,$(COQ_DIR)/%,$(COQ_HAND)),\
             $(wildcard $(COQ_DIR)/Registry*.v))

# The registry's assumptions are printed by Coq itself; the list of proved bounds follows from it.
$(COQ_DIR)/assumptions: $(COQ_VO) proofs/coq/audit.sh proofs/coq/gate.sh
	$(Q)sh proofs/coq/gate.sh proofs/coq
	$(Q)rm -f $(ORPHANS)
	$(Q)sh proofs/coq/audit.sh $(COQC) $(COQ_DIR)

$(PROVED): $(COQ_DIR)/assumptions proofs/coq/proved.sh
	@mkdir -p $(@D)
	$(Q)sh proofs/coq/proved.sh $(COQ_DIR)/proved >$@

else

coq: $(PROVED)
	@test "$(COQ)" = no || { echo "coqc is not installed (package coq): COQ=no to go without" >&2; exit 2; }

$(PROVED): proofs/coq/proved.sh
	@mkdir -p $(@D)
	$(Q)sh proofs/coq/proved.sh /dev/null >$@

endif

# Whether Coq is used is an input of the list: when that changes, the list is written again.
PROVED_MODE := $(if $(COQC),with,without)
ifneq ($(shell cat $(BUILD)/gen/proved_mode 2>/dev/null),$(PROVED_MODE))
$(shell mkdir -p $(BUILD)/gen && rm -f $(PROVED) && echo $(PROVED_MODE) >$(BUILD)/gen/proved_mode)
endif

CERTIFY_EVERY ?= 1
certify: $(PROGRAM) $(PROVED)  ## certificates of all reference vectors of proved bounds
	$(Q)sh proofs/coq/certify.sh $(BUILD) $(CERTIFY_EVERY) $(COQ_DIR)/Certified.v tests/vectors/*.json
	$(Q)cd $(COQ_DIR) && $(COQC) -q -noglob -Q . Staleproof Certified.v

.PHONY: coq-mutants
coq-mutants: $(PROVED)  ## every formula, changed in four ways, must break its theorem
	$(Q)BUILD=$(BUILD) sh tests/coq/mutants.sh 1

.PHONY: theorems coqchk
theorems: $(SP_FORMULA)  ## docs/theorems.md from the registries and the formula files
	$(Q)sh proofs/coq/theorems.sh $(SP_FORMULA) >docs/theorems.md.new
	$(Q)mv docs/theorems.md.new docs/theorems.md

coqchk: $(PROVED)  ## nightly: the compiled theory once more, by Coq's independent checker
	$(Q)cd $(COQ_DIR) && coqchk -silent -o -Q . Staleproof $(patsubst proofs/coq/%.v,Staleproof.%,$(wildcard proofs/coq/Registry*.v))
