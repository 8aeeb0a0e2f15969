"use client";

import { useTranslations } from "next-intl";
import { useHasPasskeys } from "@/components/store/auth/use-has-passkeys";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Passkey } from "@/lib/accounts/passkeys/schema";
import { AddPasskey } from "./add-passkey";
import { PasskeyRow } from "./passkey-row";

type PasskeyPanelProps = {
  passkeys: readonly Passkey[];
  page: { host: string; isLikely: boolean };
  hasSecondFactor: boolean;
};

/** Where the browser has no passkeys none is offered; those that were made elsewhere can still be removed. */
export function PasskeyPanel({ passkeys, page, hasSecondFactor }: PasskeyPanelProps) {
  const t = useTranslations("account.security.passkeys");
  const has = useHasPasskeys(page.isLikely);
  if (!has && passkeys.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t("title")} description={t("text")} />
      <CardBody className="flex flex-col gap-4">
        {passkeys.length > 0 ? (
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isOfPage={passkey.host === page.host}
                hasSecondFactor={hasSecondFactor}
              />
            ))}
          </ul>
        ) : null}
        {has ? <AddPasskey hasSecondFactor={hasSecondFactor} /> : null}
      </CardBody>
    </Card>
  );
}
