// Written by `npm run docs` from what the pages of app/admin say of themselves in `adminPage`.
import type { NavEntry } from "./menu";

export const navigation = [
  {
    key: "top",
    items: [
      {
        key: "overview",
        text: "admin-sell.overview",
        icon: "ChartNoAxesCombined",
        permission: "orders:read",
        hotkey: "d",
      },
      { key: "tasks", text: "admin-system.tasks", icon: "ListTodo", permission: null, hotkey: "t" },
      { key: "cases", text: "admin-sell.cases", icon: "MessageCircleWarning", permission: "orders:read" },
      { key: "profit", text: "admin-sell.profit", icon: "HandCoins", permission: "profit:read" },
    ],
  },
  {
    key: "sell",
    items: [
      {
        key: "orders",
        text: "admin-sell.orders",
        icon: "ShoppingCart",
        permission: "orders:read",
        hotkey: "o",
      },
      {
        key: "products",
        text: "admin-sell.products",
        icon: "Package",
        permission: "catalogue:read",
        hotkey: "p",
      },
      { key: "stock", text: "admin-sell.stock", icon: "Boxes", permission: "stock:read", hotkey: "s" },
      {
        key: "categories",
        text: "admin-sell.categories",
        icon: "FolderTree",
        permission: "catalogue:read",
        hotkey: "c",
      },
      { key: "licenses", text: "admin-sell.licenses", icon: "BadgeCheck", permission: "orders:read" },
      { key: "delivery-requests", text: "admin-sell.requests", icon: "Webhook", permission: "orders:write" },
    ],
  },
  {
    key: "customers",
    items: [
      { key: "users", text: "admin-people.users", icon: "Users", permission: "customers:read", hotkey: "u" },
      { key: "levels", text: "admin-people.levels", icon: "Medal", permission: "marketing:read" },
      { key: "coupons", text: "admin-people.coupons", icon: "BadgePercent", permission: "marketing:read" },
      { key: "gift-cards", text: "admin-people.giftCards", icon: "Gift", permission: "marketing:read" },
      {
        key: "reviews",
        text: "admin-people.reviews",
        icon: "MessageSquareQuote",
        permission: "customers:read",
      },
      {
        key: "login-providers",
        text: "admin-people.loginProviders",
        icon: "LogIn",
        permission: "settings:read",
      },
    ],
  },
  {
    key: "content",
    items: [
      { key: "posts", text: "admin-content.posts", icon: "FileText", permission: "content:read" },
      { key: "banners", text: "admin-content.banners", icon: "Images", permission: "content:read" },
      { key: "look", text: "admin-content.look", icon: "Palette", permission: "settings:read" },
      { key: "pages", text: "admin-content.pages", icon: "Files", permission: "content:read" },
    ],
  },
  {
    key: "money",
    items: [
      { key: "channels", text: "admin-money.channels", icon: "CreditCard", permission: "payments:read" },
      { key: "payments", text: "admin-money.payments", icon: "ReceiptText", permission: "payments:read" },
      { key: "refunds", text: "admin-money.refunds", icon: "Undo2", permission: "payments:read" },
      { key: "money-requests", text: "admin-money.requests", icon: "UserCheck", permission: "money:read" },
    ],
  },
  {
    key: "mainSide",
    items: [
      {
        key: "sites",
        text: "admin-trade.sites",
        icon: "Globe",
        permission: "interconnect:read",
        hotkey: "i",
      },
      {
        key: "request-log",
        text: "admin-trade.log",
        icon: "FileClock",
        permission: "interconnect:read",
        hotkey: "l",
      },
      {
        key: "held",
        text: "admin-trade.held",
        icon: "Hourglass",
        permission: "interconnect:read",
        hotkey: "h",
      },
      { key: "callbacks", text: "admin-trade.callbacks", icon: "Send", permission: "interconnect:read" },
      {
        key: "reconciliation",
        text: "admin-trade.reconciliation",
        icon: "Coins",
        permission: "interconnect:read",
      },
    ],
  },
  {
    key: "agentSide",
    items: [
      {
        key: "connections",
        text: "admin-trade.connections",
        icon: "PlugZap",
        permission: "interconnect:read",
      },
      {
        key: "purchases",
        text: "admin-trade.purchases",
        icon: "ShoppingBag",
        permission: "interconnect:read",
      },
      {
        key: "received-callbacks",
        text: "admin-trade.received",
        icon: "Webhook",
        permission: "interconnect:read",
      },
    ],
  },
  {
    key: "system",
    items: [
      { key: "mails", text: "admin-system.mails", icon: "Mail", permission: "customers:read", hotkey: "m" },
      {
        key: "notifications",
        text: "admin-notify",
        icon: "BellRing",
        permission: "settings:read",
        hotkey: "n",
      },
      { key: "settings", text: "admin-system.settings", icon: "Settings", permission: "settings:read" },
      { key: "staff", text: "admin-system.staff", icon: "ShieldCheck", permission: "staff:read" },
      { key: "audit", text: "admin-system.audit", icon: "ScrollText", permission: "staff:read" },
      { key: "about", text: "admin-system.about", icon: "Info", permission: "settings:read" },
    ],
  },
] as const satisfies readonly { key: string; items: readonly NavEntry[] }[];
