"""Lines of the headless protocol: from bytes to words (HEADLESS.md, "Lines in").

Words are separated by blanks and quoted as in a shell. A `#` starts a comment only at the start of a word, which is why the
standard library's shlex will not do: to it `shoe/7H#4` ends at the `#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from companion.rules.game import IllegalAction

MAX_LINE: Final = 65536  # bytes; the longest honest line, six whole decks of long names, has under 20,000

_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_PIECE: Final = re.compile(
    r"""(?P<bare>[^ \t\r\n'"\\]+) | \\(?P<escaped>.) | '(?P<single>[^']*)' | "(?P<double>(?:[^"\\]|\\.)*)" """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPED_IN_QUOTES: Final = re.compile(r'\\(["\\])')


def split_words(line: str) -> list[str]:
    """The words of a line, quotes taken off, the comment left out; `IllegalAction("bad-quotes")` for an open quote.

    >>> split_words("touch 'Ana Lee/KS' shoe/7H#4 # a comment")
    ['touch', 'Ana Lee/KS', 'shoe/7H#4']
    """
    words = []
    at = _end(_BLANKS, line, 0)
    while at < len(line) and line[at] != "#":
        word = ""
        while at < len(line) and line[at] not in " \t\r\n":
            piece = _PIECE.match(line, at)
            if piece is None:
                raise IllegalAction("bad-quotes", value=clipped(line[at:]))
            text = piece[piece.lastgroup or 0]
            word += _ESCAPED_IN_QUOTES.sub(r"\1", text) if piece.lastgroup == "double" else text
            at = piece.end()
        words.append(word)
        at = _end(_BLANKS, line, at)
    return words


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def clipped(text: str, most: int = 80) -> str:
    """A text short enough to be told in an error."""
    return text if len(text) <= most else text[: most - 1] + "…"


def decode_line(raw: bytes) -> str:
    """Text of a line; `IllegalAction` for one that is too long or not UTF-8."""
    if len(raw) > MAX_LINE:
        raise IllegalAction("line-too-long", most=MAX_LINE)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise IllegalAction("not-utf8", at=error.start) from None


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Raw lines without their end, until the end of input; of a line that is too long one byte more than allowed is kept."""
    first = True
    while raw := stream.readline(MAX_LINE + 2):
        if first:
            raw, first = raw.removeprefix(b"\xef\xbb\xbf"), False  # Windows editors begin a file with this mark
        whole = raw.endswith(b"\n")
        yield raw.rstrip(b"\n")[: MAX_LINE + 1]
        while not whole and (rest := stream.readline(MAX_LINE)):
            whole = rest.endswith(b"\n")
