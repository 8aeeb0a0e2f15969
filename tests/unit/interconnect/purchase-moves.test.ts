import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { purchaseMoves } from "@/lib/interconnect/agent/purchases/state";

const lib = path.resolve(import.meta.dirname, "../../../lib");
const only = path.join("interconnect", "agent", "purchases", "move.ts");
const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith(path.join("db", "generated")) && file !== only,
);

describe("the status of a purchase", () => {
  it("is written by movePurchase alone", () => {
    const writers = files.filter((file) => {
      const text = readFileSync(path.join(lib, file), "utf8");
      const updates = [
        ...text.matchAll(/\.purchase\.(?:update|updateMany|upsert)\([\s\S]*?\bdata:([\s\S]*?)\}\);/g),
      ];
      return (
        updates.some(([, data = ""]) => /\bstatus\b/.test(data)) ||
        /UPDATE purchases[^`]*SET[^`]*\bstatus\s*=/i.test(text)
      );
    });
    expect(writers).toEqual([]);
  });

  it("moves along its table: what is over stays over, and every state can be reached", () => {
    expect(purchaseMoves.superseded).toEqual([]);
    expect(purchaseMoves.delivered).toEqual(["refunded"]);
    const reached = new Set(["created", ...Object.values(purchaseMoves).flat()]);
    expect([...reached].sort()).toEqual(Object.keys(purchaseMoves).sort());
  });
});
