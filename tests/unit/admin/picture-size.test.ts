import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PictureField } from "@/components/admin/form/picture-field";
import { isTooSmall, leastSizes, type PictureUse, SmallPicture } from "@/components/admin/form/picture-size";
import en from "@/messages/en/admin.json";
import zh from "@/messages/zh/admin.json";

const texts = { en, zh };

function draw(element: ReturnType<typeof createElement>, locale: "en" | "zh" = "en"): string {
  const around = { locale, timeZone: "UTC", messages: { admin: texts[locale] }, children: null } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, around, element));
}

it.each([
  ["product", "/media/A", 800, 600, false],
  ["product", "/media/A", 2400, 599, true],
  ["product", "/media/A", 799, 2400, true],
  ["banner", "https://cdn.example/a.png", 1600, 600, false],
  ["banner", "https://cdn.example/a.png", 1599, 600, true],
  ["icon", "/media/A", 64, 64, true],
  ["product", "/sample/products/tidemill.svg", 24, 24, false],
  ["product", "https://cdn.example/a.svg?v=2", 24, 24, false],
] as const)(
  "of a picture for a %s at %s with %i × %i pixels it is %s that it is too small",
  (use, address, width, height, small) => {
    expect(isTooSmall(address, { width, height }, use)).toBe(small);
  },
);

it.each(Object.keys(leastSizes) as PictureUse[])(
  "the field of a picture for a %s says how large it should be",
  (use) => {
    const { width, height } = leastSizes[use];
    const field = createElement(PictureField, { value: "", use, onChange: () => {} });
    expect(draw(field)).toContain(`At least ${width} × ${height} pixels.`);
    expect(draw(field, "zh")).toContain(`建议不小于 ${width} × ${height} 像素。`);
  },
);

it("a picture that is too small is warned of with its size, and one that is large enough is not", () => {
  const warning = (width: number) =>
    draw(
      createElement(SmallPicture, {
        use: "product",
        address: "/media/A",
        size: { width, height: 700 },
        number: 2,
      }),
    );
  expect(warning(320)).toContain("Picture 2 has 320 × 700 pixels");
  expect(warning(900)).toBe("");
});
