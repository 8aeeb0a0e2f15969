import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { keepGivingBack } from "../../../server/give-back";

let stop: () => void = () => undefined;
afterEach(() => stop());

const everyMs = 50;
let collected: number;

/** `load`: part of each round in which the process computes. */
function begin(load: number): void {
  let worked = 0;
  collected = 0;
  stop = keepGivingBack({
    every: everyMs,
    collect: () => {
      collected += 1;
    },
    // Read twice a round.
    worked: () => (worked += (load * everyMs * 1000) / 2),
  });
}

it("collects once where nobody comes, and not again for the same memory [C170]", async () => {
  begin(0.02);
  await expect.poll(() => collected, { timeout: 10_000 }).toBe(1);
  await sleep(10 * everyMs);
  expect(collected).toBe(1);
});

it("collects nothing while there is work [C170]", async () => {
  begin(0.5);
  await sleep(10 * everyMs);
  expect(collected).toBe(0);
});

it("has the engine's own collection [C170]", async () => {
  let isGone = false;
  const registry = new FinalizationRegistry(() => (isGone = true));
  registry.register({}, undefined);
  stop = keepGivingBack({ every: everyMs, worked: () => 0 });
  await expect.poll(() => isGone, { timeout: 10_000 }).toBe(true);
});
