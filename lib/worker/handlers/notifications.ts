import {
  mailDelivered,
  mailFailed,
  mailPaid,
  mailRecovery,
  mailRefunded,
  mailSecretChanged,
} from "../../checkout/order-mails";
import { failLostMails } from "../../notifications/fail-lost-mails";
import { sendMail } from "../../notifications/send-mail";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";
import { mailCode, mailSecurity } from "./account-mails";

export const handlers: Handlers = {
  "order.paid": ({ orderId }) => mailPaid(orderId),
  "order.delivered": ({ orderId }) => mailDelivered(orderId),
  "order.secret_changed": ({ orderId }) => mailSecretChanged(orderId),
  "order.failed": ({ orderId }) => mailFailed(orderId),
  "order.refunded": ({ orderId, refundId }) => mailRefunded(orderId, refundId),
  "order.recovery": mailRecovery,
  "account.code": mailCode,
  "account.security": mailSecurity,
  "mail.send": ({ mailId }) => sendMail(mailId),
  "housekeeping.purge": whenClockIsRight(failLostMails),
};
