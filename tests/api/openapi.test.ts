import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/openapi.json/route";
import { apiOperations } from "@/app/api/v1/operations";
import { routeModules } from "@/app/api/v1/route-modules";
import { call } from "../support/harness/call";

interface Operation {
  operationId: string;
  summary?: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, object>; required?: string[] } }>;
  };
  responses: Record<
    string,
    { content?: Record<string, { schema: { properties: { data: { properties: Record<string, object> } } } }> }
  >;
}
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, { description: string }> };
};

const read = async () => JSON.parse((await call(endpoint.GET, "GET")).text) as Document;

function routeFolders(): string[] {
  const root = path.resolve(import.meta.dirname, "../../app/api/v1");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => path.dirname(file).split(path.sep).join("/"))
    .filter((folder) => !folder.startsWith("[[...") && folder !== "openapi.json")
    .sort();
}

/** `admin/orders/[[...path]]` answers what is below it, and itself. */
const isAnsweredBy = (path: string, folder: string) => {
  const resource = /^(.*)\/\[\[\.\.\.path\]\]$/.exec(folder)?.[1];
  return resource === undefined ? path === folder : `${path}/`.startsWith(`${resource}/`);
};

// Every route of the shop is imported.
describe("GET /api/v1/openapi.json", { timeout: 180_000 }, () => {
  it("knows every route file (`npm run docs` lists a new one)", () => {
    expect(Object.keys(routeModules).sort()).toEqual(routeFolders());
  });

  it("has an operation below every route file, and none elsewhere", async () => {
    const operations = await apiOperations();
    const folders = routeFolders();
    const idle = folders.filter((folder) => !operations.some(({ path }) => isAnsweredBy(path, folder)));
    const astray = operations.filter(
      ({ path }) => folders.filter((folder) => isAnsweredBy(path, folder)).length !== 1,
    );
    expect([idle, astray]).toEqual([[], []]);
  });

  it("calls each operation by a verb with its object, another one for each", async () => {
    const names = (await apiOperations()).map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]*)*$/.test(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("describes every method that a route has, each under its own name", async () => {
    const { openapi, paths } = await read();
    expect(openapi).toBe("3.1.0");
    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [place, operations] of Object.entries(paths))
      expect(Object.keys(operations), place).not.toEqual([]);
  });

  it("names the parameters, the body and the answer of a route", async () => {
    const { paths } = await read();
    const list = paths["/api/v1/public/products"]?.get;
    expect(list?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ["page", "query", false],
      ["per_page", "query", false],
      ["category_id", "query", false],
      ["category", "query", false],
      ["search", "query", false],
      ["sort", "query", false],
      ["lang", "query", false],
    ]);
    const answer = list?.responses["200"]?.content?.["application/json"]?.schema.properties.data.properties;
    expect(Object.keys(answer ?? {})).toEqual(["products", "total", "page", "per_page"]);
    const detail = paths["/api/v1/public/products/{slug}"]?.get;
    expect(detail?.parameters[0]).toMatchObject({ name: "slug", in: "path", required: true });
    const create = paths["/api/v1/admin/products"]?.post;
    expect(create?.requestBody?.content["application/json"]?.schema.required).toContain("skus");
    expect(create?.security).toEqual([{ staff: [] }]);
  });

  it("every path parameter stands in its path and the other way round", async () => {
    const { paths } = await read();
    for (const [place, operations] of Object.entries(paths)) {
      const inPath = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const { parameters } of Object.values(operations)) {
        expect(
          parameters
            .filter((parameter) => parameter.in === "path")
            .map(({ name }) => name)
            .sort(),
          place,
        ).toEqual(inPath);
      }
    }
  });

  it("holds nothing that generators of clients stop at: a schema that is only true or false, or only null [C77]", async () => {
    const problems: string[] = [];
    const holdsOne = new Set(["items", "additionalItems", "contains", "not", "schema"]);
    const holdsMany = new Set(["properties", "patternProperties", "$defs"]);
    const isRecord = (value: unknown): value is Record<string, unknown> =>
      typeof value === "object" && value !== null && !Array.isArray(value);
    let seen = 0;
    const walk = (value: unknown, place: string, isChoice = false): void => {
      if (Array.isArray(value)) {
        for (const [index, one] of value.entries())
          walk(one, `${place}/${index}`, /\/(anyOf|oneOf)$/.test(place));
        return;
      }
      if (!isRecord(value)) return;
      seen += 1;
      if (value.type === "null" && !isChoice) problems.push(`${place}: only null`);
      if ("prefixItems" in value) problems.push(`${place}: a tuple`);
      for (const [name, one] of Object.entries(value)) {
        if (holdsOne.has(name) && typeof one === "boolean") problems.push(`${place}/${name}: ${one}`);
        if (holdsMany.has(name) && isRecord(one))
          for (const [member, schema] of Object.entries(one))
            if (typeof schema === "boolean") problems.push(`${place}/${name}/${member}: ${schema}`);
        walk(one, `${place}/${name}`, name === "not");
      }
    };
    walk(await read(), "");
    expect(seen).toBeGreaterThan(10_000);
    expect(problems).toEqual([]);
  });

  it("may be kept for a while and answers 304 to its own ETag [C11]", async () => {
    const first = await call(endpoint.GET, "GET");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const again = await call(endpoint.GET, "GET", { headers: { "if-none-match": `"other", ${etag}` } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect(again.headers.get("cache-control")).toBe(first.headers.get("cache-control"));
    const other = await call(endpoint.GET, "GET", { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it("is as strict as the code where code reads further than a schema can tell", async () => {
    const { paths } = await read();
    const parameter = (place: string, name: string) =>
      paths[place]?.get?.parameters.find((one) => one.name === name)?.schema;
    const whole = { type: "integer", minimum: 1 };
    expect(parameter("/api/v1/public/products", "page")).toMatchObject(whole);
    expect(parameter("/api/v1/admin/orders/{order_no}", "order_no")).toEqual({ type: "string" });
    expect(parameter("/api/v1/admin/products/{id}", "id")).toMatchObject(whole);
    expect(parameter("/api/v1/coupons/check", "quantity")).toMatchObject({ ...whole, maximum: 1000 });
    expect(parameter("/api/v1/admin/orders", "from")).toMatchObject({ type: "string", format: "date-time" });

    const body = (place: string, method = "post") => {
      const { required, content } = (paths[place]?.[method]?.requestBody ?? {}) as {
        required?: boolean;
        content: Record<string, { schema: { properties?: Record<string, Record<string, unknown>> } }>;
      };
      return { required, types: Object.keys(content), ...content["application/json"]?.schema };
    };
    const accepts = (schema: Record<string, unknown> | undefined, text: string) =>
      new RegExp(String(schema?.pattern), "u").test(text);
    const recharge = body("/api/v1/wallet/recharge").properties?.amount;
    expect(["0.01", "9.9", "1000000.00"].map((text) => accepts(recharge, text))).toEqual([true, true, true]);
    expect(["0", "0.00", "1000000.01", "1e3", "-1", ""].some((text) => accepts(recharge, text))).toBe(false);
    const register = body("/api/v1/auth/register").properties;
    expect(register?.password).toMatchObject({ minLength: 8, maxLength: 128 });
    expect([accepts(register?.email, "a@example.com"), accepts(register?.email, "a@b..co")]).toEqual([
      true,
      false,
    ]);
    expect(body("/api/v1/orders")).toMatchObject({ required: true, anyOf: [{}, {}] });
    expect(body("/api/v1/auth/login/totp")).toMatchObject({ oneOf: [{}, {}] });
    expect(body("/api/v1/me/profile", "put").required).toBe(false);
    expect(body("/api/v1/admin/media").types).toContain("image/png");
  });

  it("carries the whole error table [C4]", async () => {
    const { components } = await read();
    for (const code of ["40101", "40302", "4099", "40906"])
      expect(components.responses.storefront?.description).toContain(code);
    for (const code of ["4003", "4090", "4290"])
      expect(components.responses.interconnect?.description).toContain(code);
  });
});
