import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { emptyObject } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";
import { staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest();
const calls: unknown[] = [];
beforeEach(() => void calls.splice(0));

const params = z.object({ desk_id: z.string() });
const desks = resource("admin/desks", {
  listDesks: operation("GET /", { response: emptyObject, handle: async () => ({}) }),
  countDesks: operation("GET /count", {
    response: z.object({ desks: z.int() }),
    handle: async () => ({ desks: 3 }),
  }),
  getDesk: operation("GET /[desk_id]", { params, response: params, handle: async ({ params }) => params }),
  openDesk: operation("POST /[desk_id]/open", {
    params,
    body: z.object({ drawer: z.int() }),
    handle: async ({ params, body }) => calls.push([params.desk_id, body.drawer]),
  }),
});

const at = (path: string) => ({ path: `/api/v1/admin/desks${path}` });
const everything = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

describe("a resource of the admin API", () => {
  it("finds the operation by method and path: a name of its own before a parameter", async () => {
    expect((await staff.call(desks.GET, "GET", at(""))).data).toEqual({});
    expect((await staff.call(desks.GET, "GET", at("/"))).data).toEqual({});
    expect((await staff.call(desks.GET, "GET", at("/count?x=1"))).data).toEqual({ desks: 3 });
    expect((await staff.call(desks.GET, "GET", at("/a%20%2Fb"))).data).toEqual({ desk_id: "a /b" });
  });

  it("answers that it is done, where the operation has no answer of its own", async () => {
    const answer = await staff.call(desks.POST, "POST", { ...at("/7/open"), body: { drawer: 2 } });
    expect(answer.data).toEqual({ done: true });
    expect(calls).toEqual([["7", 2]]);
    const asked = { params: { desk_id: "8" }, body: { drawer: 1 } };
    expect((await staff.call(desks.operations.openDesk, "POST", asked)).data).toEqual({ done: true });
  });

  it("asks for staff before anything is read", async () => {
    const answer = await call(desks.POST, "POST", { ...at("/7/open"), raw: "{" });
    expectRefusal(answer, 401, "Log in as staff first");
    expect(calls).toEqual([]);
  });

  it("answers HEAD and OPTIONS of each path, and refuses its other methods with those that it has", async () => {
    const head = await staff.call(desks.HEAD, "HEAD", at("/7"));
    expect([head.status, head.text]).toEqual([200, ""]);
    const preflight = await call(desks.OPTIONS, "OPTIONS", at("/7/open"));
    expect([preflight.status, preflight.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"] as const) {
      const answer = await staff.call(desks[method], method, at("/7/open"));
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  it.each(["/7/close", "/7/open/x", "//open", "/%E0"])(
    "answers every method at %s with 404: there is no such path",
    async (path) => {
      for (const method of everything.slice(0, -1)) {
        const answer = await staff.call(desks[method], method, at(path));
        expect([method, answer.status]).toEqual([method, 404]);
      }
      expect((await call(desks.OPTIONS, "OPTIONS", at(path))).status).toBe(204);
    },
  );

  it("has each path and method once", () => {
    const twice = () => operation("GET /[desk_id]", { params, handle: async () => undefined });
    expect(() => resource("admin/desks", { getDesk: twice(), readDesk: twice() })).toThrow(/stands twice/);
  });
});
