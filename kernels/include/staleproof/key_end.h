/* SPDX-License-Identifier: Apache-2.0 */
#undef SP_KEY
#undef SP_STORED
#undef SP_KEY_NAME
#undef SP_KEY_END
#undef SP_KEY_TOP
#undef SP_KEY_WEIGHT
