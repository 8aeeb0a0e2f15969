/** Whether `coding` stands in an Accept-Encoding header without a weight of nought. */
export const takesCoding = (accepted: string, coding: "br" | "gzip"): boolean =>
  new RegExp(`(^|[\\s,])${coding}\\s*($|,|;(?!\\s*q=0(\\.0*)?\\s*($|,)))`).test(accepted);
