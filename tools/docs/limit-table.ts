import { type LimitName, limitDefinition, limits } from "@/lib/config/limits";
import { configSchema } from "@/lib/config/schema";
import { tradeLimitNames, tradeLimits } from "@/lib/interconnect/schema";

const owners = {
  network: "network (IPv4 address, IPv6 /64)",
  caller: "account that calls",
  address: "mail address",
  account: "account",
  order: "order",
  payment: "payment",
};

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function period(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? "hour" : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? "minute" : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

/** docs/limits.md. */
export function limitTable(): string {
  const { limits: defaults } = configSchema.parse({});
  const rows = (Object.keys(limits) as LimitName[]).map((name) => {
    const { by, max, times = 1, windowSeconds, what } = limitDefinition(name);
    const count = (typeof max === "number" ? max : defaults[max]) * times;
    const setting =
      typeof max === "number" ? "" : `\`limits.${toSnake(max)}\`${times > 1 ? ` × ${times}` : ""}`;
    return `| ${what} | ${owners[by]} | ${count} per ${period(windowSeconds)} | ${setting} |`;
  });
  const tradeRows = (Object.keys(tradeLimits) as (keyof typeof tradeLimits)[]).map((name) => {
    const [what, unit] = tradeLimitNames[name];
    return `| ${what} | ${tradeLimits[name].toLocaleString("en")} ${unit}`.trimEnd().concat(" |");
  });
  return `<!-- Written by \`npm run docs\` from \`lib/config/limits.ts\` and \`lib/interconnect/schema.ts\`. -->

# Limits

All processes of a shop share these counts. Beyond a limit the answer is HTTP 429
with \`Retry-After\`. Where a value of the configuration is named, the number is its default.

| what | counted for each | at most | configuration |
|---|---|---|---|
${rows.join("\n")}

Signed calls of a partner have a bucket of tokens that come back steadily: \`limits.upstream_per_minute\` (${defaults.upstreamPerMinute}, or what was agreed with
the site) with bursts of \`limits.upstream_burst\` (${defaults.upstreamBurst}). Callbacks of a main site: \`limits.callbacks_per_minute\` (${defaults.callbacksPerMinute}).

Unpaid orders that may be open at one time: \`limits.open_orders_per_ip\` (${defaults.openOrdersPerIp}), \`open_orders_per_email\` (${defaults.openOrdersPerEmail}),
\`open_orders_per_user\` (${defaults.openOrdersPerUser}), and \`open_units_per_ip\` (${defaults.openUnitsPerIp}) units of one product.

## Between two shops

The same for a main site and an agent. A main site refuses an order whose keys are longer together
than a payload may be, and an agent an order that its main site cannot take: both before anybody pays.

| what | at most |
|---|---|
${tradeRows.join("\n")}
`;
}
