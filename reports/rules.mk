# SPDX-License-Identifier: Apache-2.0
$(BUILD)/report/report.pdf: $(PROGRAM) $(BUILD)/proofs/ledger.json
	$(Q)$(PROGRAM) report --out $(BUILD)/report
