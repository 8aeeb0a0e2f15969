import { FakeAlipay } from "@/tools/gateways/alipay";
import type { LoopbackGateway } from "@/tools/gateways/loopback-gateway";
import { FakePaypal } from "@/tools/gateways/paypal";
import { FakeStripe } from "@/tools/gateways/stripe";
import { FakeTokenpay } from "@/tools/gateways/tokenpay";
import { FakeWechat } from "@/tools/gateways/wechat";
import { FakeXunhu } from "@/tools/gateways/xunhu";

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
