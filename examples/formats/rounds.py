"""Plans the rounds of a day."""

import math
from dataclasses import dataclass

SPEED_KMH = 42


@dataclass
class Stop:
    """A place where somebody waits."""

    name: str
    x: float
    y: float
    minutes: int

    def distance(self, other: "Stop") -> float:
        """Kilometres as the crow flies."""
        return math.hypot(self.x - other.x, self.y - other.y)


class Round:
    """The stops of one technician, in the order of the day."""

    def __init__(self, start: Stop, latest: int) -> None:
        self.stops = [start]
        self.latest = latest

    def minutes(self) -> int:
        """Minutes on the road and on site, from the start to the last stop."""
        total = 0.0
        for before, after in zip(self.stops, self.stops[1:]):
            total += before.distance(after) / SPEED_KMH * 60
            total += after.minutes
        return math.ceil(total)

    def add(self, stop: Stop) -> bool:
        """Adds a stop at the end when the day is long enough for it."""
        self.stops.append(stop)
        if self.minutes() <= self.latest:
            return True
        self.stops.pop()
        return False


def plan(start: Stop, waiting: list[Stop], latest: int) -> Round:
    """Takes the nearest stop again and again until the day is full."""
    today = Round(start, latest)
    left = list(waiting)
    while left:
        left.sort(key=today.stops[-1].distance)
        if not today.add(left.pop(0)):
            break
    return today
