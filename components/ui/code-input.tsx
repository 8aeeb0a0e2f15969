import type { ComponentProps } from "react";
import { longestCode, readDigits } from "@/lib/core/codes";
import { cx } from "./cx";
import { Input } from "./input";

interface CodeInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** Six digits of a mail or an app, or one of the recovery codes. */
  kind: "digits" | "recovery";
  value: string;
  onChange: (value: string) => void;
}

/** The one input for codes that somebody copies from elsewhere. */
export function CodeInput({ kind, value, onChange, className, ...rest }: CodeInputProps) {
  return kind === "digits" ? (
    <Input
      key="digits"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      // Room for what is pasted: a sentence with the code in it, blanks and dashes between.
      maxLength={longestCode}
      value={value}
      className={cx("tabular text-center text-xl tracking-[0.4em]", className)}
      onChange={(event) => onChange(readDigits(event.target.value))}
      {...rest}
    />
  ) : (
    <Input
      key="recovery"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={longestCode}
      value={value}
      className={cx("text-center font-mono tracking-wider", className)}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}
