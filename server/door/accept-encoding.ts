/** Whether `coding` is in an Accept-Encoding header with q > 0. */
export const takesCoding = (accepted: string, coding: "br" | "gzip"): boolean =>
  new RegExp(`(^|[\\s,])${coding}\\s*($|,|;(?!\\s*q=0(\\.0*)?\\s*($|,)))`).test(accepted);
