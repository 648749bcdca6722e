"""Osaczeni by its Polish rulebook."""

from engine.rules.edition import Edition, Saying
from engine.rules.osaczeni.build import Readings
from engine.rules.osaczeni.family import OSACZENI_FAMILY

OSACZENI = Edition(
    id="osaczeni",
    title="Osaczeni",
    revision=2,
    family=OSACZENI_FAMILY,
    places=None,
    readings=Readings(),
    says={
        "parking_notches": Saying(
            source="P5",
            text="Jeśli na parkingu też nie ma wolnych wcięć, potwora należy zostawić w puli.",
        ),
        "deck": Saying(source="Components", text="23 karty przedmiotów"),
        "variant": Saying(
            source="P7",
            text="W każdej rozgrywce gracze mogą stosować standardowe zasady albo użyć 1 z "
            "wariantów opisanych na kartach epilogów, które już odblokowali.",
        ),
        "unlocked": Saying(
            source="P7",
            text="Warunki sprawdza się od góry, pomijając epilogi, które zostały wcześniej "
            "odblokowane.",
        ),
        "first_badge": Saying(
            source="Setup", text="Najstarszy gracz otrzymuje żeton odznaki ochrony"
        ),
        "first_victim": Saying(source="Setup", text="Najmłodszy gracz otrzymuje żeton ofiary."),
        "monster_supply": Saying(source="Components", text="25 żetonów potworów"),
        "discussion": Saying(
            source="Vote",
            text="Gdy każdy z graczy powie i zrobi wszystko, co chciał, należy przejść do kroku "
            "decyzji.",
        ),
        "drink_timing": Saying(
            source="Cards", text="KARTY, KTÓRE MOŻNA ZAGRAĆ W KROKU C FAZY 4. „TUTAJ!”"
        ),
        "drink_to_parking": Saying(
            source="Cards",
            text="Przenieś 1 ze swoich postaci z obszaru, na którym się znajduje, na dowolny "
            "obszar z wolnym polem.",
        ),
        "gun_without_voter": Saying(source="Cards", text="W tym głosowaniu masz 1 dodatkowy głos."),
        "give_to_dead": Saying(source="P1", text="1 przekazuje dowolnemu z pozostałych graczy"),
        "vote_timeout": Saying(
            source="Vote",
            text="Gracze liczą do 3, a następnie jednocześnie wskazują 1 dowolną osobę.",
        ),
        "candidates": Saying(
            source="P2",
            text="Gracze głosują, aby ustalić, który z nich weźmie żeton odznaki ochrony",
        ),
    },
)
