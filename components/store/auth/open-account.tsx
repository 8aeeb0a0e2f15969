import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { SubmitButton } from "@/components/ui/script-form";

type OpenAccountProps = {
  label: string;
  pending: boolean;
  values: { email: string; code: string };
  /** The form's own part of what is still to be filled in. */
  isReady?: boolean;
};

/** The button that opens an account, with the terms that it accepts. */
export function OpenAccount({ label, pending, values, isReady = true }: OpenAccountProps) {
  const t = useTranslations("auth.register");
  return (
    <>
      <SubmitButton
        size="lg"
        loading={pending}
        disabled={!values.email.trim() || values.code.length !== 6 || !isReady}
      >
        {label}
      </SubmitButton>
      <p className="text-ink-faint text-xs">
        {t.rich("terms", {
          link: (chunks) => (
            <Link href="/legal/terms" className="underline underline-offset-2 hover:text-ink">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </>
  );
}
