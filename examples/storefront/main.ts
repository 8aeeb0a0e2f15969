// A storefront of one page that sells the keys of a shop on another origin: index.html names the shop, `?shop=` another one.
import { ApiError, openShop, randomKey, type Schemas } from "@keyshelf/client/shop";

function part<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

const named = part<HTMLMetaElement>("meta[name=shop]").content;
const url = new URLSearchParams(location.search).get("shop") ?? named;
const shop = openShop({ url });

type Kept = { order_no: string; token: string; pay_url: string | null };
const drawer = `order of ${url}`;

const form = part<HTMLFormElement>("#order");
const state = part<HTMLElement>("#state");
const problem = part<HTMLElement>("#problem");

/** Texts of a shop never become markup. */
function element(name: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function show(...parts: HTMLElement[]): void {
  state.hidden = parts.length === 0;
  state.replaceChildren(...parts);
}

/** The sentence of a refusal is written for the buyer. */
function tell(thrown: unknown): void {
  problem.textContent = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof ApiError) || !thrown.field) return;
  const field = { email: "email", quantity: "quantity", sku_id: "sku" }[thrown.field];
  if (field) part<HTMLElement>(`#order [name=${field}]`).focus();
}

async function offer(): Promise<void> {
  const config = await shop.get("/api/v1/public/config");
  part("#name").textContent = config.site_name;
  document.title = config.site_name;
  const { products } = await shop.get("/api/v1/public/products", { query: { per_page: 50 } });
  const onSale = products.filter(({ stock, delivery }) => stock !== 0 && delivery === "auto");
  const details = await Promise.all(
    onSale.map(({ slug }) => shop.get("/api/v1/public/products/{slug}", { path: { slug } })),
  );
  part("[name=sku]").replaceChildren(
    ...details.flatMap(({ id, title, skus }) =>
      skus.map((sku) =>
        element("option", `${title}, ${sku.name}: ${sku.price} ${config.currency}`, {
          value: `${id}/${sku.id}`,
        }),
      ),
    ),
  );
  part("[name=channel]").replaceChildren(
    ...config.payment_channels.map(({ id, name }) => element("option", name, { value: String(id) })),
  );
  form.hidden = false;
}

/** One key for what the buyer means to order: a second press, or a repeat after a lost answer, orders nothing twice. */
let meant = { content: "", key: "" };

async function order(): Promise<void> {
  const values = new FormData(form);
  const [product, sku] = String(values.get("sku")).split("/");
  const body: Schemas["CreateGuestOrderBody"] = {
    product_id: Number(product),
    sku_id: Number(sku),
    quantity: Number(values.get("quantity")),
    email: String(values.get("email")),
    payment_channel_id: Number(values.get("channel")),
  };
  const content = JSON.stringify(body);
  if (meant.content !== content) meant = { content, key: randomKey() };
  const placed = await shop.post("/api/v1/guest/orders", { body, idempotencyKey: meant.key });
  const kept: Kept = {
    order_no: placed.order_no,
    token: placed.guest_token,
    pay_url: placed.payment?.pay_url ?? null,
  };
  // The token is all that opens the order: it outlives a reload of this page.
  localStorage.setItem(drawer, JSON.stringify(kept));
  await follow(kept);
}

const isOver = (status: string) => ["expired", "canceled", "refunded"].includes(status);

function anew(): HTMLElement {
  const button = element("button", "Order again", { type: "button" });
  button.addEventListener("click", () => {
    localStorage.removeItem(drawer);
    meant = { content: "", key: "" };
    show();
    form.hidden = false;
  });
  return button;
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Shows how far the order is until its keys are there. */
async function follow({ order_no, token, pay_url }: Kept): Promise<void> {
  form.hidden = true;
  for (;;) {
    const found = await shop.get("/api/v1/guest/orders/{order_no}", { path: { order_no }, token });
    const { status, amount, currency, items, fulfillment } = found;
    if (fulfillment.status === "ready") {
      const keys = items.flatMap(({ fulfillment: own }) => own.secrets ?? [own.payload ?? ""]);
      return show(element("h2", "Your keys"), ...keys.map((key) => element("code", key)), anew());
    }
    if (isOver(status)) return show(element("p", `Order ${order_no} is ${status}.`), anew());
    const isUnpaid = status === "pending_payment";
    show(
      element(
        "p",
        `Order ${order_no}: ${amount} ${currency}, ${isUnpaid ? "not paid yet" : "being prepared"}`,
      ),
      ...(isUnpaid && pay_url
        ? [element("a", "Pay", { href: pay_url, target: "_blank", rel: "noopener", class: "pay" })]
        : []),
    );
    await pause(2);
  }
}

async function attempt(act: () => Promise<void>): Promise<void> {
  problem.textContent = "";
  try {
    await act();
  } catch (thrown) {
    tell(thrown);
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt(order);
});

const kept = localStorage.getItem(drawer);
await attempt(offer);
if (kept) await attempt(() => follow(JSON.parse(kept) as Kept));
