"use client";

import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/alert-dialog";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { FieldError } from "./field";
import { useFocusBack } from "./use-focus-back";

export type ConfirmBoxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Consequence of the act, in full. */
  description: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  tone?: "danger" | "primary";
  /** The dialog stays open and busy until this settles; what it throws is shown in it, in the words of `errorText`. */
  onConfirm: () => void | Promise<void>;
  errorText: (problem: unknown) => string;
  /** False while something that the dialog asks for is missing. */
  isReady?: boolean;
  children?: ReactNode;
};

/** The dialog itself. */
export function ConfirmBox({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  tone = "danger",
  onConfirm,
  errorText,
  isReady = true,
  children,
}: ConfirmBoxProps) {
  const t = useTranslations("common");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const focus = useFocusBack();

  function change(next: boolean) {
    if (pending) return;
    setError(null);
    onOpenChange(next);
  }

  async function confirm() {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (problem) {
      setError(errorText(problem));
    } finally {
      setPending(false);
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-veil bg-veil" />
        <div className="pointer-events-none fixed inset-0 z-50 grid grid-cols-1 place-items-end sm:place-items-center sm:p-6">
          <Radix.Content
            onOpenAutoFocus={focus.note}
            onCloseAutoFocus={focus.giveBack}
            className="pointer-events-auto max-h-[92dvh] w-full animate-enter overflow-y-auto rounded-t-xl border border-line bg-raised p-5 shadow-float focus:outline-none sm:max-w-md sm:rounded-xl"
          >
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-2 text-ink-muted text-sm">{description}</div>
            </Radix.Description>
            {children ? <div className="mt-4">{children}</div> : null}
            <div className="mt-3">
              <FieldError>{error}</FieldError>
            </div>
            <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl border-line border-t bg-raised px-5 py-3">
              <Radix.Cancel asChild>
                <Button variant="secondary" disabled={pending}>
                  {cancelLabel ?? t("cancel")}
                </Button>
              </Radix.Cancel>
              <Button variant={tone} loading={pending} disabled={!isReady} onClick={confirm}>
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
