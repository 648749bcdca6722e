// The way to the table: what comes is a stream of events, what goes is one line at a time.

import {S} from "./strings.js";

const FIRST_WAIT = 1;
const LONGEST_WAIT = 20;
const SILENCE = 45000;

/** What the table said to a request that it did not take. */
export class Refused extends Error {
  constructor(status, why) {
    super(why);
    this.status = status;
  }
}

/** Ask the server; a refusal is thrown with its sentence. */
export async function ask(token, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: body === undefined ? "GET" : "POST", cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer",
      headers: {"Authorization": `Bearer ${token}`, ...(body === undefined ? {} : {"Content-Type": "application/json"})},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, S.failed);
  }
  const reply = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, reply.why ?? S.failed);
  return reply;
}

/** Send a line; one whose reply is lost is sent again, and done once: the table knows its id. */
export async function send(token, asked, line) {
  const id = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  for (let wait = FIRST_WAIT; ; wait *= 2) {
    try {
      return await ask(token, "api/line", {asked, line, id});
    } catch (error) {
      if (error.status !== 0 || wait > LONGEST_WAIT) throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, 1000 * wait); });
  }
}

export class Stream {
  /** `on` has `frame`, `now`, `notice`, `over`, and `state`, which is told how the connection stands. */
  constructor(token, on) {
    this.token = token;
    this.on = on;
    this.seen = null;
    this.ended = false;
  }

  /** Read until the game is over; a lost connection is begun again after the last frame seen. */
  async run() {
    let wait = FIRST_WAIT;
    while (!this.ended) {
      try {
        await this.read(() => { wait = FIRST_WAIT; });
      } catch (error) {
        if (error instanceof Refused && error.status === 403) {
          this.on.state("gone", error.message);
          return;
        }
      }
      if (this.ended) return;
      await this.pause(wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    }
  }

  /** Wait before the next try, and say how long. */
  async pause(seconds) {
    for (let left = seconds; left > 0; left--) {
      this.on.state("lost", S.lostTable(left));
      await new Promise((resolve) => { setTimeout(resolve, 1000); });
    }
  }

  async read(open) {
    const cut = new AbortController();
    const headers = {Authorization: `Bearer ${this.token}`, Accept: "text/event-stream"};
    if (this.seen !== null) headers["Last-Event-ID"] = String(this.seen);
    const response = await fetch("api/events", {headers, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer", signal: cut.signal});
    if (!response.ok) throw new Refused(response.status, (await response.json().catch(() => ({}))).why ?? S.failed);
    open();
    this.on.state("open", "");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let alarm = setTimeout(() => cut.abort(), SILENCE);
    try {
      for (;;) {
        const {value, done} = await reader.read();
        if (done) return;
        clearTimeout(alarm);
        alarm = setTimeout(() => cut.abort(), SILENCE);
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        parts.forEach((part) => this.take(part));
      }
    } finally {
      clearTimeout(alarm);
    }
  }

  /** Take one event. */
  take(part) {
    const fields = {data: ""};
    for (const line of part.split("\n")) {
      const [, key, value] = line.match(/^(\w+): ?(.*)$/) ?? [];
      if (key === "data") fields.data += value;
      else if (key) fields[key] = value;
    }
    if (fields.event === "frame") {
      const frame = JSON.parse(fields.data);
      this.seen = frame.at;
      this.on.frame(frame);
    } else if (fields.event === "now") this.on.now(JSON.parse(fields.data));
    else if (fields.event === "notice") this.on.notice(JSON.parse(fields.data));
    else if (fields.event === "over") {
      this.ended = true;
      this.on.over();
    }
  }
}
