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

export interface NavEntry {
  /** The page is `/admin/<key>`; the overview is `/admin` itself. */
  key: string;
  /** Where the page's texts stand: its name here is `admin-<text>.title`, its own title. */
  text: string;
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
        text: "sell.overview",
        icon: ChartNoAxesCombined,
        permission: "orders:read",
        hotkey: "d",
      },
      { key: "tasks", text: "system.tasks", icon: ListTodo, permission: null, hotkey: "t" },
      { key: "profit", text: "sell.profit", icon: HandCoins, permission: "payments:read" },
    ],
  },
  {
    key: "sell",
    items: [
      { key: "orders", text: "sell.orders", icon: ShoppingCart, permission: "orders:read", hotkey: "o" },
      { key: "products", text: "sell.products", icon: Package, permission: "catalogue:read", hotkey: "p" },
      { key: "stock", text: "sell.stock", icon: Boxes, permission: "stock:read", hotkey: "s" },
      {
        key: "categories",
        text: "sell.categories",
        icon: FolderTree,
        permission: "catalogue:read",
        hotkey: "c",
      },
    ],
  },
  {
    key: "customers",
    items: [
      { key: "users", text: "people.users", icon: Users, permission: "customers:read", hotkey: "u" },
      { key: "levels", text: "people.levels", icon: Medal, permission: "marketing:read" },
      { key: "coupons", text: "people.coupons", icon: BadgePercent, permission: "marketing:read" },
      { key: "gift-cards", text: "people.giftCards", icon: Gift, permission: "marketing:read" },
    ],
  },
  {
    key: "content",
    items: [
      { key: "posts", text: "content.posts", icon: FileText, permission: "content:read" },
      { key: "banners", text: "content.banners", icon: Images, permission: "content:read" },
    ],
  },
  {
    key: "money",
    items: [
      { key: "channels", text: "money.channels", icon: CreditCard, permission: "payments:read" },
      { key: "payments", text: "money.payments", icon: ReceiptText, permission: "payments:read" },
      { key: "refunds", text: "money.refunds", icon: Undo2, permission: "payments:read" },
      { key: "money-requests", text: "money.requests", icon: UserCheck, permission: "money:read" },
    ],
  },
  {
    key: "mainSide",
    items: [
      { key: "sites", text: "trade.sites", icon: Globe, permission: "interconnect:read", hotkey: "i" },
      {
        key: "request-log",
        text: "trade.log",
        icon: FileClock,
        permission: "interconnect:read",
        hotkey: "l",
      },
      { key: "held", text: "trade.held", icon: Hourglass, permission: "interconnect:read", hotkey: "h" },
      { key: "callbacks", text: "trade.callbacks", icon: Send, permission: "interconnect:read" },
      { key: "reconciliation", text: "trade.reconciliation", icon: Coins, permission: "interconnect:read" },
    ],
  },
  {
    key: "agentSide",
    items: [
      { key: "connections", text: "trade.connections", icon: PlugZap, permission: "interconnect:read" },
      { key: "purchases", text: "trade.purchases", icon: ShoppingBag, permission: "interconnect:read" },
      { key: "received-callbacks", text: "trade.received", icon: Webhook, permission: "interconnect:read" },
    ],
  },
  {
    key: "system",
    items: [
      { key: "mails", text: "system.mails", icon: Mail, permission: "customers:read", hotkey: "m" },
      { key: "notifications", text: "notify", icon: BellRing, permission: "settings:read", hotkey: "n" },
      { key: "settings", text: "system.settings", icon: Settings, permission: "settings:read" },
      { key: "staff", text: "system.staff", icon: ShieldCheck, permission: "staff:read" },
      { key: "audit", text: "system.audit", icon: ScrollText, permission: "staff:read" },
    ],
  },
] as const satisfies readonly { key: string; items: readonly NavEntry[] }[];
