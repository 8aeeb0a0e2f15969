import { describe, expect, it } from "vitest";
import { type HeldOrder, releaseCosts } from "@/app/admin/(panel)/held/_components/release-costs";

const held = (changes: Partial<HeldOrder> = {}): HeldOrder => ({
  order_no: "K1",
  site: { id: 1, name: "Agent" },
  settlement_mode: "prepaid",
  amount: "10.10",
  deposit: "30.00",
  ...changes,
});

describe("what a release costs an agent", () => {
  it("is the sum of its prepaid orders, and what is left of its deposit", () => {
    expect(releaseCosts([held(), held({ amount: "0.20" })], false)).toEqual({
      taken: [
        { site: { id: 1, name: "Agent" }, amount: "10.30", deposit: "30.00", left: "19.70", isShort: false },
      ],
      onAccount: null,
    });
  });

  it("is counted for each agent, and says what is missing", () => {
    const other = held({ site: { id: 2, name: "Other" }, deposit: "4.00" });
    const { taken } = releaseCosts([held(), other], false);
    expect(taken.map(({ site, left, isShort }) => [site.id, left, isShort])).toEqual([
      [1, "19.90", false],
      [2, "6.10", true],
    ]);
  });

  it("takes nothing from a deposit that is not prepaid, or when it is settled outside", () => {
    const onAccount = held({ settlement_mode: "hold" });
    expect(releaseCosts([onAccount, held()], true)).toEqual({ taken: [], onAccount: "20.20" });
    expect(releaseCosts([onAccount], false)).toEqual({ taken: [], onAccount: "10.10" });
  });
});
