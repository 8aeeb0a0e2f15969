import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminPurchases } from "@/app/api/v1/admin/interconnect/purchases/[[...path]]/route";
import { operations as adminReceivedCallbacks } from "@/app/api/v1/admin/interconnect/received-callbacks/[[...path]]/route";
import { anUpstreamProduct, buy, callBack } from "../../support/builders/agent-shop";
import { startFakeMain } from "../../support/fakes/fake-main";
import { staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest();

describe("main sites", () => {
  const credentials = { key: "agent_key_0001", secret: "the-shared-secret" };
  let main: Awaited<ReturnType<typeof startFakeMain>>;

  beforeEach(async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
    main = await startFakeMain(credentials);
  });
  afterEach(() => main.stop());

  const at = (id: number) => ({ params: { connection_id: String(id) } });

  it("a connection is made, shown without its secret, changed, and its secret kept on both sides for a day [C61]", async () => {
    const body = { name: "Main", base_url: `${main.url}/api/v1/`, ...credentials };
    const made = await staff.call<{ id: number }>(adminConnections.createConnection, "POST", { body });
    expect(made.data).toMatchObject({
      base_url: main.url,
      api_key: credentials.key,
      status: "active",
      rate: "1",
    });
    expect(made.text).not.toContain(credentials.secret);
    expect((await staff.call(adminConnections.createConnection, "POST", { body })).json.status_code).toBe(
      40906,
    );
    const changed = await staff.call(adminConnections.updateConnection, "PATCH", {
      ...at(made.data.id),
      body: { secret: "a-new-secret", rate: "7.12", fixed: "0.50" },
    });
    expect(changed.data).toMatchObject({ rate: "7.12", fixed: "0.50" });
    for (const [secret, code] of [
      ["a-new-secret", 4004],
      [credentials.secret, 4004],
      ["another", 4003],
    ] as const) {
      const { json } = await callBack(
        { ...credentials, secret },
        {
          event: "order.fulfilled",
          upstream_order_no: "U",
          downstream_order_no: "K",
          fulfillment: { status: "ready" },
          timestamp: "2026-01-01T00:00:00Z",
        },
      );
      expect(json.status_code).toBe(code);
    }
    const log = await staff.call(adminReceivedCallbacks.listReceivedCallbacks, "GET", {
      path: "/x?result=refused",
    });
    expect(log.data).toMatchObject({ total: 3, callbacks: [{ cause: "wrong_signature" }, {}, {}] });
  });

  it("the button queues a pull whose progress can be read; offers and purchases are listed [C61]", async () => {
    const { connection: row, sku } = await anUpstreamProduct({ ...credentials, baseUrl: main.url });
    expect((await staff.call(adminConnections.startSync, "POST", at(row.id))).data).toEqual({
      started: true,
    });
    expect((await staff.call(adminConnections.listSyncRuns, "GET", at(row.id))).data).toEqual({ runs: [] });
    expectRefusal(
      await staff.call(adminConnections.listSyncRuns, "GET", at(999_999)),
      404,
      "Connection not found",
    );
    const list = await staff.call(adminConnections.listOffers, "GET", {
      ...at(row.id),
      path: "/x?mapped=true",
    });
    expect(list.data).toMatchObject({
      total: 1,
      offers: [{ cost: "5.00", suggested_price: "5.00", mapping: { sku_id: sku.id } }],
    });
    const { data } = await buy(sku);
    const bought = await staff.call(adminPurchases.listPurchases, "GET", {
      path: `/x?search=${data.order_no}`,
    });
    expect(bought.data).toMatchObject({
      total: 1,
      purchases: [{ order_no: data.order_no, status: "created", upstream_order_no: "U1" }],
    });
  });

  it.each([
    ["base_url", { base_url: "nonsense" }],
    ["base_url", { base_url: "https://example.com/?a=1" }],
    ["key", { key: "with space" }],
    ["rate", { rate: "0" }],
    ["rate", { rate: "1e3" }],
    ["round_to", { round_to: "0.00" }],
  ])("a wrong %s is refused by name [C61]", async (field, changes) => {
    const body = { name: "Main", base_url: main.url, ...credentials, ...changes };
    const { status, json } = await staff.call(adminConnections.createConnection, "POST", { body });
    expect([status, json.msg]).toEqual([400, expect.stringMatching(new RegExp(`^${field}: `))]);
  });
});
