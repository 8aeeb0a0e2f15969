"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { useWrite } from "@/components/admin/form/use-write";
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
  const [modes, setModes] = useState<Partial<Record<EventKind, Mode>>>(channel.events);
  const [isQuiet, setQuiet] = useState(channel.quiet_from !== null);
  const [from, setFrom] = useState(toClock(channel.quiet_from ?? evening));
  const [to, setTo] = useState(toClock(channel.quiet_to ?? morning));
  const { submit, pending, formError } = useWrite({
    path: `/admin/notification-channels/${channel.id}`,
    method: "PATCH",
    success: t("saved"),
  });

  const events = Object.fromEntries(kinds.map(({ kind }) => [kind, modes[kind] ?? "off"] as const));
  const quiet = { quiet_from: isQuiet ? toMinutes(from) : null, quiet_to: isQuiet ? toMinutes(to) : null };
  const changedKinds = kinds.filter(({ kind }) => events[kind] !== (channel.events[kind] ?? "off"));
  const isDirty =
    changedKinds.length > 0 || quiet.quiet_from !== channel.quiet_from || quiet.quiet_to !== channel.quiet_to;
  useUnsaved(isDirty && !pending);

  function save() {
    void submit({
      events: Object.fromEntries(Object.entries(events).filter(([, mode]) => mode !== "off")),
      ...quiet,
      seen: { events: channel.events, quiet_from: channel.quiet_from, quiet_to: channel.quiet_to },
    });
  }

  return (
    <ScriptForm onSend={save}>
      <fieldset disabled={!mayWrite} className="flex flex-col gap-5">
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
                value={modes[kind] ?? "off"}
                onChange={({ target }) => setModes({ ...modes, [kind]: target.value as Mode })}
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
              onCheckedChange={setQuiet}
            />
            {isQuiet ? (
              <div className="grid max-w-sm grid-cols-2 gap-3">
                <Field label={t("quietFrom")} hint={timeZone}>
                  <Input type="time" value={from} onChange={({ target }) => setFrom(target.value)} />
                </Field>
                <Field label={t("quietTo")}>
                  <Input type="time" value={to} onChange={({ target }) => setTo(target.value)} />
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
