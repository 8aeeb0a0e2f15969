import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { renderGuide } from "@/lib/content/guide/render-guide";
import { plantedFaults } from "../../support/fakes/trade/planted-faults";

interface Rule {
  at: string;
  asks: string;
  isAdvice?: boolean;
}

const root = path.resolve(import.meta.dirname, "../../..");
const rulesOf = async (file: string, name: string): Promise<Record<string, Rule>> =>
  ((await import(path.join(root, "tools/conformance/rules", file))) as Record<string, Record<string, Rule>>)[
    name
  ] ?? {};
const rules = {
  main: await rulesOf("main-site.mjs", "mainSiteRules"),
  receiver: await rulesOf("receiver.mjs", "receiverRules"),
  agent: await rulesOf("agent.mjs", "agentRules"),
};
const all = Object.values(rules).flatMap((each) => Object.entries(each));

const page = readFileSync(path.join(root, "docs/interconnect.md"), "utf8");
const words = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Text of each part of the page as it is written, by the anchor of its heading. */
async function readParts(): Promise<Map<string, string>> {
  const { sections } = await renderGuide(page);
  const texts = page
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/^#{2,6} .*$/m)
    .slice(1);
  const ids = sections.map(({ id }) => id).slice(-texts.length);
  return new Map(ids.map((id, at) => [id, words(texts[at] ?? "")]));
}

describe("the rules of npm run conformance", () => {
  it("quote the guide word by word, at its part [C120]", async () => {
    const parts = await readParts();
    const wrong = all.filter(([, { at, asks }]) => !parts.get(at)?.includes(words(asks)));
    expect(wrong.map(([name, { at, asks }]) => `${name}: #${at} does not say "${asks}"`)).toEqual([]);
  });

  it("are each what a planted fault breaks [C120]", () => {
    const broken = new Set<string>(Object.values(plantedFaults).flatMap((faults) => Object.values(faults)));
    // Advice that the reference itself cannot follow: its parser takes the last of two members.
    const without = all.map(([name]) => name).filter((name) => !broken.has(name));
    expect(without).toEqual(["order.twice"]);
  });

  it("stand under one name each, and a fault names one of its role [C120]", () => {
    expect(all).toHaveLength(new Set(all.map(([name]) => name)).size);
    for (const role of ["main", "receiver", "agent"] as const)
      for (const [fault, rule] of Object.entries(plantedFaults[role]))
        expect(rules[role], fault).toHaveProperty([rule]);
    expect(Object.values(plantedFaults).flatMap((faults) => Object.keys(faults)).length).toBeGreaterThan(200);
  });
});
