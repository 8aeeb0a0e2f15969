import { describe, expect } from "vitest";
import { newToken } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { queueMail } from "@/lib/notifications/mails/queue-mail";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { jobsOf } from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { it } from "../../support/harness/mail-test";
import { recordStatements } from "../../support/harness/statements";

const code = (
  to: string,
  more: { dedupeKey?: string; guestToken?: { token: string; orderId: number } } = {},
) =>
  queueMail(db(), {
    kind: "code",
    to,
    locale: "en",
    data: { purpose: "reset", code: "042917", minutes: 10, hasAccount: true },
    ...more,
  });

const addresses = Array.from({ length: 20 }, (_, index) => `reader-${index}@example.com`);

describe("mails that are written at the same moment", () => {
  it("are written by a few statements, each with its own text, token and job", async ({ smtp }) => {
    const { sku } = await aProduct({ keys: addresses.length });
    const orders: Awaited<ReturnType<typeof anOrder>>[] = [];
    for (const email of addresses) orders.push(await anOrder({ sku, email }));
    const before = await db().guestToken.count();
    const statements = await recordStatements(async () => {
      const kept = await Promise.all(
        addresses.map((to, at) =>
          code(to, { guestToken: { token: newToken(), orderId: orders[at]?.orderId ?? 0 } }),
        ),
      );
      expect(kept).toEqual(addresses.map(() => true));
    });
    expect(statements.filter(({ text }) => text.includes("INTO mails")).length).toBeLessThan(5);
    expect(await db().guestToken.count()).toBe(before + addresses.length);
    const jobs = (await jobsOf("mail.send")) as JobPayloads["mail.send"][];
    for (const { mailId } of jobs) await sendMail(mailId);
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual([...addresses].sort());
  });

  it("are one mail for one event", async () => {
    const kept = await Promise.all(addresses.map((to) => code(to, { dedupeKey: "the same event" })));
    expect(kept.filter((isNew) => isNew)).toHaveLength(1);
    expect(await db().mail.count()).toBe(1);
  });

  it("fail alone when one of them cannot be written", async () => {
    const nowhere = { token: newToken(), orderId: 2_000_000_000 };
    const results = await Promise.allSettled([
      ...addresses.map((to) => code(to)),
      code("nobody@example.com", { guestToken: nowhere }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([...addresses.map(() => "fulfilled"), "rejected"]);
    expect(await db().mail.count()).toBe(addresses.length);
  });
});
