"""Mall of Horror by the Spanish text: a condition that held in a round ends the game with it."""

from engine.rules.edition import Edition, Saying
from engine.rules.moh.build import Readings
from engine.rules.moh.family import MOH_FAMILY
from engine.rules.moh.tables import Places
from engine.rules.pieces import Place

MOH_ES = Edition(
    id="moh-es",
    title="Mall of Horror (Spanish edition)",
    revision=2,
    family=MOH_FAMILY,
    places=Places(
        all=(
            Place(number=1, name="Restrooms", capacity=3),
            Place(number=2, name="Cachou", capacity=4, own="Cachou"),
            Place(number=3, name="Megatoys", capacity=4),
            Place(number=4, name="Parking Lot", capacity=None, own="Estacionamiento"),
            Place(number=5, name="Security HQ", capacity=3, own="Cuartel general de seguridad"),
            Place(number=6, name="Supermarket", capacity=6, own="Supermercado"),
        ),
        parking=4,
        hq=5,
        supermarket=6,
        shop=2,
    ),
    readings=Readings(
        threat_absent=True,
        camera_by_elected_chief=True,
        end_moment="met_in_round",
    ),
    words={
        "pin_up": "Pin-Up",
        "tough_guy": "Tipo duro",
        "gunman": "Pistolero",
        "little_girl": "Little Girl",
        "threat": "Amenaza",
        "camera": "Cámara de seguridad",
        "sprint": "Sprint",
        "hardware": "Hardware",
        "hidden": "Oculto",
    },
    says={
        "places": Saying(
            source="Prep3, A, B, F",
            text="cierra Cachou (ubicación 2) en una partida de 3 o 4 jugadores; estacionamiento "
            "(ubicación 4); cuartel general de seguridad (ubicación 5); Supermercado (Ubicación 6)",
        ),
        "first_chief": Saying(
            source="Prep2",
            text="La persona de mayor edad toma la insignia de Jefe de Seguridad y es "
            "el primer jugador.",
        ),
        "setup_die": Saying(
            source="Prep4",
            text="Si ambos dados indican ubicaciones completas, el jugador puede elegir "
            "cualquier ubicación que tenga espacio.",
        ),
        "setup_zombies": Saying(
            source="Prep5",
            text="El Jefe lanza 4 dados y coloca un zombis frente a cada ubicación "
            "indicada por un dado.",
        ),
        "vote_weight": Saying(
            source="Vote",
            text="Si un jugador tiene varios personajes en la misma ubicación, tiene "
            "esa cantidad de votos.",
        ),
        "gunman_votes": Saying(
            source="Gunmen",
            text="Los pistoleros obtienen un voto adicional cuando están presentes.",
        ),
        "revote_candidates": Saying(
            source="Vote",
            text="Solo se podrán votar por personajes del empate.",
        ),
        "second_tie": Saying(
            source="F",
            text="Los empates en la segunda votación dan como resultado la selección de "
            "un color aleatorio, sin importar cuántos caracteres tenga cada "
            "jugador respectivamente",
        ),
        "threat_absent": Saying(
            source="Vote",
            text="Antes de cualquier votación, cada jugador tiene la oportunidad de "
            "jugar una o más cartas.",
        ),
        "attack_cards_absent": Saying(
            source="F",
            text="Antes de la votación, cada jugador presente en esta ubicación puede "
            "descartar una o más cartas de Acción",
        ),
        "dead_may_play_cards": Saying(
            source="Zombie",
            text="Si al final de un Ataque (Fase F) un jugador se queda sin más "
            "personajes, entonces ya no puede jugar.",
        ),
        "hardware_in_supermarket": Saying(
            source="Cards",
            text="No se puede usar en el estacionamiento (ubicación 4) ni para detener "
            "a 4 o más zombis que ingresan al supermercado (ubicación 6).",
        ),
        "zombie_supply": Saying(
            source="Components",
            text="30 figuras de zombies",
        ),
        "sprint_character": Saying(
            source="E",
            text="puede descartar una carta de Sprint en su turno para cambiar su "
            "destino, incluso regresando a la ubicación que dejó",
        ),
        "sprint_to_chosen": Saying(
            source="E",
            text="puede descartar una carta de Sprint en su turno para cambiar su "
            "destino, incluso regresando a la ubicación que dejó",
        ),
        "zombie_player": Saying(
            source="Zombie",
            text="en la siguiente ronda solo puede regresar como un Zombi",
        ),
        "zombie_place": Saying(
            source="Zombie",
            text="colocando un Zombi en el lugar que elija",
        ),
        "zombie_player_optional": Saying(
            source="Zombie",
            text="en la siguiente ronda solo puede regresar como un Zombi",
        ),
        "revenge_moment": Saying(
            source="Zombie",
            text="al final de la fase Elegir destinos (Fase RE)",
        ),
        "truck_optional": Saying(
            source="A",
            text="El ganador mira las tres primeras cartas de Acción, se queda con una "
            "carta y le da una carta a cualquier otro jugador.",
        ),
        "give_to_dead": Saying(
            source="A",
            text="le da una carta a cualquier otro jugador",
        ),
        "camera_by_elected_chief": Saying(
            source="C",
            text="todos los jugadores (independientemente de si tienen un personaje "
            "presente en el cuartel general de seguridad o no) ahora pueden usar "
            "una tarjeta de cámara de seguridad para ver los dados",
        ),
        "holds_two": Saying(
            source="F",
            text="Los tipos duros cuentan como 2.",
        ),
        "empty_parking": Saying(
            source="F",
            text="los zombis siempre abandonan el estacionamiento al final de la ronda, "
            "incluso si no han comido",
        ),
        "end_moment": Saying(
            source="End",
            text="El juego termina al concluir la ronda en la que se cumple una de las "
            "condiciones de finalización del juego, no inmediatamente.",
        ),
    },
)
