import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { queueMail } from "@/lib/notifications/mails/queue-mail";
import { callOut, OutgoingError } from "@/lib/outgoing/outgoing-call";
import { allowSends, StoppedSend, stopSends, untilStopped } from "@/lib/outgoing/stop-sends";
import { startMailServer } from "../../support/fakes/mail-server";
import { startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";

const queue = () =>
  inTransaction((tx) =>
    queueMail(tx, {
      kind: "code",
      to: "ada@example.com",
      locale: "en",
      data: { purpose: "reset", code: "042917", minutes: 10, hasAccount: true },
    }),
  );

describe("a mail that is under way when the shop stops", () => {
  let smtp: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    smtp = await startMailServer();
  });
  afterAll(() => smtp.stop());

  it("does not keep the shop from ending in good order, costs no attempt, and is sent once by the next process", async () => {
    let answer = () => {};
    smtp.state.ready = new Promise((resolve) => {
      answer = resolve;
    });
    const settings = { "mail.smtpUrl": smtp.url };
    overrideConfig(settings);
    const first = await startApiServer({ worker: true, settings });
    await queue();
    await expect.poll(() => smtp.waiting()).toBe(1);
    await first.stop();
    expect(await first.exited).toBe("0");
    const mail = await db().mail.findFirstOrThrow();
    expect(mail).toMatchObject({ status: "queued", attempts: 0, lastError: null });

    // It had the whole mail, and nobody was there any more to hear that it took it.
    smtp.state.ready = Promise.resolve();
    answer();
    await db().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now()`;
    const second = await startApiServer({ worker: true, settings });
    await expect.poll(async () => (await db().mail.findFirstOrThrow()).status).toBe("sent");
    await second.stop();
    expect(await second.exited).toBe("0");
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(smtp.mails.length).toBeLessThanOrEqual(2);
    expect(await db().mail.findFirstOrThrow()).toMatchObject({ attempts: 1, lastError: null });
  }, 240_000);
});

describe("calls to other hosts when sends are stopped", () => {
  it("end at once and are no failure of that host; new ones are refused until a worker begins", async () => {
    const silent = createServer(() => undefined);
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const call = () =>
      callOut({
        url: `http://127.0.0.1:${port}/`,
        method: "GET",
        headers: {},
        totalMs: 600_000,
        maxBytes: 10,
        overflow: "cut",
        allowsPrivate: true,
        anyPort: true,
      });
    try {
      const [reached, answer] = [once(silent, "request"), call()];
      const ended = expect(answer).rejects.toThrow(StoppedSend);
      await reached;
      stopSends();
      await ended;
      await expect(call()).rejects.toThrow(StoppedSend);
      await expect(untilStopped(Promise.resolve(1))).rejects.toThrow(StoppedSend);
      allowSends();
      expect(await untilStopped(Promise.resolve(1))).toBe(1);
      const again = call();
      const cut = expect(again).rejects.toThrow(OutgoingError);
      await once(silent, "request");
      silent.closeAllConnections();
      await cut;
    } finally {
      allowSends();
      silent.closeAllConnections();
      silent.close();
    }
  });
});
