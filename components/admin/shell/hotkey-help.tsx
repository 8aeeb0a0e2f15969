"use client";

import { useTranslations } from "next-intl";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "./kbd";
import { allowedNavigation, type NavTitles } from "./nav";

type HotkeyHelpProps = {
  permissions: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  titles: NavTitles;
};

export function HotkeyHelp({ permissions, titles, open, onOpenChange }: HotkeyHelpProps) {
  const t = useTranslations("admin.hotkeys");
  const pages = allowedNavigation(permissions).flatMap(({ items }) => items.filter((item) => item.hotkey));
  const rows = [
    { keys: ["/"], label: t("search") },
    { keys: ["Ctrl", "K"], label: t("palette") },
    { keys: ["j", "k"], label: t("rows") },
    { keys: ["x"], label: t("tick") },
    { keys: ["p"], label: t("peek") },
    { keys: ["Enter"], label: t("openRow") },
    { keys: ["Ctrl", "Enter"], label: t("send") },
    ...pages.map((item) => ({ keys: ["g", item.hotkey ?? ""], label: titles[item.key] })),
    { keys: ["?"], label: t("help") },
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")}>
        <dl className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
          {rows.map(({ keys, label }) => (
            <div key={keys.join(" ")} className="flex items-center justify-between gap-4">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
