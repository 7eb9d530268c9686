"""One tree of errors for everything the table touches; each is also the builtin that a caller expects.

``code`` is stable and kebab-case; ``str(error)`` is a plain sentence that names the fix. The tree has two kinds of trouble:
a *device* that failed (reopen it) and a *tag* that failed (tell the player; the device is fine).
"""

from __future__ import annotations


class HardwareError(Exception):
    """Anything that went wrong between us and a device; ``code`` is stable, the message is for people."""

    code = "hardware-error"

    def __init__(self, message: str, *, code: str | None = None):
        super().__init__(message)
        if code is not None:
            self.code = code


class DeviceError(HardwareError, OSError):
    """A device cannot be used now; what was opened must be closed, and opening may be tried again."""

    code = "device-failed"


class DeviceMissingError(DeviceError, FileNotFoundError):
    """Nothing is connected at this port."""

    code = "device-missing"


class DeviceBusyError(DeviceError, BlockingIOError):
    """Another process, a login console or a kernel driver holds the port."""

    code = "device-busy"


class DeviceForbiddenError(DeviceError, PermissionError):
    """This user may not open the port."""

    code = "device-forbidden"


class DeviceSilentError(DeviceError, TimeoutError):
    """The port opens, but no such chip answers on it."""

    code = "device-silent"


class DriverMissingError(HardwareError, ImportError):
    """A library that this kind of device needs is not installed."""

    code = "driver-missing"


class TagError(HardwareError, OSError):
    """A tag did not do what it was asked; the reader is fine."""

    code = "tag-failed"


class TagGoneError(TagError, ConnectionError):
    """The tag was lifted in the middle of an exchange."""

    code = "tag-gone"


class TagRefusedError(TagError, PermissionError):
    """The tag answered no: locked, protected, or of a kind that cannot do this."""

    code = "tag-refused"


class TagMismatchError(TagError, ValueError):
    """What was read back is not what was written."""

    code = "tag-mismatch"


class BadPayloadError(HardwareError, ValueError):
    """A payload number outside 24 bits."""

    code = "bad-payload"


class BadKindError(HardwareError, ValueError):
    """A kind of reader that nobody has heard of."""

    code = "bad-kind"
