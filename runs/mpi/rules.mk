# SPDX-License-Identifier: Apache-2.0
# A program of its own: the main one starts without the message passing library.
MPICC       ?= mpicc
MPI_SOURCES := $(wildcard runs/mpi/*.c)
MPI_OBJECTS := $(call object,$(MPI_SOURCES))
MPI_PROGRAM := $(BUILD)/bin/staleproof-mpi

# Who only wants bounds can build without it; `make deps` installs it.
ifneq ($(shell command -v $(MPICC)),)
build: $(MPI_PROGRAM)
endif

$(MPI_OBJECTS): CC = OMPI_CC="$(MPI_CC)" $(MPICC)
MPI_CC := $(CC)

$(MPI_PROGRAM): $(MPI_OBJECTS) $(BUILD)/lib/libtool.a $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)OMPI_CC="$(MPI_CC)" $(MPICC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SP_LDLIBS) $(LDLIBS)

# The same sources as ranks inside SimGrid, which loads them as shared objects: for the tests.
SMPICC       ?= smpicc
SMPI_PROGRAM := $(BUILD)/tests/staleproof-smpi
SMPI_OBJECTS  = $(patsubst %.c,$(BUILD)/pic/%.o,$(KERNEL_SOURCES) $(TOOL_SOURCES) $(MPI_SOURCES)) \
                $(patsubst $(BUILD)/gen/%.c,$(BUILD)/pic/gen/%.o,$(GENERATED))

$(BUILD)/pic/%.o: %.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(Q)$(SMPICC) $(SP_CPPFLAGS) $(CPPFLAGS) $(SP_CFLAGS) -fPIC $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/pic/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(Q)$(SMPICC) $(SP_CPPFLAGS) $(CPPFLAGS) $(SP_CFLAGS) -fPIC $(CFLAGS) -MMD -MP -c -o $@ $<

.PHONY: smpi
smpi: $(SMPI_PROGRAM)  ## the ranks of staleproof-mpi, to be run inside SimGrid
$(SMPI_PROGRAM): .EXTRA_PREREQS = $(SMPI_OBJECTS)
$(SMPI_PROGRAM):
	@mkdir -p $(@D)
	$(Q)$(SMPICC) $(SP_CFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(SMPI_OBJECTS) $(SP_LDLIBS) $(LDLIBS)
