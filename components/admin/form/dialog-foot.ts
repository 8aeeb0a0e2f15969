/** The buttons of a form in a dialog: they stay in sight however long the form is. */
export const dialogFoot =
  "sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 rounded-b-xl border-line border-t bg-raised px-5 py-3";
