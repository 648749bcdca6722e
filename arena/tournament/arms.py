"""Derives the arms of a tournament from its config: each is its control's rules with changes.

Every control with arms also has a null arm, which repeats it under another name, so that the two
differ by chance only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from arena.errors import ConfigError, possible
from arena.text import shown
from arena.tournament.config import Arm, Sections, TournamentConfig, mistake
from arena.tournament.plan import CONTROL, NULL

CHANGES = tuple(key for key in Arm.model_fields if key not in {"name", "control"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRules:
    """The rules and personas of an arm."""

    arm: str
    control: str
    """Name of the arm that it is compared with; its own name for the first control."""
    sections: Sections
    personas: Mapping[str, str]
    """Persona by entrant, for those that have one."""


def null_of(control: str) -> str:
    """Return the name of a control's null arm."""
    return NULL if control == CONTROL else f"{NULL} of {control}"


def arms_of(config: TournamentConfig) -> tuple[ArmRules, ...]:
    """Return all arms, null arms included, each after its control. Raises `ConfigError`."""
    found = {
        CONTROL: ArmRules(
            arm=CONTROL, control=CONTROL, sections=config.sections(), personas=config.personas
        )
    }
    for arm in config.arms:
        where = f"{config.source}: [[arms]] {shown(arm.name)}"
        _check(arm, tuple(found), where)
        control = found[arm.control]
        null = null_of(arm.control)
        if null not in found:
            found[null] = ArmRules(
                arm=null, control=arm.control, sections=control.sections, personas=control.personas
            )
        found[arm.name] = ArmRules(
            arm=arm.name, control=arm.control, sections=_laid_over(control, arm, where),
            personas={
                name: each for name, each in {**control.personas, **arm.personas}.items() if each
            },
        )  # fmt: skip
    return tuple(found.values())


def _check(arm: Arm, before: tuple[str, ...], where: str) -> None:
    if arm.name in before or arm.name == NULL or arm.name.startswith(f"{NULL} of "):
        raise ConfigError(
            f"{where}: that name is taken. Possible: any but {', '.join(before)}, and what begins "
            f"with {NULL!r}: every control has such an arm by itself."
        )
    controls = tuple(name for name in before if not name.startswith(NULL))
    if arm.control not in controls:
        near = possible(arm.control, controls)
        raise ConfigError(f"{where}: control is {shown(arm.control)}. {near}")
    if not any(getattr(arm, key) for key in CHANGES):
        raise ConfigError(
            f"{where} changes nothing. Possible: some of {', '.join(CHANGES)}; a null arm, which "
            "is its control once more, is there by itself."
        )


def _laid_over(control: ArmRules, arm: Arm, where: str) -> Sections:
    data = control.sections.model_dump(mode="json", exclude_unset=True)
    for key in CHANGES:
        given = getattr(arm, key)
        if not given or key == "personas":
            continue
        under = data.get(key, {})
        if key == "models":
            given = {spec: {**under.get(spec, {}), **each} for spec, each in given.items()}
        data[key] = {**under, **given}
    try:
        return Sections.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{where}: {mistake(error)}") from error
