/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_SERVER_LIMIT_H
#define STALEPROOF_SERVER_LIMIT_H

/* Sizes that the machines of the server room share. */

/* Learners that a machine can hold. Costs nothing until it is used: allocate the struct zeroed and
 * the pages of learners that are not there are never touched. Compile with a smaller number for a
 * small machine. */
#ifndef SP_SERVER_MAX_LEARNERS
#define SP_SERVER_MAX_LEARNERS 1048576u
#endif
/* Ceiling of the 64-bit counters: an event beyond it is refused by the checked entry. */
#define SP_SERVER_CEILING 0x4000000000000000u

/*@ // d added up n times: d*n (proved), but a step at a time, which provers follow
    logic integer sp_times(integer d, integer n) = n <= 0 ? 0 : sp_times(d, n - 1) + d; */

#endif
