#!/bin/bash
# A fresh root file system of Debian with systemd as its first process; sourced by deploy/debian/check.
#
# `base` is what debootstrap has made once, with the archives of packages that are installed later; each run has a layer
# of its own above it (overlayfs), so that nothing of an earlier run is in it. The machine has a network of its own with
# a loopback device alone, and its own processes; it shares the kernel.

# The Debian that the package was built on.
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
readonly suite mirror=${CHECK_MIRROR:-http://deb.debian.org/debian}
readonly base_packages=systemd,systemd-sysv,dbus,rabbitmq-server,curl,procps
readonly boot_seconds=60

# Makes the base unless there is one, with what apt fetches for a package: make_base PACKAGE
# The machine has no network when it installs the package.
make_base() {
  local fetched
  # What is recommended is taken, too, and what that recommends.
  fetched="tzdata openssl javascript-common $(dpkg-deb -f "$1" Depends Recommends | sed 's/^[A-Z][a-z]*: //' \
    | tr ',' '\n' | sed 's/[(|].*//' | tr '\n' ' ')"
  ! cmp -s <(echo "$fetched") "$base/var/cache/fetched" || return 0
  echo "making a root file system of Debian $suite, which takes some minutes the first time"
  rm -rf "$base.new"
  mkdir -p "$base.new"
  # A mirror that goes silent would be waited for by the hour.
  timeout 900 debootstrap --variant=minbase --include="$base_packages" "$suite" "$base.new" "$mirror" \
    >"$logs/debootstrap.log" 2>&1 \
    || { tail -n 20 "$logs/debootstrap.log" >&2; die "debootstrap failed"; }
  chroot "$base.new" sh -ec "apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --download-only $fetched" \
    >>"$logs/debootstrap.log" 2>&1 || die "the packages could not be fetched"
  echo "$fetched" >"$base.new/var/cache/fetched"
  rm -rf "$base"
  mv "$base.new" "$base"
}

# Mounts a fresh layer above the base at `root`.
mount_root() {
  mkdir -p "$layer"/{upper,work,root}
  root=$layer/root
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$layer/upper,workdir=$layer/work" "$root"
  echo 'livery-check' >"$root/etc/hostname"
  echo '127.0.0.1 localhost livery-check' >"$root/etc/hosts"
}

# Starts systemd in the root, and waits until it has started what it starts; `leader` is its process.
boot() {
  local deadline=$((SECONDS + boot_seconds)) nspawn
  systemd-nspawn --quiet --boot --directory="$root" --register=no --keep-unit --private-network --link-journal=no \
    --machine="livery-check-$$" --console=pipe </dev/null >"$logs/boot.log" 2>&1 &
  nspawn=$!
  until leader=$(pgrep -P "$nspawn") && in_root systemctl is-system-running --wait >"$logs/state" 2>/dev/null; do
    [[ -d /proc/$nspawn ]] || { tail "$logs/boot.log" >&2; die "systemd-nspawn has ended"; }
    [[ $(cat "$logs/state" 2>/dev/null) != degraded ]] || { in_root systemctl --failed --no-pager >&2; break; }
    ((SECONDS < deadline)) || die "systemd did not boot within $boot_seconds s: $(cat "$logs/state")"
    sleep 0.2
  done
}

# Runs a command on the machine, in its namespaces and its cgroup.
in_root() { nsenter --target "$leader" --all env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive timeout 200 "$@"; }

# Ends the machine and removes its layer.
close_root() {
  if [[ -n ${leader:-} && -d /proc/$leader ]]; then
    # Of its first process, the signal that asks for a shutdown (systemd(1)).
    kill -s RTMIN+4 "$leader" 2>/dev/null || true
    timeout 30 tail --pid="$leader" -f /dev/null || kill -KILL "$leader" 2>/dev/null || true
    wait 2>/dev/null || true
  fi
  if [[ -n ${root:-} ]] && mountpoint -q "$root"; then umount "$root" || umount --lazy "$root"; fi
  rm -rf "$layer"
}
