/** A gift, as it is being written. */
export type GiftWords = { email: string; message: string; from_name: string };

/** Choices and texts in the form of a purchase. */
export type Draft = {
  skuId: number | null;
  quantity: number;
  email: string;
  coupon: string | null;
  form: Record<string, string>;
  gift: GiftWords | null;
};

type Kept = Draft & { slug: string };

/** Where a draft is kept, for this tab. */
const draftKey = "keyshelf.draft";
/** The form that left the page last: an error takes it away without a word to it. */
let last: Kept | null = null;

const isText = (value: unknown): value is string => typeof value === "string";

/** The storage may have been changed by hand: what cannot be a draft is none. */
const isKept = (kept: Kept | null): kept is Kept =>
  kept !== null &&
  isText(kept.slug) &&
  Number.isInteger(kept.quantity) &&
  isText(kept.email) &&
  (kept.coupon === null || isText(kept.coupon)) &&
  Object.values(kept.form).every(isText) &&
  (kept.gift === null || [kept.gift.email, kept.gift.message, kept.gift.from_name].every(isText));

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

export function keepDraft(kept: Kept): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(kept));
  } catch {
    // Without storage the form begins anew.
  }
}

export function noteDraft(draft: Kept): void {
  last = draft;
}

/** For the page that stands where the form broke. */
export function keepLastDraft(): void {
  if (last) keepDraft(last);
  last = null;
}
