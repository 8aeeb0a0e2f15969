import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { setDraining } from "@/lib/core/process/draining";
import { db } from "@/lib/db/client";
import { checkReadiness } from "@/lib/operations/check-readiness";
import { startSilentProxy } from "../../support/fakes/silent-proxy";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let server: ApiServer | undefined;
afterEach(async () => {
  setDraining(false);
  await server?.kill();
  server = undefined;
});

interface Answer {
  status: number;
  body: { status: string; reasons: string[]; workers: number | null };
}

const token = "the-monitor-of-the-operator";
const settings = { "metrics.token": token };
const asMonitor = { authorization: `Bearer ${token}` };

async function ask(path = "ready", headers: Record<string, string> = asMonitor): Promise<Answer> {
  const response = await fetch(`${server?.url}/api/health/${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

describe("readiness", () => {
  it("is given by a process whose database answers and that has a worker", async () => {
    server = await startApiServer({ worker: true, settings });
    let answer = await ask();
    while (answer.body.workers === 0) {
      await sleep(1_100);
      answer = await ask();
    }
    expect(answer).toMatchObject({ status: 200, body: { status: "ready", reasons: [], workers: 1 } });
  }, 240_000);

  it("names a missing worker, and stays ready for the balancer", async () => {
    server = await startApiServer({ settings });
    expect(await ask()).toMatchObject({
      status: 200,
      body: { status: "degraded", reasons: ["no worker is running"] },
    });
    const stranger = { status: 200, body: { status: "degraded" } };
    expect(await ask("ready", {}), "reasons and figures are the operator's").toEqual(stranger);
    expect(await ask("ready", { authorization: "Bearer another" })).toEqual(stranger);
  }, 240_000);

  it("is refused while the database says nothing; the process is alive", async () => {
    const proxy = await startSilentProxy(getConfig().database.url ?? "");
    server = await startApiServer({ databaseUrl: proxy.url, settings });
    expect((await ask()).status).toBe(200);
    proxy.silenceAll();
    await sleep(1_100);
    expect(await ask()).toMatchObject({
      status: 503,
      body: { status: "unavailable", reasons: ["the database has not answered for 2 s"] },
    });
    expect((await ask("live")).status).toBe(200);
    await server.kill();
    await proxy.stop();
  }, 240_000);

  it("is refused by a process that is about to stop, and by one that is too old for its database", async () => {
    setDraining(true);
    expect(await checkReadiness()).toMatchObject({
      status: "unavailable",
      reasons: ["this process is about to stop"],
    });
    setDraining(false);
    await db().$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '9999_later', now())`;
    try {
      await sleep(1_100);
      expect(await checkReadiness()).toMatchObject({
        status: "unavailable",
        reasons: ["the database was changed by a newer version (9999_later)"],
      });
    } finally {
      await db().$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'later'`;
    }
  });
});
