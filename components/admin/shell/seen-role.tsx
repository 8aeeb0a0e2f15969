import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

type SeenRoleProps = {
  role: "owner" | "manager" | "support" | "viewer";
  ownRole: string | null;
};

/** Stands above every page while an owner sees the admin as another role. A form, so that it works where a script broke. */
export function SeenRole({ role, ownRole }: SeenRoleProps) {
  const t = useTranslations("admin.account");
  return (
    <form
      method="post"
      action="/admin/see-as"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-warn"
    >
      <Eye className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 basis-56">{t("seenAs", { role: ownRole ?? t(`role.${role}`) })}</p>
      <Button type="submit" size="sm" variant="secondary">
        {t("ownRoleAgain")}
      </Button>
    </form>
  );
}
