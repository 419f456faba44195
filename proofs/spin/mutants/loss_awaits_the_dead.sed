# SPDX-License-Identifier: Apache-2.0
# file kernels/elastic/loss.c
# Who has stopped is awaited again in the next step.
s/s->crash == 1 ? SP_ELASTIC_STOPPED : SP_ELASTIC_HEARD/SP_ELASTIC_HEARD/
