"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadText } from "@/components/ui/download-text";
import { QrCode } from "../qr-code";

export type TotpSetup = { secret: string; otpauth_uri: string };

/** Shows the secret for an authenticator: as a code to scan, and to type. */
export const SecretToScan = ({ setup, alt, text }: { setup: TotpSetup; alt: string; text: string }) => (
  <>
    <div className="mx-auto">
      <QrCode value={setup.otpauth_uri} label={alt} />
    </div>
    <div>
      <p className="text-ink-muted text-xs">{text}</p>
      <p className="mt-1 flex items-center gap-1">
        <code className="min-w-0 flex-1 break-all rounded-sm bg-sunken px-2 py-1.5 font-mono text-sm">
          {setup.secret}
        </code>
        <CopyButton value={setup.secret} variant="ghost" size="icon-sm" />
      </p>
    </div>
  </>
);

type RecoveryCodesProps = {
  codes: readonly string[];
  texts: { copy: string; save: string; kept: string };
  onKept: () => void;
};

/** Recovery codes right after they were made: the server keeps only their hashes. */
export function RecoveryCodes({ codes, texts, onKept }: RecoveryCodesProps) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1.5 rounded-md border border-brass-line bg-brass-soft p-3 font-mono text-[0.8125rem] max-[24rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label={texts.copy} />
        <Button variant="secondary" onClick={() => downloadText("recovery-codes.txt", text)}>
          <Download aria-hidden />
          {texts.save}
        </Button>
      </div>
      <Button onClick={onKept}>{texts.kept}</Button>
    </div>
  );
}
