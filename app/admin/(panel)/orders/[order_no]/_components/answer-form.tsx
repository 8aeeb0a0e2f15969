"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { keepDraft, readDraft } from "@/components/admin/form/tab-draft";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
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
  const key = `answer:${orderNo}`;
  const [text, setText] = useState("");
  // Kept as a draft it is not lost by leaving; only what could not be kept has to be asked about.
  const [isKept, setKept] = useState(true);
  const { submit, pending, fieldError, formError, clear } = useWrite(
    { path: `/admin/orders/${orderNo}/answer`, success: t("sent") },
    () => write(""),
  );
  useUnsaved(text !== "" && !isKept && !pending);
  // Read once the page is alive: the server that drew it knows no drafts.
  useEffect(() => setText((typed) => typed || readDraft(key)), [key]);

  function write(next: string) {
    clear();
    setText(next);
    setKept(keepDraft(key, next));
  }

  return (
    <ScriptForm onSend={() => submit({ text })} className="flex flex-col gap-2.5">
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
