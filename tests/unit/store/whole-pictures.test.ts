import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Gallery } from "@/app/(store)/products/[slug]/_components/gallery";
import { ProductPicture } from "@/components/store/product-picture";
import catalogue from "@/messages/en/catalogue.json";

const product = {
  slug: "tidemill",
  title: "Tidemill",
  category: { id: 1, slug: "games", name: "Games" },
  auto_secret_kind: "card_key" as const,
};

function fitsOf(element: ReactNode): string[] {
  const around = { locale: "en", timeZone: "UTC", messages: { catalogue }, children: null } as const;
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, around, element));
  return [...html.matchAll(/<img[^>]*src="([^"]+)"[^>]*class="([^"]*)"/g)].map(
    ([, address = "", names = ""]) => `${address} ${/object-(\w+)/.exec(names)?.[1]}`,
  );
}

it.each([
  [["/media/A"], "/media/A contain"],
  [["/media/B"], "/media/A cover"],
  [[], "/media/A cover"],
])("a picture is shown whole where %j are, and cropped else [C198]", (whole_images, shown) => {
  const of = { ...product, image: "/media/A", whole_images };
  expect(fitsOf(createElement(ProductPicture, { of }))).toEqual([shown]);
});

it("the gallery shows each picture as it was chosen, small ones too [C198]", () => {
  const gallery = (images: string[], whole: string[]) =>
    fitsOf(createElement(Gallery, { images, product: { ...product, whole_images: whole } }));
  expect(gallery(["/media/A"], ["/media/A"])).toEqual(["/media/A contain"]);
  expect(gallery(["/media/A", "/media/B"], ["/media/B"])).toEqual([
    "/media/A cover",
    "/media/B contain",
    "/media/A cover",
    "/media/B contain",
  ]);
});
