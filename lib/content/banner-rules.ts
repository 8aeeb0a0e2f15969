import { now } from "../core/clock";
import { AppError } from "../core/errors";
import type { BannerPatch } from "./schema";

interface BannerShape {
  linkType: string;
  linkUrl: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

const malformed = (field: string, message: string) => new AppError("malformed", message, { field });

/** A19: a banner leads to a path of this shop or to an https page, never to a script. */
export function checkBanner({ linkType, linkUrl, startsAt, endsAt }: BannerShape): void {
  if (linkType === "none" && linkUrl !== null)
    throw malformed("link_url", "must be empty for a banner without a link");
  if (linkType === "internal" && !/^\/(?![/\\])\S*$/.test(linkUrl ?? "")) {
    throw malformed("link_url", "must be a path of this shop, like /products/a-product");
  }
  if (linkType === "external" && !(linkUrl?.startsWith("https://") && URL.canParse(linkUrl))) {
    throw malformed("link_url", "must be an https address");
  }
  if (startsAt && endsAt && startsAt >= endsAt) throw malformed("ends_at", "must be after starts_at");
}

/** Columns of a banner as the form gives them; undefined stays. */
export const bannerColumns = (input: BannerPatch) => ({
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
  updatedAt: now(),
});
