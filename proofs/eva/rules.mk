# SPDX-License-Identifier: Apache-2.0
.PHONY: eva
eva:  ## run-time errors by abstract interpretation, a driver for each kernel (DRIVER=name: one)
	$(Q)sh proofs/eva/check.sh $(BUILD) $(DRIVER)
