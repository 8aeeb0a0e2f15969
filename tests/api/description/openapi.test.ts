import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as adminEndpoint from "@/app/api/v1/admin/openapi.json/route";
import * as endpoint from "@/app/api/v1/openapi.json/route";
import { apiOperations } from "@/app/api/v1/operations";
import { routeModules } from "@/app/api/v1/route-modules";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { expectStaffOnly } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import {
  describedOperations,
  documentKinds,
  membersOf,
  operationsIn,
  readDescription,
  resolved,
} from "../../support/harness/description";

function routeFolders(): string[] {
  const root = path.resolve(import.meta.dirname, "../../../app/api/v1");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => path.dirname(file).split(path.sep).join("/"))
    .filter((folder) => !folder.startsWith("[[..."))
    .sort();
}
const isOfDescription = (folder: string) => folder.endsWith("openapi.json");

/** `admin/orders/[[...path]]` answers what is below it, and itself. */
const isAnsweredBy = (path: string, folder: string) => {
  const resource = /^(.*)\/\[\[\.\.\.path\]\]$/.exec(folder)?.[1];
  return resource === undefined ? path === folder : `${path}/`.startsWith(`${resource}/`);
};

// Every route of the shop is imported.
describe("the descriptions of the API", { timeout: 180_000 }, () => {
  it("know every route file (`npm run docs` lists a new one)", () => {
    expect(Object.keys(routeModules).sort()).toEqual(
      routeFolders().filter((folder) => !isOfDescription(folder)),
    );
  });

  it("have an operation below every route file, and none elsewhere", async () => {
    const operations = await describedOperations();
    const folders = routeFolders();
    const idle = folders.filter((folder) => !operations.some(({ path }) => isAnsweredBy(path, folder)));
    const astray = operations.filter(
      ({ path }) => folders.filter((folder) => isAnsweredBy(path, folder)).length !== 1,
    );
    expect([idle, astray]).toEqual([[], []]);
  });

  it("call each operation by a verb with its object, another one for each", async () => {
    const names = (await describedOperations()).map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]*)*$/.test(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("hold each operation once, under its own name: those of staff in one document, all others in the other", async () => {
    const all = await describedOperations();
    for (const kind of documentKinds) {
      const document = await readDescription(kind);
      expect(document.openapi).toBe("3.1.0");
      const own = all.filter(({ path }) => path.startsWith("admin/") === (kind === "admin"));
      const described = operationsIn(document).map(({ path, method, operation }) => [
        operation.operationId,
        `${method} ${path}`,
      ]);
      const existing = own.map(({ name, method, path }) => [
        name,
        `${method.toLowerCase()} /api/v1/${path.replace(/\[(\w+)\]/g, "{$1}")}`,
      ]);
      expect(described.sort()).toEqual(existing.sort());
    }
  });

  it("name the parameters, the body and the answer of a route", async () => {
    const shop = await readDescription("shop");
    const list = shop.paths["/api/v1/public/products"]?.get;
    const parameters = list?.parameters.map(
      ({ name, in: place, required, $ref }) => $ref ?? [name, place, required],
    );
    expect(parameters).toEqual([
      ["page", "query", false],
      ["per_page", "query", false],
      ["category_id", "query", false],
      ["category", "query", false],
      ["search", "query", false],
      ["sort", "query", false],
      ...["price_min", "price_max", "in_stock", "instant", "tag", "attribute", "facets"].map((name) => [
        name,
        "query",
        false,
      ]),
      ["lang", "query", false],
      "#/components/parameters/IfNoneMatch",
    ]);
    const answer = list?.responses["200"]?.content?.["application/json"]?.schema ?? {};
    const { data = {} } = membersOf(shop, answer);
    expect(Object.keys(membersOf(shop, data))).toEqual(["products", "total", "page", "per_page", "facets"]);
    expect(resolved(shop, data).required).toEqual(["products", "total", "page", "per_page"]);
    const detail = shop.paths["/api/v1/public/products/{slug}"]?.get;
    expect(detail?.parameters[0]).toMatchObject({ name: "slug", in: "path", required: true });
    const admin = await readDescription("admin");
    const create = admin.paths["/api/v1/admin/products"]?.post;
    const body = resolved(admin, create?.requestBody?.content["application/json"]?.schema ?? {});
    expect(body.required).toContain("skus");
    expect(create?.security).toEqual([{ staff: [] }, { staffToken: [] }]);
  });

  it("name every path parameter of a path and no other", async () => {
    for (const kind of documentKinds)
      for (const { path: place, operation } of operationsIn(await readDescription(kind))) {
        const inPath = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
        const named = operation.parameters.filter((parameter) => parameter.in === "path");
        expect(named.map(({ name }) => name).sort(), place).toEqual(inPath);
      }
  });

  it("may be kept for a while and answer 304 to their own ETag [C11]", async () => {
    const { headers } = await aLoggedInAdmin();
    for (const [served, given] of [
      [endpoint, {}],
      [adminEndpoint, headers],
    ] as const) {
      const first = await call(served.GET, "GET", { headers: given });
      expect(first.status).toBe(200);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      const again = await call(served.GET, "GET", {
        headers: { ...given, "if-none-match": `"other", ${etag}` },
      });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("cache-control")).toBe(first.headers.get("cache-control"));
      const other = await call(served.GET, "GET", { headers: { ...given, "if-none-match": '"other"' } });
      expect(other.status).toBe(200);
    }
  });

  it("are served as they are made: the shop's to everybody, the admin's to staff", async () => {
    const { info: _, ...served } = JSON.parse((await call(endpoint.GET, "GET")).text);
    const { info: __, ...made } = (await readDescription("shop")) as unknown as Record<string, unknown>;
    expect(served).toEqual({ ...made, servers: served.servers });
    await expectStaffOnly(adminEndpoint.GET, "GET", {}, null);
  });

  it("are as strict as the code where code reads further than a schema can tell", async () => {
    const [shop, admin] = [await readDescription("shop"), await readDescription("admin")];
    const parameter = (place: string, name: string) => {
      const document = place.startsWith("/api/v1/admin/") ? admin : shop;
      return document.paths[place]?.get?.parameters.find((one) => one.name === name)?.schema;
    };
    const whole = { type: "integer", minimum: 1 };
    expect(parameter("/api/v1/public/products", "page")).toMatchObject(whole);
    expect(parameter("/api/v1/admin/orders/{order_no}", "order_no")).toEqual({ type: "string" });
    expect(parameter("/api/v1/admin/products/{id}", "id")).toMatchObject(whole);
    expect(parameter("/api/v1/coupons/check", "quantity")).toMatchObject({ ...whole, maximum: 1000 });
    expect(parameter("/api/v1/admin/orders", "from")).toMatchObject({ type: "string", format: "date-time" });

    const bodyOf = (place: string, method = "post") => {
      const document = place.startsWith("/api/v1/admin/") ? admin : shop;
      const { required, content = {} } = document.paths[place]?.[method]?.requestBody ?? {};
      const { schema = {} } = content["application/json"] ?? {};
      return { required, types: Object.keys(content), members: membersOf(document, schema) };
    };
    const accepts = (schema: Record<string, unknown> | undefined, text: string) =>
      new RegExp(String(schema?.pattern), "u").test(text);
    const recharge = bodyOf("/api/v1/wallet/recharge").members.amount;
    expect(["0.01", "9.9", "1000000.00"].map((text) => accepts(recharge, text))).toEqual([true, true, true]);
    expect(["0", "0.00", "1000000.01", "1e3", "-1", ""].some((text) => accepts(recharge, text))).toBe(false);
    const register = bodyOf("/api/v1/auth/register").members;
    expect(register.password).toMatchObject({ minLength: 8, maxLength: 128 });
    expect(register.email).toMatchObject({ format: "email", maxLength: 254 });
    expect(bodyOf("/api/v1/orders").required).toBe(true);
    expect(bodyOf("/api/v1/me/profile", "put").required).toBe(false);
    expect(bodyOf("/api/v1/admin/media").types).toContain("image/png");
  });

  it("name the limit that an operation counts for as RateLimit-Policy does [C130]", async () => {
    const document = await readDescription("shop");
    const described = new Map(
      operationsIn(document).map(({ operation }) => [operation.operationId, operation.description ?? ""]),
    );
    const limited = (await apiOperations()).filter(
      ({ name, handler }) => handler.options.limit && described.has(name),
    );
    expect(limited.length).toBeGreaterThan(20);
    const silent = limited.filter(
      ({ name, handler }) => !described.get(name)?.includes(`\`${handler.options.limit}\``),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it("carry the whole error table, each code with what it means [C4]", async () => {
    const { components } = await readDescription("shop");
    const { ErrorCode = {}, InterconnectErrorCode = {} } = components.schemas;
    expect(ErrorCode.enum).toEqual(expect.arrayContaining([400, 40_101, 40_302, 4099, 40_906]));
    expect(ErrorCode.description).toContain("- `40101`: HTTP 401, token_expired");
    expect(InterconnectErrorCode.enum).toEqual([405, 4001, 4003, 4004, 4013, 4090, 4099, 4290, 5000]);
  });
});
