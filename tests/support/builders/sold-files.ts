import { expect } from "vitest";
import * as uploads from "@/app/api/v1/admin/file-uploads/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import * as downloads from "@/app/api/v1/downloads/[token]/route";
import { now } from "@/lib/core/clock";
import { randomCode } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { checkVersion } from "@/lib/fulfillment/kinds/file/check-version";
import { sealLivingText } from "@/lib/fulfillment/kinds/living/seal-text";
import { peerHeader } from "@/lib/http/caller/client-info";
import { lockOrder, markOrderPaid } from "@/lib/orders/mark-order-paid";
import type { staffOfTest } from "../harness/admin-suite";
import { order, orderIdOf, readOrder } from "./guest-orders";
import { anIp, aProduct } from "./products";

export const content = (text: string, length = 100_000) =>
  Buffer.from(text.repeat(Math.ceil(length / text.length)).slice(0, length));

const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };

/** The upload of a file as the admin does it. */
export function fileUploads(admin: ReturnType<typeof staffOfTest>) {
  const begin = async (skuId: number, bytes: Buffer, more: Record<string, unknown> = {}) => {
    const { data, status, text } = await admin.call<{ id: number; upload_url: string }>(
      adminSkus.createFileVersion,
      "POST",
      {
        params: { id: String(skuId) },
        body: { title: "The book", version: "1.0", name: "book.pdf", bytes: bytes.length, ...more },
      },
    );
    expect(status, text).toBe(200);
    return { id: data.id, key: data.upload_url.split("/").at(-1) ?? "" };
  };

  const sendPiece = (key: string, bytes: Buffer, offset: number) =>
    admin.call(uploads.PATCH, "PATCH", {
      path: `/api/v1/admin/file-uploads/${key}`,
      params: { key },
      raw: Uint8Array.from(bytes),
      headers: { ...tus, "upload-offset": String(offset) },
    });
  const askOffset = async (key: string) => {
    const { headers, status } = await admin.call(uploads.HEAD, "HEAD", {
      path: `/api/v1/admin/file-uploads/${key}`,
      params: { key },
      headers: { "tus-resumable": "1.0.0" },
    });
    return { status, offset: headers.get("upload-offset") };
  };

  const addFile = async (
    skuId: number,
    bytes: Buffer,
    more: Record<string, unknown> = {},
  ): Promise<number> => {
    const { id, key } = await begin(skuId, bytes, more);
    expect((await sendPiece(key, bytes, 0)).status).toBe(204);
    await checkVersion(id);
    return id;
  };

  /** A version of the option's one file, which the first call makes. */
  const addVersion = async ({ id: skuId }: { id: number }, version: string): Promise<number> => {
    const file = await db().skuFile.findFirst({ where: { skuId } });
    const more = { version, notes: `What ${version} brings`, ...(file ? { file_id: file.id } : {}) };
    return addFile(skuId, content(version), more);
  };
  return { begin, sendPiece, askOffset, addFile, addVersion };
}

/** A file and a living text of an option, as rows that nobody uploaded or typed. */
export async function addGoods(skuId: number): Promise<void> {
  const file = await db().skuFile.create({ data: { skuId, title: "The book" } });
  const version = { label: "1.0", name: "book.pdf", bytes: 3n, sha256: "0".repeat(64) } as const;
  await db().fileVersion.create({
    data: { ...version, fileId: file.id, storageKey: randomCode(32), status: "ready" },
  });
  const contentSealed = sealLivingText(skuId, 1, "first password");
  await db().livingText.create({
    data: { skuId, number: 1, contentSealed, createdBy: "test", createdAt: now() },
  });
}

/** Further goods that an option delivers beside its key in the payment's transaction: everything that is made there. */
export const manyKinds = {
  fulfillers: ["file", "license", "living"],
  fulfillerSettings: { license: { product: "atlas" }, file: {}, living: {} },
};
export const addedOf = async (orderId: number) => ({
  licenses: await db().license.count({ where: { orderItem: { orderId } } }),
  grants: await db().downloadGrant.count({ where: { fulfillment: { orderItem: { orderId } } } }),
  accesses: await db().livingAccess.count({ where: { fulfillment: { orderItem: { orderId } } } }),
});
export const nothing = { licenses: 0, grants: 0, accesses: 0 };
export const oneOfEach = { licenses: 1, grants: 1, accesses: 1 };

/** A product on sale that is nothing but a file. */
export async function aFileProduct(options: { downloads?: number } = {}) {
  const { sku } = await aProduct({ kind: "text" });
  await db().sku.update({
    where: { id: sku.id },
    data: {
      contentSealed: null,
      fulfillers: ["file"],
      fulfillerSettings: { file: { downloads: options.downloads ?? 2, days: 30 } },
    },
  });
  return sku;
}

export async function buy(sku: { id: number; productId: number }) {
  const { data } = await order(sku);
  const orderId = await orderIdOf(data.order_no);
  await inTransaction(async (tx) => markOrderPaid(tx, await lockOrder(tx, orderId), { actor: "test" }));
  const { data: detail } = await readOrder(data.order_no, data.guest_token);
  return { orderId, orderNo: data.order_no, token: data.guest_token, detail };
}

export const tokenOf = ({ detail }: Awaited<ReturnType<typeof buy>>) =>
  detail.items[0]?.fulfillment.files?.[0]?.url?.split("/").at(-1) ?? "none";
export const fetchFile = (token: string, headers: Record<string, string> = {}) =>
  downloads.GET(
    new Request(`http://localhost/api/v1/downloads/${token}`, {
      headers: { [peerHeader]: anIp(), ...headers },
    }),
    { params: Promise.resolve({ token }) },
  );
export const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
export const ruleOf = ({ headers, status }: Response) => ({ status, rule: headers.get("x-error-rule") });
