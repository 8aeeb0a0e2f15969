import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import type { Said } from "../../core/refusals/refusal";
import { mergeTranslations } from "../../core/translations";
import type { BannerPatch } from "../schema";

interface BannerShape {
  linkType: string;
  linkUrl: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

const malformed = (field: string, said: Said) => new AppError("malformed", said, { field });

/** A19: a banner leads to a path of this shop or to an https page, never to a script. */
export function checkBanner({ linkType, linkUrl, startsAt, endsAt }: BannerShape): void {
  if (linkType === "none" && linkUrl !== null) throw malformed("link_url", "no_link");
  if (linkType === "internal" && !/^\/(?![/\\])\S*$/.test(linkUrl ?? "")) {
    throw malformed("link_url", "shop_path");
  }
  if (linkType === "external" && !(linkUrl?.startsWith("https://") && URL.canParse(linkUrl))) {
    throw malformed("link_url", "https_address");
  }
  if (startsAt && endsAt && startsAt >= endsAt) throw malformed("ends_at", "after_start");
}

/** Columns of a banner as the form gives them; undefined stays. */
export const bannerColumns = (input: BannerPatch, before?: { translations: unknown }) => ({
  position: input.position,
  title: input.title,
  subtitle: input.subtitle,
  image: input.image,
  mobileImage: input.mobile_image,
  linkType: input.link_type,
  linkUrl: input.link_type === "none" ? null : input.link_url,
  openInNewTab: input.open_in_new_tab,
  isActive: input.is_active,
  sortOrder: input.sort_order,
  startsAt: input.starts_at,
  endsAt: input.ends_at,
  translations: mergeTranslations(before?.translations, input.translations),
  updatedAt: now(),
});
