"""Hosts on this machine: each a network namespace with an address of its own, on one bridge, so that packets between
any two can be dropped. The suite itself is on the bridge too, as the host `OUTSIDE`.

Needs root. Nothing of the machine's own network is changed: all rules are within the namespaces, and the addresses are
from 198.18.0.0/15, which is set aside for tests (RFC 2544).
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from .cleanup import Cleanup
from .processes import SuiteError, run

OUTSIDE = "outside"
COMMAND_SECONDS = 20


class Network:
    """A bridge and the hosts on it."""

    def __init__(self, cleanup: Cleanup, hosts: Sequence[str]) -> None:
        self._cleanup = cleanup
        self._prefix = f"lv{os.getpid()}"
        subnet = free_subnet()
        self._subnet = subnet
        self.addresses = {OUTSIDE: f"{subnet}.254"}
        bridge = f"{self._prefix}b"
        cleanup.undo_with("ip", "link", "delete", bridge)
        ip("link", "add", bridge, "type", "bridge")
        ip("address", "add", f"{subnet}.254/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        for host in hosts:
            self._add(host, bridge)

    def within(self, host: str) -> list[str]:
        """The prefix of a command that runs on a host."""
        return [] if host == OUTSIDE else ["ip", "netns", "exec", self._namespace(host)]

    def drop(self, sender: str, receiver: str, percent: int = 100) -> None:
        """Drops what one host sends to another, or that share of it; what comes back still does."""
        share = "" if percent >= 100 else f"numgen random mod 100 < {percent} "
        if receiver == OUTSIDE:
            self._nft(sender, f"add rule ip faults out ip daddr {self.addresses[receiver]} {share}drop")
        else:
            self._nft(receiver, f"add rule ip faults in ip saddr {self.addresses[sender]} {share}drop")

    def cut(self, one: str, other: str, percent: int = 100) -> None:
        """Drops what goes between two hosts, either way."""
        self.drop(one, other, percent)
        self.drop(other, one, percent)

    def part(self, side: Sequence[str], other_side: Sequence[str]) -> None:
        """Cuts every host of one side from every host of the other."""
        for one in side:
            for other in other_side:
                self.cut(one, other)

    def heal(self) -> None:
        """Drops nothing any more."""
        for host in self.addresses:
            if host != OUTSIDE:
                self._nft(host, "flush table ip faults")

    def _add(self, host: str, bridge: str) -> None:
        number, namespace = len(self.addresses), self._namespace(host)
        address, there, here = f"{self._subnet}.{number}", f"{self._prefix}x{number}", f"{self._prefix}y{number}"
        self._cleanup.end_namespace(namespace)
        ip("netns", "add", namespace)
        ip("link", "add", here, "type", "veth", "peer", "name", there)
        ip("link", "set", there, "netns", namespace)
        ip("link", "set", here, "master", bridge, "up")
        ip("-n", namespace, "address", "add", f"{address}/24", "dev", there)
        ip("-n", namespace, "link", "set", there, "up")
        ip("-n", namespace, "link", "set", "lo", "up")
        self.addresses[host] = address
        self._nft(host, "add table ip faults; add chain ip faults in { type filter hook input priority 0; }; "
                        "add chain ip faults out { type filter hook output priority 0; }")

    def _namespace(self, host: str) -> str:
        return f"{self._prefix}-{host}"

    def _nft(self, host: str, rules: str) -> None:
        run([*self.within(host), "nft", rules], seconds=COMMAND_SECONDS)


def ip(*arguments: str) -> None:
    """Runs ip(8)."""
    run(["ip", *arguments], seconds=COMMAND_SECONDS)


def free_subnet() -> str:
    """The first three numbers of a subnet that no other run uses."""
    taken = run(["ip", "-4", "route"], seconds=COMMAND_SECONDS)
    for attempt in range(256):
        subnet = f"198.18.{(os.getpid() + attempt) % 256}"
        if f"{subnet}." not in taken:
            return subnet
    raise SuiteError("expected a free subnet of 198.18.0.0/16, found none")
