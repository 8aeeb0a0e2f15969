import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { clientTextsOf } from "../../support/harness/client-texts";

const root = path.resolve(import.meta.dirname, "../../..");

const pages = readdirSync(path.join(root, "app/admin"), { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("app/admin", file.split(path.sep).join("/")))
  .filter((file) => /\/(page|not-found|error)\.tsx$/.test(file))
  .sort();

describe("the texts of the client components of the admin", () => {
  it.each(pages)("are all handed over by %s", (page) => {
    const { asked, given } = clientTextsOf(page);
    const has = (place: string) => [...given].some((area) => place === area || place.startsWith(`${area}.`));
    const missing = [...asked].filter(([place]) => !has(place)).map(([place, file]) => `${place}: ${file}`);
    expect(missing).toEqual([]);
  });

  it("are found through imports, with what the page hands over", () => {
    const { asked, given } = clientTextsOf("app/admin/(panel)/products/page.tsx");
    expect([...asked.keys()]).toEqual(expect.arrayContaining(["admin-sell.products.bulk", "admin.form"]));
    expect([...given]).toEqual(expect.arrayContaining(["admin.form", "admin-sell.products.bulk", "common"]));
  });
});
