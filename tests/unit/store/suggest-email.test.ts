import { describe, expect, it } from "vitest";
import { suggestEmail } from "@/app/(store)/products/[slug]/_components/suggest-email";

describe("a mistyped e-mail domain", () => {
  it.each([
    ["lena@gmial.com", "lena@gmail.com"],
    ["lena@gmail.con", "lena@gmail.com"],
    ["Lena@hotnail.com", "Lena@hotmail.com"],
    ["lena@qq.con", "lena@qq.com"],
    ["lena@outlok.com", "lena@outlook.com"],
  ])("%s is asked about as %s", (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each(["lena@gmail.com", "lena@mail.com", "lena@example.org", "lena@126.com", "nonsense", "a@b@c", ""])(
    "%s is left alone",
    (typed) => {
      expect(suggestEmail(typed)).toBeNull();
    },
  );
});
