import { rulesAt } from "./signing.mjs";

const refused =
  "HTTP 403 is the answer when the key is unknown, the signature is wrong, a header is missing or malformed, the timestamp is more than 300 seconds away from your clock, or the nonce was taken before.";
const nonce =
  "Take a nonce in the step that looks it up (a unique row), so that of equal callbacks at once one is taken.";
const older =
  "An event that is not newer than the newest one applied to its order changes nothing and is answered with 2xx";
const shown = "show your buyer the new payload, byte for byte, in place of the former one";
const outlives =
  "Answer with 2xx when it is stored, and not before: it does not come again, so it has to outlive a restart.";
const broken = "A body that is no JSON object, or lacks one of the five specified members, is HTTP 400.";

/** Everything that the command wants of a receiver. */
export const receiverRules = {
  ...rulesAt("what-a-receiver-does", {
    "received.signature": refused,
    "received.secret": refused,
    "received.key": refused,
    "received.signature-form": refused,
    "received.headers": refused,
    "received.body": "check the four headers before anything is parsed",
    "received.first": "check the four headers before anything is parsed",
    "received.clock": refused,
    "received.clock-near": refused,
    "received.timestamp-form": refused,
    "received.nonce-form": refused,
    "received.nonce-once": nonce,
    "received.nonce-at-once": nonce,
    "received.nonce-unspent": "A refused signature takes no nonce.",
    "received.nonce-window": "Remember it for ten minutes, also over a restart.",
    "received.nonce-restart": "Remember it for ten minutes, also over a restart.",
    "received.json": broken,
    "received.members": broken,
    "received.further-members": "Ignore members that you do not know.",
    "received.ping": "is answered with 2xx and applies nothing",
    "received.unknown-order": "An order that you do not know is HTTP 404.",
    "received.both-numbers": "Find the order by **both** numbers.",
    "received.unknown-event":
      "An event that you do not know is answered with 2xx and changes nothing, nor does it count as applied.",
    "received.fulfilled": shown,
    "received.lines": shown,
    "received.letters": shown,
    "received.again": older,
    "received.changed": shown,
    "received.older": older,
    "received.older-time":
      "From a main site that sends no `sequence` it is one whose `timestamp` is earlier.",
    "received.sequence-first": "its `sequence` is the same or lower",
    "received.overtaken": "Events of one order may come at once, twice and in any order.",
    "received.at-once": "make the comparison of 7 part of the statement that stores",
    "received.refund-first": "where it overtook the delivery the payload that it carries is the delivery",
    "received.partial-refund": "a partial refund leaves the goods as they are",
    "received.revoked": "after `revoked` no older event delivers",
    "received.restart": outlives,
    "received.long":
      "Take the bytes of the body as they come, up to the [limit](limits.md#between-two-shops)",
  }),
  ...rulesAt("callbacks", { "received.large-sequence": "is as large as a time in milliseconds (64 bits)" }),
};
