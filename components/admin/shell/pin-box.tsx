"use client";

import { ArrowDown, ArrowUp, Pin, PinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { formFoot } from "@/components/admin/form/form-foot";
import { moved } from "@/components/admin/form/use-sortable";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { allowedNavigation, menuOf, type NavKey, type NavTitles } from "./nav";

export type PinBoxProps = {
  permissions: readonly string[];
  titles: NavTitles;
  pins: readonly string[];
  mostPins: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The pages at the top of the menu, and all others. */
export function PinBox({ open, onOpenChange, ...props }: PinBoxProps) {
  const t = useTranslations("admin.pins");
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")} description={t("text", { count: props.mostPins })}>
        <PinList {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function PinList({
  permissions,
  titles,
  pins: chosen,
  mostPins,
  onDone,
}: Omit<PinBoxProps, "open" | "onOpenChange"> & { onDone: () => void }) {
  const t = useTranslations("admin.pins");
  const group = useTranslations("admin.nav.group");
  const { pins } = menuOf(permissions, chosen);
  const [keys, setKeys] = useState<readonly NavKey[]>(() => pins.map(({ key }) => key));
  const { submit, pending, formError } = useWrite(
    { path: "/admin/session/menu", success: t("saved") },
    onDone,
  );
  const isFull = keys.length >= mostPins;
  const error = formError();
  const row =
    "flex min-h-10 items-center gap-2 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3 text-sm";
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-1" aria-label={t("pinned")}>
        {keys.map((key, index) => (
          <li key={key} className={row}>
            <span className="min-w-0 flex-1 truncate">{titles[key]}</span>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t("up", { page: titles[key] })}
              disabled={index === 0}
              onClick={() => setKeys(moved(keys, index, index - 1))}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t("down", { page: titles[key] })}
              disabled={index === keys.length - 1}
              onClick={() => setKeys(moved(keys, index, index + 1))}
            >
              <ArrowDown aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t("unpin", { page: titles[key] })}
              onClick={() => setKeys(keys.filter((one) => one !== key))}
            >
              <PinOff aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
      {isFull ? <p className="text-ink-faint text-xs">{t("full", { count: mostPins })}</p> : null}
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {allowedNavigation(permissions).map(({ key: of, items }) => {
          const left = items.filter(({ key }) => !keys.includes(key));
          if (left.length === 0) return null;
          return (
            <section key={of} aria-label={group(of)}>
              <h3 className="mb-1 text-ink-muted text-xs">{group(of)}</h3>
              <ul className="flex flex-col">
                {left.map(({ key }) => (
                  <li key={key} className="flex min-h-9 items-center gap-2 text-sm">
                    <span className="min-w-0 flex-1 truncate">{titles[key]}</span>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={t("pin", { page: titles[key] })}
                      disabled={isFull}
                      onClick={() => setKeys([...keys, key])}
                    >
                      <Pin aria-hidden />
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
      <div className={formFoot}>
        <Button
          variant="secondary"
          loading={pending}
          disabled={chosen.length === 0}
          onClick={() => void submit({ pins: [] })}
        >
          {t("usual")}
        </Button>
        <Button loading={pending} disabled={keys.length === 0} onClick={() => void submit({ pins: keys })}>
          {t("save")}
        </Button>
      </div>
    </div>
  );
}
