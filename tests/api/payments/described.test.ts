import { FakeVmq } from "@/tools/gateways/v-mianqian";
import { FakeXunhu } from "@/tools/gateways/xunhu";
import { itFollowsTheRules } from "../../support/fakes/gateways/gateway-rules";

const common = { currency: "CNY", isTimed: false, countsInOne: true, refundsByHand: true };
const accepted = { status: 200, body: "success" };

itFollowsTheRules("Xunhu", {
  ...common,
  code: "xunhu",
  gateway: new FakeXunhu(),
  accepted,
  namesMerchant: true,
});

itFollowsTheRules("V-mianqian", {
  ...common,
  code: "vmq",
  gateway: new FakeVmq(),
  accepted,
  namesMerchant: false,
  isSilent: true,
});
