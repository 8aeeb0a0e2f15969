/** The parts of the menu, in their order. A page names its part in `adminPage`. */
export const menuGroups = [
  "top",
  "sell",
  "customers",
  "content",
  "money",
  "mainSide",
  "agentSide",
  "system",
] as const;

export type MenuGroup = (typeof menuGroups)[number];

export interface NavEntry {
  /** The page is `/admin/<key>`; the overview is `/admin` itself. */
  key: string;
  /** Where the page's texts stand: its name here is its own title. */
  text: string;
  /** Name of its shape (`SharedIcon`). */
  icon: string;
  permission: string | null;
  /** Pressed after `g`. */
  hotkey?: string;
}
