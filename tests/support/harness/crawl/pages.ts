import { pageRoutes } from "./routes";
import type { Role } from "./views";

export const placeNames = [
  "order",
  "awaited",
  "licenseOption",
  "bundleOption",
  "unpaid",
  "trade",
  "key",
  "text",
  "account",
  "handwork",
  "renewable",
  "renewal",
  "refunded",
  "canceled",
  "memberOrder",
  "recharge",
  "hostile",
] as const;

/** Values of the crawled shop that stand in an address and are not known before (`fillCrawledShop`). */
export type Places = Record<(typeof placeNames)[number], string | number>;

export interface CrawledPage {
  /** `/admin/orders/{order}`, with the places of the shop by name. */
  address: string;
  /** Readers of the page; the first can do most there. */
  roles: readonly Role[];
  status?: number;
  /** Has nothing to show, and says so. */
  isEmpty?: true;
}

const staff: readonly Role[] = ["owner", "manager", "support", "viewer"];
const shoppers: readonly Role[] = ["anonymous", "guest", "member"];

/** The page's address for each one that has a parameter, and further ones for other looks of the same page. */
const addresses: Record<string, readonly string[]> = {
  "/account/orders/[orderNo]": ["/account/orders/{memberOrder}"],
  "/account/wallet/recharge/[rechargeNo]": ["/account/wallet/recharge/{recharge}"],
  "/admin/channels/[id]": ["/admin/channels/1"],
  "/admin/connections/[connection_id]": ["/admin/connections/1"],
  "/admin/connections/[connection_id]/settings": ["/admin/connections/1/settings"],
  "/admin/purchases/[purchase_id]": ["/admin/purchases/1"],
  "/admin/coupons/[id]": ["/admin/coupons/1"],
  "/admin/gift-cards/[batch_id]": ["/admin/gift-cards/1"],
  "/admin/levels/[id]": ["/admin/levels/1"],
  "/admin/mails/texts/[kind]/[locale]": ["/admin/mails/texts/order_delivered/en"],
  "/admin/notifications/[id]": ["/admin/notifications/1", "/admin/notifications/2"],
  "/admin/orders/[order_no]": ["order", "awaited", "handwork", "refunded", "unpaid", "hostile"].map(
    (name) => `/admin/orders/{${name}}`,
  ),
  "/admin/orders/[order_no]/evidence": ["/admin/orders/{key}/evidence"],
  "/admin/orders/[order_no]/receipt": ["/admin/orders/{key}/receipt"],
  "/admin/pages/[id]": ["/admin/pages/1"],
  "/admin/posts/[id]": ["/admin/posts/1"],
  "/admin/products/[id]": ["/admin/products/1"],
  "/admin/products/files/[sku_id]": ["/admin/products/files/{licenseOption}"],
  "/admin/setup": ["shop", "mail", "payment", "goods"].map((step) => `/admin/setup?step=${step}`),
  "/admin/reconciliation": ["/admin/reconciliation?site_id=1"],
  "/admin/sites/[site_id]": ["/admin/sites/1"],
  "/admin/sites/[site_id]/account": ["/admin/sites/2/account"],
  "/admin/sites/[site_id]/deposit": ["/admin/sites/1/deposit"],
  "/admin/sites/[site_id]/prices": ["/admin/sites/1/prices"],
  "/admin/stock/[sku_id]": ["/admin/stock/1"],
  "/admin/stock/[sku_id]/bundle": ["/admin/stock/{bundleOption}/bundle"],
  "/admin/users/[id]": ["/admin/users/1"],
  "/docs": ["/docs", "/docs?q=signature", "/docs?q=nothing-like-this"],
  "/docs/[page]": ["/docs/first-call", "/docs/interconnect"],
  "/legal/[page]": ["/legal/terms"],
  "/orders/[orderNo]": [
    "unpaid",
    "key",
    "text",
    "account",
    "handwork",
    "renewable",
    "refunded",
    "canceled",
  ].map((name) => `/orders/{${name}}`),
  "/orders/[orderNo]/receipt": ["/orders/{key}/receipt"],
  "/orders/[orderNo]/renew": ["/orders/{renewable}/renew?{renewal}"],
  "/orders/[orderNo]/review": ["/orders/{key}/review", "/orders/{text}/review", "/orders/{refunded}/review"],
  "/pages/[slug]": ["/pages/hostile-page"],
  "/pay/[orderNo]": ["/pay/{unpaid}"],
  "/posts/[slug]": ["/posts/how-your-key-is-kept", "/posts/hostile-post"],
  "/products": ["/products", "/products?search=nothing-like-this"],
  "/products/[slug]": [
    "/products/paperglide-pro",
    "/products/portrait-commission",
    "/products/hostile-goods",
  ],
  "/products/[slug]/reviews": ["/products/counterform/reviews"],
  "/test-gateway/pay/[tradeNo]": ["/test-gateway/pay/{trade}"],
};

/** Pages that nobody stays on. */
export const leadOn: Record<string, string> = {
  "/account": "leads to the member's orders",
  "/admin/alerts": "leads to the tasks",
  "/maintenance": "leads home while the shop is open (tests/e2e/shop-face.test.ts reads it)",
};

/** Pages whose first reader has nothing there. */
const empty = [
  "/cart",
  "/admin/forbidden",
  "/gift",
  "/admin/products/files/{licenseOption}",
  "/products?search=nothing-like-this",
  "/docs?q=nothing-like-this",
  "/link",
  "/lookup",
  "/orders/{refunded}/review",
  "/stock-notices",
  "/stock-notices/confirm",
];

function readersOf(route: string): readonly Role[] {
  if (route === "/admin/login" || /^\/(link|login|register|forgot)$/.test(route)) return ["anonymous"];
  if (route.startsWith("/admin")) return staff;
  if (route.startsWith("/account")) return ["member"];
  if (/^\/(orders|pay|test-gateway\/pay)\//.test(route)) return ["guest"];
  return shoppers;
}

/** Every page of `app/` at least once; one with a parameter that has no address here fails in tests/unit/crawl. */
export const crawledPages: readonly CrawledPage[] = [
  ...pageRoutes
    .filter((route) => !(route in leadOn))
    .flatMap((route) =>
      (addresses[route] ?? [route]).map((address) => ({
        address,
        roles: readersOf(route),
        ...(empty.includes(address) ? { isEmpty: true as const } : {}),
      })),
    ),
  { address: "/there-is-no-such-page", roles: shoppers, status: 404 },
  { address: "/admin/there-is-no-such-page", roles: staff, status: 404 },
];

export const addressIn = ({ address }: CrawledPage, places: Places): string =>
  address.replace(/\{(\w+)\}/g, (_, name: keyof Places) => String(places[name]));
