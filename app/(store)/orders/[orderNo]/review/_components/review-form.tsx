"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Textarea } from "@/components/ui/textarea";
import type { ReviewedProduct } from "@/lib/orders/reviews/schema";
import { mostStars } from "@/lib/orders/reviews/state";
import { StarField } from "./star-field";

type ReviewFormProps = {
  review: ReviewedProduct["review"];
  path: string;
  token: string | null;
  onSent: () => Promise<void>;
  onCancel: (() => void) | null;
};

export function ReviewForm({ review, path, token, onSent, onCancel }: ReviewFormProps) {
  const t = useTranslations("content.reviews");
  const common = useTranslations("common");
  const [stars, setStars] = useState(review?.stars ?? 0);
  const [text, setText] = useState(review?.text ?? "");
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    await api(path, { method: "PUT", body: { stars, text }, token });
    await onSent();
  });
  return (
    <ScriptForm onSend={() => submit()} className="mt-3 flex flex-col gap-4">
      <StarField most={mostStars} value={stars} error={fieldError("stars")} onChange={setStars} />
      <Field
        label={t("textLabel")}
        optional={common("optional")}
        hint={t("textHint")}
        error={fieldError("text")}
      >
        <Textarea value={text} maxLength={2000} rows={4} onChange={(event) => setText(event.target.value)} />
      </Field>
      <FieldError>{formError("stars", "text")}</FieldError>
      <div className="flex gap-2">
        <SubmitButton loading={pending} disabled={stars === 0}>
          {t("send")}
        </SubmitButton>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            {common("cancel")}
          </Button>
        ) : null}
      </div>
    </ScriptForm>
  );
}
