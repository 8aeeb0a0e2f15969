import { routeOf } from "./routes";

/** Most that a page of the admin weighs before anybody touched it (C199). */
export interface Budget {
  /** Bytes of the document, before they are packed. */
  html: number;
  /** Bytes of script as they are sent. */
  script: number;
  /** Everything that is loaded beside pictures, the document included. */
  files: number;
}

const usual: Budget = { html: 120_000, script: 250_000, files: 30 };

/** Script and files of the editor, on pages that show one. */
const editorScript = 90_000;
const editorFiles = 2;

/** Documents of pages that show more than a list of twenty rows or a form, in thousands of bytes, with what it is. */
const larger: Record<string, readonly [html: number, why: string]> = {
  "/admin": [260, "charts with the tables behind them, the morning, the first steps"],
  "/admin/profit": [250, "charts, and a table for each way to look at a profit"],
  "/admin/settings": [225, "a field for every setting"],
  "/admin/look/preview": [210, "the shop's home page"],
  "/admin/stock": [200, "fifty options, with price and switch to change"],
  "/admin/stock/[sku_id]": [240, "fifty keys, and the forms of what is delivered"],
  "/admin/request-log": [180, "fifty calls"],
  "/admin/audit": [170, "fifty acts, each with what it changed"],
  "/admin/tasks": [170, "tasks with their acts"],
  "/admin/payments": [160, "fifty payments"],
  "/admin/connections/[connection_id]": [155, "offers and mapped options"],
  "/admin/products": [146, "twenty products, with their prices to change"],
  "/admin/mails": [146, "fifty mails"],
  "/admin/channels/[id]": [140, "a form with the provider's fields, offers, rates, replays"],
  "/admin/mails/texts": [150, "every mail in every language"],
  "/admin/products/[id]": [138, "every field of a product and of its options"],
  "/admin/channels": [130, "the form of every provider"],
  "/admin/orders/[order_no]": [130, "items, money, disputes, history, the buyer's other orders"],
};

/** Budget of the page at an address; `hasEditor`: the page shows the editor. */
export function budgetOf(address: string, hasEditor: boolean): Budget {
  const [html] = larger[routeOf(address) ?? ""] ?? [];
  return {
    ...usual,
    ...(html === undefined ? {} : { html: html * 1000 }),
    script: usual.script + (hasEditor ? editorScript : 0),
    files: usual.files + (hasEditor ? editorFiles : 0),
  };
}
