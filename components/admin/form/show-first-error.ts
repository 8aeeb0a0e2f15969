/** The field that the server refused may be far up the page: it is brought into sight and gets the focus. */
export function showFirstError(within: ParentNode | null): void {
  const field = within?.querySelector<HTMLElement>("[aria-invalid='true']");
  const sentence = within?.querySelector<HTMLElement>("[role='alert']:not(.hidden)");
  (field ?? sentence)?.scrollIntoView({ block: field ? "center" : "nearest" });
  field?.focus({ preventScroll: true });
}
