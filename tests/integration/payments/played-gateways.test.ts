import { describe, expect, it } from "vitest";
import { testChannel } from "@/lib/payments/channels/test-channel";
import { fakeOffers } from "@/tools/gateways/fake-gateways";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin } from "../../support/builders/products";

describe("a gateway that the demo plays", () => {
  it.for(fakeOffers())("passes the test of its channel: $code", async ({ code, gateway, rate }) => {
    await gateway.start();
    try {
      const id = await aChannel(gateway.settings(), { provider: code, ...(rate ? { rate } : {}) });
      const { steps } = await testChannel(await anAdmin(), aClient(), id);
      // That nobody outside reaches the shop is told by a step of its own.
      expect(steps.filter((step) => !step.passed && step.name !== "notify_url")).toEqual([]);
    } finally {
      await gateway.stop();
    }
  });
});
