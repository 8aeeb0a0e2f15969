// Plays the other side of the interconnect against a main site, a receiver or an agent (docs/interconnect.md, "Checking your side").
// No dependency: the folder can be copied and run with Node 20 alone.
import { parseArgs } from "node:util";
import { checkAgent } from "./agent/check-agent.mjs";
import { checkMainSite } from "./main/check-main-site.mjs";
import { checkReceiver } from "./receiver/check-receiver.mjs";
import { Report } from "./report.mjs";
import { agentRules } from "./rules/agent.mjs";
import { mainSiteRules } from "./rules/main-site.mjs";
import { receiverRules } from "./rules/receiver.mjs";

const usage = `Checks a program against docs/interconnect.md, rule by rule.

A main site:   conformance --base-url <url> --key <key> --secret <secret> [--buy] …
A receiver:    conformance --receiver <callback url> --key <key> --secret <secret> [--upstream-order-no <no> --downstream-order-no <no> --buyer-page <url>] …
An agent:      conformance --agent <command> …
The rules:     conformance --rules

Of a main site:
  --buy                    orders two units of the cheapest product in stock and pays for them, and for two more of one unit each;
                           without it, units are only reserved
  --product <id>           orders this product
  --other-key/-secret      a second agent, to check that agents cannot see each other
  --listen <host:port>     receives the callbacks here: enter http(s)://…/ as the site's callback address
  --patience <seconds>     how long a callback is waited for; 30 when not given
  --reservation <seconds>  for how long the site was set to reserve, so that the end of a reservation can be waited for
Of a receiver:
  --upstream-order-no …    an unpaid or paid order of one unit that the receiver knows, without goods so far
  --second-upstream-order-no …  another such order, of which a refund overtakes the delivery
  --buyer-page <url>       shows what the buyer of the order sees, as text, HTML or JSON; {order} in it becomes the downstream number
Of an agent:
  <command>                buys one unit at BASE_URL with SITE_KEY and SITE_SECRET, of PRODUCT_ID and SKU_ID, QUANTITY of them, for the
                           buyer's order ORDER_NO, with which downstream_order_no should begin; prints what the buyer gets
  --listen <host:port>     where the main site listens, for an agent that runs all the time; its --key and --secret
  --callback <url>         where it takes callbacks, for an agent that waits for them and does not ask
Of each:
  --restart <command>      restarts the program and ends, to check what it remembers (a main site, a receiver)
  --nonce-wait <seconds>   how long after its first use a nonce is replayed; 61 when not given, 290 with --thorough, 0 leaves it out
  --thorough               takes up to ten minutes, and for that long a whole stock of at most 100 units
  --verbose                says of every line what was sent, what came, what the guide asks and where
  --json <file>            writes the lines with all of that; --junit <file> for a build server`;

const options = {
  "base-url": { type: "string" },
  receiver: { type: "string" },
  agent: { type: "string" },
  key: { type: "string" },
  secret: { type: "string" },
  buy: { type: "boolean", default: false },
  product: { type: "string" },
  "other-key": { type: "string" },
  "other-secret": { type: "string" },
  listen: { type: "string" },
  callback: { type: "string" },
  patience: { type: "string", default: "30" },
  reservation: { type: "string" },
  "upstream-order-no": { type: "string" },
  "downstream-order-no": { type: "string" },
  "second-upstream-order-no": { type: "string" },
  "second-downstream-order-no": { type: "string" },
  "buyer-page": { type: "string" },
  restart: { type: "string" },
  "nonce-wait": { type: "string" },
  thorough: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
  json: { type: "string" },
  junit: { type: "string" },
  rules: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

const roles = { "base-url": mainSiteRules, receiver: receiverRules, agent: agentRules };

function readArguments() {
  try {
    const args = process.argv.slice(2);
    // `keyshelf conformance` hands its own name on.
    if (args[0] === "conformance") args.shift();
    const { values } = parseArgs({ args, options });
    if (values.help || values.rules) return values;
    const given = Object.keys(roles).filter((role) => values[role]);
    if (given.length !== 1) return null;
    if (values.agent) return values;
    if (!values.key || !values.secret || !URL.canParse(values["base-url"] ?? values.receiver)) return null;
    return values;
  } catch (error) {
    console.error(error.message);
    return null;
  }
}

function printRules() {
  for (const rules of Object.values(roles))
    for (const [name, { asks, at, isAdvice }] of Object.entries(rules))
      console.log(`${name.padEnd(26)} ${isAdvice ? "(advice) " : ""}${asks} #${at}`);
}

const seconds = (text, otherwise) => (text === undefined ? otherwise : Math.max(0, Number(text) || 0));

const orderOf = (upstream, downstream) => (upstream && downstream ? { upstream, downstream } : null);

async function check(values) {
  const role = Object.keys(roles).find((each) => values[each]);
  const report = new Report(roles[role], { isVerbose: values.verbose });
  const credentials = { key: values.key, secret: values.secret };
  const shared = {
    nonceWait: seconds(values["nonce-wait"], values.thorough ? 290 : 61),
    restart: values.restart,
    isThorough: values.thorough,
  };
  try {
    if (role === "agent")
      await checkAgent(report, values.agent, {
        ...credentials,
        listen: values.listen,
        callback: values.callback,
      });
    else if (role === "receiver")
      await checkReceiver(report, values.receiver, credentials, {
        ...shared,
        order: orderOf(values["upstream-order-no"], values["downstream-order-no"]),
        second: orderOf(values["second-upstream-order-no"], values["second-downstream-order-no"]),
        buyerPage: values["buyer-page"],
      });
    else
      await checkMainSite(report, values["base-url"].replace(/\/+$/, ""), credentials, {
        ...shared,
        isBuying: values.buy,
        productId: values.product ? Number(values.product) : null,
        other: values["other-key"]
          ? { key: values["other-key"], secret: values["other-secret"] ?? "" }
          : null,
        listen: values.listen,
        callbackWaitMs: seconds(values.patience) * 1000,
        reservation: seconds(values.reservation, 0),
      });
  } catch (error) {
    report.abort(error);
  }
  return report.finish(values);
}

const values = readArguments();
if (values?.help) console.log(usage);
else if (values?.rules) printRules();
else if (!values) {
  console.error(usage);
  process.exitCode = 2;
} else process.exitCode = await check(values);
