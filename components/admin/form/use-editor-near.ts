"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import type { RichEditorProps } from "./rich-editor";

/** The editor once it has come. */
interface Come {
  RichEditor: ComponentType<RichEditorProps>;
  /** The reader was in the field already. */
  hasFocus: boolean;
}

/**
 * Brings the editor, which is large, when its field comes near to what is seen or gets the focus: a page of settings has one far down.
 * Until then, and where its script is lost for good, the field is a text area with the HTML.
 */
export function useEditorNear(isWanted: boolean) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isAsked = useRef(false);
  const [come, setCome] = useState<Come | null>(null);
  function bring() {
    if (isAsked.current) return;
    isAsked.current = true;
    import("./rich-editor").then(
      ({ default: RichEditor }) =>
        setCome({ RichEditor, hasFocus: area.current !== null && area.current === document.activeElement }),
      () => {
        isAsked.current = false;
      },
    );
  }
  const bringNow = useRef(bring);
  useEffect(() => {
    const field = area.current;
    if (!isWanted || !field) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) bringNow.current();
      },
      { rootMargin: "300px" },
    );
    observer.observe(field);
    return () => observer.disconnect();
  }, [isWanted]);
  /** For an editor that is opened once more, by a press elsewhere. */
  const forgetFocus = () => setCome((now) => now && { ...now, hasFocus: false });
  return { area, come, bring, forgetFocus };
}
