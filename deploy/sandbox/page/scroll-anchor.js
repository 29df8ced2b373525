/** Keeps a scrolled log at its end. For somebody who has scrolled up it counts the new messages. */

// Pixels from the end that still count as the end.
const CLOSE = 48;

export class ScrollAnchor {
  #stuck = true;
  #unseen = 0;
  #top = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} jump
   */
  constructor(scroller, jump) {
    this.scroller = scroller;
    this.jump = jump;
    jump.addEventListener("click", () => {
      this.bottom();
      scroller.focus({ preventScroll: true });
    });
    scroller.addEventListener("scroll", () => this.#look(), { passive: true });
    // Pictures arrive late and composers grow.
    scroller.addEventListener("load", () => this.settle(0), true);
    // A click may uncover a spoiler or a description, which makes the message taller.
    scroller.addEventListener("click", () => this.settle(0));
    new ResizeObserver(() => this.settle(0)).observe(scroller);
  }

  bottom() {
    this.#stuck = true;
    this.#unseen = 0;
    this.#hold();
  }

  release() {
    this.#stuck = false;
  }

  /** @param {number} fresh */
  settle(fresh) {
    // Scroll events come a frame late. A message that arrives before must not undo the scrolling.
    this.#notice();
    if (!this.#stuck) this.#unseen += fresh;
    this.#hold();
  }

  #hold() {
    if (this.#stuck) {
      this.scroller.scrollTop = this.scroller.scrollHeight;
      this.#top = this.scroller.scrollTop;
    }
    this.#show();
  }

  #look() {
    this.#notice();
    this.#show();
  }

  #notice() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    // A phone hides one of the seats; a hidden log has no height and can't be scrolled.
    if (!clientHeight) return;
    // At the same position or below nobody has scrolled up: only the content has grown.
    const stayed = this.#stuck && scrollTop >= this.#top;
    this.#stuck = stayed || scrollHeight - scrollTop - clientHeight < CLOSE;
    this.#top = scrollTop;
    if (this.#stuck) this.#unseen = 0;
  }

  #show() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    const far = scrollHeight - scrollTop - clientHeight > clientHeight / 2;
    this.jump.hidden = this.#stuck || !(this.#unseen || far);
    const fresh = this.#unseen === 1 ? "1 new message" : `${this.#unseen} new messages`;
    const said = this.#unseen ? `${fresh} ↓` : "To the newest ↓";
    if (this.jump.textContent !== said) this.jump.textContent = said;
  }
}
