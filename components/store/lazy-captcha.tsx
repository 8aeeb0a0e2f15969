"use client";

import dynamic from "next/dynamic";

/** Most shops ask for no captcha: its script comes only to those that do. */
export const LazyCaptcha = dynamic(() => import("./captcha-field").then((module) => module.CaptchaField), {
  ssr: false,
});
