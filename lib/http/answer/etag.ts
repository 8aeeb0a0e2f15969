import { sha256 } from "../../core/crypto";

/** Weak: answers that mean the same share it, though each has its own `request_id`. */
export const etagOf = (text: string): string =>
  `W/"${Buffer.from(sha256(text)).toString("base64url").slice(0, 27)}"`;

/** RFC 9110, 13.1.2: by the weak comparison, for which `W/"a"` and `"a"` are one. */
const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, "");

export const knowsEtag = ({ headers }: Request, etag: string): boolean =>
  headers
    .get("if-none-match")
    ?.split(",")
    .some((tag) => opaqueTag(tag) === opaqueTag(etag) || tag.trim() === "*") ?? false;
