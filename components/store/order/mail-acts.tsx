"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { later } from "@/components/ui/later";
import { readAgain } from "../use-read";

const OtherAddress = later(() => import("./other-address").then((module) => module.OtherAddress));

type MailActsProps = {
  canResend: boolean;
  canChange: boolean;
  /** Path of the order in the API. */
  base: string;
  /** Which mail: the one to the buyer, or a gift's. */
  part: "mail" | "gift";
  token: string | null;
};

/** Sends a mail again, or to another address. */
export function MailActs({ canResend, canChange, base, part, token }: MailActsProps) {
  const t = useTranslations("order.mail");
  const [isChanging, setChanging] = useState(false);
  const [wasChanging, setWasChanging] = useState(false);
  const [isSent, setSent] = useState(false);
  const router = useRouter();
  /** Without an address: to the one that it has. */
  async function send(email?: string) {
    await api(`${base}/${part}`, { body: email ? { email } : {}, token });
    await readAgain(base);
    setSent(true);
    // The server draws what else depends on the order's address.
    if (email) router.refresh();
  }
  const again = useSubmit(() => send());
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
            await send(email);
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </>
  );
}
