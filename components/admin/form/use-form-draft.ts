import { type FieldSpec, type FormValues, initialValues, mergeFresh } from "./field-spec";
import { changedByBoth, useDraft } from "./use-draft";
import { isConflictOf } from "./use-write";

type Kept = Parameters<typeof useDraft<FormValues>>[0]["keep"];

/** The draft of a form that is described as data. `both`: fields that somebody else changed meanwhile to something else. */
export function useFormDraft(fields: readonly FieldSpec[], problem: unknown, keep: Kept) {
  const {
    draft: values,
    setDraft: setValues,
    ...others
  } = useDraft<FormValues>({
    version: JSON.stringify(initialValues(fields)),
    read: () => initialValues(fields),
    isConflict: isConflictOf(problem),
    merge: mergeFresh,
    keep,
  });
  return { values, setValues, ...others, both: changedByBoth(values, others.conflict) };
}
