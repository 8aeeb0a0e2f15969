import { z } from "zod";
import { refusal, rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import type { SettingField } from "../provider";

/** C34: a credential of spaces is none. */
export const notBlank = z
  .string({ error: (issue) => (issue.input === undefined ? rule("required") : undefined) })
  .trim()
  .min(1)
  .max(8_000);

/** The folder that holds the gateway's scripts, with its closing slash. */
export const gatewayUrl = z
  .url({ protocol: /^https?$/, error: rule("web_address") })
  .refine((url) => !url.includes("?") && !url.includes("#"), { error: rule("no_query") })
  .transform((url) => (url.endsWith("/") ? url : `${url}/`));

export const currencyCode = (byDefault: string) =>
  z
    .string()
    .check(...shapedAs(/^[A-Z]{3,5}$/, rule(refusal("currency_like", { example: byDefault }))))
    .default(byDefault);

/** Where the gateway's API is: its own address unless another is given. */
export const apiUrl = (byDefault: string) =>
  z.preprocess((value) => (value === "" ? undefined : value), gatewayUrl.default(byDefault));

/** The fields that gateways of many protocols have; their labels in the admin follow from the keys. */
export const gatewayFields = {
  gateway_url: { key: "gateway_url", label: "Gateway address", kind: "url", required: true },
  currency: {
    key: "currency",
    label: "Currency the gateway counts in",
    kind: "text",
    required: false,
    hint: "CNY",
  },
  confirm_by_query: {
    key: "confirm_by_query",
    label: "Ask the gateway before delivering",
    kind: "switch",
    required: false,
  },
} as const satisfies Record<string, SettingField>;
