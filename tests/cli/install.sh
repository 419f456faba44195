#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What `make install` puts in place works from there, and `make uninstall` leaves nothing.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=$(cd "${BUILD:-$root/build}" && pwd)
cd "$root" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0
check() { # check TITLE COMMAND...
    title=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $count - $title"
    else
        echo "not ok $count - $title"
        sed 's/^/#   /' "$work/log"
    fi
}
place() { sh reports/cli/install.sh "$1" "$BUILD" "$(cat VERSION)" "$2" "$work/dest"; }
pc() { PKG_CONFIG_PATH=$work/dest/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/dest pkg-config "$@" staleproof; }

mkdir "$work/dest"
check 'installs below DESTDIR' place install /usr
check 'the installed program runs' sh -c "'$work/dest/usr/bin/staleproof' version"
check 'it finds its man page text' sh -c \
    "! command -v man >/dev/null || man --warnings -l '$work/dest/usr/share/man/man1/staleproof.1' | grep -q 'EXIT STATUS'"
check 'the page of the bounds is there' grep -q '^\.SS sync_pl' "$work/dest/usr/share/man/man7/staleproof-bounds.7"
check 'the completion is bash' bash -n "$work/dest/usr/share/bash-completion/completions/staleproof"
check 'pkg-config knows the version' sh -c \
    "test \"\$(PKG_CONFIG_PATH='$work/dest/usr/lib/pkgconfig' pkg-config --modversion staleproof)\" = '$(cat VERSION)'"
cat >"$work/user.c" <<'X'
#include <staleproof/step_sgd.h>
int main(void)
{
    double w[2] = {1, 2}, g[2] = {2, 4};
    sp_step_sgd_f64(w, g, 2, 0.25);
    return !(w[0] == 0.5 && w[1] == 1.0);
}
X
# shellcheck disable=SC2046
build_user() { ${CC:-cc} -o "$work/user" "$work/user.c" $(PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pc --cflags --libs) ${SANITIZE:+-fsanitize=address,undefined} && "$work/user"; }
check "a user's program compiles with pkg-config, links and runs" build_user
for header in "$work"/dest/usr/include/staleproof/*.h; do
    case $header in */real_f64.h | */real_f32.h | */real_end.h) continue ;; esac
    check "$(basename "$header") stands alone" sh -c "
        echo '#include <staleproof/$(basename "$header")>' >'$work/one.c' &&
        cc -std=c11 -Wall -Wextra -Werror -I'$work/dest/usr/include' -fsyntax-only '$work/one.c'"
done
place install /usr
check 'a second installation changes nothing' test -e "$work/dest/usr/bin/staleproof"
place uninstall /usr
check 'uninstall leaves nothing' test -z "$(find "$work/dest" -mindepth 1)"
mkdir -p "$work/dest/usr/lib/pkgconfig" "$work/dest/usr/share"
echo other >"$work/dest/usr/lib/pkgconfig/other.pc"
place install /usr
place uninstall /usr
check 'uninstall leaves what was there before' test \
    "$(cd "$work/dest" && find . | sort | tr '\n' ' ')" = '. ./usr ./usr/lib ./usr/lib/pkgconfig ./usr/lib/pkgconfig/other.pc ./usr/share '
check 'a relative PREFIX is refused' sh -c "! sh reports/cli/install.sh install '$BUILD' 0 usr '$work/dest'"
echo "1..$count"
