"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChooseFile } from "@/components/admin/form/choose-file";
import { formFoot } from "@/components/admin/form/form-foot";
import { keepDraft, readDraft } from "@/components/admin/form/tab-draft";
import { useGuardedOpen } from "@/components/admin/form/use-guarded-open";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { showFirstError, useWrite } from "@/components/admin/form/use-write";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { AnswerText } from "./answer-text";
import { OrderFiles, useOrderFiles } from "./order-files";
import { SavedReplies } from "./saved-replies";

interface ManualItem {
  item: number;
  name: string;
  /** Name that the buyer read, for what is written to that buyer. */
  ordered: string;
  quantity: number;
  /** Answers of the buyer. */
  answers: { label: string; value: string }[];
}

type DeliverByHandProps = {
  trigger: ReactNode;
  title: string;
  description: string;
  orderNo: string;
  items: readonly ManualItem[];
};

const longest = 64_000;
const draftKey = (orderNo: string, item: number) => `deliver:${orderNo}:${item}`;

/** Shows the buyer's answers beside the field in which their goods are written. */
export function DeliverByHand({ trigger, title, description, orderNo, items }: DeliverByHandProps) {
  const { open, ask, close, onDirty } = useGuardedOpen();
  return (
    <Dialog open={open} onOpenChange={(next) => void ask(next)}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title={title}
        description={description}
        size="lg"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <Panes
          orderNo={orderNo}
          items={items}
          submitLabel={title}
          onDirty={onDirty}
          onLater={() => void ask(false)}
          onDone={close}
        />
      </DialogContent>
    </Dialog>
  );
}

type PanesProps = {
  orderNo: string;
  items: readonly ManualItem[];
  submitLabel: string;
  onDirty: (isDirty: boolean) => void;
  onLater: () => void;
  onDone: () => void;
};

function Panes({ orderNo, items, submitLabel, onDirty, onLater, onDone }: PanesProps) {
  const t = useTranslations("admin-sell.order.byHandForm");
  const form = useRef<HTMLFormElement>(null);
  const [item, setItem] = useState(items[0]?.item ?? 0);
  const [content, setContent] = useState(() => readDraft(draftKey(orderNo, item)));
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const { submit, pending, problem, fieldError, formError, clear } = useWrite(
    { path: `/admin/orders/${orderNo}/deliver-by-hand`, success: t("delivered") },
    () => {
      keepDraft(draftKey(orderNo, item), "");
      onDone();
    },
  );
  const { data, mutate } = useOrderFiles(orderNo);
  const own = (data?.files ?? []).filter((file) => file.item === item);
  const chosen = items.find((one) => one.item === item);
  // Kept as a draft it is not lost by closing; only what could not be kept has to be asked about.
  const [isKept, setKept] = useState(true);
  const isDirty = content !== "" && !isKept;
  useUnsaved(isDirty && !pending);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    if (problem) showFirstError(form.current);
  }, [problem]);

  function write(text: string) {
    clear();
    setRefusedFile(null);
    setContent(text);
    setKept(keepDraft(draftKey(orderNo, item), text));
  }

  async function load(file: File | undefined) {
    if (!file) return;
    const text = new TextDecoder("utf-8").decode(await file.arrayBuffer());
    const isText = !text.includes("\u0000") && !text.includes("\uFFFD") && text.length <= longest;
    if (isText) write(text.replace(/^\uFEFF/, ""));
    else setRefusedFile(file.name);
  }

  return (
    <ScriptForm
      ref={form}
      onSend={() => submit({ item, content: content === "" ? null : content })}
      className="flex flex-col gap-4"
    >
      <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Answers answers={chosen?.answers ?? []} />
        <div className="flex min-w-0 flex-col gap-3">
          {items.length > 1 ? (
            <Field label={t("item")} error={fieldError("item")}>
              <Select
                value={String(item)}
                onChange={({ target }) => {
                  const next = Number(target.value);
                  setItem(next);
                  setContent(readDraft(draftKey(orderNo, next)));
                }}
              >
                {items.map((one) => (
                  <option key={one.item} value={one.item}>
                    {`${one.name} × ${one.quantity}`}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          <Field label={t("content")} hint={t("draftHint")} error={fieldError("content")}>
            <Textarea
              rows={9}
              required={own.length === 0}
              maxLength={longest}
              value={content}
              onChange={({ target }) => write(target.value)}
              className="font-mono text-sm"
            />
          </Field>
          <SavedReplies
            content={content}
            fill={{ order_no: orderNo, product: chosen?.ordered ?? "" }}
            onChoose={(text) => write(content === "" ? text : `${content}\n${text}`)}
          />
          <TextFile onChoose={(file) => void load(file)} />
          <OrderFiles orderNo={orderNo} item={item} files={own} onChange={() => mutate()} />
        </div>
      </div>
      <FieldError>
        {refusedFile === null ? formError("item", "content") : t("noTextFile", { name: refusedFile })}
      </FieldError>
      <div className={formFoot}>
        <Button variant="secondary" onClick={onLater}>
          {t("later")}
        </Button>
        <SubmitButton loading={pending}>{submitLabel}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

function Answers({ answers }: { answers: ManualItem["answers"] }) {
  const t = useTranslations("admin-sell.order.byHandForm");
  return (
    <div className="min-w-0 rounded-md bg-sunken p-3 text-sm">
      <h3 className="font-medium text-xs">{t("form")}</h3>
      {answers.length > 0 ? (
        <dl className="mt-2 grid gap-2">
          {answers.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-ink-muted text-xs">{label}</dt>
              <dd className="whitespace-pre-wrap break-words">
                <AnswerText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-2 text-ink-muted text-xs">{t("formNone")}</p>
      )}
    </div>
  );
}

function TextFile({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const t = useTranslations("admin-sell.order.byHandForm");
  return (
    <ChooseFile
      accept=".txt,.csv,.md,.json,.key,.pem,.lic,text/*"
      className={buttonClass("secondary", "sm", "cursor-pointer self-start")}
      onChoose={([file]) => onChoose(file)}
    >
      <FileUp aria-hidden />
      {t("textFile")}
    </ChooseFile>
  );
}
