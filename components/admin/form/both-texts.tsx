"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type TheirsProps = {
  /** The text that somebody else saved meanwhile. */
  theirs: string;
  onTake: () => void;
};

function Theirs({ theirs, onTake }: TheirsProps) {
  const t = useTranslations("admin.form");
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <span className="font-medium text-warn">{t("savedMeanwhile")}</span>
      <div className="max-h-64 min-h-10 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2">
        {theirs === "" ? <span className="text-ink-faint">{t("savedEmpty")}</span> : theirs}
      </div>
      <Button variant="secondary" size="sm" className="self-start" onClick={onTake}>
        {t("takeTheirs")}
      </Button>
    </div>
  );
}

/** The same where a form draws its fields itself: what is typed here, in words, beside what somebody else saved. */
export function BothSaid({ label, mine, ...theirs }: TheirsProps & { label: string; mine: string }) {
  const t = useTranslations("admin.form");
  return (
    <div
      className="mb-4 grid gap-3 rounded-md border border-warn/40 p-3 text-sm sm:grid-cols-2"
      data-both-texts
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="font-medium">{t("typedHere", { field: label })}</span>
        <div className="max-h-64 min-h-10 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2">
          {mine === "" ? <span className="text-ink-faint">{t("savedEmpty")}</span> : mine}
        </div>
      </div>
      <Theirs {...theirs} />
    </div>
  );
}

/** A field that two people changed: what is typed here beside what somebody else saved. Saving keeps the left one. */
export function BothTexts({ theirs, onTake, children }: TheirsProps & { children: ReactNode }) {
  return (
    <div
      className="grid gap-3 rounded-md border border-warn/40 p-3 sm:col-span-2 sm:grid-cols-2"
      data-both-texts
    >
      <div className="min-w-0">{children}</div>
      <Theirs theirs={theirs} onTake={onTake} />
    </div>
  );
}
