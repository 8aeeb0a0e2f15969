"use client";

import { useCallback, useEffect, useState } from "react";
import { ApiError } from "./api-error";
import { type ErrorTexts, useErrorText } from "./use-error-text";

export type SubmitState<A extends unknown[]> = {
  submit: (...args: A) => Promise<boolean>;
  pending: boolean;
  /** The message for one field of the form, or undefined. */
  fieldError: (...names: string[]) => string | undefined;
  /** The message that belongs to none of the named fields. */
  formError: (...fields: string[]) => string | undefined;
  problem: ApiError | null;
  clear: () => void;
};

/** Runs a write, remembers whether it is under way, and sorts the server's message to its field. */
export function useSubmit<A extends unknown[]>(
  write: (...args: A) => Promise<void>,
  texts?: ErrorTexts,
): SubmitState<A> {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const errorText = useErrorText(texts);

  // The field that was refused may be out of sight.
  useEffect(() => {
    if (!problem) return;
    const field = document.querySelector<HTMLElement>("[aria-invalid='true']");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [problem]);

  const submit = async (...args: A) => {
    setPending(true);
    setProblem(null);
    try {
      await write(...args);
      return true;
    } catch (cause) {
      setProblem(cause ?? new Error("failed"));
      return false;
    } finally {
      setPending(false);
    }
  };

  const field = problem instanceof ApiError ? problem.field : null;
  return {
    submit,
    pending,
    problem: problem instanceof ApiError ? problem : null,
    fieldError: (...names) => (problem && field && names.includes(field) ? errorText(problem) : undefined),
    formError: (...fields) =>
      problem && !(field && fields.includes(field)) ? errorText(problem) : undefined,
    clear: useCallback(() => setProblem(null), []),
  };
}
