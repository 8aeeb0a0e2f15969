import type { Rule } from "@/lib/core/refusals/refusal";
import type { problems } from "./en/problems";
import type { ShopperWords } from "./language";

/** Sentences of problems in one language, by their rules: a language that lacks one does not compile. */
export type ProblemSentences = Readonly<Record<keyof typeof problems, string>>;

export interface RefusalSentences {
  sentences: Readonly<Record<Rule, string>>;
  words: ShopperWords["refusalWords"];
}
