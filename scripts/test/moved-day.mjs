// Moves the clock of the tests that deal with dates, and of their database: no test may depend on the day it runs on.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../bootstrap.mjs";

const folders = ["tests/unit", "tests/integration", "tests/api"];
const dealsWithDates = /testClock|\b20\d\d-\d\d-\d\d/;
/** A server under libfaketime finds no deadlock: its timer goes by the moved clock. */
const needsTrueTimers = (file) => file.startsWith("tests/integration/db/");

/** The test files that name a date or move the clock. */
export const filesWithDates = () =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)),
    )
    .filter((file) => file.endsWith(".test.ts") && !needsTrueTimers(file))
    .filter((file) => dealsWithDates.test(readFileSync(path.join(root, file), "utf8")));

/** The library of Debian's package libfaketime; `undefined` without it. */
export function findFaketime() {
  if (process.platform !== "linux") return undefined;
  const places = ["/usr/lib", ...readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`)];
  return places
    .map((place) => path.join(place, "faketime/libfaketimeMT.so.1"))
    .find((file) => existsSync(file));
}

/** Variables for a process whose clock is `day` ahead (`+31d`). Its timers stay as they are; only the date moves. */
export const movedClock = (library, day) => ({
  LD_PRELOAD: library,
  FAKETIME: day,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});
