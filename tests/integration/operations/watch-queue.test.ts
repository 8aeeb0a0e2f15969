import { describe, expect, it } from "vitest";
import { addSeconds } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { enqueue } from "@/lib/jobs/enqueue";
import { queueWatch } from "@/lib/operations/watch-queue";
import { startWorker } from "@/lib/worker/start";

const openAlerts = async () =>
  (await db().alert.findMany({ where: { resolvedAt: null }, orderBy: { kind: "asc" } })).map(
    ({ kind }) => kind,
  );

describe("the watch of the queue", () => {
  it("raises an alert for a missing worker at the second look, and ends it when one is back", async () => {
    const watchQueue = queueWatch();
    await watchQueue();
    expect(await openAlerts()).toEqual([]);
    await watchQueue();
    expect(await openAlerts()).toEqual(["system.no_worker"]);
    const worker = await startWorker();
    await expect
      .poll(
        async () => {
          await watchQueue();
          return openAlerts();
        },
        { timeout: 20_000 },
      )
      .toEqual([]);
    await worker.stop();
  }, 60_000);

  it("raises an alert for a job that has been due for long, and ends it when the job is done", async () => {
    const watchQueue = queueWatch();
    await inTransaction((tx) =>
      enqueue(tx, "order.sweep", {}, { runAt: addSeconds(new Date(), -1200), jobKey: "late" }),
    );
    await watchQueue();
    const alert = await db().alert.findUniqueOrThrow({ where: { dedupeKey: "system.queue_late" } });
    expect(alert).toMatchObject({ resolvedAt: null, data: { due: 1, minutes: 20 } });
    await db().$executeRaw`SELECT graphile_worker.remove_job('late')`;
    await watchQueue();
    expect(await openAlerts()).not.toContain("system.queue_late");
  });
});
