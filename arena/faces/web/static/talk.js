// The log of what is said and what happens, in two tabs: the table, and whispers.

import {byId} from "./dom.js";
import {S} from "./strings.js";
import {itemOf} from "./text.js";

const NEAR = 60;

export class Talk {
  constructor(root, names) {
    this.root = root;
    this.list = root.querySelector("ol");
    this.names = names;
    this.tab = "table";
    this.unread = 0;
    this.missed = 0;
    this.follows = true;
    this.top = 0;
    this.below = 0;
    root.addEventListener("scroll", () => this.scrolled(), {passive: true});
    byId("newest").addEventListener("click", () => {
      this.follows = true;
      this.follow();
    });
    new ResizeObserver(() => this.follow()).observe(root);
    const tabs = [...document.querySelectorAll("[data-tab]")];
    for (const tab of tabs) {
      tab.addEventListener("click", () => this.open(tab.dataset.tab));
      tab.addEventListener("keydown", ({key}) => {
        if (key !== "ArrowLeft" && key !== "ArrowRight") return;
        const other = tabs.find((each) => each !== tab);
        other.focus();
        this.open(other.dataset.tab);
      });
    }
    this.open("table");
  }

  /** Show a tab; what was unread there is read. */
  open(tab) {
    this.tab = tab;
    this.root.dataset.show = tab;
    for (const each of document.querySelectorAll("[data-tab]")) {
      each.setAttribute("aria-selected", each.dataset.tab === tab);
      each.tabIndex = each.dataset.tab === tab ? 0 : -1;
    }
    if (tab === "whisper") this.unread = 0;
    this.read();
    this.follows = true;
    this.follow();
  }

  /** What was said is read, here or beside a question. */
  read() {
    this.missed = 0;
    this.count();
  }

  /** Stay at the newest line, unless somebody reads further up. */
  follow() {
    if (this.follows) {
      this.root.scrollTop = this.root.scrollHeight;
      this.below = 0;
    }
    this.top = this.root.scrollTop;
    byId("newest").hidden = !this.below;
    byId("newest").textContent = S.newBelow(this.below);
  }

  /** Only who scrolls up reads further up: lines that come, and panels that grow, do not. */
  scrolled() {
    const {scrollTop, scrollHeight, clientHeight} = this.root;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.follows = true;
    else if (scrollTop < this.top) this.follows = false;
    this.top = scrollTop;
    if (this.follows && this.below) this.follow();
  }

  /** Add what a frame tells; who reads further up stays there. */
  add(frame) {
    for (const line of frame.told) {
      const item = itemOf(line, this.names, frame.at);
      if (line.as === "whisper" && line.spans.length) {
        item.classList.add("heard");
        if (this.tab !== "whisper" && line.by !== this.names.me) this.unread += 1;
      }
      if (line.private && line.as === "deal") item.classList.add("both");
      this.list.append(item);
      if (!this.follows) this.below += 1;
      if (line.as === "speech" && line.by !== this.names.me && !this.root.offsetParent) this.missed += 1;
    }
    this.follow();
    this.count();
  }

  count() {
    for (const [mark, count] of [[byId("unread"), this.unread], [byId("unread-views"), this.unread + this.missed]]) {
      mark.hidden = !count;
      mark.textContent = count;
    }
  }
}
