import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { inLanguages, type Languages } from "@/components/admin/form/in-languages";
import { type AdminBanner, bannerLinkTypes } from "@/lib/content/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-content.banners">>>;

/** The shop shows one place; a banner that a front end of its own asks for by another name keeps it. */
const placesOf = (banner: AdminBanner | null): string[] => [...new Set(["home", banner?.position ?? "home"])];

const ownFields = (banner: AdminBanner | null, t: Texts): FieldSpec[] => [
  { kind: "text", name: "title", label: t("fields.title"), value: banner?.title ?? "", required: true },
  {
    kind: "text",
    name: "subtitle",
    label: t("fields.subtitle"),
    value: banner?.subtitle ?? "",
    empty: "null",
  },
  { kind: "picture", name: "image", label: t("fields.image"), value: banner?.image ?? "", required: true },
  {
    kind: "picture",
    name: "mobile_image",
    label: t("fields.mobileImage"),
    value: banner?.mobile_image ?? null,
    empty: "null",
  },
  {
    kind: "select",
    name: "link_type",
    label: t("fields.linkType"),
    value: banner?.link_type ?? "none",
    options: bannerLinkTypes.map((value) => ({ value, label: t(`fields.linkTypes.${value}`) })),
  },
  {
    kind: "text",
    name: "link_url",
    label: t("fields.linkUrl"),
    value: banner?.link_url ?? "",
    required: true,
    when: { name: "link_type", values: ["internal", "external"] },
  },
  {
    kind: "switch",
    name: "open_in_new_tab",
    label: t("fields.newTab"),
    value: banner?.open_in_new_tab ?? false,
    when: { name: "link_type", values: ["internal", "external"] },
    wide: true,
  },
  {
    kind: "datetime",
    name: "starts_at",
    label: t("fields.startsAt"),
    value: banner?.starts_at ?? null,
    empty: "null",
  },
  {
    kind: "datetime",
    name: "ends_at",
    label: t("fields.endsAt"),
    value: banner?.ends_at ?? null,
    empty: "null",
  },
  {
    kind: "select",
    name: "position",
    label: t("fields.position"),
    hint: t("fields.positionHint"),
    value: banner?.position ?? "home",
    options: placesOf(banner).map((value) => ({
      value,
      label: value === "home" ? t("fields.positions.home") : value,
    })),
  },
  { kind: "switch", name: "is_active", label: t("fields.active"), value: banner?.is_active ?? true },
];

/** Pictures too: most banners have words on them. */
const translatedFields = ["title", "subtitle", "image", "mobile_image"];

export const bannerFields = (banner: AdminBanner | null, languages: Languages, t: Texts): FieldSpec[] =>
  inLanguages(ownFields(banner, t), translatedFields, languages, banner?.translations);
