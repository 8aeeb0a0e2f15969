import { useEffect } from "react";
import { api } from "@/components/api/client";

const everyMs = 60_000;
const signs = ["pointerdown", "keydown", "wheel"] as const;

/** Tells the server that somebody is there; what the page reads by itself does not count. */
export function useActivity(): void {
  useEffect(() => {
    let told = Date.now();
    function tell() {
      if (Date.now() - told < everyMs) return;
      told = Date.now();
      api("/admin/session/activity", { method: "POST" }).catch(() => undefined);
    }
    for (const sign of signs) window.addEventListener(sign, tell, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, tell);
    };
  }, []);
}
