import { FakeAlipay } from "./alipay";
import { FakeEpay, FakeEpayV2 } from "./epay";
import { FakeEpusdt } from "./epusdt";
import type { LoopbackGateway } from "./loopback-gateway";
import { FakePaypal } from "./paypal";
import { FakeStripe } from "./stripe";
import { FakeTokenpay } from "./tokenpay";
import { FakeVmq } from "./v-mianqian";
import { FakeWechat } from "./wechat";
import { FakeXunhu } from "./xunhu";

export interface FakeOffer {
  /** Code of the provider that speaks with it. */
  code: string;
  name: string;
  gateway: LoopbackGateway;
  /** For a gateway that counts in CNY. */
  rate?: string;
  /** The shop shows a code; else the browser goes to the gateway's page. */
  showsCode?: boolean;
  refundsByHand?: boolean;
}

const rate = "7.1";

/** Makes a fake gateway of each protocol, not started yet. */
export const fakeOffers = (): FakeOffer[] => [
  { code: "stripe", name: "Stripe", gateway: new FakeStripe() },
  { code: "paypal", name: "PayPal", gateway: new FakePaypal() },
  { code: "alipay", name: "Alipay", gateway: new FakeAlipay(), rate, showsCode: true },
  { code: "wechat", name: "WeChat Pay", gateway: new FakeWechat(), rate, showsCode: true },
  { code: "tokenpay", name: "TokenPay", gateway: new FakeTokenpay(), rate, refundsByHand: true },
  { code: "xunhu", name: "Xunhu", gateway: new FakeXunhu(), rate, refundsByHand: true },
  { code: "vmq", name: "V-mianqian", gateway: new FakeVmq(), rate, refundsByHand: true },
  { code: "epay", name: "EPay", gateway: new FakeEpay(), rate, refundsByHand: true },
  { code: "epay_v2", name: "EPay v2", gateway: new FakeEpayV2(), rate, refundsByHand: true },
  { code: "epusdt", name: "epusdt", gateway: new FakeEpusdt(), rate, refundsByHand: true },
];
