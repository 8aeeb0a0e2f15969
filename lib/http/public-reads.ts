/**
 * Members that all public reads have in common: no caller, one shared limit an address, and an answer that may be kept
 * (C11).
 */
export const publicRead = {
  auth: "none",
  limit: "public",
  cache: { maxAge: 30, staleWhileRevalidate: 120 },
} as const;
