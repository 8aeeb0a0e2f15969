"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/dialog";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import { useFocusBack } from "./use-focus-back";

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** No cross in the corner: the content itself says when it may close. */
  isLocked?: boolean;
};

const field =
  "input:not([type=hidden], [type=file], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** Begins in the first field of a form, else at the title, and not at the cross in the corner. */
export function startInFirstField(event: Event): void {
  const box = event.currentTarget;
  event.preventDefault();
  if (!(box instanceof HTMLElement)) return;
  (box.querySelector<HTMLElement>(field) ?? box).focus();
}

const widths = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-3xl" } as const;

export function DialogContent({
  title,
  description,
  footer,
  size = "md",
  isLocked = false,
  className,
  children,
  ...props
}: DialogContentProps) {
  const focus = useFocusBack();
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 animate-veil bg-veil" />
      <div className="pointer-events-none fixed inset-0 z-50 grid grid-cols-1 place-items-end sm:place-items-center sm:p-6">
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.note();
            startInFirstField(event);
          }}
          onCloseAutoFocus={focus.giveBack}
          className={cx(
            "pointer-events-auto flex max-h-[92dvh] w-full animate-enter flex-col rounded-t-xl border border-line bg-raised shadow-float focus:outline-none sm:rounded-xl",
            widths[size],
            className,
          )}
          {...props}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-ink-muted text-sm">{description}</Radix.Description>
              ) : null}
            </div>
            {isLocked ? null : <CloseButton />}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-4">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </div>
    </Radix.Portal>
  );
}

export function CloseButton() {
  const t = useTranslations("common");
  return (
    <Radix.Close
      aria-label={t("close")}
      className="-mt-1 -me-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <X className="size-5" aria-hidden />
    </Radix.Close>
  );
}
