"use client";

import { Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";

const everyMs = 5_000;

/** Draws a server-made list anew every few seconds while its tab is looked at. */
export function LiveRefresh() {
  const t = useTranslations("admin.live");
  const router = useRouter();
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isPaused, router]);

  return (
    <span className="flex items-center gap-2 text-ink-muted text-xs">
      <span
        aria-hidden
        className={cx("size-2 rounded-full", isPaused ? "bg-line-strong" : "animate-pulse bg-ok")}
      />
      {isPaused ? t("paused") : t("live")}
      <Button variant="ghost" size="sm" onClick={() => setPaused(!isPaused)}>
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {isPaused ? t("resume") : t("pause")}
      </Button>
    </span>
  );
}
