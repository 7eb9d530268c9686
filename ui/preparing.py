"""What a press does to a game that is being prepared: names, places, groups, variants, house options. Pure."""

from __future__ import annotations

from ui.facade import Facade, Group
from ui.view.model import Put
from ui.view.newgame import Draft


def prepared(draft: Draft, act: Put, facade: Facade) -> Draft:
    """The draft after the press; groups are remembered and forgotten on the way."""
    match act.what:
        case "name":
            at = int(act.where)
            return draft.change(naming=at, text=draft.names[at] if at < len(draft.names) else "", error="")
        case "text":
            return draft.change(text=act.value)
        case "named":
            return named(draft, act.value)
        case "seat":
            return draft.change(names=(*draft.names, act.value), error="")
        case "remove":
            at = int(act.where)
            return draft.change(names=draft.names[:at] + draft.names[at + 1 :], error="")
        case "group":
            return _seated(draft, next((one for one in facade.groups() if one.name == act.where), None))
        case "variant":
            return Draft(act.value, draft.names, dict(facade.saved_options(act.value)))
        case "option":
            return draft.change(options=draft.options | {act.where: act.value})
        case "defaults":
            return draft.change(options={})
        case "save-group":
            facade.save_group(Group(" ".join(draft.names), draft.players()))
        case "forget-group":
            facade.forget_group(act.where)
    return draft


def _seated(draft: Draft, group: Group | None) -> Draft:
    """A saved group takes its places, each with its own deck."""
    if group is None:
        return draft
    names = tuple(player.name for player in group.players)
    return draft.change(names=names, decks={player.name: player.label for player in group.players}, error="")


def named(draft: Draft, name: str) -> Draft:
    """The place being named gets the name; an empty one leaves it as it was."""
    at, names = draft.naming, list(draft.names)
    if name and at < len(names):
        names[at] = name
    elif name:
        names.append(name)
    return draft.change(names=tuple(names), naming=-1, text="", error="")
