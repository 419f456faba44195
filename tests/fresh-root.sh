#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fresh-root.sh COMMAND...: runs COMMAND in a clean clone of HEAD inside a new minimal Debian 12 root.
# Needs root and the package debootstrap. KEEP=DIR copies the clone's build/report there at the end.
set -eu
here=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
root=$(mktemp -d "${TMPDIR:-/var/tmp}/fresh.XXXXXX")
chmod 755 "$root"
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase bookworm "$root" >/dev/null
mirror=$(awk '/^deb / { print $2; exit }' "$root/etc/apt/sources.list")
printf 'deb %s bookworm main\ndeb %s bookworm-updates main\ndeb %s-security bookworm-security main\n' \
    "$mirror" "$mirror" "$mirror" >"$root/etc/apt/sources.list"
mkdir "$root/src"
git clone -q "$here" "$root/src"
printf '%s\n' "cd /src" "$*" >"$root/commands"
export root
status=0
# All mounts live in a private namespace, so nothing is left and the rm cannot reach the real /dev.
unshare --mount --pid --fork --kill-child bash -euc '
  mount --make-rprivate /
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/dev/shm"
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" bash -eu /commands' || status=$?
if [ -n "${KEEP:-}" ] && [ -d "$root/src/build/report" ]; then cp -a "$root/src/build/report" "$KEEP"; fi
exit $status
