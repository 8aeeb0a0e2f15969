import { KeySquare } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { listOwnTokens } from "@/lib/accounts/staff/tokens/staff-tokens";
import { accessOf } from "@/lib/acts/permissions";
import { addSeconds, now } from "@/lib/core/clock";
import { areaFields } from "../staff/_components/area-fields";
import { tokenColumns } from "../staff/_components/token-columns";

const page = adminPage({
  path: "/admin/tokens",
  text: "admin-system.tokens",
  icon: KeySquare,
  permission: null,
});

export const generateMetadata = page.generateMetadata;

/** Proposed life of a new one. */
const usualDays = 90;

export default page.show(async ({ actor, t }) => {
  const path = "/admin/session/tokens";
  const [{ tokens }, columns, areas] = await Promise.all([
    listOwnTokens(actor),
    tokenColumns(path),
    areaFields(undefined, accessOf(actor)),
  ]);
  const create = (
    <CreateAction
      label={t("new")}
      description={t("newText")}
      fields={[
        { kind: "text", name: "name", label: t("name"), hint: t("nameHint"), required: true },
        {
          kind: "datetime",
          name: "expires_at",
          label: t("ends"),
          value: addSeconds(now(), usualDays * 86_400).toISOString(),
          required: true,
        },
        ...areas,
        {
          kind: "money",
          name: "day_limit",
          label: t("dayLimit"),
          hint: t("dayLimitHint"),
          value: "0.00",
          when: { name: "areas.money", values: ["write"] },
        },
        { kind: "switch", name: "proved", label: t("proved"), hint: t("provedHint"), wide: true },
        { kind: "lines", name: "ip_allow_list", label: t("ips"), hint: t("ipsHint"), wide: true },
      ]}
      once={{ title: t("onceTitle"), note: t("onceNote"), fields: [{ name: "token", label: t("token") }] }}
      write={{ path }}
    />
  );
  return <ListPage page={page} rows={tokens} rowKey={(row) => row.id} columns={columns} create={create} />;
});
