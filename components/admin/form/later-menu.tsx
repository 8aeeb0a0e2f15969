"use client";

import { useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { addDays, dayIn, startOfDay } from "@/lib/core/days";

const hour = 3_600_000;
const nine = 9 * hour;

/** The morning of the day that comes after so many, in the shop's zone. */
export const morning = (days: number, timeZone: string) =>
  new Date(startOfDay(addDays(dayIn(new Date(), timeZone), days), timeZone).getTime() + nine);

const times = [
  ["hour", () => new Date(Date.now() + hour)],
  ["tomorrow", (zone: string) => morning(1, zone)],
  ["week", (zone: string) => morning(7, zone)],
] as const satisfies readonly (readonly [string, (zone: string) => Date])[];

/** Until when something is put off. */
export function LaterMenu({ trigger, onChoose }: { trigger: ReactNode; onChoose: (until: Date) => void }) {
  const t = useTranslations("admin.later");
  const zone = useTimeZone() ?? "UTC";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t("title")}</DropdownMenuLabel>
        {times.map(([name, until]) => (
          <DropdownMenuItem key={name} onSelect={() => onChoose(until(zone))}>
            {t(`times.${name}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
