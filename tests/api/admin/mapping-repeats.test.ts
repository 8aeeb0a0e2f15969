import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { db } from "@/lib/db/client";
import { repeatRules } from "@/lib/interconnect/agent/purchases/choices";
import {
  advance,
  anUpstreamProduct,
  buy,
  credentials,
  payFor,
  read,
} from "../../support/builders/agent-shop";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("manager");
let main: FakeMain;
let made: Awaited<ReturnType<typeof anUpstreamProduct>>;

beforeEach(async () => {
  main = await startFakeMain(credentials);
  made = await anUpstreamProduct({ ...credentials, baseUrl: main.url });
});
afterEach(() => main.stop());

const at = () => ({ params: { connection_id: String(made.connection.id) } });
const bodyOf = (changes: object = {}) => ({ offer_id: made.offer.id, sku_id: made.sku.id, ...changes });
const map = (changes: object) =>
  staff.call(adminConnections.mapOffer, "PUT", { ...at(), body: bodyOf(changes) });
const stored = async () =>
  (await db().skuMapping.findUniqueOrThrow({ where: { skuId: made.sku.id } })).repeats;

describe("PUT …/connections/:id/mappings, repeats", () => {
  it("is for staff who may change connections, and is one of three words", async () => {
    const options = { ...at(), body: bodyOf({ repeats: "always" }) };
    for (const role of ["viewer", "support"] as const)
      await expectStaffOnly(adminConnections.mapOffer, "PUT", options, role);
    for (const repeats of ["", "sometimes", "ALWAYS", null, true, ["always"]])
      expectRefusal(await map({ repeats }), 400, /^repeats: /);
    expect([await stored(), await audits()]).toEqual(["never", []]);
  });

  it.each(repeatRules)(
    "is set to %s, is read in the list, and is in the audit log [C164]",
    async (repeats) => {
      expect((await map({ repeats })).data).toEqual({});
      const { data } = await staff.call(adminConnections.listOffers, "GET", {
        ...at(),
        path: "/x?mapped=true",
      });
      expect(data).toMatchObject({ offers: [{ mapping: { sku_id: made.sku.id, repeats } }] });
      expect(await audits()).toEqual([
        {
          actor: `staff:${staff.email()}`,
          action: "connection.map",
          target: `connection:${made.connection.id}`,
          data: { offer: made.offer.id, sku: made.sku.id, repeats },
        },
      ]);
    },
  );

  it("stays when a program does not name it, and when it is set twice", async () => {
    for (const changes of [{ repeats: "always" }, {}, { repeats: "always", markup_bps: 500 }]) {
      await map(changes);
      expect(await stored()).toBe("always");
    }
  });

  it("is not overwritten by somebody who saw another one", async () => {
    await map({ repeats: "always" });
    const answer = await map({ repeats: "other_suppliers", seen: { repeats: "never" } });
    expect(answer.status).toBe(409);
    expect(await stored()).toBe("always");
    expect((await map({ repeats: "other_suppliers", seen: { repeats: "always" } })).status).toBe(200);
    expect(await stored()).toBe("other_suppliers");
  });

  it("begins with never again where an option is mapped anew", async () => {
    await map({ repeats: "always" });
    await map({ sku_id: null });
    await map({});
    expect(await stored()).toBe("never");
  });

  it.each([
    ["never", "processing"],
    ["always", "ready"],
  ] as const)(
    "decides about the next key that comes: %s: the second order is %s [C164]",
    async (repeats, second) => {
      await map({ repeats });
      const states: string[] = [];
      for (const _ of [1, 2]) {
        const { data } = await buy(made.sku);
        await payFor(data.order_no);
        main.state.next.paid.push({ data: { fulfillment: { status: "ready", payload: "SAME-KEY" } } });
        await advance();
        states.push((await read(data)).fulfillment.status);
      }
      expect(states).toEqual(["ready", second]);
    },
  );
});
