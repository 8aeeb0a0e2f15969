import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { operations as adminFileUploads } from "@/app/api/v1/admin/file-uploads/[[...path]]/route";
import { operations as adminFileVersions } from "@/app/api/v1/admin/file-versions/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import * as downloads from "@/app/api/v1/downloads/[token]/route";
import * as upstream from "@/app/api/v1/upstream/products/route";
import { addSeconds, now } from "@/lib/core/clock";
import { sha256Hex } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { checkVersion } from "@/lib/fulfillment/kinds/file/check-version";
import { redeliverFailed } from "@/lib/orders/deliver/redeliver-failed";
import { lockOrder, markOrderPaid } from "@/lib/orders/mark-order-paid";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { refundByHand } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { aSite, callSigned } from "../../support/builders/sites";
import {
  aFileProduct,
  buy,
  bytesOf,
  content,
  fetchFile,
  fileUploads,
  ruleOf,
  tokenOf,
} from "../../support/builders/sold-files";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { saying } from "../../support/harness/saying";
import { overrideConfig } from "../../support/harness/test-config";

const admin = staffOfTest();
const { begin, sendPiece, askOffset, addFile } = fileUploads(admin);

describe("the upload of a file", () => {
  it("is for staff who may change the catalogue", async () => {
    await expectStaffOnly(adminSkus.createFileVersion, "POST", { params: { id: "1" }, body: {} }, "viewer");
    await expectStaffOnly(
      adminFileUploads.uploadPiece,
      "PATCH",
      { params: { key: "x" }, raw: "x" },
      "viewer",
    );
  });

  it("goes on where it was interrupted, and is on sale with its hash once it was checked", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    const { id, key } = await begin(sku.id, bytes);
    expect(await askOffset(key)).toEqual({ status: 200, offset: "0" });
    expect((await sendPiece(key, bytes.subarray(0, 40_000), 0)).status).toBe(204);
    expect(await askOffset(key)).toEqual({ status: 200, offset: "40000" });
    // The answer was lost: the same piece again is refused, and the client asks how far it is.
    expect((await sendPiece(key, bytes.subarray(0, 40_000), 0)).status).toBe(409);
    expect((await sendPiece(key, bytes.subarray(40_000), 40_000)).status).toBe(204);
    expect(await db().fileVersion.findUnique({ where: { id } })).toMatchObject({ status: "checking" });
    await checkVersion(id);
    await checkVersion(id);
    const { data } = await admin.call(adminSkus.listFiles, "GET", { params: { id: String(sku.id) } });
    expect(data).toMatchObject({
      files: [
        { title: "The book", versions: [{ status: "ready", sha256: sha256Hex(bytes), upload_url: null }] },
      ],
    });
    expect(await askOffset(key)).toMatchObject({ status: 404 });
  });

  it("is refused when the malware scanner finds something", async () => {
    const scanner = createServer((socket) => {
      const heard: Buffer[] = [];
      socket.on("data", (data) => {
        heard.push(data);
        // The last length is zero.
        if (Buffer.concat(heard).subarray(-4).equals(Buffer.alloc(4)))
          socket.end(
            Buffer.concat(heard).includes("EICAR") ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0",
          );
      });
    });
    await new Promise<void>((ready) => scanner.listen(0, "127.0.0.1", ready));
    const { port } = scanner.address() as { port: number };
    overrideConfig({ "files.clamd": `127.0.0.1:${port}` });
    const sku = await aFileProduct();
    const bad = await addFile(sku.id, content("EICAR"));
    const good = await addFile(sku.id, content("harmless"));
    await new Promise((closed) => scanner.close(closed));
    expect(await db().fileVersion.findUnique({ where: { id: bad } })).toMatchObject({
      status: "refused",
      problem: saying("Eicar-Signature"),
    });
    expect(await db().fileVersion.findUnique({ where: { id: good } })).toMatchObject({ status: "ready" });
  });
});

describe("a delivered file", () => {
  it("is downloaded whole and in part, and never shown, whatever its name is", async () => {
    const sku = await aFileProduct();
    const bytes = content("<script>alert(1)</script>");
    await addFile(sku.id, bytes, { name: '"><svg onload=alert(1)>\u202efdp.html' });
    const bought = await buy(sku);
    const [file] = bought.detail.items[0]?.fulfillment.files ?? [];
    expect(file).toMatchObject({
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
      version: "1.0",
      downloads_left: 2,
    });
    expect(bought.detail.fulfillment.payload).toBe(file?.url);
    const whole = await fetchFile(tokenOf(bought));
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "content-length": String(bytes.length),
    });
    expect(whole.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w%.!~-]+$/,
    );
    expect((await bytesOf(whole)).equals(bytes)).toBe(true);
    const etag = whole.headers.get("etag") ?? "";
    const rest = await fetchFile(tokenOf(bought), { range: "bytes=60000-", "if-range": etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("content-range")).toBe(`bytes 60000-99999/${bytes.length}`);
    expect((await bytesOf(rest)).equals(bytes.subarray(60_000))).toBe(true);
    const changed = await fetchFile(tokenOf(bought), { range: "bytes=5-", "if-range": '"another"' });
    expect(changed.status).toBe(200);
    await changed.body?.cancel();
    expect((await fetchFile(tokenOf(bought), { range: "bytes=900000-" })).status).toBe(416);
  });

  it("can be downloaded as often as was sold, counted by bytes, however many ask at once", async () => {
    const sku = await aFileProduct({ downloads: 2 });
    const bytes = content("xyz", 600_000);
    await addFile(sku.id, bytes);
    const bought = await buy(sku);
    // A reader who goes away gets back the bytes that were not sent.
    const broken = await fetchFile(tokenOf(bought));
    const reader = broken.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const { bytesSent } = await db().download.findFirstOrThrow();
    expect(bytesSent).toBeLessThan(BigInt(bytes.length));
    const rest = await fetchFile(tokenOf(bought), { range: `bytes=${bytesSent}-` });
    expect((await bytesOf(rest)).length).toBe(bytes.length - Number(bytesSent));
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchFile(tokenOf(bought))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && ruleOf(refused)).toEqual({ status: 403, rule: "downloads_used" });
    const { data } = await readOrder(bought.orderNo, bought.token);
    expect(data.items[0]?.fulfillment.files?.[0]).toMatchObject({ url: null, downloads_left: 0 });
  });

  it("cannot be had by another order's or a made-up link, after its time, or after a refund", async () => {
    const sku = await aFileProduct();
    await addFile(sku.id, content("abc"));
    const [mine, other] = [await buy(sku), await buy(sku)];
    const [, fileId, mac] = tokenOf(mine).split(".");
    const [otherGrant] = tokenOf(other).split(".");
    const made = [`${otherGrant}.${fileId}.${mac}`, `${tokenOf(mine)}x`, "1.1.aaaaaaaaaaaaaaaaaaaaaaaa", "x"];
    for (const token of made) expect((await fetchFile(token)).status, token).toBe(404);
    await refundByHand(mine.orderNo, { isPaidBack: true });
    expect(ruleOf(await fetchFile(tokenOf(mine)))).toEqual({ status: 403, rule: "download_ended" });
    await db().downloadGrant.updateMany({ data: { expiresAt: addSeconds(now(), -1) } });
    expect(ruleOf(await fetchFile(tokenOf(other)))).toEqual({ status: 403, rule: "download_expired" });
  });

  it("comes beside a key, in its newest version, and is delivered once by payments at the same moment", async () => {
    const { sku } = await aProduct({ keys: 1, sku: { fulfillers: ["file"] } });
    const first = await addFile(sku.id, content("one"));
    const { data } = await order(sku);
    const orderId = await orderIdOf(data.order_no);
    await Promise.all(
      Array.from({ length: 6 }, () =>
        inTransaction(async (tx) => markOrderPaid(tx, await lockOrder(tx, orderId), { actor: "test" })),
      ),
    );
    expect(await db().downloadGrant.count()).toBe(1);
    const { fileId } = await db().fileVersion.findUniqueOrThrow({ where: { id: first } });
    const second = await addFile(sku.id, content("two"), { file_id: fileId, version: "2.0" });
    const read = async () => (await readOrder(data.order_no, data.guest_token)).data.items[0]?.fulfillment;
    expect(await read()).toMatchObject({
      secrets: [expect.stringContaining("KEY-"), expect.any(String)],
      files: [{ version: "2.0" }],
    });
    await admin.call(adminFileVersions.removeFileVersion, "DELETE", {
      params: { version_id: String(second) },
    });
    expect(await read()).toMatchObject({ files: [{ version: "1.0" }] });
  });

  it("is delivered to who paid before there was one, as soon as it is checked [C24]", async () => {
    const sku = await aFileProduct();
    const bought = await buy(sku);
    expect(bought.detail).toMatchObject({ status: "paid", fulfillment_status: "failed" });
    await addFile(sku.id, content("late"));
    await redeliverFailed(sku.id);
    const { data } = await readOrder(bought.orderNo, bought.token);
    expect(data).toMatchObject({
      status: "delivered",
      items: [{ fulfillment: { files: [{ title: "The book" }] } }],
    });
  });
});

describe("an option that delivers a file", () => {
  it("has settings that are checked, and is not left without anything to deliver", async () => {
    const sku = await aFileProduct();
    const save = (body: unknown) =>
      admin.call(adminSkus.saveDelivery, "PUT", { params: { id: String(sku.id) }, body });
    const saved = await save({ fulfillers: ["file"], settings: { file: { downloads: "7", days: "14" } } });
    expect(saved.data).toEqual({ fulfillers: ["file"], settings: { file: { downloads: 7, days: 14 } } });
    const wrong = await save({ fulfillers: ["file"], settings: { file: { downloads: 0, days: 1 } } });
    expect([wrong.status, wrong.headers.get("x-error-field")]).toEqual([400, "settings.file.downloads"]);
    expect((await save({ fulfillers: ["teleport"] })).headers.get("x-error-rule")).toBe("not_a_fulfiller");
    expect((await save({ fulfillers: [] })).headers.get("x-error-field")).toBe("skus.0.content");
  });

  it("is not offered to agent sites, whose every version passes on texts only", async () => {
    const { sku } = await aProduct({ keys: 1 });
    await aFileProduct();
    const { data } = await callSigned<{ products: { id: number }[] }>(await aSite(), upstream.GET, "GET", {
      path: "/api/v1/upstream/products",
    });
    expect(data.products.map(({ id }) => id)).toEqual([sku.productId]);
    expect(await call(downloads.POST, "POST", { params: { token: "x" } })).toMatchObject({ status: 405 });
  });
});
