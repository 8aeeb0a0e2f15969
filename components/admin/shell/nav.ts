import type { NavEntry } from "./menu";
import { navigation } from "./nav-entries";

type Group = (typeof navigation)[number];
type Item = Group["items"][number];
export type NavKey = Item["key"];

export interface NavItem extends NavEntry {
  key: NavKey;
  href: string;
}

interface NavGroup {
  key: Group["key"];
  items: readonly NavItem[];
}

/** Titles of every page, as the layout reads them: a browser gets no more of the pages' texts. */
export type NavTitles = Readonly<Record<NavKey, string>>;

const first: NavKey = "overview";

/** Pages that a role may open. */
export function allowedNavigation(permissions: readonly string[]): NavGroup[] {
  const groups: readonly { key: Group["key"]; items: readonly (NavEntry & { key: NavKey })[] }[] = navigation;
  return groups
    .map(({ key, items }) => ({
      key,
      items: items
        .filter(({ permission }) => permission === null || permissions.includes(permission))
        .map((item) => ({ ...item, href: item.key === first ? "/admin" : `/admin/${item.key}` })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Pages that most people open every day; each may choose others. */
const usualPins: readonly NavKey[] = [
  "overview",
  "tasks",
  "orders",
  "stock",
  "products",
  "users",
  "refunds",
  "profit",
];

/** Pinned entries in their order, as far as the role may open them, and the groups without them. */
export function menuOf(permissions: readonly string[], chosen: readonly string[]) {
  const groups = allowedNavigation(permissions);
  const all = groups.flatMap(({ items }) => items);
  const pick = (keys: readonly string[]) => keys.flatMap((key) => all.find((item) => item.key === key) ?? []);
  const own = pick(chosen);
  const pins = own.length > 0 ? own : pick(usualPins);
  const rest = groups
    .map((group) => ({ ...group, items: group.items.filter((item) => !pins.includes(item)) }))
    .filter(({ items }) => items.length > 0);
  return { pins, rest, all };
}

/** The entry of the page, or of the page that it belongs to: `/admin/orders/K1` is one of the orders. */
export function currentNavKey(pathname: string): NavKey | null {
  const [, , segment = first] = pathname.split("/");
  const keys: readonly NavKey[] = navigation.flatMap(({ items }) => items.map(({ key }) => key));
  return keys.find((key) => key === segment) ?? null;
}
