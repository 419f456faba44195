#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# generate.sh TOOL DIR FILE.bound...: writes DIR/Bounds.v and DIR/BoundsAst.v, each only if it changes.
set -eu
tool=$1
dir=$2
shift 2

write() { # write FILE KIND BOUND...
    file=$1
    shift
    "$tool" "$@" >"$file.new"
    if cmp -s "$file.new" "$file"; then rm "$file.new"; else mv "$file.new" "$file"; fi
}

write "$dir/Bounds.v" coq "$@"
write "$dir/BoundsAst.v" coq-trees "$@"
