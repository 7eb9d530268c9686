"""How bright a lamp is at any moment of a motion: the one table that pins on the Pi and microcontrollers in the pods share.

Integers only (milliseconds in, 0 to 255 out), because MicroPython on an RP2040 counts in single precision and would stutter after a
few hours. Runs under CPython and MicroPython alike: no imports. No motion lights up more than three times in any second, the limit
for photosensitive people (WCAG 2.3.1).
"""

MOTIONS = ("off", "steady", "breathe", "blink", "double-blink", "flash", "glint")
"""Every motion; each can be told from the others with the colours covered, or by somebody who does not see them."""

FRAME_MS = 40
"""Time between two pictures of a motion that glides; the others change only at their edges."""

_EDGES = {
    # period, then the moments (ms) at which the lamp goes on, off, on, off …
    "blink": (1000, 0, 500),
    "double-blink": (1200, 0, 150, 300, 450),
    "flash": (400, 0, 200),
    "glint": (2400, 0, 80),
}
_BREATH_MS = 2400
_BREATH_LOW = 12


def level(motion: str, elapsed: int) -> int:
    """Brightness, 0 (dark) to 255 (full), ``elapsed`` milliseconds after the motion began; unknown motions are dark."""
    if motion == "steady":
        return 255
    if motion == "breathe":
        # Eyes feel light by its logarithm: a squared triangle looks like an even swell where a plain one seems to hang at the top.
        at = elapsed % _BREATH_MS
        half = _BREATH_MS // 2
        up = at if at < half else _BREATH_MS - at
        return _BREATH_LOW + (255 - _BREATH_LOW) * up * up // (half * half)
    edges = _EDGES.get(motion)
    if edges is None:
        return 0
    at = elapsed % edges[0]
    lit = 0
    for index in range(1, len(edges)):
        if at >= edges[index]:
            lit = 255 if index % 2 else 0
    return lit


def rest(motion: str, elapsed: int) -> int:
    """Milliseconds until ``level`` may change next; 0 means never."""
    if motion == "breathe":
        return FRAME_MS - elapsed % FRAME_MS
    edges = _EDGES.get(motion)
    if edges is None:
        return 0
    at = elapsed % edges[0]
    for index in range(1, len(edges)):
        if edges[index] > at:
            return edges[index] - at
    return edges[0] - at
