# SPDX-License-Identifier: Apache-2.0
# awk -v name=NAME -f driver.awk drivers: the C file of one driver; with list=1, its sources.
function drive(real, ending, stored, key, some) {
    printf "#define REAL %s\n#define KEY %s\n#define SOME(low, high) %s(low, high)\n", real, stored, some
    printf "#define N(x) x##_%s\n#define K(x) x##_%s\n", ending, key
    printf "static void drive_%s(void)\n{\n%s}\n", ending, body
    printf "#undef REAL\n#undef KEY\n#undef SOME\n#undef N\n#undef K\n"
    calls = calls "    drive_" ending "();\n"
}
/^ *#/ || /^$/ { next }
/^[a-z0-9_]+:/ {
    if (within) inside = 0
    within = 0
    if ($1 == name ":") {
        inside = 1
        $1 = ""
        sources = $0
    }
    next
}
{ within = 1 }
inside { body = body $0 "\n" }
END {
    if (body == "") exit 1
    if (list) { print sources; exit 0 }
    typed = body ~ /[NK]\(/
    print "#include \"proofs/eva/inputs.h\""
    if (!typed || name !~ /_[fu]32$/) drive("double", "f64", "int64_t", "u64", "Frama_C_double_interval")
    if (typed && name !~ /_[fu]64$/) drive("float", "f32", "uint32_t", "u32", "Frama_C_float_interval")
    printf "int main(void)\n{\n%s    return 0;\n}\n", calls
}
