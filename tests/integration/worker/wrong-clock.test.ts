import { afterEach, describe, expect, it, vi } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { enqueueDue } from "@/lib/worker/cron-schedule";
import { isClockRight } from "@/lib/worker/guard-clock";
import { taskList } from "@/lib/worker/tasks";
import { anOrder, getOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

const day = 86_400_000;

/** The clock of this process, and of nothing else. */
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

const run = async (kind: string) => {
  const task = taskList()[kind];
  await task?.({}, { job: { id: "1" } } as never);
};

const openAlerts = () => db().alert.findMany({ where: { kind: "clock.skewed", resolvedAt: null } });

afterEach(async () => {
  vi.useRealTimers();
  await isClockRight();
});

describe("a host whose clock is two days ahead", () => {
  it("expires no order, deletes nothing and raises one alert, which ends when the clock is right", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await db().captcha.create({
      data: {
        id: "00000000-0000-4000-8000-000000000001",
        scene: "login",
        answerHash: new Uint8Array(32),
        expiresAt: new Date(Date.now() + day),
      },
    });
    moveClock(2 * day);
    await run("order.sweep");
    await run("housekeeping.purge");
    expect((await getOrder(orderId)).status).toBe("pending_payment");
    expect(await db().captcha.count()).toBe(1);
    expect(await openAlerts()).toMatchObject([{ count: 1, message: expect.stringContaining("ahead") }]);
    vi.useRealTimers();
    await run("order.sweep");
    expect(await openAlerts()).toEqual([]);
  });

  it("expires and deletes by a clock that is right", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    testClock.advance(3_600);
    await run("order.sweep");
    expect((await getOrder(orderId)).status).toBe("expired");
  });

  it("takes no turn away from the others: turns go by the database's clock", async () => {
    moveClock(2 * day);
    await enqueueDue();
    vi.useRealTimers();
    const [row] = await db().$queryRaw<{ ahead: number }[]>`
      SELECT count(*)::int AS ahead FROM graphile_worker._private_known_crontabs WHERE last_execution > now()`;
    expect(row?.ahead).toBe(0);
  });

  it("has a turn that lies in the future taken as due", async () => {
    await enqueueDue();
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await db().$executeRaw`
      UPDATE graphile_worker._private_known_crontabs SET last_execution = now() + interval '2 days'`;
    await enqueueDue();
    const [row] = await db().$queryRaw<{ jobs: number; kinds: number }[]>`
      SELECT (SELECT count(*)::int FROM graphile_worker._private_jobs) AS jobs,
        (SELECT count(*)::int FROM graphile_worker._private_known_crontabs) AS kinds`;
    expect(row?.kinds).toBeGreaterThan(5);
    expect(row?.jobs).toBe(row?.kinds);
  });
});
