import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callWindow, signedCallWindow } from "@/lib/core/signed-call-window";
import { db } from "@/lib/db/client";
import { purgeExpired } from "@/lib/db/purge-expired";
import { aSite } from "../../support/builders/sites";
import { mainSite } from "../../support/fakes/main-site";

const wide = 900;

describe("a window for signed calls that is raised to 900 seconds", () => {
  const usual = { ...callWindow };
  beforeAll(() => void Object.assign(callWindow, signedCallWindow(wide)));
  afterAll(() => void Object.assign(callWindow, usual));

  it.each([-800, 0, 800])(
    "keeps the nonce of a call %i seconds off until its timestamp is refused [N1]",
    async (offset) => {
      const main = mainSite(await aSite());
      const at = Math.floor(Date.now() / 1000) + offset;
      const call = { nonce: randomUUID(), timestamp: String(at) };
      expect((await main.products("", call)).status).toBe(200);
      const { expiresAt } = await db().nonce.findFirstOrThrow({ where: { nonce: call.nonce } });
      expect(expiresAt.getTime()).toBeGreaterThanOrEqual((at + wide + 1) * 1000);
      await purgeExpired();
      expect((await main.products("", call)).status).toBe(403);
    },
  );

  it("refuses what is older", async () => {
    const timestamp = String(Math.floor(Date.now() / 1000) - wide - 5);
    expect((await mainSite(await aSite()).products("", { timestamp })).status).toBe(403);
  });
});
