# SPDX-License-Identifier: Apache-2.0
# Proofs of the kernels. TARGET=name restricts to one target.
WP_CONFIG := $(BUILD)/wp/why3.conf

.PHONY: verify theory

$(WP_CONFIG): proofs/wp/configure.sh proofs/wp/versions proofs/wp/check-versions.sh
	$(Q)sh proofs/wp/check-versions.sh proofs/wp/versions >/dev/null
	$(Q)sh proofs/wp/configure.sh $(BUILD)/wp

verify: $(WP_CONFIG)  ## prove the kernels (TARGET=name: one of them)
	$(Q)for t in $(or $(TARGET),$(notdir $(wildcard specs/targets/*))); do \
	    sh proofs/wp/try.sh $(BUILD) $$t | grep -E '^\[wp\] Proved goals|Timeout|Unknown' ; done
