"""Mall of Horror by the German rulebook: it ends at once, lots draw characters."""

from engine.rules.edition import Edition, Saying
from engine.rules.moh.build import Readings
from engine.rules.moh.family import MOH_FAMILY
from engine.rules.moh.tables import Places
from engine.rules.pieces import Place

MOH_DE = Edition(
    id="moh-de",
    title="Mall of Horror (German edition)",
    revision=2,
    family=MOH_FAMILY,
    places=Places(
        all=(
            Place(number=1, name="Restrooms", capacity=3),
            Place(number=2, name="Cachou", capacity=4),
            Place(number=3, name="Megatoys", capacity=4),
            Place(number=4, name="Parking Lot", capacity=None, own="Tiefgarage"),
            Place(number=5, name="Security HQ", capacity=3, own="Überwachungszentrale"),
            Place(number=6, name="Supermarket", capacity=6, own="Supermarkt"),
        ),
        parking=4,
        hq=5,
        supermarket=6,
        shop=2,
    ),
    readings=Readings(
        second_tie="character",
        sprint_to_chosen=False,
        empty_parking="stay",
        end_moment="at_once",
    ),
    words={
        "pin_up": "Schönheit",
        "tough_guy": "Muskelprotz",
        "gunman": "Bewaffneter Typ",
        "little_girl": "Kleines Kind",
        "threat": "Bedrohung",
        "camera": "Sicherheitskamera",
        "sprint": "Spurten",
        "hardware": "Werkzeug",
        "hidden": "Verstecken",
        "shotgun": "Schrotflinte",
        "chainsaw": "Kettensäge",
        "grenades": "Granaten",
        "pistol": "Pistole",
        "fire_axe": "Feuerwehraxt",
        "baseball_bat": "Baseballschläger",
    },
    says={
        "places": Saying(
            source="Contents",
            text="6 Gebieten (3 Geschäfte, 1 Supermarkt, 1 Überwachungszentrale und "
            "eine Tiefgarage)",
        ),
        "first_chief": Saying(
            source="Setup",
            text="Der älteste Spieler beginnt, er nimmt das Sicherheitschef Abzeichen",
        ),
        "setup_die": Saying(
            source="StartFig",
            text="Wenn also eine Zahl ein Gebiet angibt, welches schon voll besetzt "
            "ist, muss der Spieler den anderen Würfel wählen.",
        ),
        "setup_zombies": Saying(
            source="StartZombies",
            text="Ein Zombie kommt in jedes Gebiet welches von den Würfeln angezeigt wird.",
        ),
        "vote_weight": Saying(
            source="Vote",
            text="Wenn ein Spieler mehrere Charaktere in einem Gebiet hat, hat er so "
            "viele Stimmen wie Überlebende in dem Gebiet sind.",
        ),
        "gunman_votes": Saying(
            source="Vote",
            text="Der Spieler dessen Bewaffneter Typen bei der Wahl anwesend ist, "
            "bekommt eine Stimme mehr.",
        ),
        "revote_candidates": Saying(
            source="Vote",
            text="Nur die Charaktere die in der ersten Wahl die meisten Stimmen "
            "erhalten haben dürfen nun gewählt werden.",
        ),
        "second_tie": Saying(
            source="Vote",
            text="wird ein Charakter zufällig ausgewählt, welcher den Zombies zum Opfer fällt",
        ),
        "threat_absent": Saying(
            source="Vote",
            text='Vor den Wahlen können Spieler welche eine "Bedrohung" Karte haben '
            "diese Spielen um eine extra Stimme für die derzeitige Wahl zu "
            "erhalten.",
        ),
        "attack_cards_absent": Saying(
            source="Parking",
            text="Jeder Spieler mit mindestens einem Charakter in diesem Gebiet darf "
            "vor der Wahl eine oder mehrere Karten spielen.",
        ),
        "dead_may_play_cards": Saying(
            source="f",
            text="kann er nicht weiter mitspielen, aber er kann noch an den Gruppen "
            "Wahlen mit teilnehmen",
        ),
        "hidden_in_elections": Saying(
            source="f",
            text="Ein Charakter versteckt sich in einer dunklen Ecke und nimmt nicht an "
            "der Wahl wer gefressen wird teil.",
        ),
        "hardware_in_supermarket": Saying(
            source="f",
            text="Diese Karte kann nicht benutzt werden um vier Zombies (oder mehr) "
            "daran zu hindern in den Supermarkt einzudringen (Gebiet Nummer 6).",
        ),
        "vote_timeout": Saying(
            source="Vote",
            text="suchen sich verdeckt mit ihrer Abstimmscheibe eine Farbe aus",
        ),
        "zombie_supply": Saying(
            source="Contents",
            text="30 Zombie Figuren",
        ),
        "sprint_same_dest": Saying(
            source="d",
            text="Wenn also alle Überlebenden eines Spieler sich in einem Gebiet "
            "befinden, darf er dieses Gebiet nicht als Bestimmungsort wählen",
        ),
        "sprint_character": Saying(
            source="e",
            text="um ihren Charakter in ein völlig anderes Gebiet als gewählt wurde zu bewegen. "
            "Sie können sich auch entscheiden, den Charakter in das Gebiet zurücklaufen zu lassen, "
            "aus welchem er ursprünglich kam.",
        ),
        "sprint_to_chosen": Saying(
            source="e",
            text="um ihren Charakter in ein völlig anderes Gebiet als gewählt wurde zu bewegen",
        ),
        "zombie_player": Saying(
            source="f",
            text="Am Ende der folgenden Runde darf der Spieler in Form von einem Zombie "
            "zurückkehren",
        ),
        "zombie_place": Saying(
            source="f",
            text="auf ein Gebiet seiner Wahl setzen",
        ),
        "zombie_player_optional": Saying(
            source="f",
            text="Am Ende der folgenden Runde darf der Spieler in Form von einem Zombie "
            "zurückkehren",
        ),
        "revenge_moment": Saying(
            source="f",
            text='er darf einen Zombie am Ende der Phase d, "Auswahl des '
            'Bestimmungsortes" auf ein Gebiet seiner Wahl setzen',
        ),
        "truck_optional": Saying(
            source="a",
            text="Wer auch immer gewählt wird nimmt sich drei Spielkarten.",
        ),
        "give_to_dead": Saying(
            source="a",
            text="eine Karte welche er an einen Spieler abgibt (Dieser Spieler muss "
            "nicht unbedingt Charaktere in der Tiefgarage haben)",
        ),
        "camera_by_elected_chief": Saying(
            source="c",
            text='Jetzt dürfen die Spieler die eine "Sicherheitskamera" Karte haben '
            "diese spielen um sich ebenfalls das Ergebnis des Würfelwurfes "
            "anzusehen.",
        ),
        "holds_two": Saying(
            source="f",
            text="Der bewaffnete Typ gilt als zwei Charaktere wenn es darum geht "
            "Zombies aus einem Gebiet fern zuhalten.",
        ),
        "empty_parking": Saying(
            source="f",
            text="wenn sie vor einem leeren Gebiet stehen, bleiben sie im Spiel",
        ),
        "end_moment": Saying(
            source="End",
            text="Das Spiel endet sobald die Rettungsmannschaft eintrifft",
        ),
    },
)
