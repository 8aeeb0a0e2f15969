"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, FormEvent } from "react";
import { Button } from "./button";
import { cx } from "./cx";
import { useHydrated } from "./use-hydrated";

type ScriptFormProps = Omit<ComponentProps<"form">, "onSubmit" | "method" | "noValidate"> & {
  onSend: () => unknown;
};

/**
 * A form that script sends. It names POST, so that a browser which sends it by itself never puts a field into the address,
 * and its `SubmitButton` waits for the script: no other button may send it.
 */
export function ScriptForm({ onSend, children, ...props }: ScriptFormProps) {
  const t = useTranslations("common");
  return (
    <form
      {...props}
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // A dialog's form stands inside the page's form in React's tree, not in the document's.
        event.stopPropagation();
        void onSend();
      }}
    >
      <noscript>
        <p className="rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">{t("needsScript")}</p>
      </noscript>
      {children}
    </form>
  );
}

type ScriptButtonProps = Omit<ComponentProps<typeof Button>, "type">;

/** A button that only script answers: disabled until the page's script listens, so that no press is lost. */
export function ScriptButton({
  disabled,
  className,
  type,
  ...props
}: ScriptButtonProps & { type?: "button" | "submit" }) {
  const hydrated = useHydrated();
  return (
    <Button
      {...props}
      type={type}
      disabled={disabled || !hydrated}
      className={cx(className, !hydrated && !disabled && "cursor-progress disabled:opacity-100")}
    />
  );
}

/** A disabled default button also keeps Enter from sending the form. */
export const SubmitButton = (props: ScriptButtonProps) => <ScriptButton {...props} type="submit" />;
