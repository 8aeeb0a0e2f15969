import { test } from "vitest";
import { anAgentShop } from "../builders/agent-shop";

/** `it` for tests of an agent: each has `main`, a main site that the test plays, and `sku`, which is sold from it. */
export const it = test
  .extend("agentShop", async ({}, { onCleanup }) => {
    const shop = await anAgentShop();
    onCleanup(() => shop.main.stop());
    return shop;
  })
  .extend("main", ({ agentShop }) => agentShop.main)
  .extend("sku", ({ agentShop }) => agentShop.sku);
