"""Raises every alert by its fault in a real Prometheus, ends the fault, and waits until the alert is cleared."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from fleets.processes import comes_true, wait_until

from . import deeds, files, scaling
from .control import Control
from .deeds.deed import Deed
from .stage import Site, Stage
from .watcher import Watcher

START_SECONDS, CALM_SECONDS = 60.0, 60.0
FIRE_SECONDS, CLEAR_SECONDS = 130.0, 150.0


@dataclass
class Row:
    """What became of one alert of one fault; None for what did not come."""

    alert: str
    fault: str
    what: str
    fired: float | None = None
    cleared: float | None = None
    problem: str = ""

    @property
    def is_good(self) -> bool:
        """Whether it fired and was cleared."""
        return self.fired is not None and self.cleared is not None and not self.problem


class Campaign:
    """All faults, or those of some names."""

    def __init__(self, binaries: Path, only: set[str]) -> None:
        self._stage = Stage(binaries)
        self._watcher = Watcher(self._stage.prometheus)
        self._only = only
        self._rows: list[Row] = []
        self._places: list[tuple[Site, list[type[Deed]]]] = []
        self.is_good = False

    def run(self) -> int:
        """0 when every alert has fired and was cleared, and none of an undisturbed fleet has fired."""
        began = time.monotonic()
        try:
            self._begin()
            threads = [threading.Thread(target=self._disturb, args=place) for place in self._places]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            last = [kind for kind in deeds.LAST if self._chosen(kind)]
            self._disturb(self._control.site, last)
            return self._tell(time.monotonic() - began)
        finally:
            self._watcher.stop()
            self._stage.stop(keep=not self.is_good)

    def _chosen(self, kind: type[Deed]) -> bool:
        return not self._only or kind.name in self._only

    def _begin(self) -> None:
        stage = self._stage
        stage.start()
        self._control = Control(stage)
        for name, kinds, settings, members in deeds.PLACES:
            chosen = [kind for kind in members if self._chosen(kind)]
            if chosen:
                site = stage.site(name, {kind: dict(settings) for kind in kinds})
                for deed in chosen:
                    deed.prepare(site)
                self._places.append((site, chosen))
        starters = [threading.Thread(target=self._start, args=(site,)) for site in stage.sites.values()]
        for starter in starters:
            starter.start()
        for starter in starters:
            starter.join()
        self._control.start()
        stage.watch()
        count = sum(len(site.fleet.workers) for site in stage.sites.values())
        wait_until(lambda: len(stage.prometheus.query("livery_ready == 1")) == count, START_SECONDS,
                   f"Prometheus sees {count} ready workers", 0.5)
        self._watcher.start()
        print(f"{len(stage.sites)} fleets with {count} workers. {scaling.described()}", flush=True)

    @staticmethod
    def _start(site: Site) -> None:
        try:
            site.fleet.start()
        except Exception as error:  # what is missing shows when Prometheus counts the workers
            print(f"{site.name}: {error}", file=sys.stderr, flush=True)

    def _disturb(self, site: Site, kinds: list[type[Deed]]) -> None:
        for kind in kinds:
            deed = kind(site)
            rows = [Row(alert, deed.name, deed.fault.what) for alert in deed.fault.alerts]
            self._rows += rows
            try:
                self._raise(deed, rows)
            except Exception as error:  # any error: the other faults continue
                for row in rows:
                    row.problem = row.problem or f"{error}".splitlines()[0]
                traceback.print_exc()

    def _raise(self, deed: Deed, rows: list[Row]) -> None:
        read = {name for alert in files.alerts() if alert.name in deed.fault.alerts for name in alert.metrics}
        missing = sorted(name for name in read
                         if not self._stage.prometheus.query(f"{{__name__=~\"{name}(_count)?\"}}"))
        if missing:
            raise ValueError(f"not exported: {', '.join(missing)}")
        if not comes_true(lambda: not any(self._fires(row, deed) for row in rows), CALM_SECONDS, 0.3):
            raise ValueError("it fired before the fault")
        began = time.monotonic()
        try:
            deed.begin()
            comes_true(lambda: self._note(rows, deed, began), FIRE_SECONDS, 0.2)
        finally:
            ended = time.monotonic()
            deed.end()
        comes_true(lambda: self._note_end(rows, deed, ended), CLEAR_SECONDS, 0.2)
        deed.close()
        for row in rows:
            shown = f"fired after {row.fired:.0f} s" if row.fired is not None else "did not fire"
            print(f"{row.fault}: {row.alert} {shown}", flush=True)

    def _fires(self, row: Row, deed: Deed) -> bool:
        return self._watcher.fires(row.alert, deed.concerns)

    def _note(self, rows: list[Row], deed: Deed, began: float) -> bool:
        for row in rows:
            if row.fired is None and self._fires(row, deed):
                row.fired = time.monotonic() - began
        return all(row.fired is not None for row in rows)

    def _note_end(self, rows: list[Row], deed: Deed, ended: float) -> bool:
        for row in rows:
            if row.cleared is None and not self._fires(row, deed):
                row.cleared = time.monotonic() - ended
        return all(row.cleared is not None for row in rows)

    def _tell(self, seconds: float) -> int:
        order = [alert.name for alert in files.alerts()]
        print("\n| alert | fault | fired after | cleared after |\n|---|---|---|---|")
        for row in sorted(self._rows, key=lambda row: order.index(row.alert)):
            cleared = length(row.cleared if row.fired is not None else None)
            print(f"| {row.alert} | {row.fault}: {row.what} | {length(row.fired)} | {cleared} | {row.problem}".rstrip())
        control = self._control.site
        false = self._watcher.seen(lambda labels: (labels.get("job") == control.job
                                                   or labels.get("vhost") == control.name))
        good = sum(row.is_good for row in self._rows)
        print(f"\n{good} of {len(self._rows)} fired and were cleared, in {seconds:.0f} s; "
              f"of the undisturbed fleet fired: {', '.join(false) or 'none'}", flush=True)
        self.is_good = good == len(self._rows) and not false
        return 0 if self.is_good else 1


def length(seconds: float | None) -> str:
    """A time, or that it was not reached."""
    return "never" if seconds is None else f"{seconds:.0f} s"
