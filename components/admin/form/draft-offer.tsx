"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import type { Offer } from "./use-kept-draft";

/** Offers what was typed here before and never sent. */
export function DraftOffer({ offer, className }: { offer: Offer | null; className?: string }) {
  const t = useTranslations("admin.form");
  if (!offer) return null;
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-brass-line bg-brass-soft px-3 py-2 text-sm ${className ?? ""}`}
    >
      <p className="min-w-0 flex-1 basis-56">
        {t("draftLeft")}
        <DateTime
          value={new Date(offer.at).toISOString()}
          style="ago"
          className="ms-2 text-ink-muted text-xs"
        />
      </p>
      <span className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={offer.take}>
          {t("draftTake")}
        </Button>
        <Button variant="ghost" size="sm" onClick={offer.drop}>
          {t("draftDrop")}
        </Button>
      </span>
    </div>
  );
}
