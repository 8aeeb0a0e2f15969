import { expect } from "./report.mjs";
import { exchanges } from "./signed-call.mjs";

export const money = /^\d{1,12}\.\d{2}$/;
export const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

export function expectOk(answer) {
  expect(answer.status === 200 && answer.json?.status_code === 0, "HTTP 200 with status_code 0", answer);
  const { data } = answer.json;
  expect(typeof data === "object" && data !== null, "data: an object", answer);
  return data;
}

export function expectRefused(answer, http, code) {
  expect(
    answer.status === http && answer.json?.status_code === code,
    `HTTP ${http} with status_code ${code}`,
    answer,
  );
}

export const expectTaken = (answer) =>
  expect(answer.status >= 200 && answer.status < 300, "HTTP 2xx", answer);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Looks at every answer of the run once more: what each of them has to have. */
export async function checkEnvelopes(report) {
  report.section("Every answer of this run");
  const all = [...exchanges.all];
  const count = `${all.length} answers`;
  const theRun = { sent: "every call of this run", came: count, brief: count };
  const every = (name, sentence, isGood) =>
    report.rule(name, sentence, () => {
      exchanges.add(theRun);
      const wrong = all.find((answer) => !isGood(answer));
      expect(wrong === undefined, sentence, wrong);
    });
  await every(
    "envelope.members",
    "is a JSON object of status_code, msg, data and request_id",
    ({ json }) =>
      isObject(json) &&
      Object.keys(json).sort().join() === "data,msg,request_id,status_code" &&
      Number.isInteger(json.status_code) &&
      typeof json.msg === "string" &&
      json.msg !== "",
  );
  await every(
    "envelope.http-status",
    "has status_code 0 exactly with HTTP 200",
    ({ status, json }) => (status === 200) === (json?.status_code === 0),
  );
  await every(
    "envelope.success",
    'has the msg "success" with status_code 0',
    ({ json }) => json?.status_code !== 0 || json.msg === "success",
  );
  await every("envelope.data", "has an object as data, and null on errors", ({ json }) =>
    json?.status_code === 0 ? isObject(json.data) : (json?.data ?? null) === null,
  );
  await every("envelope.request-id", "has a UUID as request_id", ({ json }) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(json?.request_id ?? ""),
  );
  await report.rule("envelope.own-request-id", "has a request_id of its own", () => {
    exchanges.add(theRun);
    const seen = new Set();
    for (const answer of all) {
      const id = answer.json?.request_id;
      expect(id === undefined || !seen.has(id), "another request_id than an earlier answer", answer);
      seen.add(id);
    }
  });
  await report.rule("limit.retry-after", "says with 429 when to come again", () => {
    exchanges.add(theRun);
    const wrong = all.find(
      ({ status, headers }) => status === 429 && !(Number(headers.get("retry-after")) > 0),
    );
    expect(wrong === undefined, "Retry-After in whole seconds", wrong);
    const other = all.find(({ status, json }) => status === 429 && json?.status_code !== 4290);
    expect(other === undefined, "status_code 4290", other);
  });
}
