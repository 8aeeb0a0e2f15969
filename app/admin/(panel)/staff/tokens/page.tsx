import { KeySquare } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { listTokensOfStaff } from "@/lib/accounts/staff/tokens/staff-tokens";
import { tokenColumns } from "../_components/token-columns";
import { StaffTabs } from "../staff-tabs";

const page = adminPage({
  path: "/admin/staff/tokens",
  text: "admin-system.tokens",
  icon: KeySquare,
  permission: "staff:read",
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const [{ tokens }, columns] = await Promise.all([
    listTokensOfStaff(),
    tokenColumns(may("staff:write") ? "/admin/staff/tokens" : null, { ofStaff: true }),
  ]);
  return (
    <ListPage
      page={page}
      rows={tokens}
      rowKey={(row) => row.id}
      columns={columns}
      head={{ description: t("ofStaff") }}
    >
      <StaffTabs current="tokens" />
    </ListPage>
  );
});
