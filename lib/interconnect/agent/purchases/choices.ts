/** C164: which units of a mapped offer may come more than once. */
export const repeatRules = ["never", "other_suppliers", "always"] as const;
