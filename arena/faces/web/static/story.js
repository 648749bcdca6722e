// A game up to a moment: what stands on the board, what is promised, and where rounds and phases begin.

/** The type of a frame at which somebody is eaten. */
export const EATEN = "character_eaten";

export class Story {
  constructor(head) {
    this.head = head;
    this.frames = [];
    this.boards = [];
    this.promises = [];
    this.rounds = [];
    this.phases = [];
  }

  /** Take the next frame; those that were taken before are left out. Tell whether it was new. */
  take(frame) {
    if (frame.at !== this.frames.length) return false;
    const last = this.frames.at(-1);
    if (!last || frame.round !== last.round) this.rounds.push({round: frame.round, at: frame.at});
    if (!last || frame.round !== last.round || frame.phase !== last.phase) this.phases.push(frame.at);
    this.frames.push(frame);
    this.boards.push(frame.board ?? this.boards.at(-1) ?? null);
    this.promises.push(frame.promises ?? this.promises.at(-1) ?? []);
    return true;
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The board at a moment; before the first that stands the first there is. */
  board(at) {
    return this.boards[at] ?? this.boards.find(Boolean) ?? null;
  }

  /** The vote that was revealed last in the phase of a moment, where another board followed. */
  over(at) {
    return this.frames.slice(0, at + 1).some((frame) => frame.type === "game_ended" || frame.reveal);
  }

  /** The last moment of each round, with what is known of who broke faith in it. */
  strip() {
    const liars = this.liars();
    return this.rounds.map(({round, at}, index) => {
      const end = (this.rounds[index + 1]?.at ?? this.frames.length) - 1;
      return {round, at, end, board: this.board(end), liars: liars.get(round) ?? []};
    }).filter(({board}) => board);
  }

  /** Lies, broken promises and broken deals, once they are revealed. */
  untruths() {
    return this.frames.flatMap((frame) => frame.reveal ?? []);
  }

  /** The lines that tell of a death, with their round. */
  deaths() {
    return this.frames.filter(({type}) => type === EATEN).flatMap(({round, told}) => told.filter((line) => line.as === "fact").map((line) => ({round, line})));
  }

  /** Who broke faith, by round. */
  liars() {
    const found = new Map();
    for (const {round, by: seat} of this.untruths()) {
      const known = found.get(round) ?? [];
      if (!known.includes(seat)) found.set(round, [...known, seat]);
    }
    return found;
  }
}
