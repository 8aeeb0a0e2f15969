import { test } from "vitest";
import { FakeGateway } from "../fakes/fake-gateway";
import { notifier } from "./deliver-notification";

export type Notify = ReturnType<typeof notifier>;

/**
 * `it` for tests with a gateway: `gateway` runs for the whole file and has empty books before each test that names it;
 * `notify` sends what it would send about a payment.
 */
export const it = test
  .extend("runningGateway", { scope: "file" }, async ({}, { onCleanup }) => {
    const gateway = await FakeGateway.start();
    onCleanup(() => gateway.stop());
    return gateway;
  })
  .extend("gateway", ({ runningGateway }) => {
    runningGateway.forget();
    return runningGateway;
  })
  .extend("notify", ({ gateway }) => notifier(gateway));
