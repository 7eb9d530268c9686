"""Every sentence the companion says, for screen, headless and log alike: codes and facts in, text out."""

from companion.words.actions import action as action_text
from companion.words.actions import redo as redo_text
from companion.words.actions import undo as undo_text
from companion.words.chores import chore as chore_text
from companion.words.errors import error as error_text
from companion.words.events import event as event_text
from companion.words.language import N_, P_, Plural, UnknownLanguageError, current, decimal, languages, translate, use
from companion.words.options import option_text
from companion.words.prompts import prompt as prompt_text
from companion.words.say import card_text, face_text, say, seat_text
from companion.words.table import light as light_text
from companion.words.table import outcome as outcome_text

__all__ = [
    "N_",
    "P_",
    "Plural",
    "UnknownLanguageError",
    "action_text",
    "card_text",
    "chore_text",
    "current",
    "decimal",
    "error_text",
    "event_text",
    "face_text",
    "languages",
    "light_text",
    "option_text",
    "outcome_text",
    "prompt_text",
    "redo_text",
    "say",
    "seat_text",
    "translate",
    "undo_text",
    "use",
]
