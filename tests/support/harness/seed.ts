import fc from "fast-check";
import { isLong } from "./tier";

/** Follows from the commit's tree (scripts/test/run-of-tree.mjs), so that a failure comes again. */
export const seed = Number(process.env.KEYSHELF_TEST_SEED ?? 1);

fc.configureGlobal({ seed });

/** Whether the short run takes the `at`th of a table of like rows: every `share`th, in turn by the seed. The long run takes all. */
export const isTurnOf = (at: number, share: number): boolean => isLong || (at + seed) % share === 0;

/** The same for a whole file. Another part of the seed decides, so that rows of a table within it are not tied to the file's turn. */
export const isTurnOfFile = (at: number, share: number): boolean =>
  isLong || (at + Math.floor(seed / 1000)) % share === 0;

/** Invented inputs of one test. They follow from the seed, so that each commit tries others. */
export const inventions = isLong ? 10_000 : 2_000;
