const storageKey = "keyshelf.email";

/** @returns the address of the last order that this browser placed as a guest, empty without one */
export function readKeptEmail(): string {
  try {
    return localStorage.getItem(storageKey)?.slice(0, 254) ?? "";
  } catch {
    return "";
  }
}

export function keepEmail(email: string): void {
  try {
    localStorage.setItem(storageKey, email);
  } catch {
    // The next purchase asks for it again.
  }
}

export function forgetEmail(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored then.
  }
}
