import { log } from "@/lib/core/process/log";
import { say } from "./say";

interface Step {
  name: string;
  run: () => Promise<void>;
  /** Ends by force a part that may not outlive this process when `run` takes too long. */
  force?: (() => void) | undefined;
}

/** Less than what service managers give before they kill (systemd 90 s, Kubernetes 30 s). */
const deadlineMs = 25_000;

/** Parts that have to be ended before the program may go, newest first. */
export class Stopping {
  readonly #steps: Step[] = [];
  #first: Step | undefined;
  #done: Promise<void> | undefined;

  add(name: string, run: () => Promise<void>, force?: () => void): void {
    this.#steps.push({ name, run, force });
  }

  /** Names the part that takes new work in, and is therefore ended before everything that does the work. */
  setFirst(name: string, run: () => Promise<void>): void {
    this.#first = { name, run };
  }

  get isStopping(): boolean {
    return this.#done !== undefined;
  }

  stop(): Promise<void> {
    this.#done ??= this.#run();
    return this.#done;
  }

  async #run(): Promise<void> {
    const steps = [this.#first, ...this.#steps.reverse()].filter((step) => step !== undefined);
    let current = "";
    const deadline = setTimeout(() => {
      say(`Stopping took longer than ${deadlineMs / 1000} s (${current}): ending at once.`, "error");
      for (const { force } of steps) force?.();
      process.exit(1);
    }, deadlineMs);
    for (const { name, run } of steps) {
      current = name;
      await run().catch((error: unknown) => log.error({ error }, `while stopping ${name}`));
    }
    clearTimeout(deadline);
  }

  /** A signal ends everything in order; the same signal once more changes nothing (npm forwards the terminal's). */
  listen(): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (this.isStopping) return;
        say("\nStopping …");
        void this.stop().then(() => process.exit(0));
      });
    }
    this.#followParent();
    process.on("uncaughtException", (error) => {
      log.error({ error }, "an error that nothing caught");
      void this.stop().then(() => process.exit(1));
    });
  }

  /**
   * npm starts us through a shell, and a signal to npm alone ends that shell and does not reach us: without its parent
   * the shop would run on where nobody sees it.
   */
  #followParent(): void {
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent || this.isStopping) return;
      void this.stop().then(() => process.exit(0));
    }, 500);
    timer.unref();
  }
}
