# SPDX-License-Identifier: Apache-2.0
.PHONY: report-ledger

# A verification that changes nothing writes the same ledger anew: the report need not be.
$(BUILD)/report/ledger.json: report-ledger
	@mkdir -p $(@D)
	$(Q)cmp -s $(BUILD)/proofs/ledger.json $@ || cp $(BUILD)/proofs/ledger.json $@

$(BUILD)/report/report.pdf: $(PROGRAM) $(BUILD)/report/ledger.json
	$(Q)$(PROGRAM) report --out $(BUILD)/report
