/**
 * A full load after the session has changed: every page and every cached answer was drawn for somebody else.
 * Never settles, so that the form stays busy until the page is gone.
 */
export function enter(path: string): Promise<never> {
  window.location.assign(path);
  return new Promise(() => {});
}
