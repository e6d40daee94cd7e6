"""Nodes that are configured by the files of deploy/rabbitmq."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from fleets.cluster import Cluster
from fleets.cleanup import Cleanup
from fleets.network import Network
from fleets.processes import REPOSITORY

FILES = REPOSITORY / "deploy" / "rabbitmq"
# Names that stand for an operator's hosts in cluster.conf.
EXAMPLE_NODES = ("rabbit@broker1", "rabbit@broker2", "rabbit@broker3")
EVERYTHING = (".*", ".*", ".*")


class ConfiguredCluster(Cluster):
    """One node, or several that are one broker, with exactly these files."""

    def __init__(self, folder: Path, cleanup: Cleanup, network: Network, hosts: Sequence[str]) -> None:
        super().__init__(folder, cleanup, network, hosts)
        self._network_of_nodes = network
        # Whether the nodes load the definitions when they start.
        self.loads_definitions = False

    def add_administrator(self) -> None:
        """Makes the user of `url`, who may do everything, and deletes the one that a node begins with."""
        self.ctl("delete_user", "guest")
        self.ctl("add_user", "livery", "livery")
        self.ctl("set_user_tags", "livery", "administrator")
        self.ctl("set_permissions", "livery", *EVERYTHING)

    def add_virtual_host(self, name: str) -> None:
        """Makes a virtual host in which that user may do everything."""
        self.ctl("add_vhost", name)
        self.ctl("set_permissions", "--vhost", name, "livery", *EVERYTHING)

    def address(self, host: str) -> str:
        """Where a node listens."""
        return self._network_of_nodes.addresses[host]

    def settings(self) -> dict[str, str]:
        """What the files say, by name."""
        lines: list[str] = []
        for file in (FILES / "rabbitmq.conf", *sorted((self.folder / self.hosts[0] / "conf.d").glob("*.conf"))):
            lines += file.read_text(encoding="utf-8").splitlines()
        pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
        return {name.strip(): value.strip() for name, value in pairs}

    def _prepare(self, host: str) -> None:
        folder = self.folder / host
        for part in ("home", "data", "log", "config", "conf.d"):
            (folder / part).mkdir(parents=True)
        cookie = folder / "home" / ".erlang.cookie"
        cookie.write_text(self._cookie, encoding="utf-8")
        cookie.chmod(0o400)
        for name in ("rabbitmq.conf", "enabled_plugins"):
            shutil.copy(FILES / name, folder / name)
        if len(self.hosts) > 1:
            self._write_cluster(folder / "conf.d" / "cluster.conf")
        if self.loads_definitions:
            text = (FILES / "conf.d" / "definitions.conf").read_text(encoding="utf-8")
            text = text.replace("/etc/rabbitmq/definitions.json", str(FILES / "definitions.json"))
            (folder / "conf.d" / "definitions.conf").write_text(text, encoding="utf-8")

    def _write_cluster(self, path: Path) -> None:
        text = (FILES / "conf.d" / "cluster.conf").read_text(encoding="utf-8")
        for example, host in zip(EXAMPLE_NODES, self.hosts, strict=True):
            text = text.replace(example, self.node(host))
        path.write_text(text, encoding="utf-8")

    def _environment(self, host: str) -> dict[str, str]:
        return super()._environment(host) | {"RABBITMQ_CONFIG_FILES": str(self.folder / host / "conf.d" / "*.conf")}
