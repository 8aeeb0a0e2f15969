import type { FormField } from "@/lib/catalogue/schema";

/** Texts of `checkout`; `required` is everybody's. */
type Fault = "emailMissing" | "emailWrong" | "required";

type Filled = {
  /** Null where the shop knows the buyer's address. */
  email: string | null;
  fields: readonly FormField[];
  answers: Record<string, string>;
};

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Every field that the buyer has left out or broken off, in their order: the server names the first alone. */
export function wrongFields({ email, fields, answers }: Filled): Record<string, Fault> {
  const wrong: Record<string, Fault> = {};
  if (email !== null && !looksLikeEmail(email.trim()))
    wrong.email = email.trim() === "" ? "emailMissing" : "emailWrong";
  for (const { key, type, required } of fields) {
    const answer = (answers[key] ?? "").trim();
    if (answer === "" && required) wrong[`form.${key}`] = "required";
    if (answer !== "" && type === "email" && !looksLikeEmail(answer)) wrong[`form.${key}`] = "emailWrong";
  }
  return wrong;
}
