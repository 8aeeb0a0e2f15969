import type { ClientInfo } from "../../acts/actor";
import { readCode } from "../../core/codes";
import { constantTimeEqual, keyedHash } from "../../core/crypto";
import { AppError } from "../../core/errors";
import type { Said } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import type { CaptchaScene } from "../../settings/captcha-schema";
import { getSettings } from "../../settings/queries";
import { openCaptchaSecret } from "../../settings/sealed-secrets";
import type { CaptchaInput } from "../schema";
import { spendCaptchaRow } from "../sql/accounts";
import { verifyTurnstile } from "./verify-turnstile";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const captchaAnswerHash = (captchaId: string, answer: string) =>
  keyedHash("captcha", `${captchaId}:${readCode(answer).toUpperCase()}`);

/** O23: spent by the first look, right or wrong, and good for its own scene only. */
async function spendCaptcha(scene: CaptchaScene, captchaId: string, answer: string): Promise<boolean> {
  if (!uuidPattern.test(captchaId)) return false;
  const row = await spendCaptchaRow(db(), captchaId);
  if (row?.scene !== scene) return false;
  return constantTimeEqual(row.answerHash, captchaAnswerHash(captchaId, answer));
}

const refuse = (said: Said) => new AppError("captcha_invalid", said, { field: "captcha" });

/**
 * Asks for a captcha where the operator switched the scene on, or where `isForced` (after failed log-ins).
 * @throws AppError `captcha_invalid`
 */
export async function requireCaptcha(
  scene: CaptchaScene,
  input: CaptchaInput | undefined,
  client: Pick<ClientInfo, "ip">,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<void> {
  const settings = await getSettings();
  const { provider, scenes } = settings.captcha;
  if (provider === "none" || !(isForced || scenes[scene])) return;
  if (provider === "image") {
    if (!input?.captcha_id || !input.captcha_code) throw refuse("captcha_missing");
    if (await spendCaptcha(scene, input.captcha_id, input.captcha_code)) return;
    throw refuse("captcha_wrong");
  }
  const secret = openCaptchaSecret(settings);
  if (!secret) throw new Error("Turnstile is chosen as captcha, but its secret is not set");
  if (!input?.turnstile_token) throw refuse("turnstile_missing");
  if (await verifyTurnstile({ secret, token: input.turnstile_token, ip: client.ip })) return;
  throw refuse("turnstile_failed");
}
