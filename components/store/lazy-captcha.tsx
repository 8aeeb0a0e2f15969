"use client";

import { later } from "@/components/ui/later";

/** Most shops ask for no captcha: its script comes only to those that do. */
export const LazyCaptcha = later(() => import("./captcha-field").then((module) => module.CaptchaField), {
  browserOnly: true,
});
