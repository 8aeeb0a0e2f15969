/** `npm run long`: the breadth that a change does not wait for. Without it a test takes at least one case of each kind of fault. */
export const isLong = process.env.KEYSHELF_TEST_LONG === "1";

/** Rounds of a meeting at a random moment. */
export const rounds = isLong ? 10 : 3;
