import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sentWith } from "../../support/harness/browser-imports";

const root = path.resolve(import.meta.dirname, "../../..");

const pages = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("app", file.split(path.sep).join("/")))
  .filter((file) => /\/(page|layout|error|loading|not-found|global-not-found)\.tsx$/.test(file))
  .sort();

const ofAdmin = pages.filter((page) => page.startsWith("app/admin/"));

describe("the script of a page", () => {
  it.each(pages)("has no checks of the server's in it: %s [C199]", (page) => {
    expect(sentWith(page, (name) => name === "zod" || name.startsWith("zod/"))).toEqual([]);
  });

  it.each(ofAdmin)("brings search, dialogs and forms in dialogs when they are opened: %s [C199]", (page) => {
    const later = [
      "components/admin/form/form-box.tsx",
      "components/admin/form/once-box.tsx",
      "components/admin/form/rich-editor.tsx",
      "components/admin/shell/command-palette.tsx",
      "components/admin/shell/pin-box.tsx",
      "components/admin/table/picker-box.tsx",
      "components/ui/confirm-box.tsx",
      "cmdk",
    ];
    expect(sentWith(page, (name) => later.includes(name))).toEqual([]);
  });

  it("is found through imports", () => {
    expect(sentWith("app/admin/(panel)/orders/page.tsx", (name) => name === "radix-ui/slot")).not.toEqual([]);
  });
});
