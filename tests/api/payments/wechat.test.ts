import { FakeWechat } from "@/tools/gateways/wechat";
import { itFollowsTheRules } from "../../support/fakes/gateways/gateway-rules";

itFollowsTheRules("WeChat Pay", {
  code: "wechat",
  gateway: new FakeWechat(),
  accepted: { status: 200, body: '{"code":"SUCCESS"}' },
  currency: "CNY",
  isTimed: true,
  namesMerchant: true,
  isSealed: true,
});
