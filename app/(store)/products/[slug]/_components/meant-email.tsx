"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { suggestEmail } from "./suggest-email";

type MeantEmailProps = { email: string; onTake: (email: string) => void };

/** The address that was probably meant, once the buyer has left the field. */
export function MeantEmail({ email, onTake }: MeantEmailProps) {
  const t = useTranslations("checkout");
  const meant = suggestEmail(email);
  if (!meant) return null;
  return (
    <p role="status" className="-mt-3 text-sm text-warn">
      {t.rich("didYouMean", {
        email: meant,
        take: (words) => (
          <Button
            variant="link"
            size="bare"
            className="min-h-8 break-all text-sm"
            onClick={({ currentTarget }) => {
              onTake(meant);
              // This button goes; what it changed is the field.
              currentTarget.form?.querySelector<HTMLInputElement>("[name=email]")?.focus();
            }}
          >
            {words}
          </Button>
        ),
      })}
    </p>
  );
}
