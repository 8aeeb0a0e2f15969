"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "@/components/ui/input";

type SettingPlace = { label: string; hint: string | null; section: string; href: string };

type FindSettingProps = { places: readonly SettingPlace[] };

const most = 8;

/** Leads to a setting by a part of its name or of what is said about it. */
export function FindSetting({ places }: FindSettingProps) {
  const t = useTranslations("admin-system.settings");
  const [text, setText] = useState("");
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? []
      : places.filter(({ label, hint, section }) =>
          words.every((word) => `${label} ${hint ?? ""} ${section}`.toLowerCase().includes(word)),
        );
  return (
    <div className="mb-4 max-w-md">
      <Input
        type="search"
        data-list-search
        aria-label={t("find")}
        placeholder={t("find")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul aria-live="polite" className="mt-1.5 flex flex-col text-sm">
        {found.slice(0, most).map(({ label, section, href }) => (
          <li key={`${href} ${label}`}>
            <a href={href} className="flex min-h-9 items-center gap-2 rounded-sm hover:text-pine">
              <span className="min-w-0 flex-1 truncate" title={label}>
                {label}
              </span>
              <span className="shrink-0 text-ink-faint text-xs">{section}</span>
            </a>
          </li>
        ))}
        {words.length > 0 && found.length === 0 ? (
          <li className="py-1.5 text-ink-faint">{t("findNothing")}</li>
        ) : null}
      </ul>
    </div>
  );
}
