"""How firmly the seats of each model are asked, by what its server has taken and refused."""

from arena.models.specs import first_step, parse, worded_step
from arena.models.types import Model, Step, is_below, is_worded


class Ladder:
    """The steps of one game, by SPEC: the seats of a model share what one of them found out."""

    def __init__(self) -> None:
        """Begin where nothing is known of any server but what it says of itself."""
        self._steps: dict[str, Step] = {}
        self._taken = set[tuple[str, Step]]()

    def step(self, model: Model) -> Step:
        """Return how a model is asked, as far as its server's refusals say."""
        spec = parse(model.spec)
        first = first_step(spec, model.settings)
        if not (model.takes_tools or is_worded(first)):
            first = worded_step(first, spec, model.settings) or first
        return self._steps.get(model.spec, first)

    def has_taken(self, model: Model, step: Step) -> bool:
        """Tell whether a reply came to a call that was asked so."""
        return (model.spec, step) in self._taken

    def is_trial(self, model: Model, step: Step) -> bool:
        """Tell whether to ask so is less firm only to see whether its server takes that."""
        return not self.has_taken(model, step) and is_below(step, self.step(model))

    def lower(self, model: Model, after: Step) -> None:
        """Ask no more firmly than so from now on."""
        if is_below(after, self.step(model)):
            self._steps[model.spec] = after

    def take(self, model: Model, step: Step) -> None:
        """Take note that a call brought a reply; what was tried is the way then."""
        self.lower(model, step)
        self._taken.add((model.spec, step))
