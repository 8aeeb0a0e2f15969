import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operations as adminFileVersions } from "@/app/api/v1/admin/file-versions/[[...path]]/route";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { getConfig } from "@/lib/config/config";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { mailVersion } from "@/lib/fulfillment/kinds/file/mail-version";
import { purgeUploads } from "@/lib/fulfillment/kinds/file/uploads/purge-uploads";
import { handlers } from "@/lib/worker/handlers/orders";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { pay, refundByHand } from "../../support/builders/orders";
import { aClient, anAdmin } from "../../support/builders/products";
import { aFileProduct, buy, content, fileUploads } from "../../support/builders/sold-files";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const admin = staffOfTest();
const { begin, sendPiece, askOffset, addVersion } = fileUploads(admin);
const day = 86_400;

const mailServer = { "mail.smtpUrl": "smtp://127.0.0.1:9" };
beforeEach(() => overrideConfig(mailServer));
afterEach(() => testClock.reset());

const tell = (versionId: number) =>
  admin.call<{ mails: number }>(adminFileVersions.mailFileVersion, "POST", {
    params: { version_id: String(versionId) },
  });
const jobs = () =>
  db().$queryRaw<{ at: Date; payload: { orderId: number; versionId: number } }[]>`
    SELECT job.run_at AS at, task.payload FROM graphile_worker.jobs AS job
    JOIN graphile_worker._private_jobs AS task USING (id) WHERE job.task_identifier = 'file.mail' ORDER BY job.id`;
const runJobs = async () => {
  for (const { payload } of await jobs()) await orderMails["file.mail"](payload);
};
const mails = () =>
  db().mail.findMany({
    where: { kind: "order_new_version" },
    orderBy: { recipient: "asc" },
    select: { recipient: true, subject: true },
  });
const refund = (orderNo: string) => refundByHand(orderNo, { isPaidBack: true });

describe("buyers of a file", { timeout: 180_000 }, () => {
  it("are told of a new version once, each by one mail, by staff who may change the catalogue", async () => {
    await expectStaffOnly(
      adminFileVersions.mailFileVersion,
      "POST",
      { params: { version_id: "1" } },
      "viewer",
    );
    const sku = await aFileProduct();
    const first = await addVersion(sku, "1.0");
    const one = await buy(sku);
    const email = one.detail.email ?? "";
    // The same buyer again, and another one.
    await pay(await orderIdOf((await order(sku, { email })).data.order_no));
    const two = await buy(sku);
    const second = await addVersion(sku, "2.0");
    const old = await tell(first);
    expect([old.status, old.headers.get("x-error-rule")]).toEqual([409, "not_newest_version"]);
    const told = await Promise.all([tell(second), tell(second)]);
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(told.find(({ status }) => status === 200)?.data).toEqual({ mails: 2 });
    expect(told.find(({ status }) => status === 409)?.headers.get("x-error-rule")).toBe("version_mailed");
    expect(await jobs()).toHaveLength(3);
    // The jobs come twice, as after a process that died.
    await Promise.all([runJobs(), runJobs()]);
    expect(await mails()).toEqual(
      [email, two.detail.email].sort().map((recipient) => ({
        recipient,
        subject: "The book: version 2.0",
      })),
    );
    expect((await audits()).at(-1)).toMatchObject({
      action: "file.mail",
      target: `sku:${sku.id}`,
      data: { version: "2.0", mails: 2 },
    });
  });

  it("hear nothing after a refund or the time of their download, and of the version that is on sale by then", async () => {
    const sku = await aFileProduct();
    await addVersion(sku, "1.0");
    const [late, refundedBefore, refundedAfter, open] = [
      await buy(sku),
      await buy(sku),
      await buy(sku),
      await buy(sku),
    ];
    await db().downloadGrant.updateMany({
      where: { fulfillment: { orderItem: { orderId: late.orderId } } },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    await refund(refundedBefore.orderNo);
    expect((await tell(await addVersion(sku, "2.0"))).data).toEqual({ mails: 2 });
    await refund(refundedAfter.orderNo);
    const third = await addVersion(sku, "3.0");
    await runJobs();
    expect(await mails()).toEqual([{ recipient: open.detail.email, subject: "The book: version 3.0" }]);
    // A buyer who was told of it is not told again.
    expect((await tell(third)).data).toEqual({ mails: 1 });
    await runJobs();
    expect(await mails()).toHaveLength(1);
  });

  it("get their mails as fast as the configuration allows, after those that wait already", async () => {
    overrideConfig({ ...mailServer, "mail.bulkPerMinute": "2" });
    const [sku, other] = [await aFileProduct(), await aFileProduct()];
    for (const one of [sku, other]) await addVersion(one, "1.0");
    for (const one of [sku, sku, sku, other]) await buy(one);
    const start = Date.now();
    testClock.set(new Date(start));
    const actor = await anAdmin();
    for (const one of [sku, other]) await mailVersion(actor, aClient(), await addVersion(one, "2.0"));
    const minutes = (await jobs()).map(({ at }) => Math.round((at.getTime() - start) / 60_000));
    expect(minutes).toEqual([0, 0, 1, 1]);
  });
});

describe("a version of which nobody hears", { timeout: 180_000 }, () => {
  it("is not said to be mailed: without a mail server, and without a buyer who may download it", async () => {
    const sku = await aFileProduct();
    const first = await addVersion(sku, "1.0");
    const refusalOf = async () => {
      const { status, headers } = await tell(first);
      expect((await db().fileVersion.findUniqueOrThrow({ where: { id: first } })).mailedAt).toBeNull();
      expect(await jobs()).toEqual([]);
      return [status, headers.get("x-error-rule")];
    };
    expect(await refusalOf()).toEqual([409, "nobody_to_mail"]);
    await buy(sku);
    overrideConfig({ "mail.smtpUrl": "" });
    expect(await refusalOf()).toEqual([409, "no_mail_server"]);
    overrideConfig(mailServer);
    expect((await tell(first)).data).toEqual({ mails: 1 });
  });
});

describe("an upload", { timeout: 180_000 }, () => {
  it("is removed with its bytes after a week in which nobody continued it, and stays while it goes on", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    const left = await begin(sku.id, bytes, { title: "Left", version: "0.9" });
    const continued = await begin(sku.id, bytes, { title: "Continued" });
    for (const { key } of [left, continued])
      expect((await sendPiece(key, bytes.subarray(0, 50_000), 0)).status).toBe(204);
    const done = await addVersion(sku, "1.0");
    await db().fileVersion.updateMany({ data: { lastPieceAt: new Date(Date.now() - 7.1 * day * 1000) } });
    expect((await sendPiece(continued.key, bytes.subarray(50_000, 60_000), 50_000)).status).toBe(204);
    await Promise.all([purgeUploads(), purgeUploads()]);
    const rows = await db().fileVersion.findMany({ select: { id: true }, orderBy: { id: "asc" } });
    expect(rows.map(({ id }) => id).sort()).toEqual([continued.id, done].sort());
    expect(await db().skuFile.count({ where: { title: "Left" } })).toBe(0);
    expect((await audits()).at(-1)).toMatchObject({
      actor: "system",
      action: "file.remove",
      data: { version: "0.9", abandoned: true },
    });
    await handlers["file.remove"]?.({ storageKey: left.key });
    const kept = await readdir(path.join(getConfig().dataDir, "uploads"));
    expect(kept.filter((name) => name.startsWith(left.key))).toEqual([]);
    expect(kept).toContain(continued.key);
    expect((await askOffset(left.key)).status).toBe(404);
  });

  it("is opened by the first request when its process died before", async () => {
    const sku = await aFileProduct();
    const bytes = content("abc");
    const { id, key } = await begin(sku.id, bytes);
    await rm(path.join(getConfig().dataDir, "uploads"), { recursive: true });
    expect(await askOffset(key)).toEqual({ status: 200, offset: "0" });
    expect((await sendPiece(key, bytes, 0)).status).toBe(204);
    expect(await db().fileVersion.findUnique({ where: { id } })).toMatchObject({ status: "checking" });
  });
});
