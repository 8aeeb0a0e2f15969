import { getTranslations } from "next-intl/server";
import { MailState } from "@/app/admin/(panel)/mails/_components/mail-state";
import { serverFields } from "@/app/admin/(panel)/mails/server/server-fields";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission } from "@/lib/acts/permissions";
import { getMailHealth } from "@/lib/notifications/mails/mail-health";
import { getMailServer } from "@/lib/notifications/server/save-mail-server";

/** A server that is named can be tried at once: the state above the form sends a mail to the reader. */
export async function MailStep({ actor }: { actor: AdminActor }) {
  const [server, health, t, texts, form] = await Promise.all([
    getMailServer(),
    getMailHealth(),
    getTranslations("admin.setup"),
    getTranslations("admin-system.mailServer"),
    getTranslations("admin.form"),
  ]);
  return (
    <Panel title={t("mail")} description={t("mailText")}>
      {health.has_server ? (
        <MailState health={health} mayWrite={hasPermission(actor, "customers:write")} />
      ) : null}
      {server.source === "configuration" ? (
        <p className="text-sm">{texts("fixedText")}</p>
      ) : (
        <SpecForm
          fields={serverFields(server, texts)}
          write={{ path: "/admin/mail-server", method: "PUT", success: texts("saved") }}
          submitLabel={form("save")}
        />
      )}
    </Panel>
  );
}
