"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { mostLinks } from "@/lib/settings/look/choices";
import type { LookLink } from "@/lib/settings/look/schema";
import type { Locale } from "@/messages/locales";
import { emptyLink, textIn, withText } from "./look-draft";
import { OrderedList } from "./ordered-list";

type LinkListProps = {
  links: readonly LookLink[];
  language: Locale | undefined;
  onChange: (links: LookLink[]) => void;
};

/** Links of the operator's own; without any the usual ones are shown. */
export function LinkList({ links, language, onChange }: LinkListProps) {
  const t = useTranslations("admin-content.look");
  return (
    <div className="flex flex-col gap-3">
      <OrderedList items={links} nameOf={({ address }) => address} onChange={onChange}>
        {(link, change) => (
          <div className="grid gap-3 border-line border-t p-3 sm:grid-cols-2">
            <Field label={t("linkLabel")}>
              <Input
                maxLength={40}
                value={textIn(link, "label", language)}
                placeholder={language ? link.label : undefined}
                onChange={({ target }) => change(withText(link, "label", target.value, language))}
              />
            </Field>
            <Field label={t("linkAddress")}>
              <Input
                value={link.address}
                placeholder="/products"
                onChange={({ target }) => change({ ...link, address: target.value.trim() })}
              />
            </Field>
          </div>
        )}
      </OrderedList>
      {links.length < mostLinks ? (
        <button
          type="button"
          className={buttonClass("secondary", "sm", "self-start")}
          onClick={() => onChange([...links, emptyLink])}
        >
          <Plus aria-hidden />
          {t("addLink")}
        </button>
      ) : null}
    </div>
  );
}
