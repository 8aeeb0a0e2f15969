import type { NotificationMessage } from "@/lib/payments/provider";

/** A gateway's POST as an adapter gets it. */
export const posted = (
  body: string | Uint8Array,
  headers: Record<string, string> = { "content-type": "application/json" },
  receivedAt = new Date(0),
): NotificationMessage => ({
  method: "POST",
  rawQuery: "",
  rawBody: typeof body === "string" ? new TextEncoder().encode(body) : body,
  headers: new Headers(headers),
  receivedAt,
  hasOwnKeys: false,
});
