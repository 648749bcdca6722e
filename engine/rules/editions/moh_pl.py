"""Mall of Horror by the Polish rulebook: it ends at once, lots draw characters."""

from engine.rules.edition import Edition, Saying
from engine.rules.moh.build import Readings
from engine.rules.moh.family import MOH_FAMILY
from engine.rules.moh.tables import Places
from engine.rules.pieces import Place

MOH_PL = Edition(
    id="moh-pl",
    title="Mall of Horror (Polish edition)",
    revision=2,
    family=MOH_FAMILY,
    places=Places(
        all=(
            Place(number=1, name="Restrooms", capacity=3),
            Place(number=2, name="Cachou", capacity=4),
            Place(number=3, name="Megatoys", capacity=4),
            Place(number=4, name="Parking Lot", capacity=None, own="Parking"),
            Place(number=5, name="Security HQ", capacity=3, own="Biuro Ochrony"),
            Place(number=6, name="Supermarket", capacity=6, own="Supermarket"),
        ),
        parking=4,
        hq=5,
        supermarket=6,
        shop=2,
    ),
    readings=Readings(
        camera_by_elected_chief=True,
        second_tie="character",
        sprint_to_chosen=False,
        empty_parking="stay",
        end_moment="at_once",
    ),
    words={
        "pin_up": "Ślicznotka",
        "tough_guy": "Twardziel",
        "gunman": "Strzelec",
        "little_girl": "Dziewczynka",
        "threat": "Pogróżki",
        "camera": "Kamery Ochronne",
        "sprint": "Sprint",
        "hardware": "Narzędzia",
        "hidden": "Kryjówka",
        "shotgun": "strzelba",
        "chainsaw": "piła łańcuchowa",
        "grenades": "granaty",
        "pistol": "pistolet",
        "fire_axe": "siekiera strażacka",
        "baseball_bat": "kij baseballowy",
    },
    says={
        "places": Saying(
            source="Contents",
            text="6 lokacji (trzy sklepy, Supermarket, Biuro Ochrony i Parking).",
        ),
        "first_chief": Saying(
            source="Setup",
            text="Rozgrywkę rozpoczyna najstarszy z graczy.",
        ),
        "setup_die": Saying(
            source="StartHeroes",
            text="Jeżeli jedna z kości wskazuje lokację, na której znajduje się już "
            "maksymalna liczba postaci, gracz musi wybrać lokację wskazaną przez "
            "drugą kość.",
        ),
        "setup_zombies": Saying(
            source="StartZombies",
            text="Wyrzucone liczby wskazują numery lokacji, przed którymi pojawia się "
            "po jednym zombie.",
        ),
        "vote_weight": Saying(
            source="Vote",
            text="Jeżeli gracz posiada kilku bohaterów w tej samej lokacji, ma on tyle "
            "głosów, ilu bohaterów.",
        ),
        "gunman_votes": Saying(
            source="Vote",
            text="Dostaje on dodatkowy głos w każdym głosowaniu, w którym bierze udział",
        ),
        "revote_candidates": Saying(
            source="Vote",
            text="Można głosować wyłącznie na bohaterów, którzy zremisowali.",
        ),
        "second_tie": Saying(
            source="Vote",
            text="bohater zostanie wybrany na chybił trafił",
        ),
        "threat_absent": Saying(
            source="Vote",
            text="Przed głosowaniem, gracze którzy posiadają kartę Pogróżki, mogą ją "
            "zagrać zgodnie z kierunkiem gry, aby otrzymać jeden dodatkowy głos w "
            "bieżącym głosowaniu.",
        ),
        "attack_cards_absent": Saying(
            source="Parking",
            text="Każdy gracz posiadający bohaterów może zagrać przed każdym "
            "głosowaniem jedną lub więcej kart.",
        ),
        "dead_may_play_cards": Saying(
            source="f",
            text="nie może on już dłużej grać, ale nadal może brać udział w głosowaniach",
        ),
        "hidden_in_elections": Saying(
            source="f",
            text="Przed każdym głosowaniem, wszyscy gracze posiadający bohatera w tej "
            "lokacji mogą zagrać jedną lub więcej swoich kart.",
        ),
        "hardware_in_supermarket": Saying(
            source="f",
            text="Karta nie może być zagrana aby powstrzymać 4 (lub więcej) zombie "
            "przed wkroczeniem do Supermarketu (lokacja numer 6).",
        ),
        "vote_timeout": Saying(
            source="Vote",
            text="muszą sekretnie wybrać kolor na swoim kole do głosowań",
        ),
        "zombie_supply": Saying(
            source="Contents",
            text="30 figurek zombie",
        ),
        "sprint_same_dest": Saying(
            source="d",
            text="jeżeli wszyscy należący do gracza bohaterowie znajdują się w tej "
            "samej lokacji, nie może on wybrać tej lokacji jako swego punktu "
            "docelowego",
        ),
        "sprint_character": Saying(
            source="e",
            text="Może teraz przesunąć swojego bohatera w miejsce inne, niż początkowo "
            "wybrał, a nawet wrócić do lokacji, którą opuścił.",
        ),
        "sprint_to_chosen": Saying(
            source="e",
            text="Może teraz przesunąć swojego bohatera w miejsce inne, niż początkowo "
            "wybrał, a nawet wrócić do lokacji, którą opuścił.",
        ),
        "zombie_player": Saying(
            source="f",
            text="Gracz ten może pod koniec następnej rundy powrócić do gry pod postacią zombie",
        ),
        "zombie_place": Saying(
            source="f",
            text="umieszcza figurkę zombie na wybranej przez siebie lokacji",
        ),
        "zombie_player_optional": Saying(
            source="f",
            text="Gracz ten może pod koniec następnej rundy powrócić do gry pod postacią zombie",
        ),
        "revenge_moment": Saying(
            source="f",
            text="umieszcza figurkę zombie na wybranej przez siebie lokacji pod koniec "
            "fazy d) Wybór lokacji docelowej",
        ),
        "truck_optional": Saying(
            source="a",
            text="Gracz, którego bohater został wybrany, może wylosować trzy karty akcji.",
        ),
        "give_to_dead": Saying(
            source="a",
            text="jedną, którą daje wybranemu przez siebie graczowi (nie musi on "
            "posiadać bohatera na Parkingu)",
        ),
        "camera_by_elected_chief": Saying(
            source="c",
            text="gracze, którzy posiadają kartę Kamer Ochronnych, mogą ją zagrać",
        ),
        "holds_two": Saying(
            source="f",
            text="Twardziel liczy się jako dwóch bohaterów przy sumowaniu liczby "
            "bohaterów potrzebnych do odparcia zombie.",
        ),
        "empty_parking": Saying(
            source="f",
            text="jeżeli znajdują się na zewnątrz pustej lokacji, pozostają w grze",
        ),
        "end_moment": Saying(
            source="End",
            text="Pomoc przybywa, gdy zaistnieje jedna z dwóch następujących sytuacji",
        ),
    },
)
