"use client";

import { Megaphone, X } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { closedNoticeKey } from "./closed-notice-key";

const changed = "keyshelf:notice";

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange);
  return () => window.removeEventListener(changed, onChange);
}

/** A browser may forbid its storage: then a notice is closed for this page alone. */
function readClosed(): string | null {
  try {
    return window.localStorage.getItem(closedNoticeKey);
  } catch {
    return null;
  }
}

type ClosableNoticeProps = { hash: string; label: string; closeLabel: string; children: ReactNode };

/** Keeps a notice closed for the visitor who closed it, until the operator writes another text. */
export function ClosableNotice({ hash, label, closeLabel, children }: ClosableNoticeProps) {
  const isClosed = useSyncExternalStore(
    subscribe,
    () => readClosed() === hash,
    () => false,
  );
  if (isClosed) return null;
  return (
    <div
      id="shop-notice"
      // A script of the page may have hidden it before this one ran.
      suppressHydrationWarning
      className="mb-3 flex items-start gap-3 rounded-lg border border-brass-line bg-brass-soft py-1.5 pe-1.5 ps-4 text-sm"
    >
      <Megaphone className="mt-2 size-4.5 shrink-0 text-brass" aria-hidden />
      <p className="min-w-0 flex-1 break-words py-1.5">
        <span className="sr-only">{label}: </span>
        {children}
      </p>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={closeLabel}
        onClick={() => {
          try {
            window.localStorage.setItem(closedNoticeKey, hash);
          } catch {}
          document.getElementById("shop-notice")?.setAttribute("hidden", "");
          window.dispatchEvent(new Event(changed));
        }}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
