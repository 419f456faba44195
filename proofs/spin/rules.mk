# SPDX-License-Identifier: Apache-2.0
.PHONY: spin
spin:  ## model-check the protocols: SPIN runs the proved C (MODEL=name: one of them)
	$(Q)sh proofs/spin/check.sh $(BUILD) $(MODEL)
