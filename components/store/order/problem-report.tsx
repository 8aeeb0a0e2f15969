"use client";

import { CircleCheck, LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { OrderDetail } from "@/lib/orders/schema";

export interface Problem {
  text: string;
  item?: number;
  key?: number;
}

type ProblemReportProps = {
  order: OrderDetail;
  /** Without a mail server the answer stands on the page alone. */
  sendsMail: boolean;
  onReport: (problem: Problem) => Promise<void>;
};

/** Every key that the buyer sees, by its item and its place there. */
const keysOf = ({ items }: OrderDetail) =>
  items.flatMap(({ id: item, title, sku_name, fulfillment }) =>
    (fulfillment.secrets ?? []).map((_, index) => ({
      item,
      key: index + 1,
      name: [title, sku_name].filter(Boolean).join(" · "),
    })),
  );

/** The way to the operator from where the buyer sees that something is wrong. */
export function ProblemReport({ order, sendsMail, onReport }: ProblemReportProps) {
  const t = useTranslations("order.problem");
  const common = useTranslations("common");
  const [state, setState] = useState<"closed" | "open" | "sent">("closed");
  const [wasOpen, setWasOpen] = useState(false);
  const [text, setText] = useState("");
  const keys = keysOf(order);
  const [about, setAbout] = useState("");
  const email = order.email ?? "";
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    const chosen = about === "" ? undefined : keys[Number(about)];
    await onReport({ text: text.trim(), ...(chosen ? { item: chosen.item, key: chosen.key } : {}) });
    setState("sent");
  });
  if (state === "sent")
    return (
      <p role="status" className="flex items-start gap-2 rounded-lg bg-ok-soft px-4 py-3 text-ok text-sm">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="break-words">{sendsMail ? t("sent", { email }) : t("sentHere")}</span>
      </p>
    );
  if (state === "closed")
    return (
      <Button
        variant="link"
        size="bare"
        className="min-h-11 self-start"
        autoFocus={wasOpen}
        onClick={() => {
          setWasOpen(true);
          setState("open");
        }}
      >
        <LifeBuoy className="size-4" aria-hidden />
        {t("open")}
      </Button>
    );
  return (
    <ScriptForm
      onSend={() => submit()}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <h2 className="text-base">{t("open")}</h2>
      {keys.length > 1 ? (
        <Field label={t("key")} error={fieldError("key")}>
          <Select value={about} onChange={({ target }) => setAbout(target.value)}>
            <option value="">{t("whole")}</option>
            {keys.map(({ item, key, name }, index) => (
              <option key={`${item}.${key}`} value={index}>
                {t("keyNo", { name, n: key })}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field
        label={t("label")}
        hint={sendsMail ? t("hint", { email }) : t("hintHere")}
        required
        error={fieldError("text") ?? formError("text")}
      >
        <Textarea
          value={text}
          maxLength={2000}
          rows={4}
          // The reader has just pressed the button that opened it.
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <SubmitButton loading={pending} disabled={text.trim().length < 3}>
          {t("send")}
        </SubmitButton>
        <Button variant="ghost" onClick={() => setState("closed")}>
          {common("cancel")}
        </Button>
      </div>
    </ScriptForm>
  );
}
