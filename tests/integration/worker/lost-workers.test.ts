import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, runTaskList, type WorkerEvents } from "graphile-worker";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connection, db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeMailTransport } from "@/lib/notifications/mails/mail-transport";
import { queueMail } from "@/lib/notifications/mails/queue-mail";
import { type RunningWorker, startWorker } from "@/lib/worker/start";
import { keepRunning } from "@/lib/worker/supervise-workers";
import { startMailServer } from "../../support/fakes/mail-server";
import { cutConnections, duringOutage } from "../../support/fakes/outage";
import { overrideConfig } from "../../support/harness/test-config";

let server: Awaited<ReturnType<typeof startMailServer>>;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => {
  server.mails.length = 0;
  server.state.ready = Promise.resolve();
  overrideConfig({ "mail.smtpUrl": server.url });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  closeMailTransport();
});
afterAll(() => server.stop());

const often = { beat: 1000, lease: 1000, farewell: 5000 };

const aMessage = { title: "Sale", rows: [], url: "http://localhost:8080/admin" };

const queue = (to: string) =>
  inTransaction((tx) =>
    queueMail(tx, {
      kind: "code",
      to,
      locale: "en",
      data: { purpose: "reset", code: "042917", minutes: 10, hasAccount: true },
    }),
  );

/** A connection that has just been cut may take one more statement before its end is noticed: then nothing is known yet. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(50);
}

/** A mail whose "sent" was lost with its connection comes again under the same id. */
const different = () => new Set(server.mails.map((mail) => mail.messageId)).size;
const sent = () => db().mail.count({ where: { status: "sent" } });
const laterIsSent = async () =>
  (await db().mail.count({ where: { recipient: "later@example.com", status: "sent" } })) === 1;
const running = () =>
  db().$queryRaw<
    unknown[]
  >`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'mail.send' AND locked_at IS NOT NULL`;

/** As many mails as there are workers, each of them in the middle of one. @returns what lets them go on */
async function everyWorkerBusy(): Promise<() => void> {
  let goOn = () => {};
  server.state.ready = new Promise((resolve) => {
    goOn = resolve;
  });
  for (let n = 1; n <= 5; n++) await queue(`buyer-${n}@example.com`);
  worker = await startWorker(often);
  await until(async () => (await running()).length === 5);
  return goOn;
}

/** The mails are sent, and the database cannot be told. */
async function loseEveryWorker(goOn: () => void): Promise<void> {
  goOn();
  await until(async () => different() === 5);
  await sleep(500);
}

describe("workers whose database goes away", () => {
  it("finish their jobs and take later ones when every connection breaks", async () => {
    const goOn = await everyWorkerBusy();
    await cutConnections();
    goOn();
    await until(async () => (await sent()) === 5);
    await queue("later@example.com");
    await until(async () => (await sent()) === 6);
    await until(async () => (await running()).length === 0);
    expect(different()).toBe(6);
  }, 60_000);

  it("are replaced when they could not say how their jobs ended; the jobs come again, and later ones too", async () => {
    const goOn = await everyWorkerBusy();
    await duringOutage(async () => {
      await loseEveryWorker(goOn);
      // The first ones that take their place find no database either.
      await sleep(2_500);
    });
    // Nobody is taken for dead whose lock is younger than some seconds.
    await db()
      .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`;
    await queue("later@example.com");
    await until(laterIsSent);
    await until(async () => (await sent()) === 6);
    await until(async () => (await running()).length === 0);
    expect(different()).toBe(6);
  }, 90_000);

  it("stop while they wait for better times, and others begin after them", async () => {
    const goOn = await everyWorkerBusy();
    await duringOutage(async () => {
      await loseEveryWorker(goOn);
      await worker?.stop();
      worker = undefined;
    });
    worker = await startWorker(often);
    await queue("later@example.com");
    await until(laterIsSent);
    expect(different()).toBe(6);
  }, 60_000);

  it("end in their time although the ends of their jobs could not be told, one after the other [C117]", async () => {
    const events: WorkerEvents = new EventEmitter();
    const begun = new EventEmitter();
    const ends: (() => void)[] = [];
    const wait = () =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
        begun.emit(String(ends.length));
      });
    const { pool } = connection();
    // With four or fewer the library does not lose count.
    const jobs = 6;
    await db()
      .$executeRaw`SELECT graphile_worker.add_job('test.wait', queue_name := NULL) FROM generate_series(1, ${jobs})`;
    const allBegun = once(begun, String(jobs));
    const worker = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
    const logger = new Logger(() => () => undefined);
    const options = { events, logger, concurrency: jobs, noHandleSignals: true, preset: { worker } };
    const workers = keepRunning(events, () => runTaskList(options, { "test.wait": wait }, pool), 1_000);
    await allBegun;
    await duringOutage(async () => {
      const stopped = workers.stop();
      for (const end of ends) {
        const isUntold = once(events, "pool:fatalError");
        end();
        await isUntold;
      }
      await stopped;
    });
  }, 60_000);

  it("run a job again that stands under their name and that none of them runs, as after a fail-over", async () => {
    const goOn = await everyWorkerBusy();
    const [one] = await db().$queryRaw<{ name: string }[]>`
      SELECT locked_by AS name FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL LIMIT 1`;
    goOn();
    await until(async () => (await sent()) === 5);
    await inTransaction(async (tx) => {
      await queueMail(tx, { kind: "operator", to: "again@example.com", locale: "en", data: aMessage });
      await tx.$executeRaw`
        UPDATE graphile_worker._private_jobs SET locked_by = ${one?.name}, locked_at = now() - interval '20 seconds'
        WHERE locked_by IS NULL AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'mail.send')`;
    });
    await until(async () => (await sent()) === 6);
    expect(different()).toBe(6);
  }, 60_000);
});
