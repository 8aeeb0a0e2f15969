"use client";

import { useSyncExternalStore } from "react";
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

/** The width at which Sonner speaks of a phone. */
const phone = "(max-width: 600px)";

function watchWidth(onChange: () => void) {
  const query = window.matchMedia(phone);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** On a phone dialogs rise from below: a word about the last act must not cover the question of the next. */
export function Toaster() {
  const isPhone = useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(phone).matches,
    () => false,
  );
  return (
    <Sonner
      position={isPhone ? "top-center" : "bottom-right"}
      offset={{ bottom: "5.5rem", right: "1.25rem" }}
      mobileOffset={{ top: "4.5rem" }}
      style={{ fontFamily: "var(--font-sans)" }}
      toastOptions={{
        style: {
          background: "var(--raised)",
          color: "var(--ink)",
          borderColor: "var(--line)",
          boxShadow: "var(--shadow-float)",
          borderRadius: "var(--radius-md)",
          fontFamily: "var(--font-sans)",
        },
      }}
    />
  );
}
