/** Keys that came before the box for them did; Enter counts too. */
export interface Typed {
  text: string;
  isSent: boolean;
}

/** A script that takes longer has failed: the keys are the page's again. */
const longestMs = 10_000;

let typed: Typed = { text: "", isSent: false };
let end: (() => void) | null = null;

/**
 * Keeps what is typed from the press that opens the search until its box is there, which on a cold page is some letters later: they
 * would be lost, or taken for the keys that walk and go.
 */
export function keepTyped(onEscape: () => void): void {
  end?.();
  typed = { text: "", isSent: false };

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      takeTyped();
      onEscape();
    } else if (event.key === "Enter") typed.isSent = typed.text !== "";
    else if (event.key === "Backspace") typed.text = typed.text.slice(0, -1);
    else if (event.key.length === 1) typed.text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  window.addEventListener("keydown", press, true);
  const timer = window.setTimeout(takeTyped, longestMs);
  end = () => {
    window.removeEventListener("keydown", press, true);
    window.clearTimeout(timer);
    end = null;
  };
}

/** Hands it over, and leaves the keys that follow to whoever has the focus. */
export function takeTyped(): Typed {
  end?.();
  const taken = typed;
  typed = { text: "", isSent: false };
  return taken;
}
