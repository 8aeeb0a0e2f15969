import { LogIn } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { AddChannelMenu } from "@/components/admin/add-channel-menu";
import { languagesOf } from "@/components/admin/form/in-languages";
import { actionsColumn, DeleteAction, EditAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { LoginIcon } from "@/components/store/auth/login-icon";
import { ClientMessages } from "@/components/store/client-messages";
import { CopyButton } from "@/components/ui/copy-button";
import { callbackUrlOf, listAdminLoginProviders } from "@/lib/accounts/identities/providers";
import type { AdminLoginProvider } from "@/lib/accounts/identities/schema";
import { getSettings } from "@/lib/settings/queries";
import { ProviderTest } from "./_components/provider-test";
import { type Preset, presets, providerFields } from "./provider-fields";

const page = adminPage({
  path: "/admin/login-providers",
  text: "admin-people.loginProviders",
  icon: LogIn,
  permission: "settings:read",
  menu: { group: "customers", after: "reviews" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const mayWrite = may("settings:write");
  const [rows, settings, form] = await Promise.all([
    listAdminLoginProviders(),
    getSettings(),
    getTranslations("admin.form"),
  ]);
  const fieldsOf = (row: AdminLoginProvider | null, preset: Preset | null) =>
    providerFields(row, preset, { t, languages: languagesOf(settings), callbackUrl: callbackUrlOf("…") });
  const columns: ListColumns<typeof page.text, AdminLoginProvider> = [
    {
      key: "name",
      cell: (row) => (
        <span className="flex items-center gap-3">
          <LoginIcon provider={row} />
          <span className="min-w-0">
            <span className="block font-medium">{row.name}</span>
            <span className="block break-all text-ink-faint text-xs">{row.issuer}</span>
          </span>
        </span>
      ),
    },
    {
      key: "callback",
      onCard: "whole",
      cell: (row) => (
        <span className="flex items-center gap-1">
          <code className="min-w-0 break-all font-mono text-xs">{row.callback_url}</code>
          <CopyButton value={row.callback_url} name={t("copy")} variant="ghost" size="icon" />
        </span>
      ),
    },
    numberColumn("accounts", (row) => row.accounts, { from: "md" }),
    {
      key: "state",
      cell: (row) => (
        <StateBadge state={row.is_enabled ? "active" : "draft"}>
          {t(row.is_enabled ? "states.on" : "states.off")}
        </StateBadge>
      ),
    },
    mayWrite
      ? actionsColumn((row) => (
          <>
            <ProviderTest id={row.id} />
            <EditAction
              title={row.name}
              fields={fieldsOf(row, null)}
              path={`/admin/login-providers/${row.id}`}
            />
            <DeleteAction
              title={t("deleteTitle", { name: row.name })}
              description={t("deleteText", { count: row.accounts })}
              path={`/admin/login-providers/${row.id}`}
            />
          </>
        ))
      : null,
  ];
  const choiceOf = (code: string, name: string, preset: Preset | null) => ({
    code,
    name,
    title: t("addTitle", { name }),
    description: t("addText"),
    fields: fieldsOf(null, preset),
  });
  const create = mayWrite ? (
    <AddChannelMenu
      label={t("new")}
      choices={[
        ...presets.map((preset) => choiceOf(preset.key, preset.name, preset)),
        choiceOf("other", t("other"), null),
      ]}
      write={{ path: "/admin/login-providers", success: form("created") }}
      submitLabel={form("create")}
    />
  ) : null;
  return (
    <ClientMessages areas={["admin-people.loginProviders"]}>
      <ListPage page={page} rows={rows} rowKey={(row) => row.id} columns={columns} create={create} />
    </ClientMessages>
  );
});
