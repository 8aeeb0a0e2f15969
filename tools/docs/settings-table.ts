import { listSettings } from "@/lib/settings/definitions";
import type { Setting } from "@/lib/settings/setting-kinds";

function limits({ field, input }: Setting): string {
  if (field.kind === "minutes") return `${field.min}–${field.max} minutes`;
  if (field.kind === "switch") return "true, false";
  const most = "maxLength" in input && typeof input.maxLength === "number" ? input.maxLength : null;
  return most ? `at most ${most} characters` : field.kind;
}

/** docs/settings.md. */
export function settingsTable(): string {
  const rows = listSettings().map(
    ({ path, setting }) =>
      `| \`${path}\` | ${setting.label} | ${limits(setting)} | \`${JSON.stringify(setting.default)}\` | ${setting.isPublic ? "yes" : "no"} |`,
  );
  return `# Settings

Written by \`npm run docs\` from \`lib/settings/definitions.ts\`. An operator changes these in the admin while the shop runs, or with
\`PATCH /api/v1/admin/settings\`. *Public* settings are part of \`GET /api/v1/public/config\`. The captcha has settings of its own
(\`captcha.provider\`, \`captcha.scenes\`, \`captcha.site_key\`, \`captcha.secret\`).

| name | what | allowed | default | public |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
