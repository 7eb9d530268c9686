"""What is laid over the table in Cassino: all uses of a card, a claim and its question, who promised what with a build."""

from __future__ import annotations

from companion.live.snapshot import Snapshot, Standing
from companion.rules.cassino.promises import split
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.turns import CLAIM
from companion.rules.game import Pick, Picked
from companion.words import N_, P_, action_text, say
from ui.view.cassino_model import UsesStage
from ui.view.cassino_uses import ranked, words
from ui.view.model import Bar, Button, CardView, ChoiceItem, CloseSheet, Look, Stage, Submit, TextStage, Undo

Sheet = tuple[Stage, Bar]
CLAIMS, USES, BUILD = "claim", "uses", "build"


def use_pick(shot: Snapshot) -> Standing | None:
    """The standing choice of the use."""
    return next((one for one in shot.prompts if one.prompt.purpose == "use"), None)


def claimers(shot: Snapshot) -> tuple[tuple[str, Standing], ...]:
    """Who may claim now, with the prompt that takes it, in table order."""
    state: CassinoState = shot.state
    found: dict[str, Standing] = {}
    for standing in shot.prompts:
        pick = standing.prompt
        if isinstance(pick, Pick) and (pick.purpose == CLAIM or _holds_claim(shot, pick)):
            found.setdefault(pick.seat, standing)
    return tuple((name, found[name]) for name in state.players if name in found)


def _holds_claim(shot: Snapshot, pick: Pick) -> bool:
    state: CassinoState = shot.state
    return pick.purpose == "use" and state.options.claim == "any_time"


def claim_sheet(shot: Snapshot, undo: Button | None, about: str) -> Sheet | None:
    """Who claims; then, with a name, whether that is meant: a wrong claim loses."""
    state: CassinoState = shot.state
    able = dict(claimers(shot))
    eyebrow = say(N_("Claim the game"))
    if not able:
        return None
    if not about:
        title = say(N_("Who claims to have {target} points?"), target=state.target)
        lines = (
            say(
                N_(
                    "Counted are banked points and what is certain in this pack: aces, cassinos, sweeps, a safe majority."
                )
            ),
            _verdict(state),
        )
        buttons = tuple(Button(name, Look(CLAIMS, name)) for name in able)
        return TextStage(title, lines, buttons), Bar(eyebrow, say(N_("Touch the claimer's name")), undo, (_back(),))
    if about not in able:
        return None
    title = say(N_("{seat} claims {target} points. Sure?"), seat=about, target=state.target)
    claim = Button(say(N_("Yes, {seat} claims"), seat=about), Submit(Picked(about, CLAIM), able[about]), "danger")
    lines = (say(N_("If it is right, {seat} wins at once."), seat=about), _verdict(state))
    return TextStage(title, lines), Bar(eyebrow, say(N_("{seat}, are you sure?"), seat=about), undo, (_back(), claim))


def _verdict(state: CassinoState) -> str:
    """What a wrong claim costs."""
    if len(state.living) > 2:
        return say(N_("If it is wrong, the claimer is out and the others play on."))
    return say(N_("If it is wrong, the claimer loses the game."))


def _back() -> Button:
    return Button(say(N_("Back")), CloseSheet())


def uses_sheet(shot: Snapshot, undo: Button | None) -> Sheet | None:
    """All offered uses in words."""
    state: CassinoState = shot.state
    standing = use_pick(shot)
    if standing is None or state.played is None or not isinstance(standing.prompt, Pick):
        return None
    pick = standing.prompt
    choices = shot.choices(pick)
    items = tuple(
        ChoiceItem(words(state, text), Submit(Picked(pick.seat, text), standing), proposed=at == 0)
        for at, text in enumerate(ranked(state, choices))
    )
    note = say(N_("There are more: tap the cards themselves on the table.")) if choices.more else ""
    title = say(N_("What {seat} may do with {card:cards}"), seat=pick.seat, card=state.played)
    count = say(P_("{count} way to use it", "{count} ways to use it", "count"), count=len(items))
    bar = Bar(say(N_("All uses")), note or count, undo, (_back(),))
    return UsesStage(title, CardView("face", state.played.face), items), bar


def build_sheet(shot: Snapshot, undo: Button | None, about: str) -> Sheet | None:
    """Who promised what with the build at this place, whether it can still be true, and the way back to before it."""
    state: CassinoState = shot.state
    if not about.isdigit() or int(about) >= len(state.builds):
        return None
    build = state.builds[int(about)]
    title = say(N_("Build of {value}: {cards:cards}"), value=build.value, cards=build.cards)
    lines = []
    if build.controller is None:
        lines.append(say(N_("Its builder is gone; anybody may take it with a card worth {value}."), value=build.value))
    else:
        name = state.players[build.controller]
        lines.append(
            say(
                N_("{seat} promised a build of {value} and may not trail while it stands."),
                seat=name,
                value=build.value,
            )
        )
        broken = {(promise.seat, promise.value) for promise in split(state)[1]}
        if (build.controller, build.value) in broken:
            lines.append(say(N_("By now {seat} cannot hold one: all are seen or spoken for."), seat=name))
    if build.multiple:
        lines.append(say(N_("It is multiple: its value never changes.")))
    back = back_to(shot, build.play)
    buttons: tuple[Button, ...] = ()
    if back is not None:
        lines.append(say(N_("It became so by: {what}"), what=back[1]))
        buttons = (Button(say(N_("Undo back to before it")), back[0], "danger"),)
    sentence = say(N_("Anybody may take it with a card worth {value}"), value=build.value)
    bar = Bar(say(N_("A build")), sentence, undo, (_back(), *buttons))
    return TextStage(title, tuple(lines)), bar


def back_to(shot: Snapshot, ordinal: int) -> tuple[Undo, str] | None:
    """The undo of everything since the action with this number (from 1), it too; and what that action was."""
    records = shot.history.current()
    acts = [record for record in records if record.change.instead_of is None]
    if not 0 < ordinal <= len(acts):
        return None
    first = acts[ordinal - 1]
    steps = sum(record.n >= first.n for record in records)
    return Undo(steps), action_text(first.change.action)


def entry_undo(shot: Snapshot, entry: int) -> tuple[Undo, str] | None:
    """The same for the journal entry that an event names."""
    records = shot.history.current()
    first = next((record for record in records if record.n == entry), None)
    if first is None:
        return None
    return Undo(sum(record.n >= entry for record in records)), action_text(first.change.action)
