import { readdirSync } from "node:fs";
import path from "node:path";

const app = path.resolve(import.meta.dirname, "../../../../app");

/** Every page of the shop as its address in `app/`: `/admin/orders/[order_no]`. A new page is in it by itself. */
export const pageRoutes: readonly string[] = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => {
    const parts = path
      .dirname(file)
      .split(path.sep)
      .filter((part) => part !== "." && !/^\(.*\)$/.test(part));
    return `/${parts.join("/")}`;
  })
  .sort();

const patterns = pageRoutes
  .map((route) => ({
    route,
    parameters: route.split("[").length,
    pattern: new RegExp(`^${route.replace(/\[\w+\]/g, "[^/]+")}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters);

/** The page that an address opens; undefined for files, calls and what is no page. */
export const routeOf = (address: string): string | undefined =>
  patterns.find(({ pattern }) => pattern.test(address.replace(/[?#].*$/, "")))?.route;
