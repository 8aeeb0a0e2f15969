/** A draft lives as long as its tab: it survives a reload, and is gone from this computer when the tab is closed. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @returns whether the browser keeps it */
export function keepDraft(key: string, text: string): boolean {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
