# SPDX-License-Identifier: Apache-2.0
.PHONY: eva eacsl
eva:  ## run-time errors by abstract interpretation, a driver for each kernel (DRIVER=name: one)
	$(Q)sh proofs/eva/check.sh $(BUILD) $(DRIVER)

eacsl: $(LIBRARY)  ## contracts executed as checks on random inputs, where E-ACSL can
	$(Q)sh proofs/eva/eacsl.sh $(BUILD)
