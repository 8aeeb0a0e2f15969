import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isAppError } from "@/lib/core/errors";
import { parseInput } from "@/lib/http/body/parse-input";
import { describedOperations } from "../../support/harness/description";

type Schemas = { place: string; schema: z.ZodType; isBody: boolean }[];

async function inputs(): Promise<Schemas> {
  return (await describedOperations()).flatMap(({ name, handler: { options } }) => {
    const { query, body } = options;
    const found = [
      ...(query ? [{ place: `${name} query`, schema: query, isBody: false }] : []),
      ...(body ? [{ place: `${name} body`, schema: body, isBody: true }] : []),
    ];
    return found as Schemas;
  });
}

function refusalOf(schema: z.ZodType, value: unknown) {
  try {
    parseInput(schema, value);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { rule: error.rule, field: error.field, wrong: error.options.wrong ?? [] };
  }
}

/** Ways of a choice, each with its members. */
const objectsOf = (schema: z.ZodType): z.ZodObject[] =>
  schema instanceof z.ZodObject
    ? [schema]
    : schema instanceof z.ZodUnion
      ? (schema.options as z.ZodType[]).flatMap(objectsOf)
      : [];

const odd = [null, 5, -1, 1.5, 1e12, true, "", "\u0007", "zzz", "9,9", "1970", [], [5], {}, { a: 1 }];

// Every route of the shop is imported.
describe("every input of every operation", { timeout: 180_000 }, () => {
  it("is refused by a rule that says what it must be, whatever stands in a member [C129]", async () => {
    const vague = new Set<string>();
    let tried = 0;
    for (const { place, schema, isBody } of await inputs())
      for (const { shape } of objectsOf(schema))
        for (const member of Object.keys(shape))
          for (const value of odd) {
            if (!isBody && typeof value !== "string") continue;
            tried += 1;
            for (const { field, refusal } of refusalOf(schema, { [member]: value })?.wrong ?? [])
              if (refusal.rule === "not_valid" || refusal.rule === "input_not_valid")
                vague.add(`${place} ${field} ${JSON.stringify(value)}`);
          }
    expect(tried).toBeGreaterThan(5_000);
    expect([...vague]).toEqual([]);
  });

  it("says of each member that is missing that it is required [C129]", async () => {
    const others: string[] = [];
    let tried = 0;
    for (const { place, schema } of await inputs()) {
      if (!(schema instanceof z.ZodObject)) continue;
      const needed = Object.entries(schema.shape as Record<string, z.ZodType>)
        .filter(([, part]) => part._zod.optin === undefined)
        .map(([member]) => member);
      const wrong = refusalOf(schema, {})?.wrong ?? [];
      for (const member of needed) {
        tried += 1;
        const found = wrong.find(({ field }) => field === member);
        if (found?.refusal.rule !== "required") others.push(`${place} ${member}: ${found?.refusal.rule}`);
      }
    }
    expect(tried).toBeGreaterThan(150);
    expect(others).toEqual([]);
  });

  it("refuses one that is no object as one, with its name [C129]", async () => {
    for (const { place, schema, isBody } of await inputs()) {
      if (!isBody || objectsOf(schema).length === 0) continue;
      for (const value of [null, [], 5, "text"]) {
        const { rule, field } = refusalOf(schema, value) ?? {};
        expect([rule, field], `${place} ${JSON.stringify(value)}`).toEqual(["wrong_type", "body"]);
      }
    }
  });
});
