/**
 * Holds a call until a second one is at the same place, so that two calls at once overlap however busy the machine is. One that stays alone
 * goes on after `aloneMs`.
 */
export class Meeting {
  #letGo: (() => void) | null = null;

  constructor(private readonly aloneMs: number) {}

  join(): Promise<void> {
    if (this.#letGo) {
      this.#letGo();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const letGo = () => {
        clearTimeout(timer);
        this.#letGo = null;
        resolve();
      };
      const timer = setTimeout(letGo, this.aloneMs);
      this.#letGo = letGo;
    });
  }
}
