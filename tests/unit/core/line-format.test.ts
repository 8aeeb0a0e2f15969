import pino from "pino";
import { describe, expect, it } from "vitest";
import { lineFormat } from "@/lib/core/process/log";

describe("a line of the log", () => {
  it.each(["debug", "info", "warn", "error", "fatal"] as const)("has its level as a word: %s", (level) => {
    const lines: string[] = [];
    const log = pino({ ...lineFormat, level: "debug" }, { write: (line: string) => void lines.push(line) });
    log[level]({ path: "/" }, "said");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), path: "/", msg: "said" },
    ]);
  });
});
