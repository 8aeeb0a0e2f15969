import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { proxy } from "@/proxy";

const app = path.resolve(import.meta.dirname, "../../../app");

/** `(store)/orders/[orderNo]/page.tsx` is answered at `/orders/x`. */
const addressOf = (file: string) =>
  `/${path
    .dirname(file)
    .split(path.sep)
    .filter((part) => part !== "." && !/^\(.*\)$/.test(part))
    .map((part) => part.replace(/^\[.*\]$/, "KX1"))
    .join("/")}`;

const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
  (file) => !file.startsWith("api/"),
);
const post = (address: string) => proxy(new NextRequest(`http://shop.example${address}`, { method: "POST" }));

describe("a POST beside the API", () => {
  it("is refused with 405 by every page", () => {
    const pages = files.filter((file) => path.basename(file) === "page.tsx").map(addressOf);
    expect(pages.length).toBeGreaterThan(40);
    const taken = pages.filter((address) => post(address).status !== 405);
    expect(taken).toEqual([]);
    expect(post("/").headers.get("allow")).toBe("GET, HEAD");
  });

  it("reaches every route that takes one", () => {
    const routes = files
      .filter((file) => path.basename(file) === "route.ts")
      .filter((file) =>
        /export (const|async function|function) POST\b/.test(readFileSync(path.join(app, file), "utf8")),
      )
      .map(addressOf);
    expect(routes.length).toBeGreaterThan(4);
    const refused = routes.filter((address) => post(address).status === 405);
    expect(refused).toEqual([]);
  });

  it("leaves reading as it was", () => {
    expect(proxy(new NextRequest("http://shop.example/")).status).toBe(200);
  });
});
