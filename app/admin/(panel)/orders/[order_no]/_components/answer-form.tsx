"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useKeptDraft } from "@/components/admin/form/use-kept-draft";
import { useWrite } from "@/components/admin/form/use-write";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Textarea } from "@/components/ui/textarea";
import { SavedReplies } from "./saved-replies";

type AnswerFormProps = {
  orderNo: string;
  email: string;
  product: string;
  /** Whether a mail server sends it. */
  isMailed: boolean;
};

const longest = 4000;

/** Words to the buyer, from the replies that the shop keeps or typed. */
export function AnswerForm({ orderNo, email, product, isMailed }: AnswerFormProps) {
  const t = useTranslations("admin-sell.order.case");
  const [text, setText] = useState("");
  const { submit, pending, fieldError, formError, clear } = useWrite(
    { path: `/admin/orders/${orderNo}/answer`, success: t("sent") },
    () => write(""),
  );
  useKeptDraft({
    form: `answer ${orderNo}`,
    values: text,
    before: "",
    isDirty: text !== "",
    safe: (typed) => typed,
    restore: (typed) => setText((before) => (before === "" ? typed : `${typed}\n${before}`)),
    stays: true,
  });

  const box = useRef<HTMLDivElement>(null);
  // A link from "a buyer reports a problem" leads here to answer.
  useEffect(() => {
    if (window.location.hash === "#case")
      box.current?.querySelector("textarea")?.focus({ preventScroll: true });
  }, []);

  function write(next: string) {
    clear();
    setText(next);
  }

  return (
    <ScriptForm onSend={() => submit({ text })} className="flex flex-col gap-2.5">
      <div ref={box}>
        <Field
          label={t("reply", { email })}
          hint={t(isMailed ? "replyHint" : "replyWaits")}
          error={fieldError("text")}
        >
          <Textarea
            rows={4}
            required
            maxLength={longest}
            value={text}
            onChange={({ target }) => write(target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <SavedReplies
            content={text}
            fill={{ order_no: orderNo, product }}
            onChoose={(reply) => write(text === "" ? reply : `${text}\n${reply}`)}
          />
        </div>
        <SubmitButton loading={pending}>{t("send")}</SubmitButton>
      </div>
      <FieldError>{formError("text")}</FieldError>
    </ScriptForm>
  );
}
