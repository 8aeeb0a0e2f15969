import { purchaseMoves } from "@/lib/interconnect/agent/purchases/state";
import { callbackMoves } from "@/lib/interconnect/main/callback-state";
import { mailMoves } from "@/lib/notifications/mails/mail-state";
import { reviewMoves } from "@/lib/orders/reviews/state";
import { fulfillmentMoves, paymentMoves as moneyMoves, orderMoves } from "@/lib/orders/state";
import { paymentMoves, refundMoves } from "@/lib/payments/state";
import { rechargeMoves } from "@/lib/wallet/state";

/** The transition tables that code moves by. A new table is one line here. */
const tables: Record<string, Record<string, readonly string[]>> = {
  "Money of an order (`payment_status`)": moneyMoves,
  "Goods of an order item (`fulfillment_status`)": fulfillmentMoves,
  "An order in one word (`status`)": orderMoves,
  "A payment at a gateway": paymentMoves,
  "A refund outside the shop": refundMoves,
  "A recharge": rechargeMoves,
  "Purchase at a main site": purchaseMoves,
  "Callback to an agent site": callbackMoves,
  Mail: mailMoves,
  "Review of a buyer": reviewMoves,
};

function diagram(moves: Record<string, readonly string[]>): string {
  const [first] = Object.keys(moves);
  const arrows = Object.entries(moves).flatMap(([from, targets]) =>
    targets.length === 0 ? [`  ${from} --> [*]`] : targets.map((to) => `  ${from} --> ${to}`),
  );
  return ["```mermaid", "stateDiagram-v2", `  [*] --> ${first}`, ...arrows, "```"].join("\n");
}

/** docs/states.md. */
export function stateDiagrams(): string {
  const parts = Object.entries(tables).map(([title, moves]) => `## ${title}\n\n${diagram(moves)}`);
  return `# State machines

Written by \`npm run docs\` from the transition tables that the code moves by: a move that is not drawn here is refused.

${parts.join("\n\n")}
`;
}
