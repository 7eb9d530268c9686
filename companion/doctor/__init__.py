"""`companion doctor`: everything a table needs, each with its state and the exact fix."""

from companion.doctor.devices import Running
from companion.doctor.examination import MARKS, examine, report
from companion.doctor.finding import Finding, State, title

__all__ = ["MARKS", "Finding", "Running", "State", "examine", "report", "title"]
