import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Button } from "@/components/ui/button";

const files = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => `${folder}/${name}`),
);

describe("the focus of somebody without a mouse", () => {
  it("stays at a button that works: a disabled one loses it", () => {
    const working = renderToStaticMarkup(createElement(Button, { loading: true, type: "submit" }, "Save"));
    expect(working).toContain('aria-disabled="true"');
    expect(working).toContain('aria-busy="true"');
    expect(working).not.toMatch(/ disabled(=|>| )/);
    const barred = renderToStaticMarkup(createElement(Button, { disabled: true }, "Save"));
    expect(barred).toMatch(/ disabled(=|>| )/);
  });

  it("returns from everything that covers the page", () => {
    const covering = files.filter((file) => {
      const source = readFileSync(file, "utf8");
      return /radix-ui\/(alert-)?dialog"/.test(source) && source.includes("Radix.Content");
    });
    expect(covering).toHaveLength(4);
    expect(covering.filter((file) => !readFileSync(file, "utf8").includes("useFocusBack"))).toEqual([]);
  });
});
