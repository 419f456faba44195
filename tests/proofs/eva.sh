#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Eva on the quick drivers, and on faults that it must report. `make eva` has all. TAP on stdout.
exec sh proofs/eva/check.sh "${BUILD:-build}" check_array check_entries check_range elastic_loss \
    elastic_scheduler elastic_window gradient_clip_value gradient_relu memory_error_feedback \
    memory_ring queue_heap random_index random_philox random_word reduce_axpy reduce_dot \
    reduce_max_magnitude reduce_mean server_block server_drop server_round server_ssp \
    step_amsgrad step_momentum step_sgd
