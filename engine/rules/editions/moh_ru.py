"""Mall of Horror by the Russian print-and-play sheet: its own numbers, and cards from afar."""

from engine.rules.edition import Edition, Saying
from engine.rules.moh.build import Readings
from engine.rules.moh.family import MOH_FAMILY
from engine.rules.moh.tables import Places
from engine.rules.pieces import Place

LOCATIONS = Saying(
    source="Locations",
    text="1 – Парковка (нет лимита), 2 – Охрана (3), 3 – Ресторан (4), 4 – Супермаркет (6), 5 – "
    "Туалет (лимит – 3), 6 – Бутик (4).",
)
"""The only text that gives the capacities of locations."""

MOH_RU = Edition(
    id="moh-ru",
    title="Mall of Horror (Russian edition)",
    revision=3,
    family=MOH_FAMILY,
    places=Places(
        all=(
            Place(number=1, name="Parking Lot", capacity=None, own="Парковка"),
            Place(number=2, name="Security HQ", capacity=3, own="Охрана"),
            Place(number=3, name="Restaurant", capacity=4, own="Ресторан"),
            Place(number=4, name="Supermarket", capacity=6, own="Супермаркет"),
            Place(number=5, name="Toilets", capacity=3, own="Туалет"),
            Place(number=6, name="Boutique", capacity=4, own="Бутик"),
        ),
        parking=1,
        hq=2,
        supermarket=4,
        shop=6,
    ),
    readings=Readings(
        setup_die="free",
        revote_candidates="present",
        threat_absent=True,
        attack_cards_absent=True,
        hidden_in_elections=True,
        hardware_in_supermarket="never",
        zombie_place="last_death",
        zombie_player_optional=False,
    ),
    words={
        "pin_up": "Девушка",
        "tough_guy": "Силач",
        "gunman": "Террорист",
        "little_girl": "Девочка",
        "threat": "Угроза",
        "camera": "Камеры наблюдения",
        "sprint": "Бег",
        "hardware": "Баррикада",
        "hidden": "Спрятался!",
    },
    says={
        "places": LOCATIONS,
        "capacities": LOCATIONS,
        "first_chief": Saying(
            source="Prep2",
            text="Самый старший игрок получает жетон шефа службы безопасности (СБ).",
        ),
        "setup_die": Saying(
            source="Prep4",
            text="Если на кубике выпал номер удалённой из игры локации или локации, в "
            "которой уже нет места, игрок может поместить своего персонажа в любую "
            "свободную локацию.",
        ),
        "setup_zombies": Saying(
            source="Prep5",
            text="Шеф СБ бросает 4 кубика и выставляет зомби перед локациями, "
            "соответствующими выпавшим на кубиках номерам.",
        ),
        "vote_weight": Saying(
            source="Vote",
            text="У каждого игрока есть столько голосов, сколько его персонажей "
            "находятся в соответствующей локации.",
        ),
        "gunman_votes": Saying(
            source="Vote",
            text="Террорист всегда даёт своему владельцу один дополнительный голос при "
            "голосовании.",
        ),
        "revote_candidates": Saying(
            source="Vote",
            text="Голосовать можно только за игрока, персонажи которого находящихся в "
            "соответствующей локации.",
        ),
        "second_tie": Saying(
            source="F",
            text="Если голосование закончилось ничьей два раза подряд, игрок определяется жребием.",
        ),
        "threat_absent": Saying(
            source="Vote",
            text="Перед голосованием любой игрок может сбросить сколько угодно карт "
            '"Угроза", получив за каждую один дополнительный голос.',
        ),
        "attack_cards_absent": Saying(
            source="F",
            text="До голосования каждый игрок, начиная с шефа СБ, может использовать "
            "одну или несколько карт действия",
        ),
        "dead_may_play_cards": Saying(
            source="Zombie",
            text="у игрока не осталось персонажей, он не выбывает из игры",
        ),
        "hidden_in_elections": Saying(
            source="Cards",
            text="Используется в фазы «Обыск грузовика», «Выборы шефа СБ», «Нападение зомби».",
        ),
        "hardware_in_supermarket": Saying(
            source="Cards",
            text="Не может быть использовано на парковке (локация № 1), и в "
            "супермаркете (локация № 4).",
        ),
        "vote_timeout": Saying(
            source="Vote",
            text="Затем каждый игрок голосует.",
        ),
        "sprint_character": Saying(
            source="E",
            text="Разыгравший эту карту игрок может переместить персонажа в любую "
            "локацию, или оставить персонажа в локации, где этот персонаж "
            "находился в начале хода.",
        ),
        "sprint_to_chosen": Saying(
            source="Cards",
            text="переместить персонажа в любую локацию, в которой для него есть место",
        ),
        "zombie_player": Saying(
            source="Zombie",
            text="в следующем ходу (только в следующем) после своей смерти появляется в "
            "игре в качестве мертвеца",
        ),
        "zombie_place": Saying(
            source="Zombie",
            text="выставив дополнительного зомби в ту локацию, в которой погиб "
            "последний персонаж этого игрока",
        ),
        "zombie_player_optional": Saying(
            source="Zombie",
            text="после своей смерти появляется в игре в качестве мертвеца, выставив "
            "дополнительного зомби",
        ),
        "truck_optional": Saying(
            source="A",
            text="Победитель берёт три верхние карты из колоды карт действия, смотрит "
            "их, оставляет себе одну",
        ),
        "give_to_dead": Saying(
            source="A",
            text="Победитель может отдать вторую карту любому другому игроку, даже если "
            "персонажей этого игрока нет на парковке.",
        ),
        "camera_by_elected_chief": Saying(
            source="C",
            text="Ознакомиться с результатом броска может любой другой игрок.",
        ),
        "holds_two": Saying(
            source="F",
            text="здоровяки считаются за двоих",
        ),
        "empty_parking": Saying(
            source="F",
            text="В конце хода зомби всегда уходят с парковки.",
        ),
        "end_moment": Saying(
            source="End",
            text="все оставшиеся в живых персонажи в конце хода находятся в одной "
            "локации, кроме парковки",
        ),
    },
)
