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
const holder = globalThis as typeof globalThis & { keyshelfFailpoint?: Failpoint | undefined };

export const isFailpoint = (name: string): name is Failpoint =>
  (failpoints as readonly string[]).includes(name);

/** Only a test's own server arms one (from KEYSHELF_FAILPOINT): nothing that serves a shop reads it. */
export function armFailpoint(name: Failpoint | undefined): void {
  holder.keyshelfFailpoint = name;
}

/** Dies as by `kill -9` when this point is armed: no handler runs, no socket is closed politely. */
export function failpoint(name: Failpoint): void {
  if (holder.keyshelfFailpoint === name) process.kill(process.pid, "SIGKILL");
}
