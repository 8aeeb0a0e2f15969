import { open, seal } from "../core/crypto";
import type { Settings } from "./types";

const aad = "settings:captcha_secret:captcha:v1";

export const sealCaptchaSecret = (secret: string): string =>
  Buffer.from(seal(secret, aad)).toString("base64");

/** Null when the operator has not given one. */
export const openCaptchaSecret = ({ captcha }: Settings): string | null =>
  captcha.secretSealed === null ? null : open(Buffer.from(captcha.secretSealed, "base64"), aad);
