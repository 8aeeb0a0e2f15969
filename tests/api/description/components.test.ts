import { describe, expect, it } from "vitest";
import { closedLists, listedWords } from "@/lib/http/description/closed-lists";
import type { JsonSchema } from "@/lib/http/description/json-schema";
import { callbackEvents } from "@/lib/interconnect/main/schema";
import {
  type Description,
  describedOperations,
  documentKinds,
  membersOf,
  operationsIn,
  readDescription,
} from "../../support/harness/description";
import { differences } from "../../support/harness/schema-members";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Calls `look` with every record below a value, with its place and the name of the member that holds it. */
function walk(value: unknown, look: (record: Record<string, unknown>, place: string) => void, place = "") {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) walk(one, look, `${place}/${index}`);
  if (!isRecord(value)) return;
  look(value, place);
  for (const [name, one] of Object.entries(value)) walk(one, look, `${place}/${name}`);
}

const dataOf = (document: Description, schema: JsonSchema): JsonSchema =>
  membersOf(document, schema).data ?? {};

// Every route of the shop is imported.
describe.each(documentKinds)("the description for the %s", { timeout: 180_000 }, (kind) => {
  it("tells of every body and every answer the members that the code reads and writes, and no others [C128]", async () => {
    const document = await readDescription(kind);
    const byName = new Map((await describedOperations()).map((one) => [one.name, one.handler.options]));
    const found: string[] = [];
    let compared = 0;
    for (const { operation } of operationsIn(document)) {
      const options = byName.get(operation.operationId);
      const compare = (part: "body" | "answer", io: "input" | "output", json: JsonSchema | undefined) => {
        const zod = part === "body" ? options?.body : options?.response;
        if (!zod || zod === "raw" || !json) return;
        compared += 1;
        const place = `${operation.operationId} ${part}`;
        found.push(...differences(document, { zod, json, io, place }));
      };
      compare("body", "input", operation.requestBody?.content["application/json"]?.schema);
      const answer = operation.responses["200"]?.content?.["application/json"]?.schema;
      compare("answer", "output", answer && dataOf(document, answer));
    }
    expect(compared).toBeGreaterThan(80);
    expect(found).toEqual([]);
  });

  it("holds nothing that generators of clients stop at: a schema that is only true or false, or only null [C77]", async () => {
    const problems: string[] = [];
    const holdsOne = new Set(["items", "additionalItems", "contains", "not", "schema"]);
    const holdsMany = new Set(["properties", "patternProperties", "$defs"]);
    let seen = 0;
    walk(await readDescription(kind), (value, place) => {
      seen += 1;
      const problem = (what: string) => problems.push(`${place}: ${what}`);
      if (value.type === "null" && !/\/(anyOf|oneOf)\/\d+$/.test(place)) problem("only null");
      if ("prefixItems" in value) problem("a tuple");
      if ("anyOf" in value && ("properties" in value || "type" in value))
        problem("a choice laid over a schema");
      if (isRecord(value.properties)) {
        const members = Object.keys(value.properties).map((name) => name.replace(/\W|_/g, "").toLowerCase());
        if (new Set(members).size !== members.length) problem("members that generated code calls alike");
      }
      if (Math.abs(Number(value.maximum ?? 0)) === Number.MAX_SAFE_INTEGER) problem("a bound that is none");
      if (/\\u[0-9a-f]{4}/.test(String(value.pattern ?? ""))) problem("a pattern of white space");
      if (/\(\?[=!<]/.test(String(value.pattern ?? ""))) problem("a pattern that looks around");
      for (const [name, one] of Object.entries(value)) {
        if (holdsOne.has(name) && typeof one === "boolean") problem(`${name} is ${one}`);
        if (holdsMany.has(name) && isRecord(one))
          for (const [member, schema] of Object.entries(one))
            if (typeof schema === "boolean") problem(`${member} is ${schema}`);
      }
    });
    expect(seen).toBeGreaterThan(3_000);
    expect(problems).toEqual([]);
  });

  it("has a component for every object and every list of words, under names that no reader mixes up [C128]", async () => {
    const document = await readDescription(kind);
    const inline: string[] = [];
    walk(document, (value, place) => {
      const isComponent = /^\/components\/(schemas|headers)\/\w+(\/schema)?$/.test(place);
      const isSchema = isRecord(value.properties) || (Array.isArray(value.enum) && value.type === "string");
      if (isSchema && !isComponent && !place.endsWith("/properties")) inline.push(place);
    });
    expect(inline).toEqual([]);
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    // Generated code imports the classes of its language by these names, and names its own after the operations.
    const languages =
      /^(Locale|Currency|List|Map|Set|Object|Date|Error|Exception|Optional|File|Record|Iterator|Response|Request|Client|Configuration|Unset|Array|String|Enum|Model)$/;
    const generated = operationsIn(document).flatMap(({ operation: { operationId } }) =>
      ["Request", "Response", "Params", "JSONBody", "JSONRequestBody"].map(
        (ending) => operationId.charAt(0).toUpperCase() + operationId.slice(1) + ending,
      ),
    );
    expect(names.filter((name) => languages.test(name) || generated.includes(name))).toEqual([]);
    // The same name for two things gets a number.
    expect(names.filter((name) => /\d$/.test(name) && !/Choice\d$/.test(name))).toEqual([]);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(48);
  });

  it("says of each word of each closed list what it means [C128]", async () => {
    const { components } = await readDescription(kind);
    const untold = Object.entries(components.schemas)
      .filter(([, { type, enum: words }]) => type === "string" && Array.isArray(words))
      .filter(([name, { enum: words, description }]) => {
        const list = listedWords(words as string[]);
        return list?.name !== name || description !== list.description;
      });
    expect(untold.map(([name]) => name)).toEqual([]);
  });

  it("allows members of later releases in every answer", async () => {
    const document = await readDescription(kind);
    const closed: string[] = [];
    const visited = new Set<string>();
    const visit = (value: unknown, from: string): void =>
      walk(value, (part) => {
        if (part.additionalProperties === false) closed.push(from);
        if (typeof part.$ref !== "string" || visited.has(part.$ref)) return;
        visited.add(part.$ref);
        const name = part.$ref.replace("#/components/schemas/", "");
        visit(document.components.schemas[name], name);
      });
    for (const { operation } of operationsIn(document)) visit(operation.responses, operation.operationId);
    expect(visited.size).toBeGreaterThan(60);
    expect(closed).toEqual([]);
  });

  it("refers to nothing that is missing, and has no component that nothing refers to", async () => {
    const document = await readDescription(kind);
    const named = new Set<string>();
    walk(document, ({ $ref }) => {
      if (typeof $ref === "string") named.add($ref);
    });
    const existing = Object.entries(document.components)
      .filter(([part]) => part !== "securitySchemes")
      .flatMap(([part, all]) => Object.keys(all).map((name) => `#/components/${part}/${name}`));
    expect([...named].sort()).toEqual(existing.sort());
    const tags = operationsIn(document).flatMap(({ operation }) => operation.tags);
    const told = Object.values(document.webhooks).flatMap(({ post }) => post.tags);
    expect(tags.filter((tag) => told.includes(tag))).toEqual([]);
    expect([...new Set([...tags, ...told])].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });
});

describe("the shop's description", { timeout: 180_000 }, () => {
  it("uses every list of words that is told, and so does the admin's", async () => {
    const both = { ...(await readDescription("shop")).components.schemas };
    Object.assign(both, (await readDescription("admin")).components.schemas);
    expect(Object.keys(closedLists).filter((name) => !Object.hasOwn(both, name))).toEqual([]);
  });

  it("has at most 250 kB", async () => {
    expect(JSON.stringify(await readDescription("shop")).length).toBeLessThanOrEqual(250_000);
  });

  it("says in a sentence of its own what each operation does", async () => {
    const untold = (await describedOperations()).filter(
      ({ path, handler }) => !path.startsWith("admin/") && !handler.options.summary,
    );
    expect(untold.map(({ name }) => name)).toEqual([]);
  });

  it("tells money, times, keys of repeats, and answers that are neither data nor a refusal", async () => {
    const document = await readDescription("shop");
    const { components, paths } = document;
    const order = components.schemas.OrderDetail?.properties as Record<string, JsonSchema>;
    expect(order.amount).toEqual({ $ref: "#/components/schemas/Money" });
    expect(order.created_at).toEqual({ type: "string", format: "date-time" });
    expect(components.schemas.Money).toMatchObject({ type: "string", pattern: "^\\d{1,12}\\.\\d{2}$" });
    const taking = operationsIn(document).filter(({ operation }) =>
      operation.parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey"),
    );
    expect(taking.map(({ operation }) => operation.operationId)).toEqual([
      "placeGuestOrder",
      "placeOwnOrder",
    ]);
    expect(Object.keys(paths["/api/v1/downloads/{token}"]?.get?.responses ?? {})).toContain("206");
    expect(Object.keys(paths["/api/v1/payments/return/{payment_no}"]?.get?.responses ?? {})).toContain("303");
    expect(Object.keys(paths["/api/v1/public/products"]?.get?.responses ?? {})).toEqual([
      "200",
      "304",
      "429",
      "4XX",
      "default",
    ]);
  });

  it("tells of every callback as a webhook", async () => {
    const { webhooks } = await readDescription("shop");
    expect(Object.keys(webhooks)).toEqual(expect.arrayContaining([...callbackEvents, "ping"]));
    expect(webhooks["order.fulfilled"]?.post.security).toEqual([
      { siteKey: [], siteTimestamp: [], siteNonce: [], siteSignature: [] },
    ]);
  });
});
