/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_ASCII_H
#define SP_FORMULA_ASCII_H

/* Character classes that no locale changes. */

static inline int sp_is_digit(char c, int base)
{
    return (c >= '0' && c <= '9') || (base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static inline int sp_is_letter(char c)
{
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

static inline int sp_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static inline int sp_is_name(char c)
{
    return sp_is_letter(c) || sp_is_digit(c, 10);
}

#endif
