import { packageTable } from "../release/packages";
import { decisionList } from "./decision-list";
import { entityDiagrams } from "./entity-diagrams";
import { languageTables } from "./language-list";
import { licenceList } from "./licence-list";
import { limitTable } from "./limit-table";
import { navigationList, sharedIcons } from "./navigation";
import { refusalList } from "./refusal-list";
import { routeList } from "./route-list";
import { schemaList } from "./schema-list";
import { settingsTable } from "./settings-table";
import { stateDiagrams } from "./state-diagrams";
import { textPages } from "./text-pages";

/**
 * The pages of docs/, the list of routes, the admin's menu and the list of languages: what is made from the code. A test
 * compares them with what is committed.
 */
export const generatedPages: Record<string, (root: string) => string> = {
  "app/api/v1/route-modules.ts": routeList,
  "app/api/v1/schema-modules.ts": schemaList,
  "components/admin/shell/nav-entries.ts": navigationList,
  "components/admin/shared-icons.svg": sharedIcons,
  "docs/data-model.md": entityDiagrams,
  "docs/decisions/README.md": decisionList,
  "docs/licences.md": licenceList,
  "docs/limits.md": limitTable,
  "docs/packages.md": packageTable,
  "docs/refusals.md": refusalList,
  "docs/settings.md": settingsTable,
  "docs/states.md": stateDiagrams,
  "docs/texts.md": textPages,
  ...languageTables,
};
