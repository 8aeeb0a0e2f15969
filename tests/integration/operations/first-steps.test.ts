import { expect, it } from "vitest";
import { foreignWords } from "@/lib/core/refusals/noted";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { noteBackup } from "@/lib/operations/backup/backup-state";
import { firstSteps, readFirstSteps } from "@/lib/operations/first-steps";
import { markSample } from "@/lib/payments/test-gateway/availability";
import { forgetSettings } from "@/lib/settings/queries";
import { aChannel } from "../../support/builders/payments";
import { anAdmin, aProduct } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";

it("ticks each first step when the shop's own records show it, and none for the sample", async () => {
  const admin = await anAdmin();
  const done = async () => {
    const steps = await readFirstSteps(admin);
    return firstSteps.filter((step) => steps[step]);
  };
  expect(await done()).toEqual([]);
  await aProduct({ keys: 1 });
  expect(await done()).toEqual(["category", "product", "key"]);
  await inTransaction((tx) => markSample(tx));
  expect(await done()).toEqual(["category"]);
  await aProduct({ keys: 1 });

  await aChannel({ currency: "USD" }, { provider: "test", testPassed: true });
  const channelId = await aChannel({}, { isActive: true });
  expect(await done()).toEqual(["category", "product", "key"]);
  await db().paymentChannel.update({ where: { id: channelId }, data: { testPassed: true } });

  await db().setting.create({ data: { key: "siteName", value: "Corner shop" } });
  forgetSettings();
  await db().staff.update({
    where: { id: admin.staffId },
    data: { totpEnabledAt: new Date(), totpSecretSealed: new Uint8Array([1]) },
  });
  await db().mail.create({
    data: {
      kind: "order_delivered",
      recipient: "buyer@example.com",
      subject: "Your order",
      textSealed: new Uint8Array([1]),
      htmlSealed: new Uint8Array([1]),
      dedupeKey: "first",
      status: "sent",
      sentAt: new Date(),
    },
  });
  overrideConfig({ "server.baseUrl": "https://shop.example", "mail.smtpUrl": "smtp://mail.example" });
  await noteBackup({ lastGoodAt: "2026-11-22T00:00:00.000Z", problem: foreignWords("The disk is full") });
  expect(await done()).toEqual(firstSteps.filter((step) => step !== "backup"));
  await noteBackup({ problem: null });
  expect(await done()).toEqual([...firstSteps]);
});
