import type { Locale as OurLocale } from "@/lib/core/locale";
import type { Messages as OurMessages } from "./areas";

declare module "next-intl" {
  interface AppConfig {
    Locale: OurLocale;
    Messages: OurMessages;
  }
}
