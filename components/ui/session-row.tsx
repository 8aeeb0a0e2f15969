import { MonitorSmartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "./badge";
import { DateTime } from "./date-time";

type SessionRowProps = {
  session: { user_agent: string; ip: string; last_seen_at: string };
  device: string;
  /** Said of the session that the page was opened with. */
  current: string | null;
  lastSeen?: string;
  /** Button that ends it. */
  children: ReactNode;
};

/** A device on which somebody is logged in. */
export function SessionRow({ session, device, current, lastSeen, children }: SessionRowProps) {
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <MonitorSmartphone className="size-5 shrink-0 text-ink-faint" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium" title={session.user_agent}>
          {device}
          {current ? <Badge tone="pine">{current}</Badge> : null}
        </p>
        <p className="break-words text-ink-faint text-xs">
          <span className="font-mono">{session.ip}</span> · {lastSeen ? `${lastSeen} ` : null}
          <DateTime value={session.last_seen_at} />
        </p>
      </div>
      {current ? null : children}
    </li>
  );
}
