import { describe, expect, it } from "vitest";
import { z } from "zod";
import { moneyOut } from "@/lib/core/wire";
import { projectAnswer } from "@/lib/http/answer/project-answer";
import { route } from "@/lib/http/route";
import { call } from "../../support/harness/call";

const order = z.object({
  order_no: z.string(),
  amount: moneyOut,
  items: z.array(z.object({ title: z.string() })),
  payment: z.object({ url: z.string() }).nullable(),
  form: z.record(z.string(), z.object({ label: z.string() })).optional(),
  goods: z.union([
    z.object({ keys: z.array(z.string()), secret: z.string() }),
    z.object({ link: z.string() }),
  ]),
});

const made = {
  order_no: "A1",
  amount: "1000000000000.00",
  hash: "inside",
  items: [{ title: "Key", cost: "1.00" }],
  payment: { url: "https://pay", merchant_key: "inside" },
  form: { name: { label: "Name", sealed: "inside" } },
  goods: { link: "https://x", sealed: "inside" },
};

describe("an answer that breaks its schema", () => {
  it("keeps the members that the schema names and no other", () => {
    expect(projectAnswer(order, made)).toEqual({
      order_no: "A1",
      amount: "1000000000000.00",
      items: [{ title: "Key" }],
      payment: { url: "https://pay" },
      form: { name: { label: "Name" } },
      goods: { link: "https://x" },
    });
  });

  it("gives no object where the schema names a value", () => {
    expect(projectAnswer(z.object({ title: z.string() }), { title: { sealed: "inside" } })).toEqual({
      title: null,
    });
  });

  const answering = route({ name: "answerOfTest", auth: "none", response: order }, async () => made);

  it("reaches the caller after a write, whose effect is committed", async () => {
    const answer = await call(answering, "POST", { body: {} });
    expect([answer.status, answer.json.status_code]).toEqual([200, 0]);
    expect(answer.data).toMatchObject({ order_no: "A1", amount: "1000000000000.00" });
    expect(answer.text).not.toContain("inside");
  });

  it("is a fault of ours at a read", async () => {
    const answer = await call(answering, "GET");
    expect([answer.status, answer.json.status_code]).toEqual([500, 500]);
  });
});
