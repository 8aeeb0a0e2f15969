/** The buttons of a form: in a dialog they stay in sight however long the form is. */
export const formFoot =
  "flex flex-wrap items-center justify-end gap-2 in-[[role=dialog]]:sticky in-[[role=dialog]]:-bottom-5 in-[[role=dialog]]:z-10 in-[[role=dialog]]:-mx-5 in-[[role=dialog]]:-mb-5 in-[[role=dialog]]:rounded-b-xl in-[[role=dialog]]:border-line in-[[role=dialog]]:border-t in-[[role=dialog]]:bg-raised in-[[role=dialog]]:px-5 in-[[role=dialog]]:py-3";
