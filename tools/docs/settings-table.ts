import { z } from "zod";
import { listSettings } from "@/lib/settings/definitions";

type Allowed = z.core.JSONSchema.JSONSchema;

/** Bounds and choices, as the request's schema has them. */
function limits(allowed: Allowed): string {
  const { type, anyOf = [], enum: choices, items, minimum, maximum, maxLength } = allowed;
  const [value] = anyOf.filter((one): one is Allowed => typeof one === "object" && one.type !== "null");
  if (value) return limits(value);
  if (choices) return choices.join(", ");
  if (type === "boolean") return "true, false";
  if (type === "integer") return `${minimum}–${maximum}`;
  if (type === "array")
    return typeof items === "object" && "enum" in items ? `of ${limits(items)}` : "a list";
  if (type === "object") return "an object";
  return maxLength ? `at most ${maxLength} characters` : "text";
}

const limitsOf = (input: z.ZodType): string =>
  limits(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));

/** docs/settings.md. */
export function settingsTable(): string {
  const rows = listSettings().map(
    ({ path, setting }) =>
      `| \`${path}\` | ${setting.label} | ${limitsOf(setting.input)} | \`${JSON.stringify(setting.default)}\` | ${setting.isPublic ? "yes" : "no"} |`,
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
