"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { OtherAddress } from "./other-address";

type MailActsProps = {
  canResend: boolean;
  canChange: boolean;
  /** Without an address: to the one that it has. */
  onResend: (email?: string) => Promise<void>;
};

/** Sends a mail again, or to another address. */
export function MailActs({ canResend, canChange, onResend }: MailActsProps) {
  const t = useTranslations("order.mail");
  const [isChanging, setChanging] = useState(false);
  const [wasChanging, setWasChanging] = useState(false);
  const [isSent, setSent] = useState(false);
  const again = useSubmit(async () => {
    await onResend();
    setSent(true);
  });
  return (
    <>
      {(canResend || canChange) && !isChanging ? (
        <p className="mt-1 flex flex-wrap gap-x-4">
          {canResend ? (
            <Button
              variant="link"
              size="bare"
              className="min-h-9 text-sm"
              loading={again.pending}
              onClick={() => again.submit()}
            >
              {isSent ? t("againDone") : t("again")}
            </Button>
          ) : null}
          {canChange ? (
            <Button
              variant="link"
              size="bare"
              className="min-h-9 text-sm"
              autoFocus={wasChanging}
              onClick={() => {
                setWasChanging(true);
                setChanging(true);
              }}
            >
              {t("change")}
            </Button>
          ) : null}
        </p>
      ) : null}
      <FieldError>{again.formError()}</FieldError>
      {isChanging ? (
        <OtherAddress
          onSend={async (email) => {
            await onResend(email);
            setChanging(false);
            setSent(true);
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </>
  );
}
