import { open, seal } from "../core/crypto";
import type { StoredMailServer } from "./types";

const aad = "settings:mail_server:password:v1";

export const sealMailPassword = (password: string): string =>
  Buffer.from(seal(password, aad)).toString("base64");

/** Null for a server without log-in. */
export const openMailPassword = ({ passwordSealed }: StoredMailServer): string | null =>
  passwordSealed === null ? null : open(Buffer.from(passwordSealed, "base64"), aad);
