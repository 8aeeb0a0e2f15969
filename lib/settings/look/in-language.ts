import { inLanguage, type Lang } from "../../core/translations";
import type { Look } from "./look-css";

/** The look with the texts that the operator wrote for one language. */
export function lookIn(look: Look, lang: Lang): Look {
  return {
    ...look,
    hero: inLanguage(look.hero, lang),
    sections: look.sections.map((section) => inLanguage(section, lang)),
    headerLinks: look.headerLinks.map((link) => inLanguage(link, lang)),
    footerLinks: look.footerLinks.map((link) => inLanguage(link, lang)),
  };
}
