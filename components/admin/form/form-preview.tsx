"use client";

import { type ReactNode, useEffect, useState } from "react";
import useSWR from "swr";
import { api } from "@/components/api/client";
import { useAdminError } from "./use-admin-error";

type FormPreviewProps<Answer> = {
  path: string;
  /** Holds what the form would send; null while something is missing. */
  body: Record<string, unknown> | null;
  onKnown: (isKnown: boolean) => void;
  children: (answer: Answer) => ReactNode;
};

/** Time without a letter, in ms, after which the text is taken for whole. */
const pause = 400;

/** Asks for the effect of a form before it is sent, each time typing pauses. The effect of an earlier text is not shown. */
export function FormPreview<Answer>({ path, body, onKnown, children }: FormPreviewProps<Answer>) {
  const errorText = useAdminError();
  const wanted = body && `${path}?${new URLSearchParams(body as Record<string, string>)}`;
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error } = useSWR(asked, (address: string) => api<Answer>(address), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  const isSettled = asked !== null && asked === wanted;
  const answer = isSettled && !error ? data : undefined;
  const isKnown = answer !== undefined;
  useEffect(() => onKnown(isKnown), [isKnown, onKnown]);
  return (
    <div role="status" className="min-h-10 text-sm">
      {answer === undefined ? null : children(answer)}
      {isSettled && error ? <p className="text-danger">{errorText(error)}</p> : null}
    </div>
  );
}
