import { useTranslations } from "next-intl";
import { FieldError } from "@/components/ui/field";

/** In place of a part that somebody asked for and that cannot be loaded now. It comes by itself. */
export function NotLoaded() {
  const t = useTranslations("common.error");
  return <FieldError>{t("notLoaded")}</FieldError>;
}
