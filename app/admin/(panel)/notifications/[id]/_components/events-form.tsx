"use client";

import { useTranslations } from "next-intl";
import { DraftOffer } from "@/components/admin/form/draft-offer";
import { mergeFresh } from "@/components/admin/form/field-spec";
import { useDraft } from "@/components/admin/form/use-draft";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { isConflictOf, useWrite } from "@/components/admin/form/use-write";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import { SwitchField } from "@/components/ui/switch";
import type { NotificationChannelOut } from "@/lib/notifications/outbound/schema";

type Mode = "off" | "on" | "always";

const toClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function toMinutes(clock: string): number | null {
  const [hours, minutes] = clock.split(":").map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? null
    : hours * 60 + minutes;
}

const evening = 22 * 60;
const morning = 8 * 60;

type EventKind = keyof NotificationChannelOut["events"];

type Events = { modes: Partial<Record<EventKind, Mode>>; isQuiet: boolean; from: string; to: string };

type EventsFormProps = {
  channel: NotificationChannelOut;
  kinds: readonly { kind: EventKind; name: string; text: string }[];
  /** A program sleeps at no time. */
  isProgram: boolean;
  timeZone: string;
  mayWrite: boolean;
};

/** Chooses the events of a channel, and its quiet hours. */
export function EventsForm({ channel, kinds, isProgram, timeZone, mayWrite }: EventsFormProps) {
  const t = useTranslations("admin-notify");
  const { submit, pending, problem, formError } = useWrite({
    path: `/admin/notification-channels/${channel.id}`,
    method: "PATCH",
    success: t("saved"),
  });
  const read = (): Events => ({
    modes: Object.fromEntries(kinds.map(({ kind }) => [kind, channel.events[kind] ?? "off"])),
    isQuiet: channel.quiet_from !== null,
    from: toClock(channel.quiet_from ?? evening),
    to: toClock(channel.quiet_to ?? morning),
  });
  const { draft, setDraft, setSaved, isDirty, offer } = useDraft<Events>({
    version: JSON.stringify(read()),
    read,
    isConflict: isConflictOf(problem),
    // Each event is a choice of its own.
    merge: (typed, before, stored) => ({
      ...mergeFresh(typed, before, stored),
      modes: mergeFresh(typed.modes, before.modes, stored.modes),
    }),
    keep: mayWrite ? { form: `events ${channel.id}` } : null,
  });
  const { modes: events, isQuiet, from, to } = draft;
  const change = (next: Partial<Events>) => setDraft((before) => ({ ...before, ...next }));
  const quiet = { quiet_from: isQuiet ? toMinutes(from) : null, quiet_to: isQuiet ? toMinutes(to) : null };
  useUnsaved(isDirty && !pending);

  async function save() {
    const isSaved = await submit({
      events: Object.fromEntries(Object.entries(events).filter(([, mode]) => mode !== "off")),
      ...quiet,
      seen: { events: channel.events, quiet_from: channel.quiet_from, quiet_to: channel.quiet_to },
    });
    if (isSaved) setSaved(draft);
  }

  return (
    <ScriptForm onSend={save}>
      <fieldset disabled={!mayWrite} className="flex flex-col gap-5">
        <DraftOffer offer={offer} />
        <ul className="divide-y divide-line">
          {kinds.map(({ kind, name, text }) => (
            <li key={kind} className="flex items-center justify-between gap-4 py-2 first:pt-0">
              <span className="min-w-0">
                <span className="block text-sm" id={`event-${kind}`}>
                  {name}
                </span>
                <span className="block text-ink-faint text-xs">{text}</span>
              </span>
              <Select
                aria-labelledby={`event-${kind}`}
                className="w-36 shrink-0"
                value={events[kind] ?? "off"}
                onChange={({ target }) => change({ modes: { ...events, [kind]: target.value as Mode } })}
              >
                <option value="off">{t("modes.off")}</option>
                <option value="on">{t("modes.on")}</option>
                {isProgram ? null : <option value="always">{t("modes.always")}</option>}
              </Select>
            </li>
          ))}
        </ul>
        {isProgram ? null : (
          <div className="flex flex-col gap-3 border-line border-t pt-4">
            <SwitchField
              label={t("quiet")}
              hint={t("quietText")}
              checked={isQuiet}
              onCheckedChange={(next) => change({ isQuiet: next })}
            />
            {isQuiet ? (
              <div className="grid max-w-sm grid-cols-2 gap-3">
                <Field label={t("quietFrom")} hint={timeZone}>
                  <Input type="time" value={from} onChange={({ target }) => change({ from: target.value })} />
                </Field>
                <Field label={t("quietTo")}>
                  <Input type="time" value={to} onChange={({ target }) => change({ to: target.value })} />
                </Field>
              </div>
            ) : null}
          </div>
        )}
        <FieldError>{formError()}</FieldError>
        <SubmitButton loading={pending} disabled={!isDirty} className="self-end">
          {t("save")}
        </SubmitButton>
      </fieldset>
    </ScriptForm>
  );
}
