# SPDX-License-Identifier: Apache-2.0
# Staleproof. `make help` lists what you can ask for; V=1 shows the commands.
BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
VERSION := $(shell cat VERSION)
Q       := $(if $(V),,@)

# Set by us; CC, CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS of the user come after and win.
# -ffp-contract=off: a fused multiply-add would not be the operation that was proved.
SP_CFLAGS   := -std=c11 -O2 -g -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off
SP_CPPFLAGS := -D_POSIX_C_SOURCE=200809L -Ikernels/include -I. -I$(BUILD)/gen \
               -DSP_VERSION='"$(VERSION)"'
SP_LDLIBS   := -lflint-arb -lflint -lmpfr -lgmp -lgsl -lgslcblas -ljansson -lz -lm
ifdef SANITIZE
SP_CFLAGS   += -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
COMPILE = $(CC) $(SP_CPPFLAGS) $(CPPFLAGS) $(SP_CFLAGS) $(CFLAGS) -MMD -MP

KERNEL_SOURCES := $(wildcard kernels/*/*.c)
TOOL_SOURCES   := $(filter-out reports/cli/main.c runs/mpi/%,\
                    $(wildcard bounds/*/*.c runs/*/*.c reports/*.c reports/*/*.c))
UNIT_SOURCES   := $(wildcard tests/unit/t_*.c)
GENERATED      :=# C sources made at build time; fragments add to it
object          = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

PROGRAM := $(BUILD)/bin/staleproof
LIBRARY := $(BUILD)/lib/libstaleproof.a

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: help build clean deps test report unit-tests

JOBS     ?= $(shell nproc)
# A parent make that already shares out jobs goes on doing so.
PARALLEL  = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

build: $(PROGRAM) $(LIBRARY)  ## the program and the kernel library

help:  ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## *\(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

-include $(wildcard */rules.mk */*/rules.mk)

TOOL_OBJECTS := $(call object,$(TOOL_SOURCES)) $(patsubst $(BUILD)/gen/%.c,$(BUILD)/obj/gen/%.o,$(GENERATED))

$(BUILD)/obj/%.o: %.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -c -o $@ $<

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -c -o $@ $<

$(LIBRARY): $(call object,$(KERNEL_SOURCES))
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# All of the program but main(), so that unit tests can link it.
$(BUILD)/lib/libtool.a: $(TOOL_OBJECTS)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(PROGRAM): $(BUILD)/obj/reports/cli/main.o $(BUILD)/lib/libtool.a $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SP_LDLIBS) $(LDLIBS)

$(BUILD)/tests/t_%: $(BUILD)/obj/tests/unit/t_%.o $(BUILD)/lib/libtool.a $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(SP_LDLIBS) $(LDLIBS)

unit-tests: $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(UNIT_SOURCES))

deps:  ## install the missing Debian packages (root or sudo), or say how
	@.ci/deps

test: deps  ## set-up, proofs, theorems and all tests
	+$(Q)$(MAKE) --no-print-directory $(PARALLEL) build unit-tests fuzz-targets smpi coq
	+$(Q)$(MAKE) --no-print-directory verify
	+$(Q)JOBS=$(JOBS) sh tests/run.sh $(BUILD)

report: deps  ## set-up, proofs, theorems, runs, and build/report/report.pdf
	+$(Q)$(MAKE) --no-print-directory $(PARALLEL) build coq
	+$(Q)$(MAKE) --no-print-directory verify
	+$(Q)$(MAKE) --no-print-directory $(BUILD)/report/report.pdf

clean:  ## remove all that was built
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
