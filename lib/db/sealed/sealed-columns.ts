/** A column of sealed values: what a new master key has to reach (docs/decisions/0052). */
export interface SealedColumn {
  table: string;
  column: string;
  /** SQL: the place that a value is bound to, as its domain writes it. A wrong one opens nothing, so nothing is lost by it. */
  aad: string;
  /** The primary key, along which the table is walked. */
  key: Readonly<Record<string, "int" | "text">>;
  /** SQL, where the value stands inside another one. */
  read?: string;
  write?: string;
}

const byId = { id: "int" } as const;
const apiKeyOfSite = "(SELECT api_key FROM sites WHERE sites.id = site_id)";

/** The sealed value that `write` puts back. */
export const incoming = "incoming.sealed";

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: "payment_channels",
    column: "config_sealed",
    aad: "'payment_channels:config:' || id || ':v1'",
    key: byId,
  },
  {
    table: "site_signing_secrets",
    column: "secret_sealed",
    aad: `'site_signing_secrets:secret_sealed:' || ${apiKeyOfSite} || ':v1'`,
    key: byId,
  },
  {
    table: "site_test_keys",
    column: "secret_sealed",
    aad: "'site_test_keys:secret_sealed:' || api_key || ':v1'",
    key: { site_id: "int" },
  },
  {
    table: "connections",
    column: "secret_sealed",
    aad: "'connections:secret_sealed:' || api_key || ':v1'",
    key: byId,
  },
  {
    table: "connections",
    column: "previous_secret_sealed",
    aad: "'connections:secret_sealed:' || api_key || ':v1'",
    key: byId,
  },
  {
    table: "connections",
    column: "pairing_secret_sealed",
    aad: "'connections:secret_sealed:' || api_key || ':v1'",
    key: byId,
  },
  { table: "users", column: "totp_secret_sealed", aad: "'users:totp_secret:' || id || ':v1'", key: byId },
  { table: "staff", column: "totp_secret_sealed", aad: "'staff:totp_secret:' || id || ':v1'", key: byId },
  {
    table: "settings",
    column: "value",
    aad: "'settings:captcha_secret:captcha:v1'",
    key: { key: "text" },
    read: "decode(CASE key WHEN 'captcha' THEN value ->> 'secretSealed' END, 'base64')",
    write: `jsonb_set(value, '{secretSealed}', to_jsonb(translate(encode(${incoming}, 'base64'), E'\\n', '')))`,
  },
  {
    table: "settings",
    column: "value",
    aad: "'settings:mail_server:password:v1'",
    key: { key: "text" },
    read: "decode(CASE key WHEN 'mailServer' THEN value ->> 'passwordSealed' END, 'base64')",
    write: `jsonb_set(value, '{passwordSealed}', to_jsonb(translate(encode(${incoming}, 'base64'), E'\\n', '')))`,
  },
  { table: "skus", column: "content_sealed", aad: "'skus:content:' || id || ':v1'", key: byId },
  { table: "secrets", column: "content_sealed", aad: "'secrets:content:' || id || ':v1'", key: byId },
  {
    table: "key_import_pieces",
    column: "text_sealed",
    aad: "'key_import_pieces:text:' || import_id || ':' || number || ':v1'",
    key: { import_id: "int", number: "int" },
  },
  {
    table: "gift_cards",
    column: "code_sealed",
    aad: "'gift_cards:code_sealed:' || encode(code_hash, 'hex') || ':v1'",
    key: byId,
  },
  {
    table: "fulfillments",
    column: "content_sealed",
    aad: "'fulfilments:content:' || id || ':v1'",
    key: byId,
  },
  {
    table: "idempotency_keys",
    column: "token_sealed",
    aad: "'idempotency_keys:token:' || owner || ':' || key || ':v1'",
    key: { owner: "text", key: "text" },
  },
  {
    table: "callbacks",
    column: "body_sealed",
    aad: "'callbacks:body_sealed:' || order_event_id || ':v1'",
    key: byId,
  },
  {
    table: "notification_channels",
    column: "settings_sealed",
    aad: "'notification_channels:settings:' || id || ':v1'",
    key: byId,
  },
  {
    table: "login_providers",
    column: "secret_sealed",
    aad: "'login_providers:secret:' || id || ':v1'",
    key: byId,
  },
  { table: "licenses", column: "key_sealed", aad: "'licenses:key:' || id || ':v1'", key: byId },
  {
    table: "license_signing_keys",
    column: "private_sealed",
    aad: "'license_signing_keys:private:' || kid || ':v1'",
    key: { kid: "text" },
  },
  {
    table: "living_texts",
    column: "content_sealed",
    aad: "'living_texts:content:' || sku_id || ':' || number || ':v1'",
    key: { sku_id: "int", number: "int" },
  },
  {
    table: "delivery_requests",
    column: "body_sealed",
    aad: "'delivery_requests:body:' || public_id || ':v1'",
    key: byId,
  },
  {
    table: "delivery_attempts",
    column: "answer_sealed",
    aad: "'delivery_attempts:answer:' || id || ':v1'",
    key: byId,
  },
  {
    table: "delivery_secrets",
    column: "secret_sealed",
    aad: "'delivery_secrets:secret:' || sku_id || ':v1'",
    key: { sku_id: "int" },
  },
  {
    table: "payment_proofs",
    column: "picture_sealed",
    aad: "'payment_proofs:picture:' || id || ':v1'",
    key: { id: "text" },
  },
  { table: "mails", column: "text_sealed", aad: "'mails:text:' || dedupe_key || ':v1'", key: byId },
  { table: "mails", column: "html_sealed", aad: "'mails:html:' || dedupe_key || ':v1'", key: byId },
];

/** SQL: the name of the key that sealed a value, as `sealedBy` gives it. */
export const keyIdOf = ({ column, read = column }: SealedColumn): string =>
  `encode(substring(${read} FROM 2 FOR 4), 'hex')`;
