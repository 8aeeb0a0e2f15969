import type { MailWords, ShopperWords } from "../language";
import { gatewayLines } from "./gateway-lines";
import { livingNotices } from "./living-notices";
import { mailFooters, mailNames, mails } from "./mails";
import { inputRefusals } from "./refusals-input";
import { stateRefusals } from "./refusals-state";
import { statuses, things, types } from "./refusals-words";

export const language: ShopperWords & MailWords = {
  mails,
  mailFooters,
  sampleProduct: "サンプル商品",
  mailNames,
  livingNotices,
  gatewayLines,
  refusals: { ...inputRefusals, ...stateRefusals },
  refusalWords: { what: things, expected: types, status: statuses },
};
