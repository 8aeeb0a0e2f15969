import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { type FaultName, plantedFaults, startFaultyMain } from "../../support/fakes/faulty-main";
import { credentialArguments, failures, runConformance } from "../../support/harness/conformance";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());

let agent: Awaited<ReturnType<typeof aSite>>;
beforeEach(async () => {
  agent = await aSite();
  await aProduct({ keys: 10 });
  await aProduct({ keys: 10 });
});

const waitSeconds = 1;

async function failuresOf(name: FaultName): Promise<string[]> {
  const fault = plantedFaults(waitSeconds * 1000 - 100)[name];
  const main = await startFaultyMain(server.url, agent, fault);
  const wait = ["--nonce-wait", String(waitSeconds)];
  const { text } = await runConformance(
    "--base-url",
    main.url,
    ...credentialArguments(agent),
    "--buy",
    ...wait,
  );
  await main.stop();
  return failures(text);
}

/** The sentence of the check that must see it. */
const seenBy: Record<Exclude<FaultName, "none">, string> = {
  upper_case_signature: "the true signature in upper case is 4003",
  prefix_signature: "a signature of which only the first half is true is 4003",
  timestamp_parse_int: "a timestamp followed by letters is 4003",
  nonce_v1: "a nonce that is a UUID v1 is 4003",
  nonce_60s: "a nonce is still spent a minute later",
  request_id_same: "every answer has a request_id of its own",
  msg_ok: "a good signature is accepted",
  updated_after_inclusive: "updated_after the time of a product's last change leaves that product out",
  updated_after_no_offset: "updated_after=2026-01-01T00:00:00 is 4001",
  category_ignored: "category_id of a category that is not there is an empty list",
  amount_wrong: "the amount is the price times the quantity",
  expire_past: "is reserved and answered with number, amount and expiry",
  one_key: "the payload has a line for every unit",
  more_ok: "paying 0.01 more is 4001",
  unknown_members_ok: "a body with a member that is not specified is 4001",
  paid_race: "of five payments at once one is taken and the others are 4090",
};

describe("npm run conformance against a main site with one fault", () => {
  it("finds no fault where there is none", async () => {
    expect(await failuresOf("none")).toEqual([]);
  });

  it.each(Object.entries(seenBy) as [FaultName, string][])("sees %s [N2]", async (name, sentence) => {
    expect((await failuresOf(name)).join("\n")).toContain(sentence);
  });
});
