"""Policies: small classes for what editions and options change, each with the sentence it enforces.

Phases call them and never see an option. `build.py` picks one of each kind.
"""

from engine.rules.moh.policies.cards import (
    Cameras,
    CardPlayers,
    HardwareBelowFour,
    HardwareNeverThere,
    HardwarePolicy,
    HideInAttacks,
    HideInEveryVote,
    HidePolicy,
)
from engine.rules.moh.policies.ending import (
    FEW,
    TOGETHER,
    EmptyParkingPolicy,
    EndMoment,
    ZombiesLeaveParking,
    ZombiesStayOnEmptyParking,
)
from engine.rules.moh.policies.movement import (
    DestinationElsewhere,
    DestinationPolicy,
    SprintHoldersStay,
    SprintTargets,
)
from engine.rules.moh.policies.revenge import (
    Revenge,
)
from engine.rules.moh.policies.setup import (
    AnyIfOneIsFull,
    ChiefDrawn,
    ChiefNamed,
    FirstChiefPolicy,
    FirstZombiesPolicy,
    JoinOrder,
    OtherDieFirst,
    RandomOrder,
    SeatingPolicy,
    SetupDiePolicy,
    ZombiePerDie,
    ZombiePerLocation,
    ZombieSupply,
)
from engine.rules.moh.policies.truck import (
    GiftPolicy,
    GiftToAnyone,
    GiftToLiving,
    SearchBinds,
    SearchMayBeDeclined,
    SearchPolicy,
)
from engine.rules.moh.policies.votes import (
    AllStandAgain,
    BallotDefault,
    BallotWeight,
    CharacterDrawn,
    PlayerDrawn,
    RevotePolicy,
    SecondTiePolicy,
    TiedStandAgain,
)

__all__ = [
    "FEW",
    "TOGETHER",
    "AllStandAgain",
    "AnyIfOneIsFull",
    "BallotDefault",
    "BallotWeight",
    "Cameras",
    "CardPlayers",
    "CharacterDrawn",
    "ChiefDrawn",
    "ChiefNamed",
    "DestinationElsewhere",
    "DestinationPolicy",
    "EmptyParkingPolicy",
    "EndMoment",
    "FirstChiefPolicy",
    "FirstZombiesPolicy",
    "GiftPolicy",
    "GiftToAnyone",
    "GiftToLiving",
    "HardwareBelowFour",
    "HardwareNeverThere",
    "HardwarePolicy",
    "HideInAttacks",
    "HideInEveryVote",
    "HidePolicy",
    "JoinOrder",
    "OtherDieFirst",
    "PlayerDrawn",
    "RandomOrder",
    "Revenge",
    "RevotePolicy",
    "SearchBinds",
    "SearchMayBeDeclined",
    "SearchPolicy",
    "SeatingPolicy",
    "SecondTiePolicy",
    "SetupDiePolicy",
    "SprintHoldersStay",
    "SprintTargets",
    "TiedStandAgain",
    "ZombiePerDie",
    "ZombiePerLocation",
    "ZombieSupply",
    "ZombiesLeaveParking",
    "ZombiesStayOnEmptyParking",
]
