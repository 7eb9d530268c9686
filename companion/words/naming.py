"""Names of house options and settings, and of the values they may have, as people read them."""

from __future__ import annotations

from typing import Final

from companion.rules.options import OptionField
from companion.words.language import N_, translate

TITLES: Final = {
    # CasiNoya
    "hp": N_("Hit points"),
    "min_damage": N_("Least damage"),
    "reveal": N_("Reveal"),
    "all_effects_both": N_("All effects for both"),
    "may_spare": N_("Attacker may spare"),
    "effects_once_per_round": N_("Effects once a round"),
    "sudden_death_hp": N_("Hit points in sudden death"),
    "shared_win": N_("Shared victory"),
    "first_short_ends": N_("First short deck ends"),
    "late_hp": N_("Hit points of latecomers"),
    "deck": N_("Deck file"),
    "tie": N_("Equal best hands"),
    "joker_no_duplicate": N_("No doubles by jokers"),
    "five_of_a_kind": N_("Five of a kind"),
    "deckout_instant": N_("Empty deck is out"),
    "bust_effects": N_("Effects when bust"),
    "all_bust": N_("All bust"),
    "strict": N_("Strict rows"),
    "foul": N_("Foul rows"),
    # Casino War
    "bank": N_("Bank"),
    "war_tie": N_("Tie in a war"),
    "tie_pays": N_("Tie bet pays"),
    "burn": N_("Burned cards"),
    "surrender": N_("Surrender"),
    "decks": N_("Packs in the shoe"),
    "minimum": N_("Table minimum"),
    "maximum": N_("Table maximum"),
    "surrender_round": N_("Half of an odd ante"),
    "shuffle": N_("Shuffle"),
    "cut": N_("Cut card"),
    # Cassino
    "game": N_("Game"),
    "claim": N_("Claim"),
    "both_out": N_("Several at the target"),
    "open_counts": N_("Open counts"),
    "sweeps": N_("Sweeps"),
    "raise_own": N_("Raise own builds"),
    "forced_capture": N_("Forced capture"),
    "partners": N_("Partners"),
    "deal": N_("Deal"),
    "court_pair": N_("Court cards"),
    "dual_cassinos": N_("Two values of the cassinos"),
    "lottery_literal": N_("Twelve each"),
    # settings
    "language": N_("Language"),
    "sound": N_("Sound"),
    "volume": N_("Volume (%)"),
    "theme": N_("Colours"),
    "text_size": N_("Text size"),
    "motion": N_("Motion"),
    "hints": N_("Hints"),
    "facing": N_("Face the player"),
    "lockout_ms": N_("Button rest (ms)"),
    "dim_after": N_("Dim after (s)"),
    "sleep_after": N_("Sleep after (s)"),
    "brightness": N_("Brightness (%)"),
    "auto_next": N_("Next by itself (s)"),
    "chores": N_("Chores"),
}

VALUES: Final = {
    "on": N_("on"),
    "off": N_("off"),
    "blind": N_("blind"),
    "open": N_("open"),
    "playoff": N_("play-off"),
    "rebuild": N_("rebuild"),
    "cancel": N_("cancel"),
    "nobody": N_("nobody"),
    "least_over": N_("least over"),
    "defends": N_("defends"),
    "auto_sort": N_("sorted"),
    "bonus": N_("bonus"),
    "no_bonus": N_("no bonus"),
    "three_once": N_("three once"),
    "three_each": N_("three each"),
    "even_antes": N_("even antes"),
    "house": N_("house"),
    "player": N_("player"),
    "hand": N_("each hand"),
    "cut": N_("cut card"),
    "any_time": N_("any time"),
    "end_of_pack": N_("end of pack"),
    "higher": N_("higher"),
    "extend_11": N_("eleven more"),
    "equal_card": N_("equal card"),
    "any": N_("any"),
    "four_four": N_("four and four"),
    "six_first_no_table": N_("six, no table"),
    "sixes": N_("sixes"),
    "one": N_("one"),
    "all": N_("all"),
    "one_or_three": N_("one or three"),
    "dark": N_("dark"),
    "light": N_("light"),
    "normal": N_("normal"),
    "large": N_("large"),
    "short": N_("short"),
    "long": N_("long"),
    "never": N_("never"),
    "start": N_("start"),
}
OF_ONE: Final = {  # values that mean something else in this option
    ("auto_next", "game"): N_("as the game"),
}
LANGUAGES: Final = {"en": "English", "fr": "Français"}  # each in its own words


def option_title(name: str) -> str:
    """`Hit points`; an option without a name is its own."""
    return translate(TITLES[name]) if name in TITLES else name.replace("_", " ").capitalize()


def value_name(option: str, value: str) -> str:
    """`three once`; numbers and values without a name are their own.

    >>> value_name("burn", "three_once"), value_name("hp", "20"), value_name("language", "fr")
    ('three once', '20', 'Français')
    """
    if option == "language":
        return LANGUAGES.get(value, value)
    word = OF_ONE.get((option, value)) or VALUES.get(value)
    return translate(word) if word else value.replace("_", " ")


def number_name(field: OptionField, number: int) -> str:
    """`never` for a number that has a word of its own at or below nought, else the number."""
    word = next((word for word, one in field.words if one == number <= 0), "")
    return value_name(field.name, word) if word else str(number).replace("-", "−")
