"use client";

import * as Radix from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { cx } from "./cx";

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cx("no-scrollbar flex gap-1 overflow-x-auto border-line border-b", className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cx(
        "-mb-px min-h-11 shrink-0 border-transparent border-b-2 px-3 font-medium text-ink-muted text-sm hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-pine data-[state=active]:text-ink md:min-h-10",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cx("pt-5", className)} {...props} />;
}
