import type { Messages as OurMessages } from "./areas";
import type { Locale as OurLocale } from "./locales";

declare module "next-intl" {
  interface AppConfig {
    Locale: OurLocale;
    Messages: OurMessages;
  }
}
