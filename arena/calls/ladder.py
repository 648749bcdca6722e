"""Tracks, for each model of a game, how strictly its server lets it be asked."""

from arena.models.specs import first_step, parse, worded_step
from arena.models.types import Model, Step, is_below, is_worded


class Ladder:
    """The step of each SPEC; all seats of a model share what one of them found out."""

    def __init__(self) -> None:
        self._steps: dict[str, Step] = {}
        self._taken = set[tuple[str, Step]]()

    def step(self, model: Model) -> Step:
        """Return the strictest step that the server has not refused."""
        spec = parse(model.spec)
        first = first_step(spec, model.settings)
        if not (model.takes_tools or is_worded(first)):
            first = worded_step(first, spec, model.settings) or first
        return self._steps.get(model.spec, first)

    def has_taken(self, model: Model, step: Step) -> bool:
        """Return True if a call of this step brought a reply."""
        return (model.spec, step) in self._taken

    def is_trial(self, model: Model, step: Step) -> bool:
        """Return True if a step is lower than needed and not yet known to work: a trial."""
        return not self.has_taken(model, step) and is_below(step, self.step(model))

    def lower(self, model: Model, after: Step) -> None:
        """Use no stricter step than this from now on."""
        if is_below(after, self.step(model)):
            self._steps[model.spec] = after

    def take(self, model: Model, step: Step) -> None:
        """Record that a call brought a reply; a step on trial becomes the current one."""
        self.lower(model, step)
        self._taken.add((model.spec, step))
