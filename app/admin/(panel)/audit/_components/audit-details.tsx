import { ArrowRight } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { languageTag } from "@/messages/locales";

type Shown = string | number | boolean | null | (string | number | boolean | null)[];
type Data = Readonly<Record<string, unknown>>;

const isChange = (value: unknown): value is [Shown, Shown] => Array.isArray(value) && value.length === 2;

/** What a row says beside its sentence: each change as before and after, everything else as name and value. */
export async function AuditDetails({ data }: { data: unknown }) {
  const [t, locale] = await Promise.all([getTranslations("admin-system.audit"), getLocale()]);
  if (data === null || typeof data !== "object") return null;
  const { changes, ...rest } = data as Data & { changes?: Data };
  const list = new Intl.ListFormat(languageTag[locale], { type: "conjunction", style: "narrow" });
  const nameOf = (field: string) => {
    const key = `fields.${field.replaceAll(".", "_")}` as "fields.title";
    return t.has(key) ? t(key) : field;
  };
  const show = (value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("nothing");
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    if (Array.isArray(value)) return list.format(value.map((one) => show(one)));
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const facts = Object.entries(rest);
  const changed = Object.entries(changes ?? {});
  if (facts.length === 0 && changed.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
      {changed.map(([field, change]) => (
        <div key={field} className="contents">
          <dt className="text-ink-muted">{nameOf(field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            {isChange(change) ? (
              <>
                <del className="break-words text-ink-faint decoration-line-strong">{show(change[0])}</del>
                <ArrowRight
                  className="size-3 shrink-0 self-center text-ink-faint"
                  aria-label={t("becomes")}
                />
                <ins className="break-words no-underline">{show(change[1])}</ins>
              </>
            ) : (
              show(change)
            )}
          </dd>
        </div>
      ))}
      {facts.map(([field, value]) => (
        <div key={field} className="contents">
          <dt className="text-ink-muted">{nameOf(field)}</dt>
          <dd className="min-w-0 break-words">{show(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
