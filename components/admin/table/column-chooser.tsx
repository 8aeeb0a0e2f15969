"use client";

import { Columns3 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast";
import type { ColumnChoice } from "./choose-columns";

type ColumnChooserProps = {
  /** The list: `/admin/orders`. */
  path: string;
  choices: readonly ColumnChoice[];
};

/** Which columns of a list a person sees; kept for them on the server, so that it holds in every browser. */
export function ColumnChooser({ path, choices: saved }: ColumnChooserProps) {
  const t = useTranslations("admin.columns");
  const router = useRouter();
  const errorText = useAdminError();
  const [choices, setChoices] = useState(saved);
  const isChanged = choices.some(({ isShown, isOptional }) => isShown === isOptional);

  async function keep(next: readonly ColumnChoice[]) {
    const before = choices;
    setChoices(next);
    try {
      await api("/admin/session/columns", {
        body: {
          path,
          hidden: next.filter((one) => !one.isOptional && !one.isShown).map(({ key }) => key),
          shown: next.filter((one) => one.isOptional && one.isShown).map(({ key }) => key),
        },
      });
      router.refresh();
    } catch (cause) {
      setChoices(before);
      toast.error(errorText(cause));
    }
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm">
          <Columns3 aria-hidden />
          <span className="max-sm:sr-only">{t("title")}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t("text")}</DropdownMenuLabel>
        {choices.map((choice) => (
          <DropdownMenuCheckboxItem
            key={choice.key}
            checked={choice.isShown}
            // The menu stays open: several are chosen one after the other.
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isShown) =>
              void keep(choices.map((one) => (one.key === choice.key ? { ...one, isShown } : one)))
            }
          >
            {choice.label}
          </DropdownMenuCheckboxItem>
        ))}
        {isChanged ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem
              onSelect={() => void keep(choices.map((one) => ({ ...one, isShown: !one.isOptional })))}
            >
              {t("reset")}
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
