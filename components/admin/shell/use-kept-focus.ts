import { useEffect } from "react";

/** Whether the focus is where no reader put it: nowhere, or on the content, which has it when its element is gone. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === "content";

/**
 * Gives the focus to the content when what had it is gone, as a button whose act is done: with the focus nowhere, a screen reader
 * begins at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const content = document.getElementById("content");
    if (!content) return;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const watcher = new MutationObserver(() => {
      const isLost = last instanceof Element && !last.isConnected;
      if (isLost && document.activeElement === document.body) content.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    watcher.observe(content, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      watcher.disconnect();
    };
  }, []);
}
