/** Questions of which only the last one counts. */

/** Asks a little after the last call, and forgets answers to earlier ones. */
export class Latest {
  #number = 0;
  #timer = null;

  /** @param {number} wait - milliseconds */
  constructor(wait) {
    this.wait = wait;
  }

  /**
   * @param {function(): Promise<any>} question
   * @param {function(any): void} then
   * @param {function(Error): void} [failed]
   */
  ask(question, then, failed = () => {}) {
    this.#number += 1;
    const own = this.#number;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      try {
        const answer = await question();
        if (own === this.#number) then(answer);
      } catch (error) {
        if (own === this.#number) failed(error);
      }
    }, this.wait);
  }

  /** Whatever was asked, nobody waits for it any more. */
  forget() {
    this.#number += 1;
    clearTimeout(this.#timer);
  }
}
