/** The only place that reads the environment. Empty counts as unset, as in a compose file with `KEY=`. */
export function readEnvironment(): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && value !== "") set[name] = value;
  }
  return set;
}

export const isProduction = (): boolean => process.env.NODE_ENV === "production";
