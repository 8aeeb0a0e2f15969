import { expect } from "vitest";
import { sayNoted } from "@/lib/core/refusals/noted";

/** Matches a column that keeps a problem which reads so in English. */
export const saying = (wanted: string | RegExp) =>
  expect.toSatisfy((column: string | null) => {
    const said = sayNoted(column) ?? "";
    return typeof wanted === "string" ? said === wanted : wanted.test(said);
  }, `says ${wanted}`);
