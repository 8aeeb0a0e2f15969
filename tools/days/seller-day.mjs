// A seller puts goods of each kind on sale by real clicks, a guest buys them, the seller refunds them:
// node tools/days/seller-day.mjs URL EMAIL PASSWORD [FOLDER FOR SCREENSHOTS]
// Needs a shop that was just opened with KEYSHELF_TEST_GATEWAY=true and KEYSHELF_INTERCONNECT__ALLOW_PRIVATE_NETWORKS=true
// (the example server of docs/delivery-server runs on this machine). KEYSHELF_DAY_MEGABYTES: size of the file, 1024.
import { spawn } from "node:child_process";
import { closeSync, ftruncateSync, openSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { openDay, readDay } from "./timed-clicks.mjs";

const { url, email, firstPassword, folder } = readDay("seller-day.mjs");
const day = await openDay(url, folder);
const { page, click, fill, choose, attach, button, dialog, go, settled, job } = day;
const megabytes = Number(process.env.KEYSHELF_DAY_MEGABYTES ?? 1024);
const serverPort = 18_471;

/** A draft with one option that delivers no stored key. */
async function draft(title, price) {
  await go("/admin/products/new");
  await settled();
  await fill(page.getByRole("textbox", { name: "Title", exact: true }).first(), title);
  await choose(page.getByLabel("What is delivered"), { label: "One text for all" });
  await fill(page.getByLabel("Name 1", { exact: true }), title);
  await fill(page.getByLabel(`Price: ${title}`, { exact: true }), price);
  await click(page.getByRole("button", { name: "Create product" }).last());
  await page.waitForURL(/\/admin\/products\/\d+/);
  await settled();
}

async function openDelivery() {
  await click(page.getByRole("link", { name: "Delivery", exact: true }).first());
  await page.waitForURL(/\/admin\/stock\/\d+/);
  await settled();
}

async function save() {
  await click(dialog().getByRole("button", { name: "Save", exact: true }));
  await dialog().waitFor({ state: "detached" });
}

/** From the option's page to its product, which goes on sale. */
async function putOnSale() {
  await click(page.getByRole("link", { name: /^(Open the product|Product)$/ }).first());
  await page.waitForURL(/\/admin\/products\/\d+$/);
  await settled();
  await choose(page.getByLabel("Status", { exact: true }), { label: "On sale" });
  await click(page.getByRole("button", { name: "Save changes" }).last());
  await page.getByText("Product saved").first().waitFor();
}

await day.logIn(email, firstPassword);

await job(`a file of ${megabytes} MB on sale`, async () => {
  const file = path.join(os.tmpdir(), `seller-day-${process.pid}.bin`);
  const handle = openSync(file, "w");
  ftruncateSync(handle, megabytes * 1_048_576);
  closeSync(handle);
  await draft("Tide atlas", "12.00");
  await click(page.getByRole("link", { name: "Files", exact: true }).first());
  await page.waitForURL(/\/admin\/products\/files\/\d+/);
  await settled();
  await attach(page.getByLabel("File on your computer"), file);
  await fill(page.getByLabel("Title", { exact: true }), "Tide atlas");
  await fill(page.getByLabel("Version", { exact: true }), "1.0");
  await click(button("Upload"));
  await page
    .locator("main li")
    .filter({ hasText: "1.0" })
    .getByText("On sale", { exact: true })
    .waitFor({ timeout: 300_000 });
  rmSync(file);
  await putOnSale();
});

await job("a license for three devices on sale", async () => {
  await draft("Quillmark", "29.00");
  await openDelivery();
  await click(button("Sell licenses"));
  await fill(dialog().getByLabel("Devices", { exact: true }), "3");
  await save();
  await putOnSale();
});

await job("a shared account on sale", async () => {
  await draft("Shared reading room", "4.00");
  await openDelivery();
  await click(button("Sell a living text"));
  await save();
  await click(button("Write the text"));
  await fill(dialog().getByLabel("Text", { exact: true }), "user: reader\npassword: lamp-7 harbour");
  await save();
  await putOnSale();
});

let server;
await job("goods of the example server on sale", async () => {
  await draft("Cloud disk", "6.00");
  await openDelivery();
  await click(button("Ask a server"));
  await fill(dialog().getByLabel("Address", { exact: true }), `http://127.0.0.1:${serverPort}/`);
  await save();
  await click(button("New secret"));
  await click(dialog().getByRole("button", { name: "New secret" }));
  const secret = (await dialog().locator("code").first().textContent())?.trim() ?? "";
  server = spawn(
    process.execPath,
    ["--import", "tsx", "docs/delivery-server/server.ts", secret, String(serverPort)],
    {
      stdio: "inherit",
    },
  );
  // Until it listens it would refuse the test.
  while (!(await fetch(`http://127.0.0.1:${serverPort}/`).catch(() => null)))
    await new Promise((resolve) => setTimeout(resolve, 100));
  await click(button("I have stored them safely"));
  await dialog().waitFor({ state: "detached" });
  await click(button("Send a test"));
  await click(dialog().getByRole("button", { name: "Send a test" }));
  await dialog().getByText("200").first().waitFor();
  await click(button("Close").last());
  await dialog().waitFor({ state: "detached" });
  await putOnSale();
});

await job("a bundle of the file, the license and the account on sale", async () => {
  await draft("Harbour set", "1.00");
  await openDelivery();
  await click(page.getByRole("link", { name: "Bundle", exact: true }));
  await page.waitForURL(/\/bundle$/);
  await settled();
  for (const part of ["Tide atlas", "Quillmark", "Shared reading room"]) {
    await fill(page.getByLabel("Add an option"), part);
    await click(page.getByRole("button", { name: new RegExp(`^Add ${part}`) }).first());
  }
  await click(page.getByText("Sum less a percentage", { exact: true }));
  await click(button("Save"));
  await page.getByText("The bundle is saved").first().waitFor();
  await click(page.getByRole("link", { name: "Option", exact: true }));
  await page.waitForURL(/\/admin\/stock\/\d+$/);
  await settled();
  await putOnSale();
});

/** The order page of a guest: on a phone and a desk, in both themes. */
async function takePictures(phone, name) {
  for (const colorScheme of ["light", "dark"]) {
    await phone.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await phone.setViewportSize({ width, height: 844 });
      await phone.screenshot({
        path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
}

const orders = [];
for (const [slug, proof] of [
  ["tide-atlas", /Download/],
  ["quillmark", /License|Devices/],
  ["shared-reading-room", /harbour/],
  ["cloud-disk", /Password/],
  ["harbour-set", /harbour/],
]) {
  await job(`a guest buys ${slug}`, async () => {
    const { orderNo, phone, shopper } = await day.buy(slug, "reader@example.com");
    orders.push(orderNo);
    await phone.getByText(proof).first().waitFor({ timeout: 60_000 });
    if (folder) await takePictures(phone, slug);
    await shopper.close();
  });
}

for (const orderNo of orders) {
  await job(`refund ${orderNo}`, async () => {
    await go(`/admin/orders/${orderNo}`);
    await settled();
    await click(button("Refund"));
    await click(dialog().getByRole("button", { name: "Refund", exact: true }));
    await dialog().waitFor({ state: "detached" });
    await page.getByText("Refunded", { exact: true }).first().waitFor();
  });
}

server?.kill();
await day.end();
