import { decisionList } from "./decision-list";
import { entityDiagrams } from "./entity-diagrams";
import { languageList } from "./language-list";
import { limitTable } from "./limit-table";
import { refusalList } from "./refusal-list";
import { settingsTable } from "./settings-table";
import { stateDiagrams } from "./state-diagrams";

/** The pages of docs/, and the list of languages, that are made from the code. A test compares them with what is committed. */
export const generatedPages: Record<string, (root: string) => string> = {
  "docs/data-model.md": entityDiagrams,
  "docs/decisions/README.md": decisionList,
  "docs/limits.md": limitTable,
  "docs/refusals.md": refusalList,
  "docs/settings.md": settingsTable,
  "docs/states.md": stateDiagrams,
  "messages/languages.ts": languageList,
};
