import { locales } from "../../core/locale";
import { likeLiteral } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";

/** Products with these words in their title, in any language: lists show it in their reader's. */
export const findTitled = (text: string): Prisma.ProductWhereInput[] => [
  { title: { contains: likeLiteral(text), mode: "insensitive" } },
  ...locales.map((locale) => ({
    translations: {
      path: [locale, "title"],
      string_contains: likeLiteral(text),
      mode: "insensitive" as const,
    },
  })),
];
