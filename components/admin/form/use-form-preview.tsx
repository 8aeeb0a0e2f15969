"use client";

import { type ReactNode, useEffect, useState } from "react";
import useSWR from "swr";
import { api } from "@/components/api/client";
import { useAdminError } from "./use-admin-error";

// The answer is of the call that the form names: its own component knows the shape.
// biome-ignore lint/suspicious/noExplicitAny: a form is described apart from what its call answers.
export type FormPreview = { path: string; show: (answer: any) => ReactNode };

/** Time without a letter, in ms, after which the text is taken for whole. */
const pause = 400;

/**
 * Asks for the effect of a form before it is sent, each time typing pauses. The effect of an earlier text is not shown.
 * `body`: null while something is missing.
 */
export function useFormPreview(
  preview: FormPreview | undefined,
  body: Record<string, unknown> | null,
): { shown: ReactNode; isKnown: boolean } {
  const errorText = useAdminError();
  const wanted =
    preview && body ? `${preview.path}?${new URLSearchParams(body as Record<string, string>)}` : null;
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error } = useSWR(asked, (path: string) => api(path), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  if (!preview) return { shown: null, isKnown: true };
  const isSettled = asked !== null && asked === wanted;
  const isKnown = isSettled && data !== undefined && !error;
  return {
    isKnown,
    shown: (
      <div role="status" className="min-h-10 text-sm">
        {isKnown ? preview.show(data) : null}
        {isSettled && error ? <p className="text-danger">{errorText(error)}</p> : null}
      </div>
    ),
  };
}
