"use client";

import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

export function Toaster() {
  return (
    <Sonner
      position="bottom-center"
      toastOptions={{
        style: {
          background: "var(--raised)",
          color: "var(--ink)",
          borderColor: "var(--line)",
          boxShadow: "var(--shadow-float)",
          borderRadius: "var(--radius-md)",
          fontFamily: "inherit",
        },
      }}
    />
  );
}
