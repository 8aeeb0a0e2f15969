import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { locales } from "@/lib/core/locale";
import { alertArea, alertPrefixes, alertText } from "@/lib/notifications/alerts/alert-texts";
import { languages } from "@/messages/languages";

const root = path.resolve(import.meta.dirname, "../../../lib");

/** Every kind that is raised anywhere, as it is written there. */
function raisedKinds(): string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.startsWith("db/generated"),
  );
  return files.flatMap((name) => {
    const source = readFileSync(path.join(root, name), "utf8");
    if (!source.includes("raiseAlert(")) return [];
    return [...source.matchAll(/"((?:[a-z_]+)\.(?:[a-z_]+))"/g)]
      .filter((match) => /kind:[^\n]*$|alert\(\s*(?:tx,\s*)?$/.test(source.slice(0, match.index)))
      .map((match) => match[1] ?? "");
  });
}

describe("the sentences of alerts", () => {
  it("exist in every language for every kind that is raised", () => {
    const kinds = [...new Set(raisedKinds())];
    expect(kinds.length).toBeGreaterThan(8);
    for (const locale of locales) {
      const { alerts } = languages[locale];
      for (const kind of kinds) {
        expect(alerts, `${kind}: write its sentence in messages/${locale}/alerts.ts`).toHaveProperty([kind]);
      }
      expect(Object.keys(alerts).sort()).toEqual(Object.keys(languages.en.alerts).sort());
    }
  });

  it("are made of the data, and stay what they were where there is none", () => {
    const alert = { kind: "stock.low", data: { title: "Atlas", sku: "1 year", left: 2 }, message: "old" };
    expect(alertText(alert, "en")).toBe("Atlas (1 year) has 2 left");
    expect(alertText(alert, "zh")).toBe("Atlas（1 year）仅剩 2 件");
    expect(alertText({ ...alert, data: {} }, "zh")).toBe("old");
    expect(alertText({ kind: "other.kind", data: { a: 1 }, message: "a sentence" }, "zh")).toBe("a sentence");
  });

  it("belong to an area of the admin", () => {
    expect(alertArea("connection.sync_failed")).toBe("interconnect");
    expect(alertArea("keys.resealed")).toBe("settings");
    expect(alertPrefixes(["orders", "stock"])).toEqual({ only: ["order.", "stock."] });
    expect(alertPrefixes(["settings"])).toMatchObject({
      not: expect.arrayContaining(["order.", "callback."]),
    });
  });
});
