"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import type { ButtonSize, ButtonVariant } from "./button-class";

type CopyButtonProps = {
  value: string;
  /** Text beside the icon; without it the icon alone carries a name for screen readers. */
  label?: string;
  /** Name of the icon alone, where there are several: "Copy unit 3". */
  name?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/**
 * The clipboard API is missing on plain http away from localhost, where many shops are tried first. There the text is copied from
 * a field beside the button: outside of an open dialog no field can have the focus.
 */
async function writeClipboard(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.readOnly = true;
    area.style.position = "fixed";
    area.style.opacity = "0";
    button.after(area);
    area.select();
    const done = document.activeElement === area && document.execCommand("copy");
    area.remove();
    button.focus({ preventScroll: true });
    return done;
  }
}

export function CopyButton({ value, label, name, variant = "secondary", size, className }: CopyButtonProps) {
  const t = useTranslations("common");
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    setState((await writeClipboard(value, currentTarget)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 2000);
  }

  const word =
    state === "copied" ? t("copied") : state === "failed" ? t("copyFailed") : (label ?? name ?? t("copy"));
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size ?? (label ? "md" : "icon")}
      className={className}
      onClick={copy}
      aria-label={label ? undefined : word}
    >
      <Icon aria-hidden className={state === "copied" ? "text-ok" : undefined} />
      {label ? <span>{word}</span> : null}
      <span className="sr-only" aria-live="polite">
        {state === "idle" ? "" : word}
      </span>
    </Button>
  );
}
