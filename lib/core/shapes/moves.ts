import { keysOf } from "./records";

/** States, and for each the states to which it leads. */
export type Moves<S extends string> = Record<S, readonly S[]>;

/** The states of a table that lead to `To`. */
export type SourceOf<M extends Moves<string>, To> = {
  [From in keyof M]: To extends M[From][number] ? From : never;
}[keyof M];

/** The states from which `to` may be reached: what a conditional update names. */
export const sourcesIn = <S extends string>(moves: Moves<S>, to: S): S[] =>
  keysOf(moves).filter((from) => moves[from].includes(to));
