/** The field that the server refused may be far up the page: it is brought into sight and gets the focus. */
export function showFirstError(within: ParentNode | null): void {
  const field = within?.querySelector<HTMLElement>("[aria-invalid='true']");
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}
