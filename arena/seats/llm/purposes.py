"""What each tool is for, in one sentence."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["PURPOSES"]

PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "place_character": "Put one of your characters on the board at the start.",
        "assign_start": "Let one of your start dice place one of your characters.",
        "play_vote_card": "Play a card before a vote, or `pass`.",
        "play_attack_card": "Play a card before a vote in an attack, or `pass`.",
        "play_item": "Play an item in a discussion, or `pass`.",
        "cast_vote": "Cast your secret ballot for a player.",
        "cast_revote": "Cast your secret ballot in a re-vote.",
        "point_at": "Point at a player; all do so at once.",
        "break_tie": "Decide a tie with the victim token.",
        "distribute_truck": "Say which card from the truck you keep, which you give, and to whom.",
        "use_camera": "Play a Security Camera to look at the dice, or `pass`.",
        "use_walkie_talkie": "Play a Walkie-talkie to look at the dice, or `pass`.",
        "announce_destination": "Choose your destination for all to hear; it binds.",
        "choose_destination": "Choose your destination in secret.",
        "place_revenge_zombie": "Place a zombie after your elimination, or `pass` if you may.",
        "move": "Say which of your characters goes to your destination, or runs.",
        "energy_drink": "Play an Energy drink to move a character, or `pass`.",
        "choose_victim": "Say which of your characters is lost.",
        "say": "Speak on your turn to talk, or say nothing.",
        "bid": "Say how much you want to speak next.",
        "summarize": "Write down what you need to go on, in place of the talk so far.",
    }
)
"""By the tool's name; a kind of decision has the same in both families."""
