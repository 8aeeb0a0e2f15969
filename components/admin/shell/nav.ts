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

interface NavEntry {
  key: string;
  /** The page's own title. */
  title: string;
  href: string;
  icon: LucideIcon;
  permission: string | null;
  /** Pressed after `g`. */
  hotkey?: string;
}

export const navigation = [
  {
    key: "top",
    items: [
      {
        key: "overview",
        title: "admin-sell.overview.title",
        href: "/admin",
        icon: ChartNoAxesCombined,
        permission: "orders:read",
        hotkey: "d",
      },
      {
        key: "tasks",
        title: "admin-system.tasks.title",
        href: "/admin/tasks",
        icon: ListTodo,
        permission: null,
        hotkey: "t",
      },
      {
        key: "profit",
        title: "admin-sell.profit.title",
        href: "/admin/profit",
        icon: HandCoins,
        permission: "payments:read",
      },
    ],
  },
  {
    key: "sell",
    items: [
      {
        key: "orders",
        title: "admin-sell.orders.title",
        href: "/admin/orders",
        icon: ShoppingCart,
        permission: "orders:read",
        hotkey: "o",
      },
      {
        key: "products",
        title: "admin-sell.products.title",
        href: "/admin/products",
        icon: Package,
        permission: "catalogue:read",
        hotkey: "p",
      },
      {
        key: "stock",
        title: "admin-sell.stock.title",
        href: "/admin/stock",
        icon: Boxes,
        permission: "stock:read",
        hotkey: "s",
      },
      {
        key: "categories",
        title: "admin-sell.categories.title",
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
      {
        key: "users",
        title: "admin-people.users.title",
        href: "/admin/users",
        icon: Users,
        permission: "customers:read",
        hotkey: "u",
      },
      {
        key: "levels",
        title: "admin-people.levels.title",
        href: "/admin/levels",
        icon: Medal,
        permission: "marketing:read",
      },
      {
        key: "coupons",
        title: "admin-people.coupons.title",
        href: "/admin/coupons",
        icon: BadgePercent,
        permission: "marketing:read",
      },
      {
        key: "giftCards",
        title: "admin-people.giftCards.title",
        href: "/admin/gift-cards",
        icon: Gift,
        permission: "marketing:read",
      },
    ],
  },
  {
    key: "content",
    items: [
      {
        key: "posts",
        title: "admin-content.posts.title",
        href: "/admin/posts",
        icon: FileText,
        permission: "content:read",
      },
      {
        key: "banners",
        title: "admin-content.banners.title",
        href: "/admin/banners",
        icon: Images,
        permission: "content:read",
      },
    ],
  },
  {
    key: "money",
    items: [
      {
        key: "channels",
        title: "admin-money.channels.title",
        href: "/admin/channels",
        icon: CreditCard,
        permission: "payments:read",
      },
      {
        key: "paymentsLog",
        title: "admin-money.payments.title",
        href: "/admin/payments",
        icon: ReceiptText,
        permission: "payments:read",
      },
      {
        key: "refunds",
        title: "admin-money.refunds.title",
        href: "/admin/refunds",
        icon: Undo2,
        permission: "payments:read",
      },
      {
        key: "approvals",
        title: "admin-money.requests.title",
        href: "/admin/money-requests",
        icon: UserCheck,
        permission: "money:read",
      },
    ],
  },
  {
    key: "mainSide",
    items: [
      {
        key: "sites",
        title: "admin-trade.sites.title",
        href: "/admin/sites",
        icon: Globe,
        permission: "interconnect:read",
        hotkey: "i",
      },
      {
        key: "requestLog",
        title: "admin-trade.log.title",
        href: "/admin/request-log",
        icon: FileClock,
        permission: "interconnect:read",
        hotkey: "l",
      },
      {
        key: "held",
        title: "admin-trade.held.title",
        href: "/admin/held",
        icon: Hourglass,
        permission: "interconnect:read",
        hotkey: "h",
      },
      {
        key: "callbacks",
        title: "admin-trade.callbacks.title",
        href: "/admin/callbacks",
        icon: Send,
        permission: "interconnect:read",
      },
      {
        key: "reconciliation",
        title: "admin-trade.reconciliation.title",
        href: "/admin/reconciliation",
        icon: Coins,
        permission: "interconnect:read",
      },
    ],
  },
  {
    key: "agentSide",
    items: [
      {
        key: "connections",
        title: "admin-trade.connections.title",
        href: "/admin/connections",
        icon: PlugZap,
        permission: "interconnect:read",
      },
      {
        key: "purchases",
        title: "admin-trade.purchases.title",
        href: "/admin/purchases",
        icon: ShoppingBag,
        permission: "interconnect:read",
      },
      {
        key: "received",
        title: "admin-trade.received.title",
        href: "/admin/received-callbacks",
        icon: Webhook,
        permission: "interconnect:read",
      },
    ],
  },
  {
    key: "system",
    items: [
      {
        key: "mails",
        title: "admin-system.mails.title",
        href: "/admin/mails",
        icon: Mail,
        permission: "customers:read",
        hotkey: "m",
      },
      {
        key: "notifications",
        title: "admin-notify.title",
        href: "/admin/notifications",
        icon: BellRing,
        permission: "settings:read",
        hotkey: "n",
      },
      {
        key: "settings",
        title: "admin-system.settings.title",
        href: "/admin/settings",
        icon: Settings,
        permission: "settings:read",
      },
      {
        key: "staff",
        title: "admin-system.staff.title",
        href: "/admin/staff",
        icon: ShieldCheck,
        permission: "staff:read",
      },
      {
        key: "audit",
        title: "admin-system.audit.title",
        href: "/admin/audit",
        icon: ScrollText,
        permission: "staff:read",
      },
    ],
  },
] as const satisfies readonly { key: string; items: readonly NavEntry[] }[];

type Group = (typeof navigation)[number];
type Item = Group["items"][number];
export type NavKey = Item["key"];
type NavItem = NavEntry & Pick<Item, "key" | "title">;
interface NavGroup {
  key: Group["key"];
  items: readonly NavItem[];
}

/** Of every page, as the layout reads them: a browser gets no more of the pages' texts. */
export type NavTitles = Readonly<Record<NavKey, string>>;

/** What a role may open. */
export function allowedNavigation(permissions: readonly string[]): NavGroup[] {
  const groups: readonly NavGroup[] = navigation;
  return groups
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
    for (const item of items as readonly NavItem[]) {
      const fits =
        item.href === "/admin"
          ? pathname === "/admin"
          : pathname === item.href || pathname.startsWith(`${item.href}/`);
      if (fits && item.href.length > (best?.href.length ?? 0)) best = item;
    }
  }
  return best?.key ?? null;
}
