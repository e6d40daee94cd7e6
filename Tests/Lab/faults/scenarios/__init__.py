"""All scenarios, in the order in which they run."""

from __future__ import annotations

from ..scenario import Scenario
from .brokers import BrokerOutage
from .clocks import ClockStep
from .clusters import ClusterOutage
from .databases import CutOff, PostgresOutage
from .descriptors import Descriptors
from .disks import DiskOutage
from .files import SQLiteOutage
from .forgeries import Forgery
from .kills import Kill
from .letters import Letters
from .migrations import Migration
from .moves import Move
from .names import NameOutage
from .operators import Operator
from .payments import Payments
from .restarts import Restart, Scale, Upgrade
from .rotations import Rotation
from .stops import Stop, StopLocked
from .unreadable import Unreadable

ALL: tuple[type[Scenario], ...] = (
    Kill, Restart, Upgrade, Scale, Stop, StopLocked, BrokerOutage, Operator, ClusterOutage, PostgresOutage, CutOff,
    Migration, SQLiteOutage, DiskOutage, ClockStep, Payments, Forgery, Rotation, Descriptors, NameOutage, Unreadable,
    Letters, Move)
