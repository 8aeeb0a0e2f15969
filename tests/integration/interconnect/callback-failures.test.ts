import { describe, expect } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { resendCallback } from "@/lib/interconnect/main/resend-callback";
import { rotateSiteSecret } from "@/lib/interconnect/main/rotate-site-secret";
import { sendCallback, sweepCallbacks } from "@/lib/interconnect/main/send-callback";
import { aDeliveredOrder, sendDue } from "../../support/builders/callbacks";
import { aClient, anAdmin } from "../../support/builders/products";
import { mainSite } from "../../support/fakes/main-site";
import { it, onlyCallbackOf } from "../../support/harness/callback-shop-test";

describe("callbacks when something breaks", () => {
  it("a callback whose sender died goes again when its lease is over [W7]", async ({
    agent,
    receiver,
    sku,
  }) => {
    const { order } = await aDeliveredOrder(agent, sku);
    const { id } = await onlyCallbackOf(order.id);
    await db().callback.update({
      where: { id },
      data: { attemptCount: 1, nextAttemptAt: new Date(now().getTime() + 60_000) },
    });
    await sendCallback(id);
    expect(receiver.calls).toHaveLength(0);
    testClock.advance(61);
    await sweepCallbacks();
    await sendCallback(id);
    expect(receiver.calls).toHaveLength(1);
  });

  it("two workers with the same callback send it once [W7]", async ({ agent, receiver, sku }) => {
    const { order } = await aDeliveredOrder(agent, sku);
    const { id } = await onlyCallbackOf(order.id);
    await Promise.all([sendCallback(id), sendCallback(id), sendCallback(id)]);
    expect(receiver.calls).toHaveLength(1);
  });

  it("an attempt that fails after its lease leaves a callback delivered that another delivered [W7]", async ({
    agent,
    receiver,
    sku,
  }) => {
    const { order } = await aDeliveredOrder(agent, sku);
    const { id } = await onlyCallbackOf(order.id);
    receiver.state.mode = "silent";
    const hanging = sendCallback(id);
    await expect.poll(() => receiver.calls.length).toBe(1);
    testClock.advance(61);
    receiver.state.mode = "ok";
    await sendCallback(id);
    expect(await onlyCallbackOf(order.id)).toMatchObject({ status: "delivered", attemptCount: 2 });
    receiver.hangUp();
    await hanging;
    const { status, attempts } = await onlyCallbackOf(order.id);
    expect(status).toBe("delivered");
    expect(attempts[0]?.error).not.toBeNull();
  });

  it("410 switches the address off once, and resending still works [W11]", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "gone";
    const first = await aDeliveredOrder(agent, sku);
    const second = await aDeliveredOrder(agent, sku);
    await sendDue();
    expect(receiver.calls).toHaveLength(1);
    expect(await db().site.findUnique({ where: { id: agent.site.id } })).toMatchObject({
      callbackDisabledAt: expect.any(Date),
    });
    expect(await db().alert.count({ where: { kind: "callback.disabled" } })).toBe(1);
    const third = await aDeliveredOrder(agent, sku);
    const all = [
      await onlyCallbackOf(first.order.id),
      await onlyCallbackOf(second.order.id),
      await onlyCallbackOf(third.order.id),
    ];
    expect(all.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
    receiver.state.mode = "ok";
    await resendCallback(await anAdmin(), aClient(), all[1]?.id ?? 0);
    await sendDue();
    expect((await onlyCallbackOf(second.order.id)).status).toBe("delivered");
  });

  it("five days of failures only switch it off [W11]", async ({ agent, receiver, sku }) => {
    receiver.state.mode = "broken";
    const { order } = await aDeliveredOrder(agent, sku);
    await sendDue();
    testClock.advance(5 * 24 * 3600 + 60);
    await sendDue();
    expect((await onlyCallbackOf(order.id)).status).toBe("failed");
    expect(await db().alert.count({ where: { kind: "callback.disabled" } })).toBe(1);
  });

  it("one success between failures starts the five days anew [W11]", async ({ agent, receiver, sku }) => {
    receiver.state.mode = "broken";
    await aDeliveredOrder(agent, sku);
    await sendDue();
    testClock.advance(4 * 24 * 3600);
    receiver.state.mode = "ok";
    await sendDue();
    receiver.state.mode = "broken";
    await aDeliveredOrder(agent, sku);
    await sendDue();
    testClock.advance(2 * 24 * 3600);
    await sendDue();
    expect(await db().alert.count({ where: { kind: "callback.disabled" } })).toBe(0);
  });

  it("during a rotation the old secret signs until the agent has used the new one [N22]", async ({
    agent,
    receiver,
    sku,
  }) => {
    const { secret } = await rotateSiteSecret(await anAdmin(), aClient(), agent.site.id);
    await aDeliveredOrder(agent, sku);
    await sendDue();
    expect(receiver.calls[0]?.isSignatureValid).toBe(true);
    await mainSite({ key: agent.key, secret }).products();
    await aDeliveredOrder(agent, sku);
    await sendDue();
    expect(receiver.calls[1]?.isSignatureValid).toBe(false);
  });

  it("a callback of ours that comes back as a call is refused [N12]", async ({ agent, receiver, sku }) => {
    await aDeliveredOrder(agent, sku);
    await sendDue();
    const [call] = receiver.calls;
    const headers = Object.fromEntries(
      [...(call?.headers ?? [])].filter(([name]) => name.startsWith("x-site-")),
    );
    const answer = await mainSite(agent).create(undefined, { raw: call?.body ?? "", headers });
    expect([answer.status, answer.json.status_code]).toEqual([403, 4003]);
  });

  it("the stored body is sealed [A22]", async ({ agent, sku }) => {
    const { order } = await aDeliveredOrder(agent, sku);
    const { id } = await onlyCallbackOf(order.id);
    const [row] = await db().$queryRaw<
      { body: Uint8Array }[]
    >`SELECT body_sealed AS body FROM callbacks WHERE id = ${id}`;
    expect(Buffer.from(row?.body ?? []).toString("latin1")).not.toContain("KEY-");
  });
});
