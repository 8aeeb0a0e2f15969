import { randomInt } from "node:crypto";
import { secondsFromNow } from "../../core/clock";
import { newUuid } from "../../core/ids";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { CaptchaScene } from "../../settings/captcha-schema";
import { captchaGlyphs } from "./captcha-glyphs";
import { drawCaptcha } from "./draw-captcha";
import { captchaAnswerHash } from "./require-captcha";

const captchaSeconds = 5 * 60;
const length = 5;
const alphabet = Object.keys(captchaGlyphs);

/** A picture bound to its scene; only a keyed hash of the answer is stored, where every process finds it. */
export async function createCaptcha(scene: CaptchaScene) {
  const id = newUuid();
  const answer = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  const expiresAt = secondsFromNow(captchaSeconds);
  const png = await drawCaptcha(answer);
  await db().captcha.create({ data: { id, scene, answerHash: captchaAnswerHash(id, answer), expiresAt } });
  return {
    captcha_id: id,
    image_base64: `data:image/png;base64,${png.toString("base64")}`,
    scene,
    expires_at: toTime(expiresAt),
  };
}
