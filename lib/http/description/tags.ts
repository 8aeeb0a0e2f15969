/** Groups of operations, by the longest beginning of their paths. Generators of clients make a class of each. */
const groups = [
  ["public/captcha", "captcha", "Pictures that tell people from programs"],
  ["public", "shop", "What everybody may read: configuration, products, posts, banners, pages"],
  ["guest/orders", "guest-orders", "Ordering without an account"],
  ["guest/stock-notices", "stock-notices", "Mails about stock that came back"],
  ["auth", "auth", "Registration, log-in, tokens, lost passwords"],
  ["me", "account", "The logged-in user: profile, password, second factor, sessions"],
  ["orders", "orders", "Orders of the logged-in user"],
  ["wallet", "wallet", "Balance, recharges and their transactions"],
  ["gift-cards", "wallet"],
  ["gifts", "gifts", "What was given, for whoever has the link in the mail"],
  ["coupons", "coupons", "Whether a coupon can be used"],
  ["licenses", "licenses", "Licenses of the seller's own software, and their devices"],
  ["downloads", "downloads", "Delivered files"],
  ["payments", "payments", "What gateways and returning buyers call"],
  ["upstream", "interconnect", "Calls of agent sites, signed"],
  ["interconnect", "callbacks", "Callbacks of main sites, signed"],
  ["delivery-answers", "delivery-servers", "Later answers of servers that make goods"],
  ["openapi.json", "description", "The description of this API"],
] as const;

const adminStart = "admin/";
export const isOfAdmin = (path: string): boolean => path.startsWith(adminStart);

const covers = (path: string, beginning: string) => `${path}/`.startsWith(`${beginning}/`);

/** An operation of the admin belongs to its resource. @throws for a path that no group covers */
export function tagOf(path: string): string {
  if (isOfAdmin(path)) return path.slice(adminStart.length).replace(/[/.].*/, "");
  const group = groups.find(([beginning]) => covers(path, beginning));
  if (!group) throw new Error(`${path} belongs to no group of lib/http/description/tags.ts`);
  return group[1];
}

/** The tags of these operations with what they hold. */
export function tagsOf(paths: readonly string[]): { name: string; description: string }[] {
  const told = new Map<string, string>();
  for (const path of paths) {
    const name = tagOf(path);
    const described = groups.find(([, tag, description]) => tag === name && description)?.[2];
    told.set(name, (isOfAdmin(path) ? undefined : described) ?? `Operations below /api/v1/admin/${name}`);
  }
  return [...told].map(([name, description]) => ({ name, description }));
}
