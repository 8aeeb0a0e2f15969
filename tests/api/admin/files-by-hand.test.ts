import { describe, expect, it } from "vitest";
import { operations as adminFileUploads } from "@/app/api/v1/admin/file-uploads/[[...path]]/route";
import { operations as adminFileVersions } from "@/app/api/v1/admin/file-versions/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { db } from "@/lib/db/client";
import { checkVersion } from "@/lib/fulfillment/kinds/file/check-version";
import { maxOwnFiles } from "@/lib/fulfillment/kinds/file/own-files";
import type { FileByHand } from "@/lib/orders/staff/admin-schema";
import { readOrder } from "../../support/builders/guest-orders";
import { refundByHand } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import {
  addGoods,
  buy,
  bytesOf,
  content,
  fetchFile,
  fileUploads,
  ruleOf,
} from "../../support/builders/sold-files";
import { agentOfTest, anOrderBody, aPaidBody } from "../../support/fakes/main-site";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { rounds } from "../../support/harness/tier";

// A role that delivers orders and may not change the catalogue.
const support = staffOfTest("support");
const viewer = staffOfTest("viewer");
const { main } = agentOfTest();
const { sendPiece } = fileUploads(support);

type Bought = Awaited<ReturnType<typeof buy>>;
const text = "a portrait of the buyer";

async function boughtByHand(): Promise<Bought> {
  const { sku } = await aProduct({ kind: "none" });
  return buy(sku);
}

const begin = (orderNo: string, body: Record<string, unknown>) =>
  support.call<{ id: number; upload_url: string }>(adminOrders.addFileByHand, "POST", {
    params: { order_no: orderNo },
    body: { item: 1, title: "Your portrait", name: "portrait.png", bytes: 1_000, ...body },
  });

async function addFile(
  { orderNo }: Bought,
  bytes: Buffer,
  more: Record<string, unknown> = {},
): Promise<number> {
  const { data, status, text: said } = await begin(orderNo, { bytes: bytes.length, ...more });
  expect(status, said).toBe(200);
  expect((await sendPiece(data.upload_url.split("/").at(-1) ?? "", bytes, 0)).status).toBe(204);
  await checkVersion(data.id);
  return data.id;
}

const deliver = ({ orderNo }: Bought, body: Record<string, unknown> = {}) =>
  support.call(adminOrders.deliverOrderByHand, "POST", {
    params: { order_no: orderNo },
    body: { item: 1, ...body },
  });

const list = async ({ orderNo }: Bought) =>
  (
    await support.call<{ files: FileByHand[] }>(adminOrders.listFilesByHand, "GET", {
      params: { order_no: orderNo },
    })
  ).data.files;

async function goodsOf({ orderNo, token }: Bought) {
  const { data } = await readOrder(orderNo, token);
  const { files = [], payload } = data.items[0]?.fulfillment ?? {};
  return { payload, files, tokens: files.map(({ url }) => url?.split("/").at(-1) ?? "none") };
}

describe("a file that a person made for one order", () => {
  it("is for staff who deliver orders", async () => {
    const options = { params: { order_no: "K1" }, body: { item: 1, title: "A", name: "a", bytes: 1 } };
    await expectStaffOnly(adminOrders.addFileByHand, "POST", options, "viewer");
    const bought = await boughtByHand();
    const { data } = await begin(bought.orderNo, {});
    const path = { params: { key: data.upload_url.split("/").at(-1) ?? "" } };
    expect((await viewer.call(adminFileUploads.uploadPiece, "PATCH", { ...path, raw: "x" })).status).toBe(
      403,
    );
    const version = { params: { version_id: String(data.id) } };
    expect((await viewer.call(adminFileVersions.removeFileVersion, "DELETE", version)).status).toBe(403);
    expect((await support.call(adminFileVersions.removeFileVersion, "DELETE", version)).status).toBe(200);
    expect(await list(bought)).toEqual([]);
    expect(await db().auditLog.findMany({ where: { action: "file.remove" } })).toMatchObject([
      { target: `order:${bought.orderNo}` },
    ]);
  });

  it("is handed over with the words or alone, to this buyer and to nobody else who bought the same [C208]", async () => {
    const { sku } = await aProduct({ kind: "none" });
    // Files that the option had once, and delivers no more.
    await addGoods(sku.id);
    const [first, second] = [await buy(sku), await buy(sku)];
    const bytes = content("portrait");
    await addFile(first, bytes);
    await addFile(second, content("another"), { title: "Another portrait" });
    expect((await deliver(first, { content: text })).status).toBe(200);
    expect((await deliver(second)).status).toBe(200);
    const goods = await goodsOf(first);
    expect(goods).toMatchObject({
      payload: expect.stringContaining(text),
      files: [{ title: "Your portrait", name: "portrait.png" }],
    });
    expect(await bytesOf(await fetchFile(goods.tokens[0] ?? ""))).toEqual(bytes);
    expect(await goodsOf(second)).toMatchObject({ files: [{ title: "Another portrait" }] });
  });

  it("comes beside the files of an option that delivers some [C208]", async () => {
    const { sku } = await aProduct({ kind: "none" });
    await addGoods(sku.id);
    await db().sku.update({ where: { id: sku.id }, data: { fulfillers: ["file"] } });
    const bought = await buy(sku);
    await addFile(bought, content("portrait"));
    expect((await deliver(bought, { content: text })).status).toBe(200);
    expect((await goodsOf(bought)).files.map(({ title }) => title)).toEqual(["The book", "Your portrait"]);
  });

  it("stands in for the file that an option promised and has not [C208]", async () => {
    const { sku } = await aProduct({ kind: "none" });
    await db().sku.update({ where: { id: sku.id }, data: { fulfillers: ["file"] } });
    const bought = await buy(sku);
    const refused = await deliver(bought, { content: text });
    expect([refused.status, refused.headers.get("x-error-rule")]).toEqual([409, "part_missing"]);
    await addFile(bought, content("portrait"));
    expect((await deliver(bought)).status).toBe(200);
    expect((await goodsOf(bought)).files.map(({ title }) => title)).toEqual(["Your portrait"]);
  });

  it("is waited for, and nothing is delivered without words or a file [C208]", async () => {
    const bought = await boughtByHand();
    expect(await deliver(bought)).toMatchObject({
      status: 400,
      text: expect.stringContaining("content: is required"),
    });
    const { data } = await begin(bought.orderNo, {});
    expect(await deliver(bought, { content: text })).toMatchObject({ status: 409 });
    expect(await list(bought)).toMatchObject([{ id: data.id, item: 1, status: "uploading" }]);
    // The same file again goes on with the upload of which nothing has come.
    expect((await begin(bought.orderNo, {})).data).toEqual(data);
    for (let at = 1; at < maxOwnFiles; at++) await begin(bought.orderNo, { title: `Sketch ${at}` });
    expect(await begin(bought.orderNo, { title: "One more" })).toMatchObject({ status: 400 });
  });

  it("comes to no item that is delivered, and ends with a refund [C208]", async () => {
    const bought = await boughtByHand();
    const id = await addFile(bought, content("portrait"));
    expect((await deliver(bought)).status).toBe(200);
    expect((await begin(bought.orderNo, {})).status).toBe(409);
    const remove = { params: { version_id: String(id) } };
    expect((await support.call(adminFileVersions.removeFileVersion, "DELETE", remove)).status).toBe(409);
    const { tokens } = await goodsOf(bought);
    await refundByHand(bought.orderNo);
    expect(ruleOf(await fetchFile(tokens[0] ?? ""))).toEqual({ status: 403, rule: "download_ended" });
  });

  it("is delivered or taken away when both happen at once, and never half [C208]", async () => {
    for (let round = 0; round < rounds * 2; round++) {
      const bought = await boughtByHand();
      const id = await addFile(bought, content("portrait"));
      const remove = { params: { version_id: String(id) } };
      const [delivered, removed] = await Promise.all([
        deliver(bought),
        support.call(adminFileVersions.removeFileVersion, "DELETE", remove),
      ]);
      expect([[200, 409].join(), [400, 200].join()]).toContain([delivered.status, removed.status].join());
      expect((await goodsOf(bought)).files.length).toBe(delivered.status === 200 ? 1 : 0);
    }
  });

  it("is refused for an order of an agent site, which passes on text [C208]", async () => {
    const { sku } = await aProduct({ kind: "none" });
    const { data } = await main.create(anOrderBody(sku));
    expect((await main.pay(data.upstream_order_no, aPaidBody(data.amount))).status).toBe(200);
    const refused = await begin(data.upstream_order_no, {});
    expect([refused.status, refused.headers.get("x-error-rule")]).toEqual([409, "file_for_agent"]);
  });
});
