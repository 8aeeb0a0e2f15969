// npm run conformance -- --base-url https://main.example.com --key … --secret …      plays an agent against a main site
// npm run conformance -- --receiver https://shop.example.com/api/v1/interconnect/callback --key … --secret …
//                                                                                    plays a main site against a receiver
// No dependency: the folder scripts/conformance can be copied and run with Node 20 alone.
import { parseArgs } from "node:util";
import { checkMainSite } from "./main-site.mjs";
import { checkReceiver } from "./receiver.mjs";
import { Report } from "./report.mjs";

const usage = `Usage:
  npm run conformance -- --base-url <url> --key <key> --secret <secret> [--buy] [--product <id>] [--nonce-wait <seconds>] [--other-key <key> --other-secret <secret>]
  npm run conformance -- --receiver <callback url> --key <key> --secret <secret> [--upstream-order-no <no> --downstream-order-no <no>]

  --buy                    pays two units of the cheapest product in stock (or of --product); without it, they are only reserved
  --nonce-wait <seconds>   how long after its first use a nonce is replayed; 61 when not given, 0 leaves that check out
  --other-key/-secret      a second agent, to check that agents cannot see each other
  --upstream-order-no …    an order that the receiver knows, to check that a good callback is accepted`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        "base-url": { type: "string" },
        receiver: { type: "string" },
        key: { type: "string" },
        secret: { type: "string" },
        buy: { type: "boolean", default: false },
        product: { type: "string" },
        "nonce-wait": { type: "string", default: "61" },
        "other-key": { type: "string" },
        "other-secret": { type: "string" },
        "upstream-order-no": { type: "string" },
        "downstream-order-no": { type: "string" },
      },
    });
    if (!values.key || !values.secret || Boolean(values["base-url"]) === Boolean(values.receiver))
      return null;
    if (!URL.canParse(values["base-url"] ?? values.receiver)) return null;
    return values;
  } catch (error) {
    console.error(error.message);
    return null;
  }
}

const options = readArguments();
if (!options) {
  console.error(usage);
  process.exit(2);
}
const report = new Report();
const credentials = { key: options.key, secret: options.secret };
try {
  if (options.receiver) {
    await checkReceiver(report, options.receiver, credentials, {
      upstreamOrderNo: options["upstream-order-no"],
      downstreamOrderNo: options["downstream-order-no"],
    });
  } else {
    const other = options["other-key"]
      ? { key: options["other-key"], secret: options["other-secret"] ?? "" }
      : null;
    await checkMainSite(report, options["base-url"].replace(/\/+$/, ""), credentials, {
      isBuying: options.buy,
      productId: options.product ? Number(options.product) : null,
      other,
      nonceWait: Math.max(0, Number(options["nonce-wait"]) || 0),
    });
  }
} catch (error) {
  report.abort(error);
}
process.exitCode = report.finish();
