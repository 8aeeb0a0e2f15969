"use client";

import * as Radix from "radix-ui/tooltip";
import type { ReactNode } from "react";

/** A few words about a control; never the only place where something is said. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-enter rounded-sm bg-ink px-2.5 py-1.5 text-paper text-xs shadow-float"
          >
            {label}
            <Radix.Arrow className="fill-ink" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
