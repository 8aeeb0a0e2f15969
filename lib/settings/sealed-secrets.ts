import { open, seal } from "../core/crypto";
import type { Settings, StoredMailServer } from "./types";

const captchaAad = "settings:captcha_secret:captcha:v1";

export const sealCaptchaSecret = (secret: string): string =>
  Buffer.from(seal(secret, captchaAad)).toString("base64");

/** Null when the operator has not given one. */
export const openCaptchaSecret = ({ captcha }: Settings): string | null =>
  captcha.secretSealed === null ? null : open(Buffer.from(captcha.secretSealed, "base64"), captchaAad);

const mailAad = "settings:mail_server:password:v1";

export const sealMailPassword = (password: string): string =>
  Buffer.from(seal(password, mailAad)).toString("base64");

/** Null for a server without log-in. */
export const openMailPassword = ({ passwordSealed }: StoredMailServer): string | null =>
  passwordSealed === null ? null : open(Buffer.from(passwordSealed, "base64"), mailAad);
