import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version as first } from "@/lib/config/version";
import { logInAtTheDoor } from "../support/builders/shop-steps";
import { FakeGateway } from "../support/fakes/fake-gateway";
import { mountSmallDisk, type SmallDisk } from "../support/fakes/small-disk";
import { chromiumPath } from "../support/harness/browser";
import { buyUntil, HttpBuyer } from "../support/harness/http-buyer";
import { StaffClient, staffPassword } from "../support/harness/staff-client";
import { testShelf } from "../support/harness/test-server";
import { isLong } from "../support/harness/tier";
import { UpdatedShop } from "../support/harness/updated-shop";
import { aVisitor, launchBrowser } from "../support/harness/visitor";

/** Each case starts a shop, backs it up and restores it, so `npm test` has the steps alone (tests/unit/operations/updater.test.ts). */
const isTried = isLong && process.getuid?.() === 0 && process.platform === "linux";

const [second, third, fourth] = ["50.0.0", "50.1.0", "50.2.0"];
const caseMs = 600_000;

/** Leaves room for an archive, and none for what it holds. */
function fillDisk(folder: string, filler: string, archiveBytes: number): void {
  const megabyte = Buffer.alloc(1_000_000, 1);
  const leftBytes = archiveBytes + 5_000_000;
  const descriptor = openSync(filler, "w");
  for (;;) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < leftBytes) break;
    writeSync(descriptor, megabyte);
  }
  closeSync(descriptor);
}

describe.runIf(isTried)("an update while orders flow", () => {
  let disk: SmallDisk | null;
  let shop: UpdatedShop;
  let gateway: FakeGateway;
  let buyer: HttpBuyer;
  let browser: Browser | undefined;
  let isOver = false;
  let selling: Promise<void>;

  beforeAll(async () => {
    // Room for three versions, and for an archive beside them.
    disk = mountSmallDisk(testShelf, 600);
    [shop, gateway] = await Promise.all([UpdatedShop.start(disk?.folder), FakeGateway.start()]);
    const staff = await StaffClient.enter(shop);
    const { products } = await staff.call<{ products: { id: number; slug: string }[] }>(
      "GET",
      "/products?search=tidemill",
    );
    const product = products[0];
    const { skus } = await staff.call<{ skus: { id: number; price: string }[] }>(
      "GET",
      `/products/${product?.id}`,
    );
    const sku = skus[0];
    const secrets = Array.from({ length: 20_000 }, (_, at) => `FLOW-${String(at).padStart(6, "0")}`).join(
      "\n",
    );
    await staff.call("POST", `/stock/skus/${sku?.id}/import`, { secrets, note: "flow" });
    const channel = { name: "Flow", provider: "epay", is_active: true, settings: gateway.settings() };
    const { id: channelId } = await staff.call<{ id: number }>("POST", "/payment-channels", channel);
    buyer = new HttpBuyer([shop], gateway, {
      productId: product?.id ?? 0,
      channelId,
      price: sku?.price ?? "",
    });
    const sell = async () => {
      while (!isOver) await buyUntil(buyer, buyer.bought.length + 2);
    };
    selling = sell();
    shop.serveRequests();
    // A bare `npx vitest run` builds the shop first.
  }, 1_800_000);

  afterAll(async () => {
    isOver = true;
    await selling?.catch(() => undefined);
    await browser?.close();
    await shop?.stop();
    await gateway?.stop();
    disk?.remove();
  }, caseMs);

  /** Orders go on in the version that is served, which is the one that `current` leads to. */
  async function expectServed(version: string): Promise<void> {
    expect([await shop.served(), shop.current()]).toEqual([version, version]);
    const before = buyer.bought.length;
    const isSelling = expect
      .poll(() => buyer.bought.length, { timeout: 120_000 })
      .toBeGreaterThan(before + 1);
    // Buyers who were refused say why.
    await Promise.race([isSelling, selling]);
  }

  const tell = async (name: string) => {
    const state = await shop.state();
    const steps = state?.steps.map(({ step, at }, index) => {
      const end = state.steps[index + 1]?.at ?? state.ended_at ?? at;
      return `${step} ${((Date.parse(end) - Date.parse(at)) / 1000).toFixed(1)} s`;
    });
    console.log(`${name}: ${state?.outcome}, ${steps?.join(", ")}; ${buyer.bought.length} orders`);
  };

  it.for([
    ["is signed by somebody else", { forged: true }, "failed", "release_not_signed"],
    ["has a migration that fails", { migration: "SELECT 1 / 0;" }, "failed", "update_rehearsal"],
    ["does not start", { crashes: true }, "returned", "update_not_ready"],
  ] as const)(
    "leaves the former version serving when the new one %s [C146]",
    { timeout: caseMs },
    async ([name, fault, outcome, rule]) => {
      await shop.publish(second, fault);
      expect(await shop.runUpdater("update")).toMatchObject({ outcome, problem: { rule } });
      await tell(name);
      await expectServed(first);
    },
  );

  it("leaves the former version serving on a full disk [C146]", { timeout: caseMs }, async (context) => {
    if (!disk) return context.skip();
    const archiveBytes = await shop.publish(second);
    const filler = path.join(disk.folder, "filler");
    fillDisk(disk.folder, filler, archiveBytes);
    try {
      expect(await shop.runUpdater("update")).toMatchObject({
        outcome: "failed",
        problem: { rule: "update_disk_full" },
      });
      await tell("full disk");
    } finally {
      rmSync(filler);
    }
    await expectServed(first);
  });

  it.for(["fetch", "check", "backup", "rehearse"] as const)(
    "leaves the former version serving, killed at the step %s [C146]",
    { timeout: caseMs },
    async (step) => {
      if (step === "fetch") await shop.publish(second);
      shop.holdArchives(step === "fetch");
      await shop.killAt(step, "update");
      shop.holdArchives(false);
      expect(await shop.runUpdater("updater")).toMatchObject({
        outcome: "failed",
        problem: { rule: "update_interrupted" },
      });
      await tell(`killed at ${step}`);
      await expectServed(first);
    },
  );

  it.for([
    ["switch", second],
    ["wait", third],
  ] as const)(
    "ends in the new version, killed at the step %s [C146]",
    { timeout: caseMs },
    async ([step, to]) => {
      await shop.publish(to);
      await shop.killAt(step, "update");
      expect(await shop.runUpdater("updater")).toMatchObject({ outcome: "done", to });
      await tell(`killed at ${step}`);
      await expectServed(to);
    },
  );

  it("comes back all the same, killed on the way back [C146]", {
    timeout: caseMs,
  }, async () => {
    await shop.publish(fourth, { crashes: true });
    await shop.killAt("return", "update");
    expect(await shop.runUpdater("updater")).toMatchObject({ outcome: "returned", from: third });
    await tell("killed at return");
    await expectServed(third);
  });

  it("is done by clicks, and so is the way back [C146]", { timeout: caseMs }, async (context) => {
    if (chromiumPath === "") return context.skip();
    browser = await launchBrowser();
    await shop.publish(fourth);
    const from = shop.current();
    const owner = await aVisitor(browser);
    await logInAtTheDoor(owner, shop.url, shop.admin.email);
    const { page } = owner;
    const press = async (opens: string, does: string, title: string) => {
      await page.getByRole("button", { name: opens }).click();
      const dialog = page.getByRole("alertdialog");
      await dialog.getByLabel("Your password").fill(staffPassword);
      await dialog.getByRole("button", { name: does, exact: true }).click();
      // The run before this one says "Done" as well, until its title has gone.
      await page.getByText(title).waitFor({ timeout: caseMs / 2 });
      await page.getByText("Done", { exact: true }).waitFor({ timeout: caseMs / 2 });
    };
    await page.goto(`${shop.url}/admin/about`);
    await page.getByRole("button", { name: "Look now" }).click();
    await press(`Update to ${fourth}`, "Update", `Update from ${from} to ${fourth}`);
    await tell("by clicks");
    await page.getByText(fourth, { exact: true }).first().waitFor();
    await expectServed(fourth);

    await press(`Go back to ${from}`, "Go back", `Way back from ${fourth} to ${from}`);
    await tell("back by clicks");
    await expectServed(from);
  });

  it("has lost no order that was acknowledged, and sold no key twice [C146]", {
    timeout: caseMs,
  }, async () => {
    isOver = true;
    await selling;
    expect(buyer.lost).toEqual([]);
    expect(new Set(buyer.bought.map(({ key }) => key)).size).toBe(buyer.bought.length);
    for (const { orderNo, token, key } of buyer.bought) {
      const answer = await fetch(`${shop.url}/api/v1/guest/orders/${orderNo}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await answer.text(), orderNo).toContain(key);
    }
    console.log(
      `${buyer.bought.length} orders bought, ${buyer.lost.length} lost, ${buyer.failures} calls repeated`,
    );
  });
});
