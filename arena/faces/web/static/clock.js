// The time that is left, counted down here from what the table said last.

import {S} from "./strings.js";

export class Clock {
  constructor(root) {
    this.root = root;
    this.until = null;
    setInterval(() => this.draw(), 1000);
  }

  set(seconds) {
    this.until = seconds === null || seconds === undefined ? null : performance.now() + seconds * 1000;
    this.draw();
  }

  draw() {
    const left = this.until === null ? null : Math.max(0, Math.round((this.until - performance.now()) / 1000));
    const text = left === null ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.root.replaceChildren(text);
    this.root.classList.toggle("soon", left !== null && left < 20);
    this.root.title = left === null ? "" : text + S.left;
  }
}
