import { describe, expect, it } from "vitest";
import * as callback from "@/app/api/v1/interconnect/callback/route";
import * as products from "@/app/api/v1/upstream/products/route";
import { db } from "@/lib/db/client";
import { aSite, callSigned, signedFor } from "../../support/builders/sites";
import { mainSite } from "../../support/fakes/main-site";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const knock = () => call(products.GET, "GET", { path: "/api/v1/upstream/products" });

describe("calls whose signature does not hold", () => {
  it("get 429 beyond the limit of their network, with one row a minute in place of one each", async () => {
    overrideConfig({ "limits.unprovedPerMinute": "3" });
    const answers = [];
    for (let n = 0; n < 8; n++) answers.push(await knock());
    expect(answers.map((answer) => answer.json.status_code)).toEqual([
      ...[4003, 4003, 4003],
      ...[4290, 4290, 4290, 4290, 4290],
    ]);
    expect(Number(answers[4]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await db().requestLog.count()).toBe(4);
    const elsewhere = await call(products.GET, "GET", { ip: "198.51.100.9" });
    expect(elsewhere.json.status_code).toBe(4003);
  });

  it("share the limit with callbacks that prove nothing", async () => {
    overrideConfig({ "limits.unprovedPerMinute": "1" });
    await knock();
    const answer = await call(callback.POST, "POST", { body: {} });
    expect([answer.status, answer.json.status_code]).toEqual([429, 4290]);
  });

  it("do not keep a partner of the same network out", async () => {
    overrideConfig({ "limits.unprovedPerMinute": "1" });
    const main = mainSite(await aSite());
    for (let n = 0; n < 3; n++) await knock();
    expect((await main.products()).status).toBe(200);
  });
});

describe("a GET with a body [C70]", () => {
  it("is signed over that body", async () => {
    const agent = await aSite();
    const get = (headers = {}) => callSigned(agent, products.GET, "GET", { raw: "{}", headers });
    expect((await get()).status).toBe(200);
    expect((await get(signedFor(agent, ""))).json.status_code).toBe(4003);
  });
});
