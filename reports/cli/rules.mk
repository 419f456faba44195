# SPDX-License-Identifier: Apache-2.0
.PHONY: install uninstall

install: build  ## program, library, headers, pkg-config, man page, completion (PREFIX, DESTDIR)
	$(Q)sh reports/cli/install.sh install '$(BUILD)' '$(VERSION)' '$(PREFIX)' '$(DESTDIR)'

uninstall:  ## remove what install put there, and nothing else
	$(Q)sh reports/cli/install.sh uninstall '$(BUILD)' '$(VERSION)' '$(PREFIX)' '$(DESTDIR)'

GENERATED += $(BUILD)/gen/kernel_texts.c
$(BUILD)/gen/kernel_texts.c: reports/cli/embed.sh \
        $(wildcard kernels/include/staleproof/*.h specs/targets/*)
	@mkdir -p $(@D)
	$(Q)sh reports/cli/embed.sh > $@
