import { tellOfStock } from "../../catalogue/stock-notices/tell-of-stock";
import { mailOpenOrders } from "../../checkout/mails/open-order-mails";
import { orderMails } from "../../checkout/mails/order-mails";
import { failLostMails } from "../../notifications/mails/fail-lost-mails";
import { sendMail } from "../../notifications/mails/send-mail";
import { sendWaitingMails } from "../../notifications/mails/send-waiting-mails";
import { mailOwnersOfServer } from "../../notifications/server/tell-owners";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";
import { mailCode, mailSecurity } from "./account-mails";

export const handlers = {
  ...orderMails,
  "order.sweep": async () => {
    await mailOpenOrders();
    await sendWaitingMails();
  },
  "account.code": mailCode,
  "account.security": mailSecurity,
  "stock.tell": tellOfStock,
  "mail.send": ({ mailId }) => sendMail(mailId),
  "mail_server.changed": mailOwnersOfServer,
  "housekeeping.purge": whenClockIsRight(failLostMails),
} satisfies Handlers;
