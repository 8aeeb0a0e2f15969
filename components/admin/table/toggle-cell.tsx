"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";

type ToggleCellProps = {
  /** Said to who cannot see the row: "Atlas · 1 year on sale". */
  label: string;
  isOn: boolean;
  path: string;
  /** Member of the request's body, and of what the reader saw. */
  member: string;
};

/** A switch of a list; the toast takes it back. */
export function ToggleCell({ label, isOn, path, member }: ToggleCellProps) {
  const t = useTranslations("admin.edit");
  const { submit, pending, formError } = useWrite({ path, method: "PATCH" });
  const problem = formError();
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem]);
  return (
    <Switch
      aria-label={label}
      checked={isOn}
      // Not `disabled`, which would take the focus away.
      aria-busy={pending}
      onCheckedChange={(next) => {
        if (pending) return;
        void submit(
          { [member]: next, seen: { [member]: isOn } },
          {
            success: t("kept", { what: label }),
            undo: { path, method: "PATCH", body: { [member]: isOn } },
          },
        );
      }}
    />
  );
}
