import { describe, expect, it } from "vitest";
import { type ButtonVariant, buttonClass } from "@/components/ui/button-class";

describe("a button", () => {
  it.for(["primary", "secondary", "soft", "danger"] satisfies ButtonVariant[])(
    "has an edge in the colours of the reader's system too: %s",
    (variant) => {
      expect(buttonClass(variant).split(" ")).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(forced-colors:)?border$/)]),
      );
    },
  );
});
