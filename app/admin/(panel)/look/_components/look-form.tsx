"use client";

import { Download, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BothSaid } from "@/components/admin/form/both-texts";
import { ChooseFile } from "@/components/admin/form/choose-file";
import { DraftOffer } from "@/components/admin/form/draft-offer";
import { mergeFresh } from "@/components/admin/form/field-spec";
import { LanguageTabs } from "@/components/admin/form/language-tabs";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { changedByBoth, useDraft } from "@/components/admin/form/use-draft";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { isConflictOf, useWrite } from "@/components/admin/form/use-write";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { keysOf } from "@/lib/core/shapes/records";
import type { Locale } from "@/messages/locales";
import { LinkList } from "./link-list";
import { applyReady, changesOf, type Look, type ReadyLooks } from "./look-draft";
import { HeroFields, LookFields, type LookTexts } from "./look-fields";
import { exportLook, importLook } from "./look-file";
import { LookPreview } from "./look-preview";
import { SectionList } from "./section-list";

type LookFormProps = {
  stored: Look;
  texts: LookTexts;
  categories: readonly { value: string; label: string }[];
  languages: readonly Locale[];
  ready: ReadyLooks;
  mayWrite: boolean;
  submitLabel: string;
};

/** The texts in a part of the look; what has none is said as it is stored. */
function sayLook(part: unknown): string {
  if (Array.isArray(part)) return part.map(sayLook).filter(Boolean).join("\n");
  if (typeof part !== "object" || part === null) return String(part ?? "");
  const { translations: _, ...own } = part as Record<string, unknown>;
  return Object.values(own).map(sayLook).filter(Boolean).join(" · ");
}

/** The look as a form, beside the page that it makes. */
export function LookForm({
  stored,
  texts,
  categories,
  languages,
  ready,
  mayWrite,
  submitLabel,
}: LookFormProps) {
  const t = useTranslations("admin-content.look");
  const form = useTranslations("admin.form");
  const errorText = useAdminError();
  const write = useWrite({ path: "/admin/settings", method: "PATCH", success: form("saved") });
  const {
    draft: look,
    setDraft,
    saved,
    setSaved,
    isDirty,
    offer,
    conflict,
  } = useDraft<Look>({
    version: JSON.stringify(stored),
    read: () => stored,
    isConflict: isConflictOf(write.problem),
    merge: mergeFresh,
    keep: mayWrite ? { form: "look" } : null,
  });
  const both = changedByBoth(look, conflict);
  const [language, setLanguage] = useState<Locale | undefined>(undefined);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  useUnsaved(isDirty && !write.pending);

  const change = (next: Partial<Look>) => {
    write.clear();
    setDraft((before) => ({ ...before, ...next }));
  };

  async function send() {
    const sent = look;
    if (await write.submit(changesOf(sent, saved))) setSaved(sent);
  }

  async function open([file]: File[]) {
    setFileProblem(null);
    try {
      const read = file ? await importLook(file) : null;
      if (read) change(read);
      else setFileProblem(t("noLook"));
    } catch (cause) {
      setFileProblem(errorText(cause));
    }
  }

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <ScriptForm onSend={send} className="flex min-w-0 flex-col gap-4">
        <DraftOffer offer={offer} />
        {both.map((name) => (
          <BothSaid
            key={name}
            label={texts[name]?.label ?? name}
            mine={sayLook(look[name])}
            theirs={sayLook(conflict?.theirs[name])}
            onTake={() => conflict && change({ [name]: conflict.theirs[name] })}
          />
        ))}
        <fieldset disabled={!mayWrite} className="contents">
          <Panel title={t("ready")} description={t("readyText")}>
            <div className="flex flex-wrap gap-2">
              {keysOf(ready).map((name) => (
                <Button
                  key={name}
                  variant="secondary"
                  size="sm"
                  onClick={() => change(applyReady(look, ready[name]))}
                >
                  {t(`looks.${name}`)}
                </Button>
              ))}
            </div>
            <div className="mt-4 flex flex-wrap gap-2 border-line border-t pt-4">
              <Button variant="ghost" size="sm" onClick={() => void exportLook(look, "shop")}>
                <Download aria-hidden />
                {t("export")}
              </Button>
              {mayWrite ? (
                <ChooseFile
                  accept="application/json,.json"
                  className={buttonClass("ghost", "sm", "cursor-pointer focus-within:outline-2")}
                  onChoose={(files) => void open(files)}
                >
                  <Upload aria-hidden />
                  {t("import")}
                </ChooseFile>
              ) : null}
            </div>
            <FieldError>{fileProblem}</FieldError>
          </Panel>
          <Panel title={t("face")}>
            <LookFields
              look={look}
              texts={texts}
              onChange={change}
              errorOf={(name) => write.fieldError(`look.${name}`)}
            />
          </Panel>
          <Panel title={t("words")}>
            <div className="flex flex-col gap-4">
              {languages.length > 0 ? (
                <LanguageTabs others={languages} chosen={language} onChoose={setLanguage} />
              ) : null}
              <HeroFields
                hero={look.hero}
                texts={texts}
                language={language}
                onChange={(hero) => change({ hero })}
              />
              <h3 className="mt-2 font-semibold text-sm">{texts.sections?.label}</h3>
              <SectionList
                sections={look.sections}
                categories={categories}
                language={language}
                onChange={(sections) => change({ sections })}
              />
              {(["header_links", "footer_links"] as const).map((name) => (
                <div key={name} className="flex flex-col gap-2">
                  <h3 className="mt-2 font-semibold text-sm">{texts[name]?.label}</h3>
                  <p className="text-ink-faint text-xs">{texts[name]?.hint}</p>
                  <LinkList
                    links={look[name]}
                    language={language}
                    onChange={(links) => change({ [name]: links })}
                  />
                </div>
              ))}
            </div>
          </Panel>
          <FieldError>{write.formError("look.color", "look.accent")}</FieldError>
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-paper py-3">
            {isDirty ? (
              <>
                <span className="mr-auto text-ink-muted text-sm">{form("unsaved")}</span>
                <Button
                  variant="secondary"
                  onClick={() => {
                    write.clear();
                    setDraft(saved);
                  }}
                >
                  {form("discard")}
                </Button>
              </>
            ) : null}
            <SubmitButton loading={write.pending} disabled={!isDirty}>
              {submitLabel}
            </SubmitButton>
          </div>
        </fieldset>
      </ScriptForm>
      <div className="min-w-0 xl:sticky xl:top-16">
        <LookPreview look={look} />
      </div>
    </div>
  );
}
