import { requireCaptcha } from "../../accounts/captcha/require-captcha";
import type { ClientInfo, UserActor } from "../../acts/actor";
import { AppError } from "../../core/errors";
import { toMoney } from "../../core/wire";
import { consumeNetworkLimit } from "../../db/rate-limit";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { findBalance } from "../find-balance";
import { postTransfer } from "../post-transfer";
import type { RedeemBody, Redemption } from "../schema";
import { hashGiftCardCode, normaliseGiftCardCode } from "./gift-card-code";
import { redeemCard } from "./move-gift-cards";

/**
 * Turns a gift card into balance. Unknown, used, disabled and expired codes get one answer (O12).
 * @throws AppError `gift_card_unavailable`, `captcha_invalid`, `feature_disabled`, `rate_limited`
 */
export async function redeemGiftCard(
  actor: UserActor,
  client: ClientInfo,
  { code: typed, captcha }: RedeemBody,
): Promise<Redemption> {
  const { features } = await getSettings();
  if (!features.wallet || !features.giftCards) {
    throw new AppError("feature_disabled", "gift_cards_off");
  }
  await consumeNetworkLimit("redeem_network", client.ip);
  await requireCaptcha("gift_card", captcha, client);

  const { userId } = actor;
  return inTransaction(async (tx) => {
    const card = await redeemCard(tx, hashGiftCardCode(typed), userId);
    if (!card) throw new AppError("gift_card_unavailable", "gift_card_unavailable");
    const { transferNo } = await postTransfer(tx, {
      type: "gift_card",
      reasonKey: `gift_card:${card.id}`,
      reference: `…${normaliseGiftCardCode(typed).slice(-4)}`,
      entries: [
        { account: { kind: "shop_gift_cards" }, amountCents: -card.amountCents },
        { account: { kind: "user_wallet", userId }, amountCents: card.amountCents },
      ],
    });
    return {
      amount: toMoney(card.amountCents),
      balance: toMoney(await findBalance(tx, userId)),
      transaction_id: transferNo,
    };
  });
}
