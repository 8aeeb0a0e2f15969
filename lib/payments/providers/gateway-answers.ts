import type { Fault, GatewayAnswer } from "../provider";

export const plainAnswer = (status: number, body: string): GatewayAnswer => ({
  status,
  contentType: "text/plain; charset=utf-8",
  body,
});

export const jsonAnswer = (status: number, body: string): GatewayAnswer => ({
  status,
  contentType: "application/json",
  body,
});

/** Gateways send a notification again after either status; 500 says that the fault is the shop's. */
export const failStatus = (fault: Fault): 400 | 500 => (fault === "ours" ? 500 : 400);

export const plainFail = (fault: Fault): GatewayAnswer => plainAnswer(failStatus(fault), "fail");
