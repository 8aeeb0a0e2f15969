import { ArrowRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type FieldName, readAuditWords } from "./audit-words";

type Data = Readonly<Record<string, unknown>>;
type Pair = readonly [before: unknown, after: unknown];

const isObject = (value: unknown): value is Data =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const pairOf = (value: unknown): Pair | null => {
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]];
  if (isObject(value) && Object.keys(value).sort().join() === "from,to") return [value.from, value.to];
  return null;
};

/** The version that a browser saw is no fact of the act. */
const isShown = ([name]: [string, unknown]) => name !== "seen";

/** A word of the program for which there is no text: as code, so that nobody reads it as a sentence. */
const shown = (text: string): ReactNode =>
  /^[a-z]+([_.:][a-z]+)+$/.test(text) ? <code className="font-mono">{text}</code> : text;

/** Details of a row beside its sentence: each change as before and after, everything else as name and value. */
export async function AuditDetails({ action, data }: { action: string; data: unknown }) {
  const [t, { nameOf, say }] = await Promise.all([
    getTranslations("admin-system.audit"),
    readAuditWords(action),
  ]);
  if (!isObject(data)) return null;
  const { changes, ...rest } = data;
  const changed = isObject(changes) ? Object.entries(changes) : [];
  const facts = Object.entries(rest).filter(isShown);
  if (facts.length === 0 && changed.length === 0) return null;
  const change = (name: string, [before, after]: Pair): ReactNode => {
    if (before === null && after === "added") return t("added");
    if (before === "removed" && after === null) return t("removed");
    return (
      <>
        <del className="break-words text-ink-faint decoration-line-strong">{shown(say(name, before))}</del>
        <ArrowRight className="size-3 shrink-0 self-center text-ink-faint" aria-label={t("becomes")} />
        <ins className="break-words no-underline">{shown(say(name, after))}</ins>
      </>
    );
  };
  return (
    <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
      {changed.map(([name, value]) => {
        const pair = pairOf(value);
        return (
          <Line key={name} name={nameOf(name)}>
            {pair ? change(name, pair) : shown(say(name, value))}
          </Line>
        );
      })}
      {facts.map(([name, value]) => {
        const pair = isObject(value) ? pairOf(value) : null;
        return (
          <Line key={name} name={nameOf(name)}>
            {pair ? change(name, pair) : shown(say(name, value))}
          </Line>
        );
      })}
    </dl>
  );
}

function Line({ name, children }: { name: FieldName; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-muted">
        {name.code ? <code className="mr-1.5 font-mono">{name.code}</code> : null}
        {name.isCode ? <code className="font-mono">{name.label}</code> : name.label}
      </dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 break-words">{children}</dd>
    </div>
  );
}
