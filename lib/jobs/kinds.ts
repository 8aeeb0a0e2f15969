export type AccountSecurityEvent =
  | "password_changed"
  | "new_device"
  | "email_changed"
  | "totp_enabled"
  | "totp_disabled"
  | "passkey_added"
  | "passkey_removed"
  | "identity_linked"
  | "identity_unlinked"
  /** By the shop, as its customer asked. */
  | "password_reset"
  | "totp_reset"
  | "passkeys_reset"
  | "identities_reset"
  | "account_merged"
  | "account_joined";

interface FormerMailServer {
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  user: string | null;
  passwordSealed: string | null;
  from: string | null;
}

/** Every kind of job and what it carries: ids only, never a key, a code or a token. */
export interface JobPayloads {
  "order.paid": { orderId: number };
  /** An operator or a deposit let a held order go. */
  "order.released": { orderId: number };
  "order.delivered": { orderId: number };
  "order.failed": { orderId: number };
  "order.refunded": { orderId: number; refundId: number };
  "order.secret_changed": { orderId: number };
  "order.closed": { orderId: number };
  "order.recovery": { email: string; orderNo: string | null; locale: string };
  "order.sweep": Record<string, never>;
  "order.redeliver": { skuId: number };
  "receipt.issue": Record<string, never>;
  /** Asks the seller's server for an item, or gives it to a person at its deadline. */
  "delivery.ask": { requestId: number };
  /** An option's living text was changed: its readers are told. */
  "living.tell": { skuId: number };
  /** Asks the seller's server how many units of an option there are. */
  "stock.ask": { skuId: number };
  "stock.tell": Record<string, never>;
  "stock.expire": Record<string, never>;
  /** Makes hashes of stored keys anew after the way to compare keys has changed. */
  "stock.renew_hashes": Record<string, never>;
  /** Takes an import of keys further. */
  "stock.import": { importId: number };
  /** The upload of a file's version is complete. */
  "file.check": { versionId: number };
  /** Tells the buyer of a file of its new version. */
  "file.mail": { orderId: number; versionId: number };
  /** Something that was bought ends soon, at `endsAt` unless that was moved meanwhile. */
  "order.ending": { orderId: number; itemId: number; endsAt: string };
  /** Removes the bytes of a version that is gone. */
  "file.remove": { storageKey: string; storage?: "folder" | "bucket"; store?: string | null };
  /** The code is sealed (lib/accounts/codes/email-code.ts): the one secret that has no row of its own to be read from. */
  "account.code": { emailCodeId: number; sealedCode: string; locale: string };
  "account.security": {
    userId: number;
    event: AccountSecurityEvent;
    at: string;
    /** Null: the shop did it. */
    ip: string | null;
    userAgent: string | null;
    to?: string;
  };
  "staff.sign_in": {
    kind: "new_place" | "login_failures";
    email: string;
    ip: string;
    userAgent: string;
    count: number;
  };
  "mail.send": { mailId: number };
  /** The former server is stored nowhere else any more; its password stays sealed. */
  "mail_server.changed": { before: FormerMailServer | null; after: string | null; id: string };
  "operator.event": { eventId: number };
  "operator.message": { channelId: number; kind: string };
  "operator.send": { deliveryId: number };
  "payment.query": { paymentId: number };
  "payment.reconcile": Record<string, never>;
  "channel.fetch_rates": Record<string, never>;
  "channel.fetch_rate": { channelId: number };
  "channel.test_all": Record<string, never>;
  "refund.send": { refundId: number };
  "test_gateway.notify": { tradeNo: string };
  "site.ping": { siteId: number };
  "callback.send": { callbackId: number };
  /** Delivers an order that was paid with a test key, and tells its site. */
  "site.test_order": { testOrderId: number; attempts: number };
  "purchase.pay": { purchaseId: number };
  "purchase.poll": { purchaseId: number };
  "interconnect.sweep": Record<string, never>;
  "connection.sync": { connectionId: number; trigger: "schedule" | "button" };
  /** Copies the pictures of an imported product from its main site. */
  "product.pictures": { productId: number };
  /** Deletes uploaded pictures that nothing names any more. */
  "picture.sweep": Record<string, never>;
  "housekeeping.purge": Record<string, never>;
  "morning.tell": Record<string, never>;
  "housekeeping.reseal": Record<string, never>;
  "backup.nightly": Record<string, never>;
  "update.ask": Record<string, never>;
}

export type JobKind = keyof JobPayloads;
