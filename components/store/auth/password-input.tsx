"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/input";

export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const t = useTranslations("common.password");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input type={shown ? "text" : "password"} maxLength={128} className="pe-11" {...props} />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? t("hide") : t("show")}
        aria-pressed={shown}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-ink-faint hover:text-ink"
      >
        <Icon className="size-4.5" aria-hidden />
      </button>
    </div>
  );
}
