#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh install|uninstall BUILD VERSION PREFIX DESTDIR: puts the program, the kernel library,
# its headers, pkg-config file, man page and completion in place, or takes away just these.
set -eu
action=$1 build=$2 version=$3 prefix=$4 destdir=$5
case $prefix in
/*) ;;
*) echo "install: PREFIX must be an absolute path, found '$prefix'" >&2; exit 2 ;;
esac
root=$destdir$prefix

# Every file that is installed: SOURCE MODE PLACE, with places relative to the prefix.
list() {
    echo "$build/bin/staleproof 755 bin/staleproof"
    if [ -e "$build/bin/staleproof-mpi" ] || [ "$action" = uninstall ]; then
        echo "$build/bin/staleproof-mpi 755 bin/staleproof-mpi"
    fi
    echo "$build/lib/libstaleproof.a 644 lib/libstaleproof.a"
    echo "$build/install/staleproof.pc 644 lib/pkgconfig/staleproof.pc"
    echo "$build/install/staleproof.1 644 share/man/man1/staleproof.1"
    echo "$build/install/staleproof-bounds.7 644 share/man/man7/staleproof-bounds.7"
    # Verdicts of `make verify`, if there are any.
    if [ -e "$build/proofs/ledger.json" ] || [ "$action" = uninstall ]; then
        echo "$build/proofs/ledger.json 644 share/staleproof/ledger.json"
    fi
    echo "$build/install/completion 644 share/bash-completion/completions/staleproof"
    for header in kernels/include/*.h kernels/include/staleproof/*.h; do
        [ -e "$header" ] && echo "$header 644 include/${header#kernels/include/}"
    done
    for doc in LICENSE README.md SOUNDNESS.md docs/*.md; do
        [ -e "$doc" ] && echo "$doc 644 share/doc/staleproof/$(basename "$doc")"
    done
}

# What only this package has a use for: removed when empty. The others may be the system's.
folders='include/staleproof share/doc/staleproof share/staleproof'
shared='share/doc share/man/man1 share/man/man7 share/man share/bash-completion/completions
        share/bash-completion share lib/pkgconfig lib include bin .'

make_documents() {
    mkdir -p "$build/install"
    "$build/bin/staleproof" --man >"$build/install/staleproof.1"
    "$build/bin/staleproof" --man bounds >"$build/install/staleproof-bounds.7"
    "$build/bin/staleproof" --completion >"$build/install/completion"
    sed "s|@PREFIX@|$prefix|; s|@VERSION@|$version|" reports/cli/staleproof.pc.in \
        >"$build/install/staleproof.pc"
}

# Folders that the installation had to make are noted, so that uninstall takes away these too.
note=share/doc/staleproof/folders

make_folders() {
    made=
    for place in $folders $shared; do
        [ -d "$root/$place" ] || made="$made $place"
    done
    mkdir -p "$root/share/doc/staleproof"
    [ -e "$root/$note" ] || echo "$made" >"$root/$note"
}

install_all() {
    make_documents
    make_folders
    list | while read -r source mode place; do
        mkdir -p "$(dirname "$root/$place")"
        # Written beside its place and renamed: a running program is never half overwritten.
        cp "$source" "$root/$place.new"
        chmod "$mode" "$root/$place.new"
        mv "$root/$place.new" "$root/$place"
    done
}

uninstall_all() {
    made=$folders
    [ ! -e "$root/$note" ] || made=$(cat "$root/$note")
    list | while read -r _ _ place; do rm -f "$root/$place"; done
    rm -f "$root/$note"
    for place in $made; do
        rmdir "$root/$place" 2>/dev/null || :
    done
    # Folders between DESTDIR and PREFIX.
    folder=$root
    while [ -n "$destdir" ] && [ "$folder" != "$destdir" ] && [ "$folder" != / ]; do
        rmdir "$folder" 2>/dev/null || break
        folder=$(dirname "$folder")
    done
}

"${action}_all"
