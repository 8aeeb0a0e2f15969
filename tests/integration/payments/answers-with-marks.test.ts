import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callGatewayJson, GatewayError } from "@/lib/payments/gateway-request";
import { overrideConfig } from "../../support/harness/test-config";

let answer = "";
const server = createServer((_request, response) => response.writeHead(200).end(answer));

beforeEach(async () => {
  overrideConfig({ "payments.allowPrivateNetworks": "true" });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const ask = () =>
  callGatewayJson({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, label: "test" });

describe("a gateway's answer [C96]", () => {
  it.each(["\uFEFF", "\uFEFF\uFEFF", "\n\uFEFF"])("is read behind %j", async (mark) => {
    answer = `${mark}{"code":1}`;
    expect(await ask()).toEqual({ code: 1 });
  });

  it.each(["<html>", "", "[1]", "{"])(
    "that is no JSON object is a bad answer, not silence: %j",
    async (text) => {
      answer = text;
      const failure = await ask().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(GatewayError);
      expect(failure).toMatchObject({ failure: "bad_answer" });
    },
  );
});
