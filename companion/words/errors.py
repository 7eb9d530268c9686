"""Why something was refused: a plain sentence for every error code (they are stable; companion/README.md lists them)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.words.devices import device_text
from companion.words.language import N_
from companion.words.say import Sentence, say

PROTOCOL: Final[dict[str, Sentence]] = {
    "unknown-command": N_("There is no command {command}. Commands: {choices}."),
    "bad-arguments": N_("That is not how {command} is used: {usage}"),
    "bad-quotes": N_("A quote is not closed: {value}"),
    "not-a-number": N_("{value} is not a whole number of at most 15 digits."),
    "bad-card": N_("{value} is not a card. A card is written LABEL/FACE, as in Ana/KS, or shoe/7H#4 in a shoe."),
    "line-too-long": N_("The line is too long; {most} bytes are the most."),
    "not-utf8": N_("The line is not UTF-8 text (byte {at})."),
    "option-twice": N_("The option {option} is given twice."),
    "no-split": N_("There is no split of these cards: {reason}."),
    "split-only-chinese": N_("Only Chinese poker has a split."),
    "internal-error": N_("Something went wrong inside ({detail}); nothing was changed."),
}

TABLE: Final[dict[str, Sentence]] = {
    "no-game": N_("There is no game. Begin one with: new GAME NAME NAME…"),
    "unknown-game": N_("There is no game {game}. Games: {choices}."),
    "unknown-player": N_("Nobody here is called {seat}."),
    "bad-name": N_("That cannot be a name: 1 to 40 visible characters, and none of = @ /."),
    "bad-label": N_("That cannot be the label of a deck: 1 to 40 visible characters, and none of = @ /."),
    "name-reserved": N_("No player can be called {reserved}."),
    "name-taken": N_("The name {seat} is taken."),
    "label-taken": N_("Two players cannot both play the deck {label}."),
    "bad-option": N_("There is no option {option}. Options: {choices}."),
    "bad-option-value": N_("{option} cannot be {value}. Possible: {choices}."),
    "no-such-file": N_("The file {value} cannot be read."),
    "file-too-long": N_("The file {value} is too long; {most} bytes are the most."),
    "file-not-utf8": N_("The file {value} is not UTF-8 text."),
    "deck-changed": N_("The deck file {file} has changed since this game was played."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "stale": N_("That was answered already."),
    "game-too-long": N_("This game has {most} entries, and no game may have more. Begin a new one."),
    "no-such-entry": N_("There is no entry {entry} that stands."),
    "not-a-card": N_("Entry {entry} was not a card that was read."),
    "same-card": N_("Entry {entry} is {card} already."),
    "replace-breaks": N_("That cannot be: entry {entry} would not be possible then. {because}"),
    "journal-fault": N_("The journal {file} failed: {detail}"),
    "journal-locked": N_("The journal {file} is open in another program."),
    "journal-read-only": N_("The journal {file} cannot be written, so nothing was done: {detail}"),
    "journal-disk-full": N_("The disk is full, so nothing was done: {detail}"),
    "journal-newer": N_("The journal {file} was written by a newer version ({found}; this one knows {known})."),
    "journal-older": N_("The journal {file} was written by an older version ({found}; this one knows {known})."),
    "journal-foreign": N_("{file} is not a journal; it was not touched."),
    "journal-damaged": N_("The journal was damaged. What could be read of it was kept, and the rest was set aside."),
    "journal-torn": N_("The last action may have been cut off while it was saved. Look whether it is there."),
    "journal-cut": N_("From entry {entry} on the journal was damaged; the game goes on from before it."),
    "rules-changed": N_(
        "The rules have changed since this game was played; from entry {entry} on it would go otherwise."
    ),
    "other-numbers": N_("The numbers or decks have changed since this game was played."),
    "cannot-resume": N_("The last game ({game}) cannot be resumed. {because}"),
    "live-fault": N_("The table failed."),
    "cards-fault": N_("The card file cannot be used: {reason}"),
    "cards-damaged": N_("The card file could not be used and was set aside as {aside}: {reason}"),
    "cards-restored": N_("An older version of the card file was taken: {file}"),
    "cards-not-saved": N_("The card file {file} cannot be written, so nothing was changed: {detail}"),
    "card-taken": N_("{card:whole} already has another tag, or the tag {uid} another card."),
    "recording-damaged": N_("The recording cannot be read from line {line} on."),
    "backup-failed": N_("The backup failed at {file}: {reason}"),
}

ANY_GAME: Final[dict[str, Sentence]] = {
    "bad-player-count": N_("So many players cannot play this game."),
    "not-asked": N_("Nothing of that kind is asked of {seat} now."),
    "no-such-option": N_("{seat} cannot choose {option}. Possible: {options}."),
    "out-of-range": N_("It must be a number from {low} to {high}."),
    "out-of-step": N_("It must be in steps of {step}."),
    "game-over": N_("The game is over."),
    "already-seated": N_("{seat} is at the table already."),
    "too-many-players": N_("There is no room: {most} players are the most."),
    "nothing-to-void": N_("Nothing has happened yet that could be voided."),
    "nothing-to-retake": N_("{seat} has no scans that could be taken back now."),
}

CASINOYA: Final[dict[str, Sentence]] = {
    "not-now": N_("No card of {seat} is waited for now, so {card} was not taken."),
    "unknown-deck": N_("{card:whole} belongs to no deck at this table."),
    "not-in-deck": N_("There is no {card:whole} in the deck of {seat}."),
    "card-in-pit": N_("{card} of {seat} lies in the pit."),
    "card-in-hand": N_("{card} of {seat} was scanned already."),
    "card-aside": N_("{card} of {seat} lies aside."),
    "card-not-in-pit": N_("{card} of {seat} is not among the known cards of the pit."),
    "player-out": N_("{seat} is out."),
    "order-is-free": N_("The order of the cards does not matter in this game."),
    "not-these-cards": N_("These are not the cards {seat} has scanned."),
    "already-there": N_("{card} is there already ({zone:word})."),
    "card-in-use": N_("{card} is being played with; take it back first."),
    "deck-empty": N_("The deck of {seat} is empty."),
    "deck-too-short": N_("The deck has too few cards: {need} are needed."),
    "no-such-field": N_("There is no {field} to correct. Possible: {fields}."),
    "no-such-zone": N_("There is no zone {zone}. Zones: {zones}."),
    "round-running": N_("Round {round} is running; that can be done between rounds, or after a void."),
    "other-deck": N_("{seat} comes back with the deck {label}, or not at all."),
    "bad-deck": N_("The deck file cannot be used: {reason}"),
    "bad-hand": N_("These cards are no hand."),
}

CASINO_WAR: Final[dict[str, Sentence]] = {
    "unknown-seat": N_("Nobody here is called {seat}."),
    "bad-number": N_("It must be a number from {low} to {high}."),
    "below-minimum": N_("The least bet is {minimum}."),
    "odd-bet": N_("Half of the ante must exist in chips, so it must be even."),
    "no-tie-bets": N_("There are no tie bets at this table."),
    "no-ante": N_("Nobody has put down an ante yet."),
    "no-possible-ante": N_("No ante is possible between {minimum} and {maximum}."),
    "cannot-cover": N_("{seat} cannot cover the raise and must surrender."),
    "bad-choice": N_("{seat} cannot choose {option}. Possible: {choices}."),
    "card-seen": N_("{card:whole} has been seen since the last shuffle."),
    "no-card-due": N_("No card is waited for now, so {card} was not taken."),
    "no-such-card": N_("There is no {card:whole} here."),
    "not-between-hands": N_("A hand is running; that can be done between hands."),
    "bad-field": N_("There is no {field} to correct. Possible: {choices}."),
    "no-zones": N_("Cards have no zones in this game."),
    "nothing-to-arrange": N_("There is nothing to arrange in this game."),
}

CASSINO: Final[dict[str, Sentence]] = {
    "bad-use": N_("{option} is not a way to use a card."),
    "build-multiple": N_("The build of {value} is multiple and never changes its value."),
    "build-own": N_("Own builds may not be raised at this table."),
    "controller-may-not-trail": N_("{seat} controls a build (entry {entry}) and may not trail."),
    "court-pair": N_("{card} may not take so many cards of its rank."),
    "lone-build": N_("A card alone is no build."),
    "must-capture": N_("{card} must capture."),
    "must-hold": N_("A card of the value {value} must be held for that, and none can be."),
    "no-such-build": N_("There is no such build of {value}."),
    "no-value": N_("{card} has no value and takes only its like."),
    "not-on-table": N_("{card:face} is not loose on the table."),
    "promise-forbids": N_(
        "{seat} has promised a build of {value} (entry {entry}); a card of that value must stay in the hand."
    ),
    "wrong-sum": N_("The cards do not come to {value}."),
    "partners-need-four": N_("Partnerships need four players."),
    "deal-player-count": N_("So many players cannot be dealt to that way ({deal}): {possible} can."),
    "no-legal-use": N_("There is no legal use for {card} now."),
    "no-claims": N_("At this table nobody claims; the count after the pack decides."),
    "no-joining": N_("Nobody can sit down within a game of Cassino."),
}

READERS: Final[dict[str, Sentence]] = {
    "unknown-tag": N_("Nobody knows this tag; name the card."),
    "wrong-seat": N_("{card} belongs to {owner}, not to the reader of {seat}."),
    "second-presence": N_("This card lies on another reader already ({other})."),
    "two-cards": N_("Two cards lie on the reader {reader}: lift one."),
    "phone": N_("That is a phone or a bank card, not a card of this table."),
    "resting": N_("A card lay on the reader when it came up: lift it and put it there again."),
    "whose": N_("It is not clear whose {word} that is."),
    "nothing-asked": N_("No tag waits for a name."),
    "already-gathered": N_("That card is there already."),
    "other-deck-now": N_("Cards of {label} are laid privately now; other decks wait."),
    "already-taught": N_("This tag is {card} already."),
    "taken": N_("Taken."),
    "taught": N_("Taught."),
    "name-it": N_("Which card is this?"),
    "has-a-tag": N_("{card} has a tag already."),
    "checked": N_("{card} is there."),
    "other-deck": N_("{card} is of the deck {label}."),
    "already-checked": N_("{card} was laid on already."),
    "written": N_("The tag of {card} carries its number now."),
    "not-written": N_("{card} is known, but its tag could not be written: {detail}"),
    "forgotten": N_("{card} is forgotten again."),
    "deck-complete": N_("Every card of {label} has its tag."),
    "switching-off": N_("The table is switched off; everything is saved."),
    "hold-to-switch-off": N_("Hold the button to switch the table off."),
    "seat-mapped": N_("The reader now belongs to {seat}."),
    "deck-chosen": N_("The deck is chosen."),
    "gathered": N_("The card is noted."),
    "chores-first": N_("First put the cards away, then say that it is done."),
    "chores-done": N_("The cards are put away."),
}

# Codes by the part of the program that raises them; companion/README.md shows them so.
SECTIONS: Final = {
    "protocol": PROTOCOL,
    "table": TABLE,
    "readers": READERS,
    "every game": ANY_GAME,
    "CasiNoya": CASINOYA,
    "Casino War": CASINO_WAR,
    "Cassino": CASSINO,
}

SENTENCES: Final[dict[str, Sentence]] = {code: one for section in SECTIONS.values() for code, one in section.items()}

# What can be wrong with a card file or with a card that is to be enrolled (`reason` of the cards' errors).
CARD_FILE: Final[dict[str, Sentence]] = {
    "bad-uid": N_("{uid} is not the UID of a tag: 8, 14 or 20 hex digits"),
    "phone-uid": N_("{uid} is a random UID, as phones and bank cards have"),
    "too-long": N_("the file is too long"),
    "not-utf8": N_("it is not UTF-8 text"),
    "not-toml": N_("it is not TOML: {detail}"),
    "not-a-deck": N_("it is not a deck: write [LABEL], then UID = FACE"),
    "bad-label": N_("that cannot be the label of a deck"),
    "not-a-face": N_("{value} is not a face such as KS, X1 or 7H#4"),
    "bad-number": N_("the number of a deck is a whole number"),
    "number-taken": N_("another deck has that number"),
    "same-tag": N_("the tag {uid} is named twice"),
    "same-card": N_("{card:whole} has another tag already: {other}"),
    "too-many-tags": N_("there are too many tags"),
    "too-many-decks": N_("there are too many decks"),
    "bad-command": N_("{word} is not a command; there are {choices}"),
}

# Where a promise is why no use is legal (RULES.md, Cassino: the refusal names the entry of the build that forbids it).
PROMISED: Final = N_(
    "There is no legal use for {card}: {seat} promised a build of {value} (entry {entry}) and may not trail."
)

FALLBACK: Final = N_("That cannot be done now ({code}).")

WRITTEN: Final = frozenset({"command", "field", "game", "option", "seat", "value", "zone"})
"""Facts that somebody wrote; one that is empty is quoted, or the sentence would have a hole."""


def error(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a refusal; every code has one (tests/test_words.py)."""
    sentence = SENTENCES.get(code)
    if sentence is None:
        return say(FALLBACK, code=code)
    if code == "no-legal-use" and "entry" in facts:
        sentence = PROMISED
    said = {name: '""' if fact == "" and name in WRITTEN else fact for name, fact in facts.items()}
    if "detail" in said:
        said["detail"] = device_text(str(said["detail"]))
    if "why" in said:
        said["because"] = error(str(said["why"]), {name: one for name, one in facts.items() if name != "why"})
    if code.startswith("cards-") and said.get("reason") in CARD_FILE:
        reason = say(CARD_FILE[str(said["reason"])], **facts)
        said["reason"] = (
            say(N_("line {line}: {reason}"), line=said["line"], reason=reason) if said.get("line") else reason
        )
    return say(sentence, **said)
