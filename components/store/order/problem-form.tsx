"use client";

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

type ProblemFormProps = {
  order: OrderDetail;
  sendsMail: boolean;
  onReport: (problem: Problem) => Promise<void>;
  onClose: () => void;
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

export function ProblemForm({ order, sendsMail, onReport, onClose }: ProblemFormProps) {
  const t = useTranslations("order.problem");
  const common = useTranslations("common");
  const [text, setText] = useState("");
  const keys = keysOf(order);
  const [about, setAbout] = useState("");
  const email = order.email ?? "";
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    const chosen = about === "" ? undefined : keys[Number(about)];
    await onReport({ text: text.trim(), ...(chosen ? { item: chosen.item, key: chosen.key } : {}) });
  });
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
        <Button variant="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </ScriptForm>
  );
}
