import { z } from "zod";

/** C34: a credential of spaces is none. */
export const notBlank = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} must not be empty`)
    .max(8_000);

/** The folder that holds the gateway's scripts, with its closing slash. */
export const gatewayUrl = z
  .url({ protocol: /^https?$/, error: "gateway_url must be an http or https address" })
  .refine((url) => !url.includes("?") && !url.includes("#"), { error: "gateway_url must have no query" })
  .transform((url) => (url.endsWith("/") ? url : `${url}/`));

export const currencyCode = (byDefault: string) =>
  z
    .string()
    .regex(/^[A-Z]{3,5}$/, `currency must be a code like ${byDefault}`)
    .default(byDefault);
