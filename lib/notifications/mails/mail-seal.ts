import { open, seal } from "../../core/crypto";

/** A mail's bodies hold codes and keys. Its dedupe key names its row before the row has an id. */
const aad = (part: "text" | "html", dedupeKey: string) => `mails:${part}:${dedupeKey}:v1`;

export const sealMail = (dedupeKey: string, mail: { text: string; html: string }) => ({
  textSealed: seal(mail.text, aad("text", dedupeKey)),
  htmlSealed: seal(mail.html, aad("html", dedupeKey)),
});

export const openMail = (row: { dedupeKey: string; textSealed: Uint8Array; htmlSealed: Uint8Array }) => ({
  text: open(row.textSealed, aad("text", row.dedupeKey)),
  html: open(row.htmlSealed, aad("html", row.dedupeKey)),
});
