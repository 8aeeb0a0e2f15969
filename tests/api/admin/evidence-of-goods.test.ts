import { afterEach, describe, expect, it } from "vitest";
import { operations as adminFileVersions } from "@/app/api/v1/admin/file-versions/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { testClock } from "@/lib/core/clock";
import { sha256Hex } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { listFiles } from "@/lib/fulfillment/kinds/file/list-files";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { collectEvidence } from "@/lib/orders/disputes/dispute-evidence";
import { refundByHand, reportDispute } from "../../support/builders/orders";
import { aClient, anAdmin } from "../../support/builders/products";
import {
  aFileProduct,
  buy,
  bytesOf,
  content,
  fetchFile,
  fileUploads,
  tokenOf,
} from "../../support/builders/sold-files";
import { staffOfTest } from "../../support/harness/admin-suite";

const admin = staffOfTest();
const { addVersion } = fileUploads(admin);
afterEach(() => testClock.reset());

type Readable = { readable_from: string };

describe("the evidence about an order", { timeout: 180_000 }, () => {
  it("names the texts that the buyer could read and the files that they downloaded, and not what they say", async () => {
    const sku = await aFileProduct();
    await db().sku.update({ where: { id: sku.id }, data: { fulfillers: ["file", "living"] } });
    await addVersion(sku, "1.0");
    const actor = await anAdmin();
    for (const content of ["before the sale", "first password"])
      await changeText(actor, aClient(), sku.id, { content });
    const bought = await buy(sku);
    const { length } = await bytesOf(await fetchFile(tokenOf(bought)));
    await changeText(actor, aClient(), sku.id, { content: "second password" });
    const { json, text } = await admin.call(adminOrders.collectEvidence, "GET", {
      params: { order_no: bought.orderNo },
    });
    const [first, second] = (json as unknown as { texts_the_buyer_could_read: Readable[] })
      .texts_the_buyer_could_read;
    expect([first, second]).toMatchObject([
      { item: 1, number: 2, readable_until: second?.readable_from },
      { item: 1, number: 3, readable_until: null },
    ]);
    expect(json).toMatchObject({
      files_downloaded: [
        { item: 1, title: "The book", version: "1.0", sha256: sha256Hex(content("1.0")), bytes_sent: length },
      ],
    });
    expect(text).not.toContain("password");
    await refundByHand(bought.orderNo, { isPaidBack: true });
    const after = await admin.call(adminOrders.collectEvidence, "GET", {
      params: { order_no: bought.orderNo },
    });
    expect(after.json).toMatchObject({
      texts_the_buyer_could_read: [{ number: 2 }, { number: 3, readable_until: expect.any(String) }],
    });
  });

  it("keeps what was downloaded of a version that was removed since, which is in no list any more", async () => {
    const sku = await aFileProduct();
    const first = await addVersion(sku, "1.0");
    const bought = await buy(sku);
    const { length } = await bytesOf(await fetchFile(tokenOf(bought)));
    const remove = () =>
      admin.call(adminFileVersions.removeFileVersion, "DELETE", { params: { version_id: String(first) } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await fetchFile(tokenOf(bought))).status).toBe(404);
    expect(await listFiles(sku.id)).toEqual({ files: [] });
    const { json } = await admin.call(adminOrders.collectEvidence, "GET", {
      params: { order_no: bought.orderNo },
    });
    expect(json).toMatchObject({
      files_downloaded: [
        { item: 1, title: "The book", version: "1.0", sha256: sha256Hex(content("1.0")), bytes_sent: length },
      ],
    });
    const second = await addVersion(sku, "2.0");
    expect((await listFiles(sku.id)).files).toMatchObject([{ versions: [{ id: second }] }]);
    expect(await bytesOf(await fetchFile(tokenOf(bought)))).toEqual(content("2.0"));
  });

  it("leaves out the time for which a dispute had taken the text away", async () => {
    const sku = await aFileProduct();
    await db().sku.update({ where: { id: sku.id }, data: { fulfillers: ["living"] } });
    const actor = await anAdmin();
    const write = (text: string) => changeText(actor, aClient(), sku.id, { content: text });
    const start = Math.floor(Date.now() / 1000) * 1000;
    const at = (hour: number) => testClock.set(new Date(start + hour * 3_600_000));
    const time = (hour: number) => new Date(start + hour * 3_600_000).toISOString();
    at(0);
    await write("first");
    const { orderId: id, orderNo } = await buy(sku);
    const dispute = (disputeNo: string, state: "open" | "won" | "lost") =>
      reportDispute({ id, orderNo }, state, disputeNo);
    const read = async () => {
      const { texts_the_buyer_could_read: texts } = await collectEvidence(actor, aClient(), orderNo);
      return texts.map((text) => [text.number, text.readable_from, text.readable_until]);
    };
    at(1);
    await dispute("D1", "open");
    at(2);
    // A second one beside it: the text stays away until both are won.
    await dispute("D2", "open");
    at(3);
    await dispute("D1", "won");
    await write("second");
    expect(await read()).toEqual([[1, time(0), time(1)]]);
    at(5);
    await dispute("D2", "won");
    expect(await read()).toEqual([
      [1, time(0), time(1)],
      [2, time(5), null],
    ]);
    at(6);
    await dispute("D3", "open");
    at(7);
    await dispute("D3", "won");
    at(8);
    await dispute("D4", "lost");
    expect(await read()).toEqual([
      [1, time(0), time(1)],
      [2, time(5), time(6)],
      [2, time(7), time(8)],
    ]);
  });
});
