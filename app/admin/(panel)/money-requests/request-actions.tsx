import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";

type RequestActionsProps = {
  id: number;
  isOwn: boolean;
  /** Whether its sum is within what the reader may move alone: it counts as theirs. */
  isWithinLimit: boolean;
  amount: string;
  what: string;
};

/** Acts on a request: its author may take it back; everybody else with the right decides, as far as their own limit reaches. */
export async function RequestActions({ id, isOwn, isWithinLimit, amount, what }: RequestActionsProps) {
  const t = await getTranslations("admin-money.requests");
  const path = `/admin/money-requests/${id}`;
  const button = (label: string, variant: "primary" | "secondary" | "ghost") => (
    <Button variant={variant} size="sm">
      {label}
    </Button>
  );
  if (isOwn)
    return (
      <ConfirmAction
        trigger={button(t("withdraw"), "secondary")}
        title={t("withdrawTitle")}
        description={t("withdrawText")}
        confirmLabel={t("withdraw")}
        path={`${path}/withdraw`}
        success={t("withdrawn")}
      />
    );
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {isWithinLimit ? (
        <ConfirmAction
          trigger={button(t("approve"), "primary")}
          title={t("approveTitle", { amount })}
          description={`${what}. ${t("approveText")}`}
          confirmLabel={t("approve")}
          path={`${path}/approve`}
          success={t("approved")}
          tone="primary"
        />
      ) : (
        <span className="self-center text-ink-faint text-xs">{t("aboveYours")}</span>
      )}
      <FormDialog
        trigger={button(t("reject"), "ghost")}
        title={t("rejectTitle")}
        columns={1}
        fields={[{ kind: "text", name: "note", label: t("note"), required: true }]}
        write={{ path: `${path}/reject`, success: t("rejected") }}
        submitLabel={t("reject")}
      />
    </span>
  );
}
