import { MonitorSmartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "./badge";
import { DateTime } from "./date-time";

export interface OpenSession {
  id: string;
  user_agent: string;
  ip: string;
  last_seen_at: string;
  is_current: boolean;
}

type SessionListProps = {
  sessions: readonly OpenSession[];
  /** Name of the device, from what its browser says of itself. */
  nameOf: (userAgent: string) => string | null;
  texts: { unknownDevice: string; current: string; lastSeen?: string };
  /** Button that ends a session; the one that the page was opened with has none. */
  end: (session: OpenSession) => ReactNode;
};

/** The devices on which somebody is logged in. */
export const SessionList = ({ sessions, nameOf, texts, end }: SessionListProps) => (
  <ul className="divide-y divide-line">
    {sessions.map((session) => (
      <li key={session.id} className="flex items-center gap-3 py-3 first:pt-0">
        <MonitorSmartphone className="size-5 shrink-0 text-ink-faint" aria-hidden />
        <div className="min-w-0 flex-1 text-sm">
          <p className="flex flex-wrap items-center gap-2 font-medium" title={session.user_agent}>
            {nameOf(session.user_agent) ?? texts.unknownDevice}
            {session.is_current ? <Badge tone="pine">{texts.current}</Badge> : null}
          </p>
          <p className="break-words text-ink-faint text-xs">
            <span className="font-mono">{session.ip}</span> · {texts.lastSeen ? `${texts.lastSeen} ` : null}
            <DateTime value={session.last_seen_at} />
          </p>
        </div>
        {session.is_current ? null : end(session)}
      </li>
    ))}
  </ul>
);
