import { shownNames } from "@/lib/catalogue/admin/fields/schema";

interface Words {
  (key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** Lines of the product's page about the fields that shoppers read; one that says nothing has none. */
export const factsOf = (
  product: Record<string, unknown>,
  t: Pick<Words, "has">,
  names: readonly string[] = shownNames,
): string[] => {
  const say = t as Words;
  return names.flatMap((name) => {
    const value = product[name];
    if (value === null || value === undefined || value === false || value === "") return [];
    const fact = `fields.${name}.fact`;
    if (say.has(fact)) return [say(fact, { value: value as string | number })];
    const label = say(`fields.${name}.label`);
    if (value === true) return [label];
    const choice = `fields.${name}.${value}`;
    return [`${label}: ${say.has(choice) ? say(choice) : value}`];
  });
};
