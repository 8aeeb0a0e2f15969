import { problem } from "../../../core/refusals/refusal";
import { type HttpProvider, isOk } from "../provider";
import { postSigned, signedFields, signedSettings } from "./signed-json";

/** Messages to the operator for any program that shows them to people. */
export const webhook: HttpProvider = {
  code: "webhook",
  fields: signedFields,
  settings: signedSettings,
  write: (settings, message, call) => {
    const { kind, at: timestamp, event: _, ...data } = message;
    return postSigned(settings, { type: `shop.${kind}`, timestamp, data }, call);
  },
  problem: (answer) => (isOk(answer) ? null : problem("receiver_answered", { status: answer.status })),
};
