import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { operations as adminFileVersions } from "@/app/api/v1/admin/file-versions/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { sha256Hex } from "@/lib/core/crypto";
import { maxParts } from "@/lib/core/multipart";
import { db } from "@/lib/db/client";
import { checkVersion } from "@/lib/fulfillment/kinds/file/check-version";
import { maxFileBytes, pieceBytesOf } from "@/lib/fulfillment/kinds/file/schema";
import { findStorage, keepStores } from "@/lib/fulfillment/kinds/file/storage/find-storage";
import { purgeUploads } from "@/lib/fulfillment/kinds/file/uploads/purge-uploads";
import { uploadLocker } from "@/lib/fulfillment/kinds/file/uploads/upload-lease";
import { handlers } from "@/lib/worker/handlers/orders";
import { refundByHand } from "../../support/builders/orders";
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
import { type FakeS3, startFakeS3 } from "../../support/fakes/fake-s3";
import { staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const admin = staffOfTest();
const { begin, sendPiece, askOffset, addFile } = fileUploads(admin);
const prefix = "sold/";
let s3: FakeS3;

beforeAll(async () => {
  s3 = await startFakeS3("shop-files");
});
afterAll(() => s3.stop());
beforeEach(() => {
  s3.objects.clear();
  s3.uploads.clear();
  s3.isDown = false;
  s3.onRequest = null;
  overrideConfig({
    "files.s3.bucket": "shop-files",
    "files.s3.prefix": prefix,
    "files.s3.endpoint": s3.url,
    "files.s3.accessKeyId": "AKIAEXAMPLE",
    "files.s3.secretAccessKey": "a-secret-of-the-store",
  });
});

const removal = async () => {
  const [job] = await db().$queryRaw<{ payload: { storageKey: string; storage: "bucket" } }[]>`
    SELECT task.payload FROM graphile_worker.jobs AS job JOIN graphile_worker._private_jobs AS task USING (id)
    WHERE job.task_identifier = 'file.remove' ORDER BY job.id DESC LIMIT 1`;
  if (job) await handlers["file.remove"]?.(job.payload);
};

describe("files in an S3-compatible store", { timeout: 180_000 }, () => {
  it("are uploaded in parts that go on after a break, checked where they lie, and sold from there", async () => {
    const sku = await aFileProduct({ downloads: 1 });
    const bytes = content("part", 6 * 1024 ** 2 + 12_345);
    const { id, key } = await begin(sku.id, bytes);
    const pieces = [0, 40_000, 5_400_000, bytes.length];
    for (const [n, start] of pieces.slice(0, -1).entries()) {
      expect(await askOffset(key)).toEqual({ status: 200, offset: String(start) });
      expect((await sendPiece(key, bytes.subarray(start, pieces[n + 1]), start)).status).toBe(204);
    }
    expect(await db().fileVersion.findUnique({ where: { id } })).toMatchObject({
      status: "checking",
      storage: "bucket",
    });
    await checkVersion(id);
    await checkVersion(id);
    expect(await db().fileVersion.findUnique({ where: { id } })).toMatchObject({
      status: "ready",
      sha256: sha256Hex(bytes),
    });
    expect([...s3.objects.keys()]).toEqual([`${prefix}${key}`]);
    expect([s3.uploads.size, s3.unsigned]).toEqual([0, 0]);

    const bought = await buy(sku);
    const part = await fetchFile(tokenOf(bought), { range: "bytes=100-299999" });
    expect(part.status).toBe(206);
    expect(await bytesOf(part)).toEqual(bytes.subarray(100, 300_000));
    // A reader who goes away gets back the bytes that were not sent.
    const broken = (await fetchFile(tokenOf(bought))).body?.getReader();
    await broken?.read();
    await broken?.cancel();
    const { bytesSent } = await db().download.findFirstOrThrow();
    expect(bytesSent).toBeLessThan(BigInt(bytes.length));
    const whole = await fetchFile(tokenOf(bought));
    expect(sha256Hex(await bytesOf(whole))).toBe(sha256Hex(bytes));
    expect(ruleOf(await fetchFile(tokenOf(bought)))).toEqual({ status: 403, rule: "downloads_used" });
  });

  it("take no piece that would be several parts at once", async () => {
    const sku = await aFileProduct();
    const bytes = content("large", 9 * 1024 ** 2);
    const { key } = await begin(sku.id, bytes);
    expect((await sendPiece(key, bytes, 0)).status).toBe(413);
    expect(await askOffset(key)).toEqual({ status: 200, offset: "0" });
  });

  it("take the larger pieces of a file that as many parts as a store takes would not hold otherwise [C102]", async () => {
    const sku = await aFileProduct();
    const body = { title: "A game", version: "1.0", name: "game.img", bytes: maxFileBytes };
    const { data } = await admin.call<{ upload_url: string }>(adminSkus.createFileVersion, "POST", {
      params: { id: String(sku.id) },
      body,
    });
    const key = data.upload_url.split("/").at(-1) ?? "";
    const piece = Buffer.alloc(pieceBytesOf(maxFileBytes));
    expect(piece.length * maxParts).toBeGreaterThanOrEqual(maxFileBytes);
    expect((await sendPiece(key, Buffer.alloc(piece.length + 1), 0)).status).toBe(413);
    for (const n of [0, 1]) expect((await sendPiece(key, piece, n * piece.length)).status).toBe(204);
    const [upload] = s3.uploads.values();
    expect([...(upload?.parts ?? [])].map(([number, part]) => [number, part.length])).toEqual([
      [1, piece.length],
      [2, piece.length],
    ]);
  });

  it("charge nothing while the store is away, and end with a refund although the object is there", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    await addFile(sku.id, bytes);
    const bought = await buy(sku);
    s3.isDown = true;
    expect((await fetchFile(tokenOf(bought))).status).toBe(500);
    expect((await db().download.findFirstOrThrow()).bytesSent).toBe(0n);
    s3.isDown = false;
    expect(await bytesOf(await fetchFile(tokenOf(bought)))).toEqual(bytes);
    await refundByHand(bought.orderNo, { isPaidBack: true });
    expect(ruleOf(await fetchFile(tokenOf(bought)))).toEqual({ status: 403, rule: "download_ended" });
  });

  it("have one version for one upload, however often it is begun while the store is away", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    const body = { title: "The book", version: "1.0", name: "book.pdf", bytes: bytes.length };
    const press = () =>
      admin.call(adminSkus.createFileVersion, "POST", { params: { id: String(sku.id) }, body });
    s3.isDown = true;
    const pressed = await Promise.all([press(), press()]);
    expect([...pressed, await press()].map(({ status }) => status)).toEqual([500, 500, 500]);
    expect(await db().fileVersion.count()).toBe(1);
    s3.isDown = false;
    const { key, id } = await begin(sku.id, bytes);
    expect(await db().fileVersion.count()).toBe(1);
    // Once bytes have come it is an upload of its own, which may hold another file of that name and size.
    expect((await sendPiece(key, bytes.subarray(0, 1000), 0)).status).toBe(204);
    expect((await begin(sku.id, bytes)).id).not.toBe(id);
  });

  it("take a piece from one process at a time, and from the next one when that has died", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    const { key } = await begin(sku.id, bytes);
    const lease = (seconds: number) =>
      db().fileVersion.update({
        where: { storageKey: key },
        data: { leaseOwner: "another process", leaseUntil: new Date(Date.now() + seconds * 1000) },
      });
    await lease(60);
    const before = s3.requests.length;
    const waiting = sendPiece(key, bytes.subarray(0, 1000), 0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(s3.requests.slice(before).filter((request) => /^(PUT|POST)/.test(request))).toEqual([]);
    await lease(-1);
    expect((await waiting).status).toBe(204);
    expect(await askOffset(key)).toEqual({ status: 200, offset: "1000" });
    const both = await Promise.all([1, 2].map(() => sendPiece(key, bytes.subarray(1000), 1000)));
    // The second one came to a whole upload, or waited until it was one; there is nothing to wait for then.
    expect(both.map(({ status }) => status).sort()).toEqual([204, expect.toBeOneOf([404, 409, 423])]);
    const row = await db().fileVersion.findUniqueOrThrow({ where: { storageKey: key } });
    expect(row).toMatchObject({ status: "checking", leaseOwner: null, leaseUntil: null });
    await checkVersion(row.id);
    expect(await db().fileVersion.findUnique({ where: { id: row.id } })).toMatchObject({
      status: "ready",
      sha256: sha256Hex(bytes),
    });
  });

  it("leave nothing behind when they are removed, or when their upload was abandoned", async () => {
    const sku = await aFileProduct();
    const id = await addFile(sku.id, content("abc"));
    await admin.call(adminFileVersions.removeFileVersion, "DELETE", { params: { version_id: String(id) } });
    await removal();
    expect(s3.objects.size).toBe(0);
    const { key } = await begin(sku.id, content("abc"));
    expect((await sendPiece(key, content("abc").subarray(0, 1000), 0)).status).toBe(204);
    expect([s3.objects.size, s3.uploads.size]).toEqual([2, 1]);
    await db().fileVersion.updateMany({ data: { lastPieceAt: new Date(0) } });
    await purgeUploads();
    await removal();
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it("are not taken from a process that lost its lease: the piece is sent again, and only then the upload is complete", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    const { id, key } = await begin(sku.id, bytes);
    const version = () => db().fileVersion.findUniqueOrThrow({ where: { id } });
    const other = { leaseOwner: "another process", leaseUntil: new Date(Date.now() + 60_000) };
    s3.onRequest = async (request) => {
      if (request.startsWith("PUT")) await db().fileVersion.update({ where: { id }, data: other });
    };
    expect((await sendPiece(key, bytes, 0)).status).toBe(423);
    s3.onRequest = null;
    expect(await version()).toMatchObject({ status: "uploading", ...other });
    await db().fileVersion.update({ where: { id }, data: { leaseUntil: new Date(0) } });
    expect(await askOffset(key)).toEqual({ status: 200, offset: String(bytes.length) });
    expect(await version()).toMatchObject({ status: "checking", leaseOwner: null });
  });

  it("stop a process that finds another owner when it renews its lease", async () => {
    const { key } = await begin((await aFileProduct()).id, content("abc"));
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const release = vi.fn();
    const lease = uploadLocker(key).newLock(key);
    await lease.lock(new AbortController().signal, release);
    await vi.advanceTimersByTimeAsync(20_000);
    const ours = await db().fileVersion.findUniqueOrThrow({ where: { storageKey: key } });
    expect([ours.leaseOwner === null, release.mock.calls.length]).toEqual([false, 0]);
    await db().fileVersion.updateMany({ data: { leaseOwner: "another process" } });
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(release).toHaveBeenCalled());
    await expect(lease.unlock()).rejects.toMatchObject({ status_code: 423 });
  });

  it("stay readable when the bucket's settings change, follow a copy to the new place, and say where they are otherwise", async () => {
    const sku = await aFileProduct();
    const bytes = content("before");
    const id = await addFile(sku.id, bytes);
    const bought = await buy(sku);
    const row = await db().fileVersion.findUniqueOrThrow({ where: { id } });
    expect(row.store).toBe(`${s3.url}/shop-files/${prefix}`);
    const read = async () => bytesOf(await fetchFile(tokenOf(bought), { range: "bytes=0-99" }));
    overrideConfig({ "files.s3.prefix": "later/" });
    expect(await read()).toEqual(bytes.subarray(0, 100));
    await addFile((await aFileProduct()).id, content("after"));
    expect([...s3.objects.keys()].map((name) => name.split("/")[0])).toEqual(["sold", "later"]);

    overrideConfig({ "files.s3.endpoint": "http://127.0.0.1:9" });
    await expect(findStorage(row)).rejects.toThrow();
    overrideConfig({ "files.s3.bucket": "" });
    await expect(findStorage(row)).rejects.toThrow(
      `This file lies in ${row.store}, and files.s3 names another`,
    );
    overrideConfig({ "files.s3.bucket": "shop-files", "files.s3.endpoint": s3.url });

    s3.objects.set(`later/${row.storageKey}`, bytes);
    s3.objects.delete(`${prefix}${row.storageKey}`);
    expect(await read()).toEqual(bytes.subarray(0, 100));
    const { store } = await db().fileVersion.findUniqueOrThrow({ where: { id } });
    expect(store).toBe(`${s3.url}/shop-files/later/`);
  });

  it("get the configured address where none was kept before, and their removal finds them after a change", async () => {
    const sku = await aFileProduct();
    const id = await addFile(sku.id, content("old"));
    await db().fileVersion.updateMany({ data: { store: null } });
    await keepStores();
    expect((await db().fileVersion.findUniqueOrThrow({ where: { id } })).store).toContain(prefix);
    overrideConfig({ "files.s3.prefix": "later/" });
    await admin.call(adminFileVersions.removeFileVersion, "DELETE", { params: { version_id: String(id) } });
    await removal();
    expect(s3.objects.size).toBe(0);
  });

  it("do not change where older files lie", async () => {
    overrideConfig({ "files.s3.bucket": "" });
    const sku = await aFileProduct();
    await addFile(sku.id, content("folder"));
    const bought = await buy(sku);
    overrideConfig({ "files.s3.bucket": "shop-files" });
    expect(await bytesOf(await fetchFile(tokenOf(bought)))).toEqual(content("folder"));
    expect(s3.objects.size).toBe(0);
  });
});
