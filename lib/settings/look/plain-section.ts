import type { HomeSection } from "./schema";

/** A section of the home page as it is before anybody wrote into it. */
export const plainSection = (kind: HomeSection["kind"]): HomeSection => ({
  kind,
  category: null,
  title: null,
  text: null,
  picture: null,
  link: null,
  translations: {},
});
