"""All scenarios, in the order in which they run."""

from __future__ import annotations

from ..scenario import Scenario
from .brokers import BrokerOutage
from .clusters import ClusterOutage
from .kills import Kill
from .operators import Operator
from .restarts import Restart
from .stops import Stop, StopLocked

ALL: tuple[type[Scenario], ...] = (Kill, Restart, Stop, StopLocked, BrokerOutage, Operator, ClusterOutage)
