import type { ReactNode } from "react";

type AuthCardProps = { title: string; lead?: string; footer?: ReactNode; children: ReactNode };

export function AuthCard({ title, lead, footer, children }: AuthCardProps) {
  return (
    <>
      <div className="rounded-xl border border-line bg-surface p-5 shadow-low sm:p-8">
        <h1 className="text-2xl">{title}</h1>
        {lead ? <p className="mt-1.5 text-ink-muted">{lead}</p> : null}
        <div className="mt-6">{children}</div>
      </div>
      {footer ? <div className="mt-5 text-center text-ink-muted text-sm">{footer}</div> : null}
    </>
  );
}
