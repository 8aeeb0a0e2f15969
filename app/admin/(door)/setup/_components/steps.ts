import type { Permission } from "@/lib/acts/permissions";

/** The set-up's steps behind the word, in their order; each is an address of its own. */
const setupSteps = ["shop", "mail", "payment", "goods"] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Rights that a step needs beside the one for settings. */
const needed: Partial<Record<SetupStep, Permission>> = {
  payment: "payments:write",
  goods: "catalogue:write",
};

/** Steps of a reader who may take them. */
export const stepsOf = (may: (permission: Permission) => boolean): SetupStep[] =>
  setupSteps.filter((step) => {
    const permission = needed[step];
    return permission === undefined || may(permission);
  });

export const addressOf = (step: SetupStep): string => `/admin/setup?step=${step}`;

/** The desk follows the last step. */
export function addressAfter(step: SetupStep, steps: readonly SetupStep[]): string {
  const next = steps[steps.indexOf(step) + 1];
  return next ? addressOf(next) : "/admin";
}
