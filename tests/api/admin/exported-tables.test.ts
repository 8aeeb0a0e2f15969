import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { apiOperations } from "@/app/api/v1/operations";
import { db } from "@/lib/db/client";
import type { RouteHandler } from "@/lib/http/make-route";
import type { Operation } from "@/lib/http/operations";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { goodPassword } from "../../support/builders/accounts";
import { accountDesk, aPaidOrder } from "../../support/builders/agent-account";
import { credentials } from "../../support/builders/agent-shop";
import { aDeliveredOrder } from "../../support/builders/callbacks";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { aConnection, aSite } from "../../support/builders/sites";
import { giftCards } from "../../support/builders/wallet";
import { staffOfTest } from "../../support/harness/admin-suite";

const staff = staffOfTest();
let tables: Operation[];

// Every route of the shop is imported.
beforeAll(async () => {
  tables = (await apiOperations()).filter(({ handler }) => handler.options.produces === "text/csv");
}, 180_000);

const zone = "Asia/Kathmandu";
const tradeNo = "2026112522001400000000000001";
/** Each is another number, or a day, to a spreadsheet. */
const texts = { title: "1-2", code: "0012", option: "1E5", nickname: "1.10", reason: tradeNo };

/** A shop whose texts are digits. */
async function fillShop(): Promise<Record<string, string>> {
  await db().setting.create({ data: { key: "timeZone", value: zone } });
  const { sku } = await aProduct({
    keys: 4,
    priceCents: 2000n,
    product: { title: texts.title },
    sku: { code: texts.code, name: texts.option },
  });
  await aUser({ nickname: texts.nickname });
  const { orderId } = await anOrder({ sku });
  await aPayment(orderId, await aChannel({ currency: "USD" }, { provider: "test" }));
  await pay(orderId);
  const { orderNo } = await getOrder(orderId);
  const refund = { orderNo, amountCents: 500n, method: "manual" as const, reason: texts.reason };
  await refundOrder(await anAdmin(), aClient(), refund);
  const review = { orderId, productId: sku.productId, stars: 4, text: texts.code };
  await db().review.create({ data: { ...review, status: "shown", writtenAt: new Date() } });
  const agent = await aSite({ callbackUrl: "https://agent.example/cb" });
  await aPaidOrder(agent, sku);
  await aDeliveredOrder(agent, sku);
  const desk = accountDesk(staff, agent.site.id);
  const { period } = await desk.read();
  const { id: statementId } = (await desk.close(period.to, period.amount)).data;
  const { batchId } = await giftCards({ expiresAt: new Date("2090-01-01T00:00:00Z") });
  const { id: connectionId } = await aConnection({ ...credentials, baseUrl: "https://main.example" });
  const { id: importId } = await db().keyImport.create({
    data: { skuId: sku.id, format: { kind: "lines" } },
  });
  await db().keyImportLine.create({ data: { importId, line: 7, reason: "too_long" } });
  const ids = { site: agent.site.id, statement: statementId, batch: batchId, import: importId };
  return Object.fromEntries(
    Object.entries({ ...ids, connection: connectionId }).map(([name, id]) => [`${name}_id`, String(id)]),
  );
}

const period = "from=2020-01-01T00:00:00Z&to=2089-01-01T00:00:00Z";
/** They need another server, an answer of staff or a company: their own tests have rows of them. */
const ofOthers =
  /purchases|received-callbacks|books|licenses|delivery-requests|money-requests|coupons|receipts/;

describe("every table that the shop exports", () => {
  it("opens in a spreadsheet as it was: Chinese, long numbers, zeros in front, and times of the shop [C94]", async () => {
    const params = await fillShop();
    expect(tables.length).toBeGreaterThan(19);
    const seen = new Set<string>();
    const empty: string[] = [];
    for (const { path, method, handler } of tables) {
      let bytes = new Uint8Array();
      const kept = async (...[request, context]: Parameters<RouteHandler>) => {
        const response = await handler(request, context);
        bytes = new Uint8Array(await response.clone().arrayBuffer());
        return response;
      };
      const body = method === "POST" ? { body: { password: goodPassword } } : {};
      const query = /reconciliation|books/.test(path) ? `/x?${period}` : "/x";
      const { status, headers } = await staff.call(kept, method, { path: query, params, ...body });
      expect([path, status, headers.get("content-type")]).toEqual([path, 200, "text/csv; charset=utf-8"]);
      expect([path, ...bytes.slice(0, 3)]).toEqual([path, 0xef, 0xbb, 0xbf]);
      const text = new TextDecoder().decode(bytes);
      for (const line of text.split("\r\n").slice(0, -1))
        expect([path, line]).toEqual([path, expect.stringMatching(/^"([^"]|"")*"(,"([^"]|"")*")*$/)]);
      const [, ...rows] = parse(text) as string[][];
      if (rows.length === 0) empty.push(path);
      for (const cell of rows.flat()) {
        if (Object.values(texts).includes(cell)) expect([path, cell]).toEqual([path, "behind an apostrophe"]);
        if (/^\d{4}-\d\d-\d\dT/.test(cell))
          expect([path, cell]).toEqual([path, expect.stringMatching(/\+05:45$/)]);
        seen.add(cell);
      }
    }
    expect(empty.filter((path) => !ofOthers.test(path))).toEqual([]);
    for (const text of Object.values(texts)) expect(seen).toContain(`'${text}`);
    expect(seen).toContain("2090-01-01T05:45:00.000+05:45");
    expect(seen).toContain("20.00");
  });
});
