// Jobs of an operator by real clicks, timed: node tools/days/operator-day.mjs URL EMAIL PASSWORD [FOLDER FOR SCREENSHOTS]
// Needs a shop that was just opened with the sample goods (KEYSHELF_TEST_GATEWAY=true): it changes the first password.
import { rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { generateSync } from "otplib";
import { openDay, readDay } from "./timed-clicks.mjs";

const { url, email, firstPassword, folder } = readDay("operator-day.mjs");
const day = await openDay(url, folder);
const { page, password, click, fill, attach, button, dialog, go, settled, job } = day;

await day.logIn(email, firstPassword);

await job("100,000 keys from a file", async () => {
  const file = path.join(os.tmpdir(), `operator-day-${process.pid}.txt`);
  writeFileSync(file, Array.from({ length: 100_000 }, (_, n) => `DAY-${process.pid}-${n}`).join("\n"));
  await go("/admin/stock?search=tidemill");
  await click(page.locator('main tbody a[href^="/admin/stock/"]').first());
  await page.waitForURL(/\/admin\/stock\/\d+/);
  await settled();
  await attach(page.locator('main input[type="file"]').first(), file);
  await click(page.getByRole("button", { name: /^Import 100,000 keys/ }));
  await page.getByText("Import finished").waitFor();
  rmSync(file);
});

await job("find one key of 100,000, in any option", async () => {
  await page.keyboard.press("Control+k");
  await fill(page.getByRole("combobox").last(), `DAY-${process.pid}-77777`);
  await page
    .getByRole("option")
    .filter({ hasText: /Tidemill/ })
    .first()
    .waitFor();
});

await job("empty shop to a product with four options on sale", async () => {
  await go("/admin/products/new");
  await settled();
  await fill(page.getByRole("textbox", { name: "Title", exact: true }).first(), "Lantern Notes");
  await click(button("New category"));
  await fill(page.getByRole("textbox", { name: "New category" }), "Notebooks");
  await click(button("Create"));
  await page.getByText("Category created").waitFor();
  for (let n = 0; n < 4; n += 1) {
    if (n > 0) await click(button("Add an option"));
    await fill(page.getByLabel(`Code ${n + 1}`, { exact: true }), `LN-${n}`);
    await fill(page.getByLabel(`Name ${n + 1}`, { exact: true }), `Year ${n + 1}`);
    await fill(page.getByLabel(`Price: Year ${n + 1}`, { exact: true }), `${10 + n}.00`);
  }
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "On sale" });
  await click(page.getByRole("button", { name: /^(Save|Create)/ }).last());
  await page.waitForURL(/\/admin\/products\/\d+/);
});

await job("export 1,000 of the keys", async () => {
  await go("/admin/stock?search=tidemill");
  await click(page.locator('main tbody a[href^="/admin/stock/"]').first());
  await page.waitForURL(/\/admin\/stock\/\d+/);
  await settled();
  await click(button("Export free keys"));
  await fill(dialog().getByLabel("How many"), "1000");
  await fill(dialog().getByLabel(/password/i), password);
  const file = page.waitForEvent("download");
  await click(dialog().getByRole("button").last());
  await file;
});

const { orderNo: complained, shopper } = await day.buy("tidemill", "complaint@example.com");
await shopper.close();
await job("complaint by e-mail: find the order, replace the key", async () => {
  await go("/admin/orders");
  await settled();
  await fill(page.locator("main").getByRole("searchbox"), "complaint@example.com");
  await page.keyboard.press("Enter");
  await click(page.getByRole("link", { name: complained }));
  await page.waitForURL(`**/admin/orders/${complained}**`);
  await settled();
  await click(button("Replace a key"));
  await fill(dialog().getByLabel("Reason"), "used already");
  await click(dialog().getByRole("button", { name: "Replace a key" }).last());
  await page.getByText("Key replaced").first().waitFor();
});

const asked = await day.buy("portrait-commission", "cats@example.com", async (phone) => {
  await phone.getByLabel("Who is in the picture?").fill("Two cats");
  await phone.getByLabel("Mood").selectOption("Solemn");
  await phone.getByLabel("Link to a photograph").fill("https://photos.example/cats.jpg");
});
await asked.shopper.close();
await job("deliver by hand, with what the buyer asked for in sight", async () => {
  await go("/admin/tasks");
  await settled();
  const task = page.getByRole("listitem").filter({ hasText: "cats@example.com" });
  await click(task.getByRole("link", { name: "Deliver", exact: true }));
  await page.waitForURL("**/admin/orders/**");
  await settled();
  if (!(await dialog().isVisible())) await click(button("Deliver by hand"));
  await dialog().getByText("Two cats").waitFor();
  await fill(dialog().getByLabel("Content"), "https://portraits.example/cats-final.png");
  await click(dialog().getByRole("button", { name: "Deliver by hand" }));
  await button("Show keys").waitFor();
});

await job("1,000 gift cards and their CSV", async () => {
  await go("/admin/gift-cards");
  await settled();
  await click(button("New batch").first());
  await fill(dialog().getByLabel(/^Name/), "Autumn");
  await fill(dialog().getByLabel("Amount of each card"), "10");
  await fill(dialog().getByLabel("How many"), "1000");
  await click(dialog().getByRole("button").last());
  await page.getByRole("heading", { level: 1, name: "Autumn" }).waitFor();
  await click(button("Export free codes"));
  const file = page.waitForEvent("download");
  await click(dialog().getByRole("button", { name: "Export free codes" }));
  await file;
});

// Three orders that nobody pays.
const { data: tidemill } = await (await fetch(`${url}/api/v1/public/products/tidemill`)).json();
for (let n = 0; n < 3; n += 1) {
  const answer = await fetch(`${url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      product_id: tidemill.id,
      sku_id: tidemill.skus[0].id,
      quantity: 1,
      email: `nobody-${n}@example.com`,
    }),
  });
  if (!answer.ok) process.stderr.write(`An order was refused: ${await answer.text()}\n`);
}
await job("cancel every unpaid order at once", async () => {
  await go("/admin/orders?status=pending_payment");
  await settled();
  await click(page.getByRole("checkbox", { name: "Select all on this page" }));
  await click(button("Cancel orders").last());
  await click(dialog().getByRole("button", { name: "Cancel orders" }).last());
  await dialog().waitFor({ state: "detached" });
});

await job("choose the columns of the orders", async () => {
  await go("/admin/orders");
  await settled();
  await click(button("Columns"));
  await click(page.getByRole("menuitemcheckbox", { name: "Paid" }));
  await page.keyboard.press("Escape");
  await page.locator("thead").getByText("Paid", { exact: true }).waitFor();
});

await job("second factor on, recovery codes shown", async () => {
  await go("/admin/account");
  await settled();
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Second factor" }) });
  await fill(panel.getByLabel("Current password"), password);
  await click(button("Set up", panel));
  const secret = await panel.locator("code").textContent();
  await fill(panel.getByLabel("Code from the app"), generateSync({ secret: secret?.trim() ?? "" }));
  await click(button("Switch on", panel));
  await page.getByText("Second factor is on").first().waitFor();
});

await day.end();
