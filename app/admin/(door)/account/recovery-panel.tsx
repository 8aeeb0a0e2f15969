"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import { CodesOnce } from "./codes-once";

export function RecoveryPanel({ left }: { left: number }) {
  const t = useTranslations("admin.security");
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Panel title={t("recovery")} description={t("recoveryLeft", { count: left })}>
      {codes ? (
        <CodesOnce
          codes={codes}
          onKept={() => {
            setCodes(null);
            router.refresh();
          }}
        />
      ) : (
        <SpecForm
          columns={1}
          fields={[
            { kind: "password", name: "password", label: t("old"), required: true },
            { kind: "text", name: "code", label: t("code"), required: true },
          ]}
          write={{ path: "/admin/session/totp/recovery-codes" }}
          submitLabel={t("renewCodes")}
          onDone={(answer) => setCodes((answer as { recovery_codes: string[] }).recovery_codes)}
        />
      )}
    </Panel>
  );
}
