"use client";

import * as Radix from "radix-ui/popover";
import type { ComponentProps } from "react";
import { cx } from "./cx";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

export function PopoverContent({
  className,
  align = "start",
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cx(
          "z-50 w-72 max-w-[calc(100vw-1rem)] animate-enter rounded-lg border border-line bg-raised p-4 shadow-float focus:outline-none",
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
