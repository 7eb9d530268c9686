"""What can go wrong with the live table's files: one tree, each also the builtin a caller expects, each with a code."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.live.snapshot import Refusal


class LiveError(Exception):
    """Base of the live table's errors: a stable kebab-case `code` and the facts of its sentence."""

    code: ClassVar[str] = "live-fault"

    def __init__(self, **params: Any) -> None:
        super().__init__(f"{self.code} {params}" if params else self.code)
        self.params: dict[str, Any] = params

    def refusal(self) -> Refusal:
        """The error as the table's answer."""
        return Refusal(self.code, self.params)


class JournalError(LiveError, OSError):
    """The journal could not be opened, read or written; the file is as it was."""

    code = "journal-fault"


class JournalLockedError(JournalError):
    """Another process has this journal open."""

    code = "journal-locked"


class JournalReadOnlyError(JournalError, PermissionError):
    """The journal, or the folder it lies in, cannot be written."""

    code = "journal-read-only"


class JournalFullError(JournalError):
    """The disk is full."""

    code = "journal-disk-full"


class JournalNewerError(JournalError):
    """The journal was written by a newer version (`found`, `known`)."""

    code = "journal-newer"


class JournalOlderError(JournalError):
    """The journal was written by an older version that this one cannot read (`found`, `known`)."""

    code = "journal-older"


class JournalForeignError(JournalError):
    """The file exists and is no journal; it is not touched."""

    code = "journal-foreign"


class JournalDamagedError(JournalError):
    """The journal is damaged from `entry` of its last game on."""

    code = "journal-damaged"


class CardsError(LiveError, ValueError):
    """A card file or registry entry cannot be used (`line`, `reason`)."""

    code = "cards-fault"


class CardTakenError(CardsError):
    """The card already has another tag, or the tag another card (`uid`, `card`, `other`)."""

    code = "card-taken"


class CardsNotSavedError(CardsError, OSError):
    """The card file could not be written (`file`, `detail`); the registry is as it was."""

    code = "cards-not-saved"


class RecordingError(LiveError, ValueError):
    """A recording cannot be read from line `line` on."""

    code = "recording-damaged"


class BackupError(LiveError, OSError):
    """A backup could not be made, or what was read back differs (`file`)."""

    code = "backup-failed"
