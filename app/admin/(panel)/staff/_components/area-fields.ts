import { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { type AccessLevel, accessLevels, type PermissionArea, permissionAreas } from "@/lib/acts/permissions";

type Areas = Record<PermissionArea, AccessLevel>;

/** No role and no token manages the staff; costs and profit are figures. */
const readOnly: readonly PermissionArea[] = ["staff", "profit"];
const levelsOf = (area: PermissionArea, most: AccessLevel | undefined): AccessLevel[] =>
  accessLevels.slice(
    0,
    accessLevels.indexOf(readOnly.includes(area) && most !== "none" ? "read" : (most ?? "write")) + 1,
  );

/** Fields that open each area to a role or a token; with `most` no further than that, and without what that closes. */
export async function areaFields(filled?: Areas, most?: Areas): Promise<FieldSpec[]> {
  const t = await getTranslations("admin-system.roles");
  const optionsOf = (area: PermissionArea) => {
    const words = area === "staff" ? "staffLevels" : area === "money" || area === "exports" ? area : "levels";
    return levelsOf(area, most?.[area]).map((value) => ({
      value,
      label: t(`${words}.${value}` as "levels.none"),
    }));
  };
  return permissionAreas
    .filter((area) => most?.[area] !== "none")
    .map((area) => ({
      kind: "select",
      name: `areas.${area}`,
      label: t(`areas.${area}`),
      value: filled?.[area] ?? "none",
      options: optionsOf(area),
      ...(area === "money" ? { hint: t("moneyHint") } : {}),
    }));
}
