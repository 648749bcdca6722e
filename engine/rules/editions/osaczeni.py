"""Osaczeni, as its Polish rulebook tells it."""

from engine.rules.edition import Edition
from engine.rules.osaczeni.build import Readings
from engine.rules.osaczeni.family import OSACZENI_FAMILY

__all__ = ["OSACZENI"]

OSACZENI = Edition(
    id="osaczeni",
    title="Osaczeni",
    revision=1,
    family=OSACZENI_FAMILY,
    places=None,
    readings=Readings(),
)
