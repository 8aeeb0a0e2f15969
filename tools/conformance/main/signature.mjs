import { randomUUID } from "node:crypto";
import { expectOk, expectRefused } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { nowSeconds, sign } from "../signed-call.mjs";

export const headerNames = ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"];
export const nobody = { key: "nobody_knows_this_key", secret: "nobody-knows-this-secret" };
const list = "/products?per_page=1";

export async function checkSignature(report, main, { other }) {
  report.section("Signature, clock and nonce");
  const accepted = (rule, sentence, changes) =>
    report.rule(rule, sentence, async () => expectOk(await main.get(list, changes())));
  const refused = (rule, sentence, ...calls) =>
    report.rule(rule, sentence, async () => {
      for (const call of calls) expectRefused(await call(), 403, 4003);
    });
  const changed = (changes) => () => main.get(list, typeof changes === "function" ? changes() : changes);
  await accepted("signature.accepted", "a good signature is accepted", () => ({}));
  await accepted("signature.header-case", "names of headers in lower case are accepted", () => {
    const nonce = randomUUID();
    const timestamp = String(nowSeconds());
    return {
      headers: {
        ...Object.fromEntries(headerNames.map((name) => [name, null])),
        "x-site-key": main.credentials.key,
        "x-site-timestamp": timestamp,
        "x-site-nonce": nonce,
        "x-site-signature": sign(main.credentials, timestamp, nonce, ""),
      },
    };
  });
  await refused("signature.unknown-key", "an unknown key is 4003", () => main.as(nobody).get(list));
  await refused("signature.wrong-secret", "a wrong secret is 4003", () =>
    main.as({ ...main.credentials, secret: "wrong" }).get(list),
  );
  await refused(
    "signature.upper-case",
    "the true signature in upper case is 4003",
    changed({ signature: (hex) => hex.toUpperCase(), note: "signature in upper case" }),
  );
  await refused(
    "signature.half",
    "the first half of the true signature is 4003",
    changed({ signature: (hex) => hex.slice(0, 32), note: "half of the signature" }),
  );
  await refused(
    "signature.half-true",
    "a signature of which one half is true is 4003",
    changed({ signature: (hex) => hex.slice(0, 32) + "0".repeat(32), note: "first half true" }),
    changed({ signature: (hex) => "0".repeat(32) + hex.slice(32), note: "second half true" }),
  );
  await refused(
    "signature.no-hex",
    "a signature that is no hex is 4003",
    changed({ signature: "zz", note: 'signature "zz"' }),
    changed({ signature: "", note: "empty signature" }),
    changed({ signature: "é".repeat(64), note: "signature of other letters" }),
  );
  await refused(
    "signature.headers",
    "a call that lacks one of the four headers is 4003",
    ...headerNames.map((name) => changed({ headers: { [name]: null }, note: `without ${name}` })),
    // Signed as somebody would who takes what is missing for empty.
    changed({ nonce: "", headers: { "X-Site-Nonce": null }, note: "signed without a nonce" }),
    changed({ timestamp: "", headers: { "X-Site-Timestamp": null }, note: "signed without a timestamp" }),
    () =>
      main
        .as({ ...main.credentials, key: "" })
        .get(list, { headers: { "X-Site-Key": null }, note: "signed without a key" }),
  );
  await refused(
    "nonce.form",
    "a nonce that is no UUID v4 is 4003",
    changed({ nonce: "12345", note: "nonce 12345" }),
    changed(() => ({ nonce: randomUUID().replace(/^(.{14})4/, "$11"), note: "UUID v1" })),
    changed(() => ({ nonce: randomUUID().replaceAll("-", ""), note: "without hyphens" })),
  );
  const at =
    (difference, scale = 1) =>
    () => {
      const timestamp = (nowSeconds() + difference) * scale;
      return { timestamp, note: `timestamp ${timestamp}` };
    };
  await accepted("timestamp.past", "a timestamp of 290 seconds ago is accepted", at(-290));
  await accepted("timestamp.ahead", "a timestamp 290 seconds ahead is accepted", at(290));
  await refused("timestamp.too-old", "a timestamp of 310 seconds ago is 4003", changed(at(-310)));
  await refused("timestamp.too-early", "a timestamp 310 seconds ahead is 4003", changed(at(310)));
  await refused(
    "timestamp.form",
    "a timestamp of another form is 4003",
    changed(() => ({ timestamp: `${nowSeconds()}abc`, note: "followed by letters" })),
    changed(() => ({ timestamp: `${nowSeconds()}.5`, note: "with a fraction" })),
    changed(at(0, 1000)),
    changed(() => ({ timestamp: new Date().toISOString(), note: "ISO 8601" })),
  );
  await report.rule("nonce.once", "a nonce is accepted once, also with a fresh signature", async () => {
    const timestamp = nowSeconds();
    let nonce;
    const first = await main.get(list, () => {
      nonce = randomUUID();
      return { nonce, timestamp };
    });
    expectOk(first);
    expectRefused(await main.get(list, { nonce, timestamp, note: "the same call again" }), 403, 4003);
    expectRefused(await main.get(list, { nonce, timestamp: timestamp + 1, note: "signed anew" }), 403, 4003);
  });
  await report.rule("nonce.at-once", "of ten equal calls at once one is accepted", async () => {
    for (let round = 0; round < 2; round++) {
      // A call that is one too many has spent its nonce as well.
      const equal = {
        nonce: randomUUID(),
        timestamp: nowSeconds(),
        isImpatient: true,
        note: "ten of them at once",
      };
      const answers = await Promise.all(Array.from({ length: 10 }, () => main.get(list, equal)));
      const good = answers.filter(({ status }) => status === 200 || status === 429);
      expect(good.length === 1, "exactly one that is not refused", { accepted: good.length });
    }
  });
  await report.rule("nonce.unspent", "a wrong signature spends no nonce", async () => {
    const nonce = randomUUID();
    expectRefused(await main.get(list, { nonce, signature: "0".repeat(64), note: "forged" }), 403, 4003);
    expectOk(await main.get(list, { nonce, note: "the same nonce, rightly signed" }));
  });
  if (other) {
    await report.rule("nonce.per-key", "the same nonce of another key is accepted", async () => {
      const nonce = randomUUID();
      expectOk(await main.get(list, { nonce }));
      expectOk(await main.as(other).get(list, { nonce, note: "another agent, the same nonce" }));
    });
  } else report.skip("nonce.per-key", "the same nonce of another key", "give --other-key and --other-secret");
  const body = '{"product_id":1,"quantity":1,"downstream_order_no":"conformance"}';
  await refused("signature.body", "a body that was changed after signing is 4003", () =>
    main.post("/orders", body, {
      sentBody: body.replace('"quantity":1', '"quantity":2'),
      note: "signed with quantity 1",
    }),
  );
  await refused("signature.bytes", "the same JSON written otherwise is 4003", () =>
    main.post("/orders", body, { sentBody: `${body}\n`, note: "signed without the last line break" }),
  );
  await refused("signature.first", "a forged call with a broken body is 4003, before the body is read", () =>
    main.post("/orders", "{", { signature: "0".repeat(64), note: "forged" }),
  );
  await report.rule("signature.one-text", "every refusal reads the same", async () => {
    const answers = [
      await main.get(list, { signature: "0".repeat(64) }),
      await main.get(list, { timestamp: nowSeconds() - 400 }),
      await main.get(list, { nonce: "x" }),
      await main.as(nobody).get(list),
    ];
    const texts = [...new Set(answers.map(({ json }) => json?.msg))];
    expect(texts.length === 1, "one text", texts);
  });
}

/** A nonce counts as spent for as long as its timestamp is accepted: the replay is made after the other checks. */
export async function spendEarly(main) {
  let early;
  const answer = await main.get(list, () => {
    early = { nonce: randomUUID(), timestamp: nowSeconds() + 200, note: "a nonce of a while ago" };
    return early;
  });
  return { early, answer, at: performance.now() };
}

export async function checkEarlyNonce(report, main, { early, answer, at }, waitSeconds) {
  report.section("A nonce after a while");
  const sentence = `a nonce is still spent ${waitSeconds} seconds later`;
  await report.rule("nonce.window", sentence, async () => {
    if (waitSeconds === 0) throw new Skipped("--nonce-wait 0");
    expectOk(answer);
    const left = waitSeconds * 1000 - (performance.now() - at);
    if (left > 0) console.log(`           waiting ${Math.ceil(left / 1000)} s`);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
    expectRefused(await main.get(list, early), 403, 4003);
  });
}
