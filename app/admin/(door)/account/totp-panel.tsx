"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { QrCode } from "@/components/store/qr-code";
import { CopyButton } from "@/components/ui/copy-button";
import { CodesOnce } from "./codes-once";

type Setup = { secret: string; otpauth_uri: string };

/** Off → password → scan → code → on; and back with password and code. */
export function TotpPanel({ isOn }: { isOn: boolean }) {
  const t = useTranslations("admin.security");
  const [setup, setSetup] = useState<Setup | null>(null);
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
          <div className="flex flex-wrap items-center gap-4">
            <QrCode value={setup.otpauth_uri} label={t("qr")} />
            <div className="min-w-0 flex-1">
              <p className="text-sm">{t("scan")}</p>
              <p className="mt-2 flex items-center gap-1">
                <code className="break-all font-mono text-xs">{setup.secret}</code>
                <CopyButton value={setup.secret} size="icon-sm" variant="ghost" />
              </p>
            </div>
          </div>
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
          onDone={(answer) => setSetup(answer as Setup)}
        />
      )}
    </Panel>
  );
}
