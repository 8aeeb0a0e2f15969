"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { useRead } from "./use-read";

const Turnstile = later(() => import("./turnstile").then((module) => module.Turnstile));

export type CaptchaScene =
  | "login"
  | "register"
  | "send_code"
  | "forgot"
  | "guest_order"
  | "guest_recover"
  | "gift_card";
export type CaptchaConfig = { provider: "none" | "image" | "turnstile"; site_key?: string | null };
export type CaptchaAnswer = { captcha_id: string; captcha_code: string } | { turnstile_token: string };

type CaptchaFieldProps = {
  config: CaptchaConfig;
  scene: CaptchaScene;
  error?: string;
  /** Raise it after each refused try: a captcha is used up even when guessed wrong. */
  round: number;
  onChange: (answer: CaptchaAnswer | null) => void;
};

export function CaptchaField(props: CaptchaFieldProps) {
  if (props.config.provider === "turnstile" && props.config.site_key) {
    return (
      <Turnstile
        key={props.round}
        siteKey={props.config.site_key}
        error={props.error}
        onToken={(token) => props.onChange(token ? { turnstile_token: token } : null)}
      />
    );
  }
  return <ImageCaptcha {...props} />;
}

function ImageCaptcha({ scene, error, round, onChange }: CaptchaFieldProps) {
  const t = useTranslations("common.captcha");
  const {
    data,
    error: problem,
    read,
    isReading,
  } = useRead<{ captcha_id: string; image_base64: string }>(
    `/public/captcha/image?scene=${scene}&n=${round}`,
    { everyMs: 270_000, onReturn: false },
  );

  const id = data?.captcha_id;
  return (
    <Field label={t("label")} error={error ?? (problem ? t("failed") : undefined)} required>
      <div className="flex items-center gap-2">
        <Input
          key={id}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={12}
          className="min-w-0 flex-1"
          onChange={(event) => {
            const code = event.target.value.trim();
            onChange(id && code ? { captcha_id: id, captcha_code: code } : null);
          }}
        />
        <span className="grid h-11 w-32 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-white md:h-10">
          {data ? (
            <img src={data.image_base64} alt={t("alt")} className="h-full w-full object-contain" />
          ) : (
            <Skeleton className="size-full" />
          )}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("reload")}
          disabled={isReading}
          onClick={() => {
            onChange(null);
            void read();
          }}
        >
          <RefreshCw aria-hidden />
        </Button>
      </div>
    </Field>
  );
}
