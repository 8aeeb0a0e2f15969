import { z } from "zod";
import { getConfig } from "../../config/config";
import { isLocalShop } from "../../config/local-shop";
import type { Reader, Tx } from "../../db/transaction";

/**
 * `on_in_public`: the configuration asks for it at an address that others reach. `off_in_public` and `off_own_goods`: it is
 * off although nobody said so, because goods could be had for nothing.
 */
export type TestGatewayState = "on" | "on_in_public" | "off" | "off_in_public" | "off_own_goods";

const markKey = "sampleMark";

const sampleMark = z.object({
  lastProductId: z.int(),
  lastSecretId: z.int(),
  /** Unknown of a sample that an older version wrote. */
  lastPostId: z.int().optional(),
  lastBannerId: z.int().optional(),
  lastCouponId: z.int().optional(),
  lastCategoryId: z.int().optional(),
});
export type SampleMark = z.infer<typeof sampleMark>;

/** Remembers what belongs to the sample shop: everything with a later id is the operator's. Call it when the sample is written. */
export async function markSample(tx: Tx): Promise<void> {
  const newest = { orderBy: { id: "desc" }, select: { id: true } } as const;
  const value = {
    lastProductId: (await tx.product.findFirst(newest))?.id ?? 0,
    lastSecretId: (await tx.secret.findFirst(newest))?.id ?? 0,
    lastPostId: (await tx.post.findFirst(newest))?.id ?? 0,
    lastBannerId: (await tx.banner.findFirst(newest))?.id ?? 0,
    lastCouponId: (await tx.coupon.findFirst(newest))?.id ?? 0,
    lastCategoryId: (await tx.category.findFirst(newest))?.id ?? 0,
  } satisfies SampleMark;
  await tx.setting.upsert({ where: { key: markKey }, create: { key: markKey, value }, update: { value } });
}

/** Finds the last rows of the sample; null in a shop that was never filled with it. */
export async function findSampleMark(reader: Reader): Promise<SampleMark | null> {
  const mark = await reader.setting.findUnique({ where: { key: markKey } });
  return mark && sampleMark.parse(mark.value);
}

export async function holdsOnlySample(reader: Reader): Promise<boolean> {
  const mark = await findSampleMark(reader);
  if (!mark) return false;
  const { lastProductId, lastSecretId } = mark;
  const own = await Promise.all([
    reader.product.findFirst({ where: { id: { gt: lastProductId } }, select: { id: true } }),
    reader.secret.findFirst({ where: { id: { gt: lastSecretId } }, select: { id: true } }),
  ]);
  return own.every((row) => row === null);
}

/** Without a word in the configuration it is on only for an untouched sample shop on this machine. */
export async function testGatewayState(reader: Reader): Promise<TestGatewayState> {
  const { testGateway, sampleShop } = getConfig();
  if (testGateway === false) return "off";
  if (testGateway === true) return isLocalShop() ? "on" : "on_in_public";
  if (!sampleShop) return "off";
  if (!isLocalShop()) return "off_in_public";
  return (await holdsOnlySample(reader)) ? "on" : "off_own_goods";
}

/** It is on only because the shop sells nothing but the sample: the first goods of its own switch it off. */
export const endsWithOwnGoods = async (reader: Reader): Promise<boolean> =>
  getConfig().testGateway === null && (await testGatewayState(reader)) === "on";

export async function isTestGatewayOn(reader: Reader): Promise<boolean> {
  const state = await testGatewayState(reader);
  return state === "on" || state === "on_in_public";
}
