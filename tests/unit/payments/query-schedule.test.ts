import { expect, it } from "vitest";
import { addSeconds } from "@/lib/core/clock";
import { nextQueryAt } from "@/lib/payments/query-schedule";

const createdAt = new Date("2026-01-01T00:00:00Z");
const payment = { createdAt, expiresAt: addSeconds(createdAt, 900) };

it("asks at 30 s, 1, 2, 5 and 10 min, then every 10 min until 24 h after expiry [C33]", () => {
  const offsets: number[] = [];
  for (let at: Date | null = createdAt; at; ) {
    at = nextQueryAt(payment, at);
    if (at) offsets.push((at.getTime() - createdAt.getTime()) / 1000);
  }
  expect(offsets.slice(0, 8)).toEqual([30, 60, 120, 300, 600, 1200, 1800, 2400]);
  expect(offsets.at(-1)).toBeGreaterThanOrEqual(900 + 24 * 3600);
  expect(new Set(offsets.slice(5).map((offset) => offset % 600))).toEqual(new Set([0]));
});

it("a worker that slept goes on with the next point, not with all that it missed [C33]", () => {
  expect(nextQueryAt(payment, addSeconds(createdAt, 4000))).toEqual(addSeconds(createdAt, 4200));
});
