import type { Reader } from "../db/transaction";
import type { PaymentProvider } from "./provider";
import { alipay } from "./providers/alipay/alipay";
import { described } from "./providers/described/described";
import { vMianqian } from "./providers/described/v-mianqian";
import { xunhu } from "./providers/described/xunhu";
import { epay } from "./providers/epay/epay";
import { epayV2 } from "./providers/epay-v2/epay-v2";
import { epusdt } from "./providers/epusdt/epusdt";
import { paypal } from "./providers/paypal/paypal";
import { stripe } from "./providers/stripe/stripe";
import { testGateway } from "./providers/test-gateway/test-gateway";
import { tokenpay } from "./providers/tokenpay/tokenpay";
import { wechat } from "./providers/wechat/wechat";

/** A new gateway is one folder in providers/ and one word here. */
export const paymentProviders: readonly PaymentProvider[] = [
  stripe,
  paypal,
  alipay,
  wechat,
  epay,
  epayV2,
  epusdt,
  tokenpay,
  vMianqian,
  xunhu,
  described,
  testGateway,
];

export const isAvailable = async (provider: PaymentProvider, reader: Reader): Promise<boolean> =>
  (await provider.isAvailable?.(reader)) ?? true;

export const findProvider = (code: string): PaymentProvider | null =>
  paymentProviders.find((provider) => provider.code === code) ?? null;
