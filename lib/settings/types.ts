import type { z } from "zod";
import type { CaptchaProvider, CaptchaScene } from "./captcha-schema";
import type { SettingDefinitions } from "./definitions";

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type ValueOf<D> = D extends { output: infer O extends z.ZodType }
  ? z.output<O>
  : { [K in keyof D as CamelCase<K & string>]: ValueOf<D[K]> };

type Defined = { [K in keyof SettingDefinitions as CamelCase<K>]: ValueOf<SettingDefinitions[K]> };

/** Values that an operator changes while the shop runs. */
export interface Settings extends Defined {
  captcha: {
    provider: CaptchaProvider;
    scenes: Record<CaptchaScene, boolean>;
    siteKey: string | null;
    /** Base64 of the sealed Turnstile secret (lib/settings/sealed-secrets.ts opens it). */
    secretSealed: string | null;
  };
  /** The server that the admin names; the configuration's wins over it (lib/notifications/server/mail-server.ts). */
  mailServer: StoredMailServer | null;
}

export interface StoredMailServer {
  host: string;
  port: number;
  security: MailSecurity;
  user: string | null;
  /** Base64 (lib/settings/sealed-secrets.ts opens it); null exactly when there is no user. */
  passwordSealed: string | null;
  /** An address; null where the configuration names one. */
  from: string | null;
}

/** TLS from the first byte, TLS by STARTTLS or nothing, no TLS. */
export type MailSecurity = "tls" | "starttls" | "none";
