import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

export function TermsNote() {
  const t = useTranslations("checkout");
  return (
    <p className="flex items-start gap-2 text-ink-faint text-xs">
      <ShieldCheck className="mt-px size-4 shrink-0" aria-hidden />
      <span>
        {t.rich("terms", {
          link: (chunks) => (
            <Link href="/legal/terms" className="underline underline-offset-2 hover:text-ink">
              {chunks}
            </Link>
          ),
        })}
      </span>
    </p>
  );
}
