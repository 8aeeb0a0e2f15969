"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { useSWRConfig } from "swr";
import useSWRMutation from "swr/mutation";
import { ApiError } from "@/components/api/api-error";
import { api, type RequestOptions } from "@/components/api/client";
import { toast } from "@/components/ui/toast";
import { useAdminError } from "./use-admin-error";

export type Write = {
  path: string;
  method?: NonNullable<RequestOptions["method"]>;
  /** Said when it is done. */
  success?: string;
  /** Act as a second person approves it, when it is above the limit of the person who asks. */
  approval?: { kind: string; [target: string]: unknown };
  /** The sum that it moves, where no field names it. */
  sum?: string;
  /** Where to go afterwards; `{id}` is taken from the answer. */
  goTo?: string;
  /** Offered beside `success` for a few seconds: the call that takes it back. */
  undo?: { path: string; method?: NonNullable<RequestOptions["method"]>; body?: Body };
};

type Body = Record<string, unknown>;

const conflictRules: readonly (string | null)[] = [
  "changed_by_other",
  "changed_meanwhile",
  "product_changed",
];

/** Somebody else changed what this form was about to write. */
export const isConflictOf = (problem: unknown): boolean =>
  problem instanceof ApiError && conflictRules.includes(problem.rule);

const limitRules: readonly (string | null)[] = ["above_act_limit", "above_day_limit"];

/** A sentence that begins with a verb needs a subject. The member's name on the wire is no name that people know. */
export const looseSentence = (problem: unknown, sentence: string, ofValue: (reason: string) => string) =>
  problem instanceof ApiError && problem.isOfField ? ofValue(sentence) : sentence;

/** A write of the admin: call, say so, and let the server draw the page again. */
export function useWrite<Answer extends object = Body>(write: Write, onDone?: (answer: Answer) => void) {
  const router = useRouter();
  const t = useTranslations("admin.form");
  const errorText = useAdminError();
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState<unknown>(null);
  // A form is not done before it shows what the server stored: until then it would take its own changes for unsaved ones.
  const [isDrawing, startDrawing] = useTransition();
  const { trigger, isMutating } = useSWRMutation(
    `write ${write.method ?? "POST"} ${write.path}`,
    (_key: string, { arg }: { arg: Body }) =>
      api<Answer>(write.path, { method: write.method ?? "POST", body: arg }),
  );

  async function takeBack({ path, method = "POST", body }: NonNullable<Write["undo"]>): Promise<void> {
    try {
      await api(path, { method, body: body ?? {} });
      toast.success(t("undone"));
    } catch (cause) {
      toast.error(errorText(cause));
    }
    void mutate((key) => Array.isArray(key));
    router.refresh();
  }

  /** False when the server refused; the reason stands in `fieldError` and `formError`. */
  async function submit(
    body: Body = {},
    { success, undo, goTo = write.goTo }: Pick<Write, "success" | "undo" | "goTo"> = write,
  ): Promise<boolean> {
    setProblem(null);
    try {
      const answer = await trigger(body);
      if (success)
        toast.success(
          success,
          undo ? { action: { label: t("undo"), onClick: () => void takeBack(undo) } } : {},
        );
      onDone?.(answer);
      void mutate((key) => Array.isArray(key));
      if (goTo) {
        router.push(
          goTo.replace(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(String(Reflect.get(answer, name))),
          ),
        );
      }
      startDrawing(() => router.refresh());
      return true;
    } catch (cause) {
      setProblem(cause);
      // Brings what the other operator stored, so that the form can show it; sent again before that, it would be refused again.
      if (isConflictOf(cause)) startDrawing(() => router.refresh());
      return false;
    }
  }

  /** Puts the same before a second person. */
  async function askSecondPerson(body: Body): Promise<boolean> {
    try {
      await api("/admin/money-requests", { body: { ...body, ...write.approval } });
    } catch (cause) {
      setProblem(cause);
      return false;
    }
    toast.success(t("asked"));
    void mutate((key) => Array.isArray(key));
    router.refresh();
    return true;
  }

  const field = problem instanceof ApiError ? problem.field : null;
  return {
    submit,
    askSecondPerson,
    isAboveLimit:
      write.approval !== undefined && problem instanceof ApiError && limitRules.includes(problem.rule),
    pending: isMutating || isDrawing,
    problem,
    fieldError: (...names: string[]) =>
      problem && field && names.includes(field) ? errorText(problem) : undefined,
    /** Finds the problem that belongs to none of the named fields. */
    formError: (...fields: string[]) =>
      problem && !(field && fields.includes(field))
        ? looseSentence(problem, errorText(problem), (reason) => t("refusedValue", { reason }))
        : undefined,
    clear: () => setProblem(null),
  };
}

/** The field that the server refused may be far up the page: it is brought into sight and gets the focus. */
export function showFirstError(within: ParentNode | null): void {
  const field = within?.querySelector<HTMLElement>("[aria-invalid='true']");
  const sentence = within?.querySelector<HTMLElement>("[role='alert']:not(.hidden)");
  (field ?? sentence)?.scrollIntoView({ block: field ? "center" : "nearest" });
  field?.focus({ preventScroll: true });
}
