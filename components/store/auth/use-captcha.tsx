"use client";

import { type ReactNode, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import type { CaptchaAnswer, CaptchaConfig, CaptchaScene } from "../captcha-field";
import { LazyCaptcha } from "../lazy-captcha";

const captchaRefused = 40001;

/**
 * A form's captcha. It is there from the start where the operator asks for it, and appears when the server asks after
 * failures. `body` goes into the request; call `used` after every try, as each picture counts once.
 */
export function useCaptcha(scene: CaptchaScene, given: CaptchaConfig | null) {
  const [config, setConfig] = useState(given);
  const [answer, setAnswer] = useState<CaptchaAnswer | null>(null);
  const [round, setRound] = useState(0);

  function used(problem?: unknown) {
    if (problem instanceof ApiError && problem.code === captchaRefused && !config)
      setConfig({ provider: "image" });
    setAnswer(null);
    setRound((count) => count + 1);
  }

  const field = (error?: string): ReactNode =>
    config ? (
      <LazyCaptcha config={config} scene={scene} round={round} error={error} onChange={setAnswer} />
    ) : null;

  return { body: answer ? { captcha: answer } : {}, used, field };
}
