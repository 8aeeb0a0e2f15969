import { isOneOf } from "../shapes/records";

/** The named places where a crash test may kill the process. */
export const failpoints = [
  "before-commit",
  "after-commit",
  "before-ack",
  "before-refund-answer",
  "after-lease",
  "mid-mail",
  "mid-callback",
] as const;

export type Failpoint = (typeof failpoints)[number];

// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfFailpoint: Failpoint | undefined;
}
const holder = globalThis;

export const isFailpoint = (name: string): name is Failpoint => isOneOf(failpoints, name);

/** Only a test's own server arms one (from KEYSHELF_FAILPOINT): nothing that serves a shop reads it. */
export function armFailpoint(name: Failpoint | undefined): void {
  holder.keyshelfFailpoint = name;
}

/** Dies as by `kill -9` when this point is armed: no handler runs, no socket is closed politely. */
export function failpoint(name: Failpoint): void {
  if (holder.keyshelfFailpoint === name) process.kill(process.pid, "SIGKILL");
}
