import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Facts, PageHead, Panel } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getMailHealth } from "@/lib/notifications/mails/mail-health";
import { getMailServer } from "@/lib/notifications/server/save-mail-server";
import { MailState } from "../_components/mail-state";
import { MailTabs } from "../mail-tabs";
import { serverFields } from "./server-fields";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.mailServer"))("title") };
}

export default async function MailServerPage() {
  const actor = await requirePageAdmin("/admin/mails/server", "settings:read");
  const mayWrite = hasPermission(actor, "settings:write");
  const [server, health, t, form] = await Promise.all([
    getMailServer(),
    hasPermission(actor, "customers:read") ? getMailHealth() : null,
    getTranslations("admin-system.mailServer"),
    getTranslations("admin.form"),
  ]);
  return (
    <ClientMessages areas={["admin-system.mails"]}>
      <PageHead title={t("title")} description={t("description")} />
      <MailTabs actor={actor} current="server" />
      <div className="max-w-4xl">
        {health?.has_server ? (
          <MailState health={health} mayWrite={hasPermission(actor, "customers:write")} />
        ) : null}
        {server.source === "configuration" ? (
          <Panel title={t("fixed")} description={t("fixedText")}>
            <Facts
              className="max-w-xl"
              facts={[
                { label: t("host"), value: server.host },
                { label: t("port"), value: server.port },
                server.security !== null && {
                  label: t("security"),
                  value: t(`securities.${server.security}`),
                },
                { label: t("user"), value: server.user ?? t("noUser") },
                server.password_set && { label: t("fields.password.label"), value: "••••••••" },
                { label: t("from"), value: server.from },
              ]}
            />
          </Panel>
        ) : (
          <Panel
            title={t("server")}
            description={server.from_fixed ? t("fromFixed", { from: server.from ?? "" }) : t("serverText")}
            actions={
              mayWrite && server.source === "admin" ? (
                <ConfirmAction
                  trigger={
                    <Button variant="ghost" size="sm">
                      {t("remove")}
                    </Button>
                  }
                  title={t("removeTitle")}
                  description={t("removeText")}
                  confirmLabel={t("remove")}
                  path="/admin/mail-server"
                  method="DELETE"
                  success={t("removed")}
                />
              ) : null
            }
          >
            <fieldset disabled={!mayWrite}>
              <SpecForm
                // After a removal the form is a new one, without what was stored before.
                key={server.source}
                fields={serverFields(server, t)}
                write={{ path: "/admin/mail-server", method: "PUT", success: t("saved") }}
                submitLabel={form("save")}
              />
            </fieldset>
          </Panel>
        )}
      </div>
    </ClientMessages>
  );
}
