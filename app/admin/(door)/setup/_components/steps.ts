/** The set-up's steps behind the word, in their order; each is an address of its own. */
export const setupSteps = ["shop", "mail", "payment", "goods"] as const;
export type SetupStep = (typeof setupSteps)[number];

export const isSetupStep = (value: unknown): value is SetupStep => setupSteps.some((step) => step === value);

export const addressOf = (step: SetupStep): string => `/admin/setup?step=${step}`;

/** The desk follows the last step. */
export function addressAfter(step: SetupStep): string {
  const next = setupSteps[setupSteps.indexOf(step) + 1];
  return next ? addressOf(next) : "/admin";
}
