"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { SecretToScan, type TotpSetup } from "@/components/store/auth/second-factor";
import { CodesOnce } from "./codes-once";

/** Off → password → scan → code → on; and back with password and code. */
export function TotpPanel({ isOn }: { isOn: boolean }) {
  const t = useTranslations("admin.security");
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Switched on a moment ago: the page still holds what it was drawn with.
  const isOnNow = isOn || codes !== null;

  return (
    <Panel
      title={t("totp")}
      description={t("totpText")}
      actions={<StateBadge state={isOnNow ? "active" : "draft"}>{isOnNow ? t("on") : t("off")}</StateBadge>}
    >
      {codes ? (
        <CodesOnce codes={codes} onKept={() => window.location.assign("/admin/account")} />
      ) : isOn ? (
        <SpecForm
          columns={1}
          danger
          fields={[
            { kind: "password", name: "password", label: t("old"), required: true },
            { kind: "text", name: "code", label: t("code"), required: true },
          ]}
          write={{ path: "/admin/session/totp/disable", success: t("totpOff") }}
          submitLabel={t("switchOff")}
        />
      ) : setup ? (
        <div className="flex flex-col gap-4">
          <SecretToScan setup={setup} alt={t("qr")} text={t("scan")} />
          <SpecForm
            key="code"
            columns={1}
            fields={[{ kind: "text", name: "code", label: t("code"), required: true }]}
            write={{ path: "/admin/session/totp/enable", success: t("totpOn") }}
            submitLabel={t("switchOn")}
            onDone={(answer) => {
              setSetup(null);
              setCodes((answer as { recovery_codes: string[] }).recovery_codes);
            }}
          />
        </div>
      ) : (
        <SpecForm
          key="password"
          columns={1}
          fields={[{ kind: "password", name: "password", label: t("old"), required: true }]}
          write={{ path: "/admin/session/totp/setup" }}
          submitLabel={t("begin")}
          onDone={(answer) => setSetup(answer as TotpSetup)}
        />
      )}
    </Panel>
  );
}
