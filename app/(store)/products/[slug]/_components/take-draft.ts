import { type Draft, draftKey } from "./draft";

type Kept = Draft & { slug: string };

const isText = (value: unknown): value is string => typeof value === "string";

/** The storage may have been changed by hand: what cannot be a draft is none. */
const isKept = (kept: Kept | null): kept is Kept =>
  kept !== null &&
  isText(kept.slug) &&
  Number.isInteger(kept.quantity) &&
  isText(kept.email) &&
  (kept.coupon === null || isText(kept.coupon)) &&
  Object.values(kept.form).every(isText);

/** The draft of this product, once. */
export function takeDraft(slug: string): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftKey) ?? "null") as Kept | null;
    if (!isKept(kept) || kept.slug !== slug) return null;
    sessionStorage.removeItem(draftKey);
    const { slug: _, ...draft } = kept;
    return draft;
  } catch {
    return null;
  }
}
