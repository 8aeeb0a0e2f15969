"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { slugOf } from "@/components/admin/form/slug-of";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";

type NewCategoryProps = {
  /** There is none yet: the product cannot be saved without. */
  isFirst: boolean;
  onMade: (category: { id: number; name: string }) => void;
};

/** A category for the product that is being written, without leaving it. No form of its own: it stands inside one. */
export function NewCategory({ isFirst, onMade }: NewCategoryProps) {
  const t = useTranslations("admin-sell.product");
  const [isOpen, setOpen] = useState(isFirst);
  const [name, setName] = useState("");
  const { submit, pending, formError } = useWrite(
    { path: "/admin/categories", success: t("categoryMade") },
    (answer) => {
      onMade({ id: Number(answer.id), name: name.trim() });
      setName("");
      setOpen(false);
    },
  );
  // Opened by a press: the next thing to do is to write.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen && !isFirst) field.current?.focus();
  }, [isOpen, isFirst]);
  const create = async () => {
    const typed = name.trim();
    if (typed === "") return;
    const slug = (await slugOf(typed)) || `category-${Date.now().toString(36)}`;
    await submit({ name: typed, slug });
  };
  if (!isOpen) {
    return (
      <Button variant="ghost" size="sm" className="-mt-2 self-start" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {t("newCategory")}
      </Button>
    );
  }
  return (
    <div className="-mt-2 flex flex-col gap-1.5">
      {isFirst ? <p className="text-sm text-warn">{t("noCategory")}</p> : null}
      <div className="flex gap-2">
        <input
          ref={field}
          value={name}
          maxLength={60}
          aria-label={t("newCategory")}
          placeholder={t("categoryName")}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void create();
          }}
          className="control min-w-0 flex-1"
        />
        <Button
          variant="secondary"
          loading={pending}
          disabled={name.trim() === ""}
          onClick={() => void create()}
        >
          {t("createCategory")}
        </Button>
      </div>
      <FieldError>{formError()}</FieldError>
    </div>
  );
}
