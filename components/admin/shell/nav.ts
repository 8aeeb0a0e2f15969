import {
  BadgePercent,
  BellRing,
  Boxes,
  ChartNoAxesCombined,
  Coins,
  CreditCard,
  FileClock,
  FileText,
  FolderTree,
  Gift,
  Globe,
  HandCoins,
  Hourglass,
  Images,
  ListTodo,
  type LucideIcon,
  Mail,
  Medal,
  Package,
  PlugZap,
  ReceiptText,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  ShoppingBag,
  ShoppingCart,
  Undo2,
  UserCheck,
  Users,
  Webhook,
} from "lucide-react";

export type NavKey =
  | "overview"
  | "tasks"
  | "profit"
  | "orders"
  | "products"
  | "stock"
  | "categories"
  | "users"
  | "levels"
  | "coupons"
  | "giftCards"
  | "posts"
  | "banners"
  | "channels"
  | "paymentsLog"
  | "refunds"
  | "approvals"
  | "sites"
  | "requestLog"
  | "held"
  | "callbacks"
  | "reconciliation"
  | "connections"
  | "purchases"
  | "received"
  | "mails"
  | "notifications"
  | "settings"
  | "staff"
  | "audit";

export type NavGroupKey =
  | "top"
  | "sell"
  | "customers"
  | "content"
  | "money"
  | "mainSide"
  | "agentSide"
  | "system";

export interface NavItem {
  key: NavKey;
  href: string;
  icon: LucideIcon;
  permission: string | null;
  /** Pressed after `g`. */
  hotkey?: string;
}

export interface NavGroup {
  key: NavGroupKey;
  items: readonly NavItem[];
}

export const navigation: readonly NavGroup[] = [
  {
    key: "top",
    items: [
      { key: "overview", href: "/admin", icon: ChartNoAxesCombined, permission: "orders:read", hotkey: "d" },
      { key: "tasks", href: "/admin/tasks", icon: ListTodo, permission: null, hotkey: "t" },
      { key: "profit", href: "/admin/profit", icon: HandCoins, permission: "payments:read" },
    ],
  },
  {
    key: "sell",
    items: [
      { key: "orders", href: "/admin/orders", icon: ShoppingCart, permission: "orders:read", hotkey: "o" },
      { key: "products", href: "/admin/products", icon: Package, permission: "catalogue:read", hotkey: "p" },
      { key: "stock", href: "/admin/stock", icon: Boxes, permission: "stock:read", hotkey: "s" },
      {
        key: "categories",
        href: "/admin/categories",
        icon: FolderTree,
        permission: "catalogue:read",
        hotkey: "c",
      },
    ],
  },
  {
    key: "customers",
    items: [
      { key: "users", href: "/admin/users", icon: Users, permission: "customers:read", hotkey: "u" },
      { key: "levels", href: "/admin/levels", icon: Medal, permission: "marketing:read" },
      { key: "coupons", href: "/admin/coupons", icon: BadgePercent, permission: "marketing:read" },
      { key: "giftCards", href: "/admin/gift-cards", icon: Gift, permission: "marketing:read" },
    ],
  },
  {
    key: "content",
    items: [
      { key: "posts", href: "/admin/posts", icon: FileText, permission: "content:read" },
      { key: "banners", href: "/admin/banners", icon: Images, permission: "content:read" },
    ],
  },
  {
    key: "money",
    items: [
      { key: "channels", href: "/admin/channels", icon: CreditCard, permission: "payments:read" },
      { key: "paymentsLog", href: "/admin/payments", icon: ReceiptText, permission: "payments:read" },
      { key: "refunds", href: "/admin/refunds", icon: Undo2, permission: "payments:read" },
      { key: "approvals", href: "/admin/money-requests", icon: UserCheck, permission: "money:read" },
    ],
  },
  {
    key: "mainSide",
    items: [
      { key: "sites", href: "/admin/sites", icon: Globe, permission: "interconnect:read", hotkey: "i" },
      {
        key: "requestLog",
        href: "/admin/request-log",
        icon: FileClock,
        permission: "interconnect:read",
        hotkey: "l",
      },
      { key: "held", href: "/admin/held", icon: Hourglass, permission: "interconnect:read", hotkey: "h" },
      { key: "callbacks", href: "/admin/callbacks", icon: Send, permission: "interconnect:read" },
      { key: "reconciliation", href: "/admin/reconciliation", icon: Coins, permission: "interconnect:read" },
    ],
  },
  {
    key: "agentSide",
    items: [
      { key: "connections", href: "/admin/connections", icon: PlugZap, permission: "interconnect:read" },
      { key: "purchases", href: "/admin/purchases", icon: ShoppingBag, permission: "interconnect:read" },
      { key: "received", href: "/admin/received-callbacks", icon: Webhook, permission: "interconnect:read" },
    ],
  },
  {
    key: "system",
    items: [
      { key: "mails", href: "/admin/mails", icon: Mail, permission: "customers:read", hotkey: "m" },
      {
        key: "notifications",
        href: "/admin/notifications",
        icon: BellRing,
        permission: "settings:read",
        hotkey: "n",
      },
      { key: "settings", href: "/admin/settings", icon: Settings, permission: "settings:read" },
      { key: "staff", href: "/admin/staff", icon: ShieldCheck, permission: "staff:read" },
      { key: "audit", href: "/admin/audit", icon: ScrollText, permission: "staff:read" },
    ],
  },
];

/** What a role may open. */
export function allowedNavigation(permissions: readonly string[]): NavGroup[] {
  return navigation
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => item.permission === null || permissions.includes(item.permission)),
    }))
    .filter((group) => group.items.length > 0);
}

/** The entry whose address is the longest beginning of the path. */
export function currentNavKey(pathname: string): NavKey | null {
  let best: NavItem | null = null;
  for (const { items } of navigation) {
    for (const item of items) {
      const fits =
        item.href === "/admin"
          ? pathname === "/admin"
          : pathname === item.href || pathname.startsWith(`${item.href}/`);
      if (fits && item.href.length > (best?.href.length ?? 0)) best = item;
    }
  }
  return best?.key ?? null;
}
