/** Where the thing that an audit row is about is shown; null where it has no page. */
export function auditPlace(target: string): string | null {
  const [noun = "", id = ""] = target.split(":");
  if (noun === "order") return `/admin/orders/${id}`;
  if (noun === "settings") return "/admin/settings";
  if (noun === "staff") return "/admin/staff";
  if (noun === "role") return "/admin/staff/roles";
  if (noun === "banner") return "/admin/banners";
  if (noun === "category") return "/admin/categories";
  if (noun === "saved_reply") return "/admin/orders/replies";
  if (noun === "mail") return "/admin/mails";
  if (noun === "mail_server") return "/admin/mails/server";
  if (noun === "mail_text") return "/admin/mails/texts";
  if (noun === "login_provider") return "/admin/login-providers";
  if (noun === "alert") return "/admin/tasks/history";
  if (noun === "callback") return "/admin/callbacks";
  if (!/^\d+$/.test(id)) return null;
  const folder = folders[noun];
  return folder ? `/admin/${folder}/${id}` : null;
}

const folders: Readonly<Record<string, string>> = {
  product: "products",
  sku: "stock",
  user: "users",
  wallet: "users",
  payment_channel: "channels",
  site: "sites",
  connection: "connections",
  coupon: "coupons",
  page: "pages",
  post: "posts",
  member_level: "levels",
  gift_card_batch: "gift-cards",
};
