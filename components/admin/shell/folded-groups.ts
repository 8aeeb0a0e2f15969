import { useSyncExternalStore } from "react";

const storageKey = "keyshelf.admin.groups";
const listeners = new Set<() => void>();

function readToggled(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function toggle(group: string) {
  const toggled = new Set(readToggled().split(" ").filter(Boolean));
  if (!toggled.delete(group)) toggled.add(group);
  try {
    localStorage.setItem(storageKey, [...toggled].join(" "));
  } catch {
    // A browser that keeps nothing shows every group as it comes.
  }
  for (const listener of listeners) listener();
}

/** Groups of the menu that this browser shows otherwise than they come: open or folded. */
export function useToggledGroups(): {
  isToggled: (group: string) => boolean;
  toggle: (group: string) => void;
} {
  const toggled = useSyncExternalStore(subscribe, readToggled, () => "").split(" ");
  return { isToggled: (group) => toggled.includes(group), toggle };
}
