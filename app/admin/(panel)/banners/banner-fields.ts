import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages, type Languages } from "@/components/admin/form/in-languages";
import { type AdminBanner, createBannerBody } from "@/lib/content/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-content.banners">>>;

/** The shop shows one place; a banner that a front end of its own asks for by another name keeps it. */
const placesOf = (banner: AdminBanner | null): string[] => [...new Set(["home", banner?.position ?? "home"])];

const isLink = { name: "link_type", values: ["internal", "external"] };

const ownFields = (banner: AdminBanner | null, t: Texts): FieldSpec[] =>
  fieldsOf(createBannerBody, banner, t, {
    title: {},
    subtitle: {},
    image: { use: "banner" },
    mobile_image: { use: "phoneBanner" },
    link_type: { initial: "none" },
    link_url: { required: true, when: isLink },
    open_in_new_tab: { when: isLink, wide: true },
    starts_at: {},
    ends_at: {},
    position: {
      kind: "select",
      initial: "home",
      options: placesOf(banner).map((value) => ({
        value,
        label: value === "home" ? t("fields.position.home") : value,
      })),
    },
    is_active: { initial: true },
  });

/** Pictures too: most banners have words on them. */
const translatedFields = ["title", "subtitle", "image", "mobile_image"];

export const bannerFields = (banner: AdminBanner | null, languages: Languages, t: Texts): FieldSpec[] =>
  inLanguages(ownFields(banner, t), translatedFields, languages, banner?.translations);
