import { problem } from "../../../core/refusals/refusal";
import { type HttpProvider, isOk } from "../provider";
import { postSigned, signedFields, signedSettings } from "./signed-json";

/** Events of the shop for programs that book them: one a message, under the id of the event. A test has no event. */
export const events: HttpProvider = {
  code: "events",
  fields: signedFields,
  settings: signedSettings,
  write: (settings, { kind, at: created_at, event }, { id, at }) => {
    const body = event ?? { id, type: kind, created_at, data: {} };
    return postSigned(settings, body, { id: body.id, at });
  },
  problem: (answer) => (isOk(answer) ? null : problem("receiver_answered", { status: answer.status })),
};
