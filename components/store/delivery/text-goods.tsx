import { AccountCard } from "./account-card";
import { isLabelledAccount } from "./read-account";
import { TextDocument } from "./text-document";

type TextGoodsProps = { text: string; number?: number; total?: number };

/** A text as a document; one that says a log-in and a password has a button for each. */
export function TextGoods({ text, number = 1, total = 1 }: TextGoodsProps) {
  return isLabelledAccount(text) ? (
    <AccountCard secret={text} number={number} total={total} />
  ) : (
    <TextDocument text={text} />
  );
}
