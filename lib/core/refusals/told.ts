import { sayTold } from "../../../messages/say";
import { baseLocale } from "../locale";

export { sayWithin } from "../../../messages/say";

import { readNoted } from "./noted";
import type { Told } from "./refusal";
import type { ToldMembers, ToldMembersOrNull } from "./told-shape";

/** Members of an answer about a problem: its sentence in English, as `name`, and its rule with the values. */
export function toldOf<N extends string>(name: N, told: Told): ToldMembers<N>;
export function toldOf(name: string, told: Told) {
  return { [name]: sayTold(told, baseLocale), [`${name}_rule`]: told };
}

/** The same of a column that `note` wrote. */
export function toldOrNull<N extends string>(name: N, column: string | null): ToldMembersOrNull<N>;
export function toldOrNull(name: string, column: string | null) {
  const told = column === null ? null : readNoted(column);
  return { [name]: told && sayTold(told, baseLocale), [`${name}_rule`]: told };
}
