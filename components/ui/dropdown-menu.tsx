"use client";

import { Check } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { ComponentProps } from "react";
import { cx } from "./cx";

export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;

const item =
  "flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:text-ink-muted";

export function DropdownMenuContent({
  className,
  align = "end",
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
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-enter overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float",
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

type ItemProps = ComponentProps<typeof Radix.Item> & { tone?: "plain" | "danger" };

export function DropdownMenuItem({ className, tone = "plain", ...props }: ItemProps) {
  return (
    <Radix.Item
      className={cx(
        item,
        tone === "danger" && "text-danger data-[highlighted]:bg-danger-soft [&_svg]:text-danger",
        className,
      )}
      {...props}
    />
  );
}

/** A choice that is on or off. */
export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cx(item, className)} {...props}>
      <span className="grid size-4 shrink-0 place-items-center rounded-xs border border-control">
        <Radix.ItemIndicator>
          <Check className="text-pine!" strokeWidth={3} aria-hidden />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cx("px-2.5 py-1.5 text-ink-faint text-xs", className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cx("-mx-1 my-1 h-px bg-line", className)} {...props} />;
}
