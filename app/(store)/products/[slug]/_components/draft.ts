/** Where a draft is kept, for this tab. */
export const draftKey = "keyshelf.draft";

/** What somebody chose and typed before they went to log in. */
export type Draft = {
  skuId: number | null;
  quantity: number;
  email: string;
  coupon: string | null;
  form: Record<string, string>;
};
