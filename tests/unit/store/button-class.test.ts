import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type ButtonVariant, buttonClass } from "@/components/ui/button-class";

const looks = readFileSync(path.resolve(import.meta.dirname, "../../../components/ui/button.css"), "utf8");

/** Text of a class in the style sheet. */
const lookOf = (name: string): string => new RegExp(`@utility ${name} \\{([^}]*)\\}`).exec(looks)?.[1] ?? "";

describe("a button", () => {
  it.for(["primary", "secondary", "soft", "danger"] satisfies ButtonVariant[])(
    "has an edge in the colours of the reader's system too: %s",
    (variant) => {
      const [, named = ""] = buttonClass(variant).split(" ");
      expect(lookOf(named).split(/[\s;]+/)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(forced-colors:)?border$/)]),
      );
    },
  );
});
