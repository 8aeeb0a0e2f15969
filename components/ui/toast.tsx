"use client";

import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      offset={{ bottom: "5.5rem", right: "1.25rem" }}
      mobileOffset={{ bottom: "5.5rem" }}
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
