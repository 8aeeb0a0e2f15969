import { describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/public/config/route";
import { version } from "@/lib/config/version";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { updateSettings } from "@/lib/settings/update-settings";
import { aClient, anAdmin } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { publicReadBehaviour } from "../../support/harness/public-suite";

const get = async () => (await call(endpoint.GET, "GET")).data;

describe("GET /api/v1/public/config", () => {
  publicReadBehaviour(endpoint);

  it("answers with the defaults of a shop that nobody has set up", async () => {
    testClock.set(new Date("2026-01-02T03:04:05Z"));
    expect(await get()).toEqual({
      site_name: "Keyshelf",
      currency: "USD",
      locales: ["en", "zh"],
      default_locale: "en",
      payment_channels: [],
      captcha: {
        provider: "none",
        scenes: {
          login: false,
          register: false,
          send_code: false,
          forgot: false,
          guest_order: false,
          guest_recover: false,
          gift_card: false,
        },
        site_key: null,
      },
      features: {
        registration: true,
        guest_checkout: true,
        wallet: true,
        gift_cards: true,
        coupons: true,
        guide: true,
      },
      order_expire_minutes: 15,
      reviews: "checked",
      contact: null,
      contact_hours: null,
      notice: null,
      maintenance: false,
      tax_note: null,
      logo: null,
      server_time: "2026-01-02T03:04:05.000Z",
      version,
      sends_mail: false,
    });
    testClock.reset();
  });

  it("answers 304 also later, though the time of the server has moved on [C11]", async () => {
    const first = await call(endpoint.GET, "GET");
    const etag = first.headers.get("etag") ?? "";
    testClock.advance(40);
    forgetAnswers();
    const again = await call(endpoint.GET, "GET", { headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    const whole = await call<{ server_time: string }>(endpoint.GET, "GET");
    expect(whole.data.server_time).not.toBe(first.data.server_time);
    await updateSettings(await anAdmin(), aClient(), { notice: "Closed on Sunday" });
    forgetAnswers();
    const changed = await call(endpoint.GET, "GET", { headers: { "if-none-match": etag } });
    expect([changed.status, changed.data.notice]).toEqual([200, "Closed on Sunday"]);
  });

  it("carries the enabled payment channels and nothing of their settings", async () => {
    const id = await inTransaction((tx) => createTestChannel(tx, { name: "Test payment", currency: "USD" }));
    const hidden = await inTransaction((tx) => createTestChannel(tx, { name: "Off", currency: "USD" }));
    await db().paymentChannel.update({ where: { id: hidden }, data: { isActive: false } });
    const { payment_channels } = await get();
    expect(payment_channels).toEqual([
      {
        id,
        name: "Test payment",
        provider: expect.any(String),
        interaction: expect.stringMatching(/^(qr|redirect|form)$/),
        currency: "USD",
        exchange_rate: null,
        icon: null,
        min_amount: null,
        max_amount: null,
        fee_rate: expect.any(String),
      },
    ]);
  });

  it("follows the settings, and never shows the captcha secret", async () => {
    const admin = await anAdmin();
    await updateSettings(admin, aClient(), {
      site_name: "Corner Shop",
      notice: "Closed on Sunday",
      features: { guest_checkout: false },
      captcha: {
        provider: "turnstile",
        site_key: "site-key",
        secret: "canary-secret",
        scenes: { register: true },
      },
    });
    forgetAnswers();
    const answer = await call(endpoint.GET, "GET");
    expect(answer.data).toMatchObject({
      site_name: "Corner Shop",
      notice: "Closed on Sunday",
      features: { guest_checkout: false, wallet: true },
      captcha: { provider: "turnstile", site_key: "site-key", scenes: { register: true, login: false } },
    });
    expect(answer.text).not.toMatch(/canary|sealed|secret/i);
  });
});
