import { Info } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { PageHead } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { hasSecondFactor } from "@/lib/accounts/staff/proof/prove-staff";
import { readUpdates } from "@/lib/operations/updates/read-updates";
import { AboutProgram } from "./_components/about-program";

const page = adminPage({
  path: "/admin/about",
  text: "admin-system.about",
  icon: Info,
  permission: "settings:read",
  menu: { group: "system", after: "audit" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ actor, t, may }) => (
  <ClientMessages areas={["admin-system.about"]}>
    <div className="max-w-3xl">
      <PageHead title={t("title")} description={t("description")} />
      <AboutProgram
        drawn={await readUpdates()}
        mayWrite={may("settings:write")}
        hasSecondFactor={await hasSecondFactor(actor)}
      />
    </div>
  </ClientMessages>
));
