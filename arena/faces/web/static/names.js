// How the things of one game are called, and which of them is the viewer's.

import {h, svg} from "./dom.js";
import {icon} from "./sprites.js";
import {S} from "./strings.js";
import {remember, remembered} from "./theme.js";

const OWN = "own";

/** Return the head with the names of places, characters and cards in the edition's language, where that is chosen. */
export function named(head) {
  if (!remembered(OWN)) return head;
  const own = (each) => ({...each, english: each.name, name: each.own ?? each.name});
  return {...head, rooms: head.rooms.map(own), characters: head.characters.map(own), cards: head.cards.map(own)};
}

/** Let a button change the language of names, where the edition has names of its own. */
export function startNames(button, head) {
  const has = [...head.rooms, ...head.characters, ...head.cards].some((each) => each.own && each.own !== each.name);
  button.hidden = !has;
  button.textContent = remembered(OWN) ? S.englishNames : S.ownNames;
  button.addEventListener("click", () => {
    remember(OWN, remembered(OWN) ? "" : "yes");
    location.reload();
  });
}

export class Names {
  constructor(head) {
    this.head = head;
    this.seats = head.seats.map((seat) => seat.name);
    this.me = this.seats.includes(head.viewpoint) ? head.viewpoint : null;
    this.characters = new Map(head.characters.map((each) => [each.id, each]));
    this.cards = new Map(head.cards.map((each) => [each.id, each]));
    this.rooms = new Map(head.rooms.map((each) => [each.number, each]));
  }

  /** The colour of a seat as a class; `s9` for what is no seat. */
  tint(seat) {
    const index = this.seats.indexOf(seat);
    return `s${index < 0 ? 9 : index}`;
  }

  /** The symbol of a seat. */
  sign(seat, more = "") {
    const drawn = icon(`sym-${this.seats.indexOf(seat)}`, `sym ${this.tint(seat)} ${more}`);
    return drawn;
  }

  /** A seat's name behind its symbol, in its colour. */
  named(seat, as = seat) {
    return h("span", {class: `name ${this.tint(seat)}`}, this.sign(seat), " ", as);
  }

  /** A location as it is printed: `5 Security HQ`. */
  place(number) {
    const room = this.rooms.get(Number(number));
    return room ? `${number} ${room.name}` : String(number);
  }

  character(id) {
    return this.characters.get(id) ?? {id, name: id, points: 0, strength: 0, votes: 1};
  }

  card(id) {
    return this.cards.get(id) ?? {id, name: id, text: ""};
  }

  /** The symbol of a seat inside an SVG drawing. */
  mark(seat, x, y, size, more) {
    return svg("use", {href: `#sym-${this.seats.indexOf(seat)}`, x, y, width: size, height: size, class: `mark ${this.tint(seat)}`, ...more});
  }
}
