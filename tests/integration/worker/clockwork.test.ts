import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { enqueueDue } from "@/lib/worker/cron-schedule";

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

async function takeJobs(): Promise<string[]> {
  const rows = await db().$queryRaw<
    { kind: string }[]
  >`SELECT task_identifier AS kind FROM graphile_worker.jobs ORDER BY 1`;
  await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  return rows.map((row) => row.kind);
}

const everyMinute = [
  "channel.fetch_rates",
  "housekeeping.reseal",
  "interconnect.sweep",
  "order.sweep",
  "stock.renew_hashes",
  "stock.tell",
];
const everyFive = ["housekeeping.purge", "payment.reconcile"];
const all = [...everyMinute, ...everyFive].sort();
/** The first time that anything is due, what runs more seldom is due as well. */
const seldom = [
  ...["backup.nightly", "channel.test_all", "morning.tell"],
  ...["picture.sweep", "receipt.issue", "stock.expire", "update.ask"],
];
const atFirst = [...seldom, ...all].sort();

describe("what runs by the clock", () => {
  it("comes once a turn, however many processes ask", async () => {
    await Promise.all([enqueueDue(at("10:04:10")), enqueueDue(at("10:04:10")), enqueueDue(at("10:04:19"))]);
    expect(await takeJobs()).toEqual(atFirst);
    await enqueueDue(at("10:04:59"));
    expect(await takeJobs()).toEqual([]);
    await enqueueDue(at("10:05:01"));
    expect(await takeJobs()).toEqual(all);
    await enqueueDue(at("10:06:00"));
    expect(await takeJobs()).toEqual(everyMinute);
  });

  it("is still due after the database refused it, and missed turns are not caught up", async () => {
    await enqueueDue(at("10:00:00"));
    await takeJobs();
    await db().$executeRaw`ALTER TABLE graphile_worker._private_known_crontabs RENAME TO away`;
    try {
      await expect(enqueueDue(at("10:20:00"))).rejects.toThrow();
    } finally {
      await db().$executeRaw`ALTER TABLE graphile_worker.away RENAME TO _private_known_crontabs`;
    }
    await enqueueDue(at("10:21:10"));
    expect(await takeJobs()).toEqual(["morning.tell", "stock.expire", ...all].sort());
  });
});
