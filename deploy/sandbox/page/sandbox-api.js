/** The wire to the sandbox: questions and answers over HTTP, and one live line for each seat.
 *  Every address is relative to the page's, because that holds the secret. */

class Refused extends Error {}

const UNREACHABLE = "The sandbox can't be reached. Is it still running in the terminal?";

export async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(new URL(path, document.baseURI), {
      method,
      headers: method === "POST" ? { "Content-Type": "application/json" } : {},
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    });
  } catch {
    throw new Refused(UNREACHABLE);
  }
  const said = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(said?.why ?? `The sandbox answered ${answer.status}.`);
  return said;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** Frames for one member, for as long as somebody sits there; comes back by itself. */
export class LiveConnection {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;

  constructor(member, { heard, lost }) {
    this.member = member;
    this.heard = heard;
    this.lost = lost;
    this.#open();
  }

  #open() {
    const address = new URL(`live?member=${encodeURIComponent(this.member)}`, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    // One at a time, also for somebody who can't wait.
    this.#socket?.close();
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#wait = FIRST_WAIT;
      this.heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.lost(this.#wait);
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    });
  }

  again() {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  }

  close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
  }
}
