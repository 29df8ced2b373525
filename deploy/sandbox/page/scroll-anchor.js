/** Keeps a log at its end while somebody reads there, and elsewhere says how much is new. */

const CLOSE = 48;

export class ScrollAnchor {
  #stuck = true;
  #unseen = 0;
  #top = 0;

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
    // What was pressed may have grown, as what is hidden does when it is shown.
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

  settle(fresh) {
    // Who has just scrolled up is told to us a frame later: what arrives until then mustn't undo it.
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
    // What isn't shown, as a phone's other seat, isn't scrolled by anybody.
    if (!clientHeight) return;
    // What grows below isn't somebody who scrolls up.
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
