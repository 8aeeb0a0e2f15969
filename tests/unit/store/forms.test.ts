import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const files = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => `${folder}/${name}`),
);
const formsIn = (file: string) => readFileSync(file, "utf8").match(/<form\b[\s\S]*?[^=]>/g) ?? [];

/** Forms whose fields belong into the address: they only search. */
const searches = [
  "components/store/search-box.tsx",
  "components/store/search-form.tsx",
  "app/(store)/products/_components/filter-panel.tsx",
  "app/admin/(panel)/users/guest/page.tsx",
];

describe("the forms of shop and admin", () => {
  it("name POST, so that no password can get into an address", () => {
    const forms = files.filter((file) => !searches.includes(file)).flatMap((file) => formsIn(file));
    expect(forms.length).toBeGreaterThan(3);
    expect(forms.filter((form) => !form.includes('method="post"'))).toEqual([]);
  });

  it("send nothing that a script handles before the script is there", () => {
    const handled = files.filter((file) => readFileSync(file, "utf8").includes("<ScriptForm"));
    expect(handled.length).toBeGreaterThan(10);
    const early = handled.filter((file) => /<Button[^>]*type="submit"/.test(readFileSync(file, "utf8")));
    expect(early).toEqual([]);
  });
});
