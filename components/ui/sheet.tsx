"use client";

import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { CloseButton, startInFirstField } from "./dialog";
import { useFocusBack } from "./use-focus-back";

export const Sheet = Radix.Root;

const sides = {
  left: "inset-y-0 left-0 w-[min(22rem,88vw)] animate-slide-left border-r",
  right: "inset-y-0 right-0 w-[min(28rem,94vw)] animate-slide-right border-l",
  bottom: "inset-x-0 bottom-0 max-h-[88dvh] animate-slide-up rounded-t-xl border-t",
} as const;

type SheetContentProps = {
  side?: keyof typeof sides;
  title: ReactNode;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function SheetContent({ side = "right", title, footer, className, children }: SheetContentProps) {
  const focus = useFocusBack();
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 animate-veil bg-veil" />
      <Radix.Content
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          focus.note();
          startInFirstField(event);
        }}
        onCloseAutoFocus={focus.giveBack}
        className={cx(
          "fixed z-50 flex flex-col border-line bg-raised shadow-float focus:outline-none",
          sides[side],
          className,
        )}
      >
        <header className="flex items-center justify-between gap-4 border-line border-b px-5 py-4">
          <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
          <CloseButton />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        {footer ? (
          <footer className="flex justify-end gap-2 border-line border-t px-5 py-4">{footer}</footer>
        ) : null}
      </Radix.Content>
    </Radix.Portal>
  );
}
