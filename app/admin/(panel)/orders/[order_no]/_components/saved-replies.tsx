"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { useApi } from "@/components/admin/use-api";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import type { SavedReply } from "@/lib/orders/staff/saved-replies/schema";

type SavedRepliesProps = {
  /** Text of now, which can be saved. */
  content: string;
  /** Values of `{order_no}` and `{product}` in a reply. */
  fill: Record<"order_no" | "product", string>;
  onChoose: (text: string) => void;
};

const filled = (text: string, fill: SavedRepliesProps["fill"]) =>
  text.replace(/\{(order_no|product)\}/g, (_, name: keyof typeof fill) => fill[name]);

/** Texts that staff send again and again: chosen into the delivery, or saved from it. */
export function SavedReplies({ content, fill, onChoose }: SavedRepliesProps) {
  const t = useTranslations("admin-sell.replies");
  const { data } = useApi<{ replies: SavedReply[] }>("/admin/saved-replies");
  const replies = data?.replies ?? [];
  const [isSaving, setSaving] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        {replies.length > 0 ? (
          <Select
            aria-label={t("choose")}
            value=""
            className="min-w-40 flex-1"
            onChange={({ target }) => {
              const reply = replies.find(({ id }) => String(id) === target.value);
              if (reply) onChoose(filled(reply.content, fill));
            }}
          >
            <option value="">{t("choose")}</option>
            {replies.map((reply) => (
              <option key={reply.id} value={reply.id}>
                {reply.title}
              </option>
            ))}
          </Select>
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          disabled={content.trim() === ""}
          aria-expanded={isSaving}
          onClick={() => setSaving(!isSaving)}
        >
          {t("save")}
        </Button>
        {replies.length > 0 ? (
          <Link href="/admin/orders/replies" className="px-1 py-2 text-pine text-sm hover:underline">
            {t("manage")}
          </Link>
        ) : null}
      </div>
      {isSaving ? <SaveReply content={content} onDone={() => setSaving(false)} /> : null}
    </div>
  );
}

/** No form of its own: it stands inside one. */
function SaveReply({ content, onDone }: { content: string; onDone: () => void }) {
  const t = useTranslations("admin-sell.replies");
  const [title, setTitle] = useState("");
  const { submit, pending, fieldError, formError } = useWrite(
    { path: "/admin/saved-replies", success: t("saved") },
    onDone,
  );
  const save = () => {
    if (title.trim() !== "") void submit({ title: title.trim(), content });
  };
  return (
    <div className="flex items-start gap-2">
      <Field
        label={t("name")}
        hint={t("saveHint")}
        error={fieldError("title") ?? formError("title")}
        className="min-w-0 flex-1"
      >
        <Input
          value={title}
          maxLength={80}
          onChange={({ target }) => setTitle(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            save();
          }}
        />
      </Field>
      <Button
        variant="secondary"
        className="mt-6.5"
        loading={pending}
        disabled={title.trim() === ""}
        onClick={save}
      >
        {t("saveNow")}
      </Button>
    </div>
  );
}
