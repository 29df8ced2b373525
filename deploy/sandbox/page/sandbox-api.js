/** Requests to the sandbox, and one WebSocket for each seat. Addresses are relative to the page's,
 *  which contains the secret. */

/** @import { Frame } from "./types.d.ts" */

class Refused extends Error {}

const UNREACHABLE = "The sandbox can't be reached. Is it still running in the terminal?";

/**
 * Sends a request and returns the JSON of the answer, or throws why it was refused.
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
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

/** @param {unknown} error */
export function whyOf(error) {
  return error instanceof Error ? error.message : String(error);
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** Receives the frames for one member, and connects again by itself. */
export class LiveConnection {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;

  /**
   * Without a server, the frames are of the first.
   * @param {string} member
   * @param {string} server
   * @param {{ heard: (frame: Frame) => void, lost: (wait: number) => void }} listener
   */
  constructor(member, server, { heard, lost }) {
    this.asked = new URLSearchParams(server ? { member, server } : { member });
    this.heard = heard;
    this.lost = lost;
    this.#open();
  }

  #open() {
    const address = new URL(`live?${this.asked}`, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    // "Try now" may open one while another is still connecting.
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
    socket?.close();
  }
}
