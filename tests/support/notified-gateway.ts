import { afterAll, beforeAll, beforeEach } from "vitest";
import { notifier } from "./deliver-notification";
import { FakeGateway } from "./fake-gateway";

export let gateway: FakeGateway;

/** For all tests of the file: a fake gateway, whose books are empty before each. */
export function prepareGateway(): void {
  beforeAll(async () => {
    gateway = await FakeGateway.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.queryMode = "answer";
    gateway.books.clear();
    gateway.queries.length = 0;
  });
}

/** Sends what the gateway would send about a payment. */
export const notify = notifier(() => gateway);
