import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { emailIn, maybe, plainText, seenIn } from "../../core/wire";

/** TLS from the first byte (465), TLS by STARTTLS or nothing (587), no TLS. */
export const mailSecurities = ["tls", "starttls", "none"] as const;

/** A name or an IP address, without a port. */
const hostName = z
  .string()
  .trim()
  .max(253)
  .check(
    ...shapedAs(
      /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/,
      rule("host_name"),
    ),
  );

/** The whole server is replaced; a password that is left out stays. */
export const mailServerBody = z.object({
  host: hostName,
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  user: maybe(plainText(200)),
  password: maybe(z.string().max(500)),
  from: maybe(emailIn),
  seen: seenIn,
});
export type MailServerBody = z.output<typeof mailServerBody>;

export const mailServerOut = z.object({
  /** `configuration`: named there, and not to be changed here. */
  source: z.enum(["configuration", "admin", "none"]),
  host: z.string().nullable(),
  port: z.int().nullable(),
  /** `offered`: TLS if the server offers it, which only the configuration can ask for. */
  security: z.enum([...mailSecurities, "offered"]).nullable(),
  user: z.string().nullable(),
  password_set: z.boolean(),
  /** The address that mails come from. */
  from: z.string().nullable(),
  /** The configuration names the address. */
  from_fixed: z.boolean(),
});
export type MailServerOut = z.infer<typeof mailServerOut>;
