"""The headless table: commands in as lines, JSON lines out (HEADLESS.md is the contract, companion/README.md the short form).

`Protocol` answers one line at a time and knows no streams; `serve` gives it standard input, readers and standard output.
Everything it does goes through the same `Table` that the screen drives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from companion import __version__
from companion.lines import clipped, decode_line, split_words
from companion.live.messages import DeviceTold
from companion.live.snapshot import Origin, Reply, Snapshot
from companion.live.table import Table
from companion.live.teaching import Verdict
from companion.logs import Log
from companion.rules.cards import RANK_OF, Card, CardError, is_name
from companion.rules.game import (
    RESERVED,
    AnyAction,
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Moved,
    Pick,
    Picked,
    Player,
    Prompt,
    Retake,
    Touched,
    Void,
    plain,
)
from companion.rules.options import fields

PROTOCOL: Final = 1
MAX_TEXT: Final = 200  # characters of what was given that an error repeats

Line = dict[str, Any]

TEXT: Final = Origin("text")

_log = Log(__name__)

_WHOLE: Final = re.compile(r"-?[0-9]{1,15}")
_OPTION: Final = re.compile(r"([a-z][a-z0-9_]*)=(.*)", re.DOTALL)


class Usage(NamedTuple):
    """How a command is written, and how many arguments it takes (None: any number from `fewest`)."""

    text: str
    fewest: int
    most: int | None


USAGE: Final = {
    "new": Usage("new GAME WHO WHO… [option=value …]", 1, None),
    "touch": Usage("touch CARD…", 1, None),
    "pick": Usage("pick WHO OPTION", 2, 2),
    "number": Usage("number WHO PURPOSE N", 3, 3),
    "undo": Usage("undo", 0, 0),
    "redo": Usage("redo", 0, 0),
    "retake": Usage("retake WHO", 1, 1),
    "replace": Usage("replace ENTRY CARD", 2, 2),
    "move": Usage("move WHO CARD ZONE", 3, 3),
    "leave": Usage("leave WHO", 1, 1),
    "join": Usage("join WHO", 1, 1),
    "void": Usage("void", 0, 0),
    "split": Usage("split WHO CARD…", 2, None),
    "correct": Usage("correct WHO FIELD VALUE", 3, 3),
    "state": Usage("state", 0, 0),
    "games": Usage("games", 0, 0),
    "quit": Usage("quit", 0, 0),
}


class Protocol:
    """One conversation with a table; `finished` is set by `quit`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.finished = False

    # --- replies -----------------------------------------------------------------------------------------------------

    def greeting(self, resumed: Reply | None = None) -> list[Line]:
        """The reply on start: who speaks, what a resume has to tell, and the prompts of the resumed game."""
        said: list[Line] = [{"hello": "companion", "version": __version__, "protocol": PROTOCOL}]
        if resumed is not None:
            told = (resumed.refusal, *resumed.notices) if resumed.refusal else resumed.notices
            said += [refused(notice.code, notice.facts()) for notice in told if notice.code != "nothing-to-resume"]
        return said + self._standing()

    def answer(self, raw: bytes) -> list[Line]:
        """The whole reply to one line, whatever the line is."""
        said: list[Line] = []
        try:
            said.extend(self._do(split_words(decode_line(raw))))  # keeps what came before a refusal
        except IllegalAction as error:
            said.append(refused(error.code, error.params))
        return said + self._standing()

    def judged(self, verdict: Verdict) -> list[Line]:
        """The reply to a tag on a reader: what became of the card; what is no card of this table is told as reader trouble."""
        said: list[Line] = []
        if verdict.card is not None:
            said.append({"touch": str(verdict.card), "reader": verdict.reader})
        else:
            said.append({"reader": verdict.reader, "status": verdict.code, "uid": verdict.uid})
        reply = verdict.reply
        if reply is not None and reply.refusal is None:
            said += map(plain, reply.events)
        elif reply is not None or verdict.card is not None:
            said.append(refused(verdict.code, verdict.params))
        return said + (self._standing() if verdict.card is not None or reply is not None else [])

    def told(self, device: DeviceTold) -> list[Line]:
        """A line on how a reader or pod is; it stands alone, without prompts."""
        said: Line = {"reader": device.name, "status": device.status}
        for name in ("code", "detail", "uids"):
            if getattr(device, name):
                said[name] = plain(getattr(device, name))
        return [said]

    def failed(self, detail: str) -> list[Line]:
        """The reply to a line that could not be done for a reason inside the program."""
        try:
            return [refused("internal-error", {"detail": detail}), *self._standing()]
        except Exception:
            _log.exception("the table cannot say what it waits for")
            return [
                refused("internal-error", {"detail": detail}),
                {"ready": self.table.snapshot.entries if self.table.snapshot else 0},
            ]

    def _standing(self) -> list[Line]:
        """Prompts, outcome and `ready`: what ends every reply."""
        snapshot = self.table.snapshot
        if snapshot is None:
            return [{"ready": 0}]
        said = [prompt_line(snapshot, one.prompt) for one in snapshot.prompts]
        if snapshot.outcome is not None:
            outcome = plain(snapshot.outcome)
            said.append({"outcome": outcome.pop("kind"), **outcome})
        said.append({"ready": snapshot.entries})
        return said

    # --- commands ----------------------------------------------------------------------------------------------------

    def _do(self, words: Sequence[str]) -> Iterator[Line]:
        if not words:
            return iter(())
        command, *arguments = words
        usage = USAGE.get(command)
        if usage is None:
            raise IllegalAction("unknown-command", command=clipped(command), choices=tuple(USAGE))
        if len(arguments) < usage.fewest or (usage.most is not None and len(arguments) > usage.most):
            raise IllegalAction("bad-arguments", command=command, usage=usage.text)
        do: Callable[..., Iterator[Line]] = getattr(self, f"_do_{command}")
        return do(*arguments)

    def _do_new(self, game: str, *rest: str) -> Iterator[Line]:
        players: list[Player] = []
        options: dict[str, str] = {}
        for word in rest:
            if option := _OPTION.fullmatch(word):
                if option[1] in options:
                    raise IllegalAction("option-twice", option=option[1])
                options[option[1]] = option[2]
            else:
                players.append(player_of(word))
        if game not in self.table.games:
            raise IllegalAction("unknown-game", game=clipped(game), choices=tuple(self.table.games))
        yield from said(self.table.new(game, players, options))

    def _do_touch(self, *texts: str) -> Iterator[Line]:
        self._playing()
        for text in texts:
            yield from self._submit(Touched(self._touchable(text)))

    def _do_pick(self, who: str, option: str) -> Iterator[Line]:
        return self._submit(Picked(self._seat(who), option))

    def _do_number(self, who: str, purpose: str, number: str) -> Iterator[Line]:
        return self._submit(Given(self._seat(who), purpose, whole(number)))

    def _do_undo(self) -> Iterator[Line]:
        return said(self.table.undo(origin=TEXT))

    def _do_redo(self) -> Iterator[Line]:
        return said(self.table.redo(origin=TEXT))

    def _do_retake(self, who: str) -> Iterator[Line]:
        return self._submit(Retake(self._seat(who)))

    def _do_replace(self, entry: str, text: str) -> Iterator[Line]:
        self._playing()
        number = whole(entry)
        refusals: list[IllegalAction] = []
        for card in self._cards_of(text):
            try:
                yield from said(self.table.replace(number, card, origin=TEXT))
            except IllegalAction as error:
                if error.code != "replace-breaks":  # no copy of that face could be put there
                    raise
                refusals.append(error)
            else:
                return
        raise max(refusals, key=lambda error: int(error.params["entry"]))  # how far the copy came that came furthest

    def _do_move(self, who: str, text: str, zone: str) -> Iterator[Line]:
        seat = self._seat(who)
        label = next((player.label for player in self._playing().players if player.name == seat), "")
        return self._submit(Moved(seat, card_of(text, label), zone))

    def _do_leave(self, who: str) -> Iterator[Line]:
        return self._submit(Leave(self._seat(who)))

    def _do_join(self, who: str) -> Iterator[Line]:
        snapshot = self._playing()
        newcomer = player_of(who)
        for player in snapshot.players:
            if player.name == newcomer.name and "@" not in who:
                newcomer = player  # somebody who had left comes back with the same deck
        return self._submit(Join(newcomer.name, newcomer.label))

    def _do_void(self) -> Iterator[Line]:
        return self._submit(Void())

    def _do_correct(self, who: str, field: str, value: str) -> Iterator[Line]:
        return self._submit(Corrected(self._seat(who), field, whole(value)))

    def _do_split(self, who: str, *texts: str) -> Iterator[Line]:
        from companion.splitting import split_for, split_line  # loads what only this command needs

        snapshot = self._playing()
        seat = self._seat(who)
        label = next((player.label for player in snapshot.players if player.name == seat), "")
        yield {"split": split_line(split_for(snapshot, seat, [card_of(text, label) for text in texts]))}

    def _do_state(self) -> Iterator[Line]:
        snapshot = self.table.snapshot
        yield {"state": {"game": None} if snapshot is None else plain(snapshot.report())}

    def _do_games(self) -> Iterator[Line]:
        yield {"games": [game_line(name, game) for name, game in self.table.games.items()]}

    def _do_quit(self) -> Iterator[Line]:
        self.finished = True
        return iter(())

    # --- inside ------------------------------------------------------------------------------------------------------

    def _submit(self, action: AnyAction, origin: Origin = TEXT) -> Iterator[Line]:
        return said(self.table.submit(action, origin=origin))

    def _playing(self) -> Snapshot:
        snapshot = self.table.snapshot
        if snapshot is None:
            raise IllegalAction("no-game")
        return snapshot

    def _seat(self, who: str) -> str:
        """A seat at the table; what it may do is the game's affair."""
        snapshot = self._playing()
        names = tuple(player.name for player in snapshot.players)
        if who not in names and who not in RESERVED:
            raise IllegalAction("unknown-player", seat=clipped(who), choices=names)
        return who

    def _cards_of(self, text: str) -> tuple[Card, ...]:
        """The cards that a text may mean, the likeliest first: in a shoe a bare face is any copy of it."""
        snapshot = self._playing()
        decks = snapshot.game.decks(snapshot.players, snapshot.options)
        if len(decks) != 1:
            return (card_of(text),)
        card = card_of(text, decks[0])
        if card.copy:
            return (card,)
        copies = [one for one in snapshot.game.cards(decks[0], snapshot.options) if one.face == card.face]
        return tuple(copies) if card.label == decks[0] and copies else (card,)

    def _touchable(self, text: str) -> Card:
        """The card to touch: of several copies in a shoe the first that was not yet seen."""
        first, *others = self._cards_of(text)
        snapshot = self._playing()
        for card in (first, *others) if others else ():
            try:
                snapshot.game.check(snapshot.state, Touched(card))
            except IllegalAction:
                continue
            return card
        return first


def said(reply: Reply) -> Iterator[Line]:
    """What followed from a change, in order; a refusal raises `IllegalAction`."""
    if reply.refusal is not None:
        raise IllegalAction(reply.refusal.code, **reply.refusal.params)
    for event in reply.events:
        yield plain(event)


def refused(code: str, params: Mapping[str, Any]) -> Line:
    """The error line of a refusal: code, facts, sentence."""
    from companion.words import error_text  # the sentences are loaded with the first that is said

    text = error_text(code, params)
    facts = {name: short(plain(value)) for name, value in params.items() if name not in {"error", "text"}}
    return {"error": code, **facts, "text": clipped(text, 2000)}


def short(value: Any) -> Any:
    """A fact for an error line, so short that a reply stays small."""
    if isinstance(value, str):
        return clipped(value, MAX_TEXT)
    return value


def prompt_line(snapshot: Snapshot, prompt: Prompt) -> Line:
    """One line for a standing prompt, a pick with its options."""
    from companion.words import option_text, prompt_text

    line: Line = plain(prompt)
    if not line["optional"]:
        del line["optional"]
    if isinstance(prompt, Pick):
        if prompt.card is None:
            del line["card"]
        choices = snapshot.choices(prompt)
        line["options"] = [{"id": one, "text": option_text(prompt, one)} for one in choices.ids]
        if choices.more:
            line["more"] = True
    line["text"] = prompt_text(prompt)
    return line


def game_line(name: str, game: Any) -> Line:
    """A game with its options, defaults and choices."""
    fewest, most = game.seats
    described = []
    for field in fields(game.options_type):
        about: Line = {"name": field.name, "kind": field.kind, "default": field.default}
        if field.kind == "number":
            about |= {"low": field.low, "high": field.high}
        if field.possible:
            about["choices"] = list(field.possible)
        described.append(about | {"text": field.description})
    return {"name": name, "players": [fewest, most], "options": described}


def player_of(word: str) -> Player:
    """A player from `name` or `name@label`; `IllegalAction("bad-name")` for what cannot be one."""
    name, at, label = word.partition("@")
    for text in (name, label) if at else (name,):
        if not is_name(text):
            raise IllegalAction("bad-name", value=clipped(word))
    return Player(name, label if at else name)


def whole(text: str) -> int:
    """A whole number as written in digits."""
    if not _WHOLE.fullmatch(text):
        raise IllegalAction("not-a-number", value=clipped(text))
    return int(text)


def card_of(text: str, label: str = "") -> Card:
    """A card from its code, or from a bare face where `label` says whose it must be."""
    face = text.partition("#")[0]
    try:
        return Card(f"{label}/{text}" if label and face in RANK_OF else text)
    except CardError:
        raise IllegalAction("bad-card", value=clipped(text)) from None


_encode: Final = msgspec.json.Encoder(enc_hook=str).encode


def encoded(lines: Sequence[Line]) -> bytes:
    """The reply as compact JSON, one object a line, always valid UTF-8."""
    try:
        return b"".join(_encode(line) + b"\n" for line in lines)
    except UnicodeEncodeError:  # half a surrogate pair, which a path on the command line may hold
        import json

        return "".join(json.dumps(line, separators=(",", ":"), default=str) + "\n" for line in lines).encode()
