import { expect, it } from "vitest";
import { getAdminChannel } from "@/lib/payments/admin-queries";
import { updateChannel } from "@/lib/payments/channels/update-channel";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin } from "../../support/builders/products";

const settings = {
  gateway_url: "https://pay.example.com/",
  pid: "1001",
  key: "merchant-key",
  currency: "USD",
};

it("asks for every secret again when a channel's gateway moves to another origin", async () => {
  const id = await aChannel(settings);
  const admin = await anAdmin();
  const update = (changed: Record<string, string>) =>
    updateChannel(admin, aClient(), id, { settings: changed });
  for (const gateway_url of [
    "https://evil.example/",
    "http://pay.example.com/",
    "https://pay.example.com:8443/",
    "http://127.0.0.1:9/",
  ]) {
    await expect(update({ gateway_url }), gateway_url).rejects.toMatchObject({
      kind: "malformed",
      field: "settings.key",
    });
  }
  expect((await getAdminChannel(id)).settings.gateway_url).toBe(settings.gateway_url);
  await update({ gateway_url: "https://pay.example.com/epay/" });
  await update({ gateway_url: "https://new.example.com/", key: "another-key" });
  expect(await getAdminChannel(id)).toMatchObject({
    settings: { gateway_url: "https://new.example.com/" },
    secrets_set: ["key"],
  });
});
