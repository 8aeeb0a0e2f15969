import { LogIn } from "lucide-react";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { loginMarkOf } from "./login-marks";

/** The operator's picture, the mark of a provider that is known, or a sign of what will happen. On white, as the marks of payments. */
export function LoginIcon({ provider }: { provider: Pick<LoginProvider, "icon" | "issuer"> }) {
  const mark = loginMarkOf(provider.issuer);
  const source = provider.icon ?? (mark && `/marks/${mark}.svg`);
  if (source === null) return <LogIn className="size-5 shrink-0 text-ink-faint" aria-hidden />;
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-sm bg-white">
      <img src={source} alt="" width={18} height={18} className="size-4.5 object-contain" />
    </span>
  );
}
