import { FakeAlipay } from "./alipay";
import type { LoopbackGateway } from "./loopback-gateway";
import { FakePaypal } from "./paypal";
import { FakeStripe } from "./stripe";
import { FakeTokenpay } from "./tokenpay";
import { FakeWechat } from "./wechat";
import { FakeXunhu } from "./xunhu";

interface Adapter {
  code: string;
  gateway: LoopbackGateway;
  /** It counts in CNY, the shop of a test in USD. */
  rate?: string;
}

/** Gateways that post their notifications, each with a fake that speaks its protocol over HTTP. */
export const adapters: readonly Adapter[] = [
  { code: "stripe", gateway: new FakeStripe() },
  { code: "paypal", gateway: new FakePaypal() },
  { code: "alipay", gateway: new FakeAlipay(), rate: "1" },
  { code: "wechat", gateway: new FakeWechat(), rate: "1" },
  { code: "tokenpay", gateway: new FakeTokenpay(), rate: "1" },
  { code: "xunhu", gateway: new FakeXunhu(), rate: "1" },
];
