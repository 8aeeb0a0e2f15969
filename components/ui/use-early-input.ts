"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Sets a property as the browser does it when a person types, past React, which watches the property of the element itself. */
function setAsBrowser(control: Control, property: "value" | "checked", value: string | boolean): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, value);
}

function tellChecked(box: HTMLInputElement): void {
  const early = box.checked;
  // The chosen one of a group of radio buttons speaks.
  if (early === box.defaultChecked || (box.type === "radio" && !early)) return;
  box.checked = box.defaultChecked;
  setAsBrowser(box, "checked", early);
  box.dispatchEvent(new Event("click", { bubbles: true }));
}

function tellText(field: HTMLInputElement | HTMLTextAreaElement): void {
  const early = field.value;
  if (early === field.defaultValue) return;
  field.value = field.defaultValue;
  setAsBrowser(field, "value", early);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function tellChosen(list: HTMLSelectElement): void {
  const given = [...list.options].find((option) => option.defaultSelected);
  if (given && !given.selected) list.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Tells the form of early input as if it had just happened. Values that were typed, chosen, filled in by a password
 * manager or brought back by the browser before the script of the page had come stand in the element and nowhere else:
 * React knows nothing of them and takes them back at the next opportunity.
 */
export function useEarlyInput<C extends Control>(): RefObject<C | null> {
  const ref = useRef<C>(null);
  useLayoutEffect(() => {
    const control: Control | null = ref.current;
    if (control instanceof HTMLSelectElement) tellChosen(control);
    else if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio"))
      tellChecked(control);
    else if (control && control.type !== "file") tellText(control);
  }, []);
  return ref;
}
