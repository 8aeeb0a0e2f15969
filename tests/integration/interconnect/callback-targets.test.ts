import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import { useResolver } from "@/lib/outgoing/guarded-agent";
import { callOut } from "@/lib/outgoing/outgoing-call";
import { aDeliveredOrder, sendDue } from "../../support/builders/callbacks";
import type { FakeReceiver, ReceiverMode } from "../../support/fakes/fake-receiver";
import { it } from "../../support/harness/callback-shop-test";
import { saying } from "../../support/harness/saying";
import { overrideConfig } from "../../support/harness/test-config";

describe("where a callback may go", () => {
  const send = (url: string) =>
    callOut({ url, method: "POST", headers: {}, totalMs: 2000, maxBytes: 100, overflow: "cut" }).then(
      () => "answered",
      (error: { failure: string }) => error.failure,
    );
  const portOf = ({ url }: FakeReceiver) => new URL(url).port;

  it("private addresses are refused at send, also when they were saved while allowed [W5]", async ({
    agent,
    receiver,
    sku,
  }) => {
    await aDeliveredOrder(agent, sku);
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    await sendDue();
    expect(receiver.calls).toHaveLength(0);
    expect(await db().callback.findFirst()).toMatchObject({
      status: "pending",
      lastError: saying(/address/),
    });
  });

  it("a name that leads to a private address is refused inside the connect, whatever it led to before [W6]", async ({
    receiver,
  }) => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    let turn = 0;
    useResolver((_, done) => {
      turn += 1;
      done(null, [{ address: "127.0.0.1", family: 4 }]);
    });
    expect(await send("https://rebinding.example.com:8080/")).toBe("private_address");
    expect(turn).toBeGreaterThanOrEqual(1);
    expect(receiver.calls).toHaveLength(0);
  });

  it("one private address among public ones is enough [W6]", async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    useResolver((_, done) =>
      done(null, [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ]),
    );
    expect(await send("http://mixed.example.com/")).toBe("private_address");
  });

  it.for<ReceiverMode>(["silent", "drip"])(
    "a receiver that is %s is left when its time is over [C51]",
    async (mode, { receiver }) => {
      receiver.state.mode = mode;
      const call = {
        url: receiver.callbackUrl,
        method: "POST",
        headers: {},
        maxBytes: 20_000,
        overflow: "cut",
      } as const;
      await expect(callOut({ ...call, totalMs: 500 })).rejects.toMatchObject({ failure: "timeout" });
    },
  );

  it("the address that was checked is the address that is connected [C53]", async ({ receiver }) => {
    useResolver((_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]));
    expect(await send(`http://pinned.example.com:${portOf(receiver)}/`)).toBe("answered");
    expect(receiver.calls[0]?.headers.get("host")).toBe(`pinned.example.com:${portOf(receiver)}`);
  });
});
