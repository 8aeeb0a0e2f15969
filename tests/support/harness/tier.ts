import { it } from "vitest";

/** `npm run long`: the breadth that a change does not wait for. Without it a test takes at least one case of each kind of fault. */
export const isLong = process.env.KEYSHELF_TEST_LONG === "1";

/** A case of the long tier. Another case of its kind of fault runs always, in the same file if nothing else is said there. */
export const itLong = it.runIf(isLong);

/** Rounds of a meeting at a random moment. */
export const rounds = isLong ? 10 : 3;
