"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const lookAgainMs = 2_000;

/** Draws the page again until the server has checked what was uploaded. */
export function WaitForCheck() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), lookAgainMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
