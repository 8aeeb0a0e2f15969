"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { forgetEmail, readKeptEmail } from "@/components/store/order/kept-email";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type GuestEmailProps = {
  value: string;
  hint: string;
  error: string | undefined;
  onChange: (email: string) => void;
  /** The buyer has left the field. */
  onDone: (email: string) => void;
};

/** Address of a buyer without an account, who is known by nothing else. It begins with that of their last order in this browser. */
export function GuestEmail({ value, hint, error, onChange, onDone }: GuestEmailProps) {
  const t = useTranslations("checkout");
  const frame = useRef<HTMLDivElement>(null);
  const field = () => frame.current?.querySelector("input");
  const [kept, setKept] = useState("");
  const begin = (email: string) => {
    setKept(email);
    onChange(email);
    onDone(email);
  };
  const fill = useEffectEvent(() => {
    const email = readKeptEmail();
    const input = field();
    // Text that was typed before the script came stays, and a buyer who is about to type writes into an empty field.
    if (email && !input?.value && document.activeElement !== input) begin(email);
  });
  useEffect(() => fill(), []);
  const isKept = kept !== "" && kept === value;
  return (
    <Field label={t("email")} hint={hint} required error={error}>
      <div ref={frame} className="relative">
        <Input
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onDone(value.trim())}
          className={isKept ? "pe-10" : ""}
        />
        {isKept ? (
          <Button
            variant="ghost"
            size="icon-sm"
            className="absolute inset-y-0 end-1 my-auto"
            aria-label={t("forgetEmail")}
            title={t("forgetEmail")}
            onClick={() => {
              forgetEmail();
              begin("");
              field()?.focus();
            }}
          >
            <X aria-hidden />
          </Button>
        ) : null}
      </div>
    </Field>
  );
}
