import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import type { BuiltShop } from "../harness/built-shop";
import type { StaffClient } from "../harness/staff-client";
import { aBundleOffer, aLicenseOffer, anOffer, aPickableOffer } from "./built-offers";

/** Rows of the filled tables that stand in the addresses of pages. */
export interface FilledTables {
  order: string;
  licenseOption: number;
  bundleOption: number;
}

const patience = { timeout: 60_000, interval: 100 };

/** A closed period of an agent, and an order of which its books say something else. */
export async function fillAccount(staff: StaffClient, siteId: number): Promise<void> {
  const at = `/interconnect/sites/${siteId}`;
  const { period } = await staff.call<{ period: { to: string; amount: string } }>("GET", `${at}/account`);
  await staff.call("POST", `${at}/statements`, { to: period.to, amount: period.amount });
  await staff.call("POST", `${at}/comparisons`, {
    to: new Date().toISOString(),
    csv: `downstream_order_no,amount\nAGENT-ORDER-2026-${randomUUID()},12.00\n`,
  });
}

/**
 * Fills the tables that only some shops use: licenses, goods of their own server, imports with columns, messages to
 * the operator.
 */
export async function fillRarerTables(
  shop: BuiltShop,
  staff: StaffClient,
  aGuestOrder: (productId: number) => Promise<string>,
): Promise<FilledTables> {
  // Nobody listens at either address: both are tried again and again, with the reason.
  const nowhere = `${shop.url}/nobody-listens-here`;
  await staff.call("POST", "/notification-channels", {
    name: "The program in the back office that prints every sale",
    provider: "webhook",
    settings: { url: nowhere, secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` },
    events: { sale: "always" },
  });

  await staff.call("POST", "/notification-channels", {
    name: "The program that keeps the books",
    provider: "events",
    settings: { url: nowhere, secret: `whsec_${Buffer.alloc(32, 8).toString("base64")}` },
    events: { "order.paid": "on", "stock.out": "on" },
  });

  const license = await aLicenseOffer(staff, {
    slug: "a-tool-with-a-rather-long-name",
    title: "A tool with a rather long name, for one studio and a year",
    devices: 3,
  });
  const order = await aGuestOrder(license.productId);
  const made = await anOffer(staff, {
    slug: "made-by-our-own-server",
    title: "An account that our own server makes when it is sold, with everything in it",
    kind: "text",
    prepare: async (skuId) => {
      const settings = { dynamic: { url: nowhere, timeout_minutes: 1440 } };
      await staff.call("PUT", `/skus/${skuId}/delivery`, { settings });
      await staff.call("POST", `/skus/${skuId}/delivery/secret`);
    },
  });
  await aGuestOrder(made.productId);
  const labels = ["+1 555 0100", "+1 555 0107"];
  await aPickableOffer(staff, { slug: "numbers", title: "A number of one's own", labels });
  const parts = [license];
  const bundle = await aBundleOffer(staff, { slug: "starter", title: "All that a studio needs", parts });

  await staff.call("POST", "/wallets/1/adjust", {
    direction: "in",
    amount: "12.00",
    remark: "For the trouble with the first order, as agreed on the telephone on Monday",
    request_key: randomUUID(),
  });

  const told = async () => (await staff.call<{ total: number }>("GET", "/notification-deliveries")).total;
  await vi.waitFor(async () => expect(await told()).toBeGreaterThan(0), patience);
  return { order, licenseOption: license.skuId, bundleOption: bundle.skuId };
}
