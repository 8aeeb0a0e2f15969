import { Download } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";

/** The list with its filters as a file. */
export async function CsvLink({ href }: { href: string }) {
  const t = await getTranslations("admin.table");
  return (
    <a href={href} download className={buttonClass("secondary", "sm")}>
      <Download aria-hidden />
      {t("export")}
    </a>
  );
}
