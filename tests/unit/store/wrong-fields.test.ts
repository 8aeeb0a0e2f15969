import { describe, expect, it } from "vitest";
import { wrongFields } from "@/app/(store)/products/[slug]/_components/wrong-fields";
import type { FormField } from "@/lib/catalogue/schema";

const field = (key: string, more: Partial<FormField> = {}): FormField => ({
  key,
  label: key,
  type: "text",
  required: true,
  ...more,
});

describe("a press of Pay", () => {
  it.each([
    [
      "nothing is filled in",
      "",
      {},
      { email: "emailMissing", "form.who": "required", "form.mood": "required" },
    ],
    ["an address breaks off", "lena@", { who: "Ada", mood: "Calm" }, { email: "emailWrong" }],
    ["an answer is white space", "lena@example.com", { who: "  ", mood: "Calm" }, { "form.who": "required" }],
    [
      "an address among the answers breaks off",
      "lena@example.com",
      { who: "Ada", mood: "Calm", reply: "ada@" },
      { "form.reply": "emailWrong" },
    ],
    ["the shop knows the address", null, { who: "Ada" }, { "form.mood": "required" }],
    ["all is there", "lena@example.com", { who: "Ada", mood: "Calm" }, {}],
  ] as const)("names every field at once where %s", (_, email, answers, wrong) => {
    const fields = [
      field("who"),
      field("mood", { type: "select", options: ["Calm"] }),
      field("reply", { type: "email", required: false }),
    ];
    expect(wrongFields({ email, fields, answers })).toEqual(wrong);
  });
});
