import { sha256 } from "../core/crypto";

/** Weak: answers that mean the same share it, though each has its own `request_id`. */
export const etagOf = (text: string): string =>
  `W/"${Buffer.from(sha256(text)).toString("base64url").slice(0, 27)}"`;

export const knowsEtag = ({ headers }: Request, etag: string): boolean =>
  headers
    .get("if-none-match")
    ?.split(",")
    .some((tag) => tag.trim() === etag || tag.trim() === "*") ?? false;
