import type { StaffClient } from "../harness/staff-client";

interface Offer {
  productId: number;
  slug: string;
  skuId: number;
}

interface NewOffer {
  slug: string;
  title: string;
  kind: string;
  sku?: object;
  /** Makes the option deliver something, before it is put on sale. */
  prepare?: (skuId: number) => Promise<unknown>;
}

/** A product of one option in the first category of a built shop, on sale. */
export async function anOffer(
  staff: StaffClient,
  { slug, title, kind, sku = {}, prepare }: NewOffer,
): Promise<Offer> {
  const { categories } = await staff.call<{ categories: { id: number }[] }>("GET", "/categories");
  const { id } = await staff.call<{ id: number }>("POST", "/products", {
    category_id: categories[0]?.id,
    slug,
    title,
    auto_secret_kind: kind,
    status: "draft",
    skus: [{ code: slug.toUpperCase(), name: "Standard", price: "12.00", ...sku }],
  });
  const { skus } = await staff.call<{ skus: { id: number }[] }>("GET", `/products/${id}`);
  const skuId = skus[0]?.id ?? 0;
  await prepare?.(skuId);
  await staff.call("PATCH", `/products/${id}`, { status: "active" });
  return { productId: id, slug, skuId };
}

/** Its buyers may choose one of `labels`; the key of each is `KEY OF <label>`. */
export async function aPickableOffer(
  staff: StaffClient,
  { slug, title, labels }: { slug: string; title: string; labels: readonly string[] },
): Promise<Offer> {
  const offer = await anOffer(staff, { slug, title, kind: "card_key", sku: { is_pickable: true } });
  const text = labels.map((label) => `KEY OF ${label},${label}`).join("\n");
  await importTable(staff, offer.skuId, text, { key: 0, public_label: 1 });
  return offer;
}

/** Brings in keys from a text of comma-separated values, as the page does. */
export async function importTable(
  staff: StaffClient,
  skuId: number,
  text: string,
  columns: Record<string, number> = { key: 0 },
): Promise<void> {
  const { id } = await staff.call<{ id: number }>("POST", "/stock/imports", {
    sku_id: skuId,
    format: { kind: "table", delimiter: ",", has_heading: false, columns },
  });
  await staff.call("POST", `/stock/imports/${id}/pieces`, { number: 0, text });
  await staff.call("POST", `/stock/imports/${id}/start`, { mode: "import", pieces: 1 });
  const end = Date.now() + 60_000;
  for (;;) {
    const { status } = await staff.call<{ status: string }>("GET", `/stock/imports/${id}`);
    if (status === "done") return;
    if (status === "failed" || Date.now() > end) throw new Error(`The import is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Sold together at their prices less a tenth. */
export async function aBundleOffer(
  staff: StaffClient,
  { slug, title, parts }: { slug: string; title: string; parts: readonly Offer[] },
): Promise<Offer> {
  return anOffer(staff, {
    slug,
    title,
    kind: "text",
    prepare: (skuId) =>
      staff.call("PUT", `/skus/${skuId}/bundle`, {
        parts: parts.map((part) => ({ sku_id: part.skuId, quantity: 1 })),
        percent: 10,
      }),
  });
}

/** A license for `devices` devices, made when it is sold. */
export async function aLicenseOffer(
  staff: StaffClient,
  { slug, title, devices }: { slug: string; title: string; devices: number },
): Promise<Offer> {
  return anOffer(staff, {
    slug,
    title,
    kind: "text",
    prepare: (skuId) =>
      staff.call("PUT", `/skus/${skuId}/delivery`, {
        settings: { license: { product: slug, plan: "studio", devices, valid_days: 365 } },
      }),
  });
}
