import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { filledLists, otherPages } from "../../support/harness/admin-addresses";

const folder = path.resolve(import.meta.dirname, "../../../app/admin/(panel)");

/** `/stock/[sku_id]/bundle`, and which addresses are its own unless a page without a parameter has them. */
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => path.dirname(`/${file}`).replace(/^\/$/, ""))
  .map((route) => ({
    route,
    parameters: route.split("[").length,
    pattern: new RegExp(`^${route.replace(/\[\w+\]/g, "[^/]+")}(\\?|$)`),
  }))
  .sort((a, b) => a.parameters - b.parameters);

it("every page of the admin is measured, and nothing that is no page", () => {
  const measured = [...filledLists, ...otherPages].map(
    (address) => pages.find(({ pattern }) => pattern.test(address))?.route ?? `${address} is no page`,
  );
  expect(measured.sort()).toEqual(pages.map(({ route }) => route).sort());
});
