import { getTranslations } from "next-intl/server";
import { type AccessLevel, type PermissionArea, permissionAreas } from "@/lib/acts/permissions";

/** Areas that a role or a token changes, and those that it sees. */
export async function AreaSummary({ areas }: { areas: Record<PermissionArea, AccessLevel> }) {
  const t = await getTranslations("admin-system.roles");
  return (["write", "read"] as const).map((level) => {
    const names = permissionAreas.filter((area) => areas[area] === level).map((area) => t(`areas.${area}`));
    return names.length > 0 ? (
      <p key={level} className={level === "read" ? "text-ink-muted" : ""}>
        {t(`summary.${level}`, { areas: names.join(" · ") })}
      </p>
    ) : null;
  });
}
