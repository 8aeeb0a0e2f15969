import { randomUUID } from "node:crypto";
import { expectOk, expectRefused } from "./answers.mjs";
import { expect } from "./report.mjs";
import { nowSeconds, sign } from "./signed-call.mjs";

/** @returns a replay of an early nonce, to be made when a minute has passed */
export async function checkSignature(report, main) {
  report.section("Signature, clock and nonce");
  const list = "/products?per_page=1";
  const refused = (rule, sentence, call) =>
    report.rule(rule, sentence, async () => expectRefused(await call(), 403, 4003));
  await report.rule("C40", "a good signature is accepted", async () => expectOk(await main.get(list)));
  await report.rule("N7", "header names count in any case", async () => {
    const lower = {};
    for (const name of ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"])
      lower[name] = null;
    const nonce = randomUUID();
    const timestamp = nowSeconds();
    const answer = await main.get(list, {
      headers: {
        ...lower,
        "x-site-key": main.credentials.key,
        "x-site-timestamp": String(timestamp),
        "x-site-nonce": nonce,
        "x-site-signature": sign(main.credentials, String(timestamp), nonce, ""),
      },
    });
    expectOk(answer);
  });
  await refused("C40", "an unknown key is 4003", () =>
    main.as({ key: "nobody_knows_this_key", secret: "x" }).get(list),
  );
  await refused("C40", "a wrong secret is 4003", () =>
    main.as({ ...main.credentials, secret: "wrong" }).get(list),
  );
  await refused("N9", "the true signature in upper case is 4003", () =>
    main.get(list, { signature: (hex) => hex.toUpperCase() }),
  );
  await refused("N9", "the first half of the true signature is 4003", () =>
    main.get(list, { signature: (hex) => hex.slice(0, 32) }),
  );
  await refused("N9", "a signature of which only the first half is true is 4003", () =>
    main.get(list, { signature: (hex) => hex.slice(0, 32) + "0".repeat(32) }),
  );
  await refused("N9", "a signature that is no hex is 4003", () => main.get(list, { signature: "zz" }));
  for (const name of ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"]) {
    await refused("C40", `a missing ${name} is 4003`, () => main.get(list, { headers: { [name]: null } }));
  }
  await refused("C40", "a nonce that is no UUID is 4003", () => main.get(list, { nonce: "12345" }));
  await refused("C40", "a nonce that is a UUID v1 is 4003", () =>
    main.get(list, { nonce: randomUUID().replace(/^(.{14})4/, "$11") }),
  );
  await report.rule("N3", "a timestamp of 290 seconds ago is accepted", async () =>
    expectOk(await main.get(list, { timestamp: nowSeconds() - 290 })),
  );
  await report.rule("N3", "a timestamp 290 seconds ahead is accepted", async () =>
    expectOk(await main.get(list, { timestamp: nowSeconds() + 290 })),
  );
  await refused("N3", "a timestamp of 310 seconds ago is 4003", () =>
    main.get(list, { timestamp: nowSeconds() - 310 }),
  );
  await refused("N3", "a timestamp 310 seconds ahead is 4003", () =>
    main.get(list, { timestamp: nowSeconds() + 310 }),
  );
  await refused("N8", "a timestamp followed by letters is 4003", () =>
    main.get(list, { timestamp: `${nowSeconds()}abc` }),
  );
  await refused("N8", "a timestamp in milliseconds is 4003", () => main.get(list, { timestamp: Date.now() }));
  await report.rule(
    "N1",
    "a nonce is accepted once and then 4003, with the same signature and with a fresh one",
    async () => {
      const nonce = randomUUID();
      const timestamp = nowSeconds();
      expectOk(await main.get(list, { nonce, timestamp }));
      expectRefused(await main.get(list, { nonce, timestamp }), 403, 4003);
      expectRefused(await main.get(list, { nonce, timestamp: timestamp + 1 }), 403, 4003);
    },
  );
  await report.rule("N1", "of ten equal calls at once one is accepted", async () => {
    const nonce = randomUUID();
    const timestamp = nowSeconds();
    const answers = await Promise.all(Array.from({ length: 10 }, () => main.get(list, { nonce, timestamp })));
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted === 1, "exactly one HTTP 200", { accepted });
  });
  await report.rule("N4", "a wrong signature does not spend the nonce", async () => {
    const nonce = randomUUID();
    expectRefused(await main.get(list, { nonce, signature: "0".repeat(64) }), 403, 4003);
    expectOk(await main.get(list, { nonce }));
  });
  const body = '{"product_id":1,"quantity":1,"downstream_order_no":"conformance"}';
  await refused("N5", "a body that was changed after signing is 4003", () =>
    main.post("/orders", body, { sentBody: body.replace('"quantity":1', '"quantity":2') }),
  );
  await refused("N6", "the same JSON written otherwise is 4003", () =>
    main.post("/orders", body, { sentBody: `${body}\n` }),
  );
  await report.rule("C40", "every refusal reads the same, so that nobody learns what was wrong", async () => {
    const texts = new Set();
    for (const changes of [
      { signature: "0".repeat(64) },
      { timestamp: nowSeconds() - 400 },
      { nonce: "x" },
    ]) {
      texts.add((await main.get(list, changes)).json?.msg);
    }
    texts.add((await main.as({ key: "nobody_knows_this_key", secret: "x" }).get(list)).json?.msg);
    expect(texts.size === 1, "one text", [...texts]);
  });
  await report.rule("C3", "every answer has a request_id of its own", async () => {
    const ids = [await main.get(list), await main.get(list)].map(({ json }) => json?.request_id);
    expect(ids[0] !== ids[1], "two request ids", ids);
  });
}

/** A nonce counts as spent for as long as its timestamp would be accepted: the replay is made after the other checks. */
export async function spendEarly(main) {
  const early = { nonce: randomUUID(), timestamp: nowSeconds() };
  const answer = await main.get("/products?per_page=1", early);
  const at = performance.now();
  return { early, answer, at };
}

export async function checkEarlyNonce(report, main, { early, answer, at }, waitSeconds) {
  report.section("A nonce after a while");
  const sentence = "a nonce is still spent a minute later";
  if (waitSeconds === 0) return report.skip("N2", sentence, "--nonce-wait 0");
  await report.rule("N2", sentence, async () => {
    expectOk(answer);
    const left = waitSeconds * 1000 - (performance.now() - at);
    if (left > 0) console.log(`        waiting ${Math.ceil(left / 1000)} s`);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
    expectRefused(await main.get("/products?per_page=1", early), 403, 4003);
  });
}
