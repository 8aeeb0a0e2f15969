import { expect } from "./report.mjs";

export const money = /^\d{1,12}\.\d{2}$/;
export const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

export function expectEnvelope(answer) {
  const { json } = answer;
  expect(json !== null && typeof json === "object", "a JSON envelope", answer);
  const members = Object.keys(json).sort().join();
  expect(
    members === "data,msg,request_id,status_code",
    "exactly status_code, msg, data and request_id",
    answer,
  );
  expect(Number.isInteger(json.status_code), "status_code: an integer", answer);
  expect(typeof json.msg === "string" && json.msg !== "", "msg: a text", answer);
  expect(json.status_code !== 0 || json.msg === "success", 'msg: "success" with status_code 0', answer);
  expect(
    json.data === null || (typeof json.data === "object" && !Array.isArray(json.data)),
    "data: an object or null",
    answer,
  );
  expect(/^[0-9a-f-]{36}$/i.test(json.request_id ?? ""), "request_id: a UUID", answer);
}

export function expectOk(answer) {
  expectEnvelope(answer);
  expect(answer.status === 200 && answer.json.status_code === 0, "HTTP 200 with status_code 0", answer);
  return answer.json.data;
}

export function expectRefused(answer, http, code) {
  expectEnvelope(answer);
  expect(
    answer.status === http && answer.json.status_code === code,
    `HTTP ${http} with status_code ${code}`,
    answer,
  );
  expect(answer.json.data === null, "data: null", answer);
}
