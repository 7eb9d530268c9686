"""The language in use: English source strings, translated by gettext catalogues, switched at run time.

`N_` marks a source string (in a table, say) for the catalogue and returns it untouched; `translate` looks it up when it is
said, so that a change of language needs no restart. gettext itself is loaded for another language than English only.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import gettext

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "companion"
SOURCE: Final = "en"

_current: str = SOURCE
_catalogue: gettext.NullTranslations | None = None


class UnknownLanguageError(LookupError):
    """There is no catalogue for that language; `known` names those that exist."""

    code = "unknown-language"

    def __init__(self, language: str) -> None:
        self.known = languages()
        super().__init__(f"no language {language!r}; there are {', '.join(self.known)}")


class Plural(NamedTuple):
    """A sentence in singular and plural; `field` names the number that decides."""

    one: str
    many: str
    field: str


def N_(text: str) -> str:  # noqa: N802  the name that gettext tools know
    """Mark a source string."""
    return text


def P_(one: str, many: str, field: str) -> Plural:  # noqa: N802
    """Mark a source string with its plural."""
    return Plural(one, many, field)


def languages() -> tuple[str, ...]:
    """Languages that can be used, English first."""
    return SOURCE, *sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


def current() -> str:
    """The language in use, `en` or `fr`."""
    return _current


def use(language: str) -> None:
    """Speak `language` from now on; raises `UnknownLanguageError` and changes nothing for one without catalogue."""
    global _current, _catalogue  # noqa: PLW0603  one process speaks one language
    if language == SOURCE:
        _current, _catalogue = SOURCE, None
        return
    if language not in languages():
        raise UnknownLanguageError(language)
    import gettext

    _catalogue = gettext.translation(DOMAIN, LOCALE, [language])
    _current = language


def translate(text: str) -> str:
    """A source string in the language in use."""
    return text if _catalogue is None or not text else _catalogue.gettext(text)


def translate_plural(plural: Plural, number: int) -> str:
    """The form for that number."""
    if _catalogue is None:
        return plural.one if number == 1 else plural.many
    return _catalogue.ngettext(plural.one, plural.many, number)


def decimal(value: float, places: int) -> str:
    """A number with so many decimals and the sign of decimals of the language in use: `2.33`, in French `2,33`."""
    text = f"{value:.{places}f}".replace("-", "−")
    return text.replace(".", ",") if _current == "fr" else text
