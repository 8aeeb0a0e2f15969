import fc from "fast-check";

/** Follows from the commit's tree (scripts/test/run-of-tree.mjs), so that a failure comes again. */
export const seed = Number(process.env.KEYSHELF_TEST_SEED ?? 1);

fc.configureGlobal({ seed });
