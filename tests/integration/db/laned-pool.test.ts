import { afterEach, expect, it } from "vitest";
import { GET as detail } from "@/app/api/v1/public/products/[slug]/route";
import { getConfig } from "@/lib/config/config";
import { connection, db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { checkReadiness } from "@/lib/operations/check-readiness";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";

let release = (): void => undefined;
let holding: Promise<unknown> = Promise.resolve();
afterEach(async () => {
  release();
  await holding;
});

/** Transactions that hold every connection of the pool until `release`. */
async function holdThePool(): Promise<void> {
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { poolSize } = getConfig().database;
  const begun: Promise<void>[] = [];
  holding = Promise.all(
    Array.from({ length: poolSize }, () => {
      let hasBegun = (): void => undefined;
      begun.push(
        new Promise((resolve) => {
          hasBegun = resolve;
        }),
      );
      return inTransaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        hasBegun();
        await open;
      });
    }),
  );
  await Promise.all(begun);
}

it("serves visitors' reads and readiness while every connection of the pool is in use", async () => {
  const { product } = await aProduct({ keys: 1 });
  await holdThePool();
  expect(connection().pool.idleCount).toBe(0);
  let isOtherDone = false;
  const other = db()
    .product.count()
    .then(() => {
      isOtherDone = true;
    });
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      call(detail, "GET", {
        params: { slug: product.slug },
        path: `/api/v1/public/products/${product.slug}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await checkReadiness()).status).not.toBe("unavailable");
  // Work of any other kind waits for its turn.
  expect(isOtherDone).toBe(false);
  release();
  await other;
});
