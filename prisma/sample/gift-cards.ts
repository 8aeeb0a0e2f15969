import type { SampleProduct } from "./product";

export const giftCards: SampleProduct[] = [
  {
    category: "gift-cards",
    slug: "marigold-card",
    title: "Marigold Card",
    summary: "One card for four hundred small shops: bookbinders, bakers, bicycle menders.",
    tags: ["Gift", "No expiry"],
    auto_secret_kind: "card_key",
    guarantee_days: 90,
    max_quantity: 10,
    description: `<p>The <strong>Marigold Card</strong> is taken by a ring of independent shops that got tired of losing gifts to the big ones. It never expires, it can be spent in parts, and what is left is shown on every receipt.</p>
<ul><li>Card number and PIN arrive at once, here and by mail</li><li>Spend it online or read it out at the till</li><li>Several cards can be put together on one account</li></ul>
<p>Please treat the number like cash: whoever has number and PIN can spend it.</p>`,
    instructions:
      "Number and PIN are all that is needed. Check the balance at the till or on the card's own page before you give it away.",
    skus: [
      {
        code: "MARI-10",
        name: "10 dollars",
        spec: { Value: "10 dollars" },
        price: "10.00",
        cost_price: "9.20",
        keys: { format: "card", count: 30 },
      },
      {
        code: "MARI-25",
        name: "25 dollars",
        spec: { Value: "25 dollars" },
        price: "25.00",
        cost_price: "23.00",
        keys: { format: "card", count: 25 },
      },
      {
        code: "MARI-50",
        name: "50 dollars",
        spec: { Value: "50 dollars" },
        price: "49.00",
        original_price: "50.00",
        cost_price: "45.50",
        keys: { format: "card", count: 15 },
      },
      {
        code: "MARI-100",
        name: "100 dollars",
        spec: { Value: "100 dollars" },
        price: "97.00",
        original_price: "100.00",
        cost_price: "90.00",
        keys: { format: "card", count: 4 },
      },
    ],
  },
  {
    category: "gift-cards",
    slug: "wayfern-travel-credit",
    title: "Wayfern Travel Credit",
    summary: "Credit for night trains and ferries. For members: log in to buy.",
    tags: ["Travel", "Members only"],
    auto_secret_kind: "card_key",
    guarantee_days: 90,
    purchase_type: "member",
    max_quantity: 3,
    description: `<p><strong>Wayfern</strong> sells the slow way: sleeping cars, coastal ferries and the buses that meet them. A credit pays any ticket in part or in full, for you or for somebody you invite along.</p>
<ul><li>Valid for two years from today</li><li>Refunds of a trip go back onto the credit</li><li>Up to three credits on one booking</li></ul>
<p>Travel credit is sold to registered customers only, at most three a person and order.</p>`,
    instructions: "Enter number and PIN under “Payment → Travel credit” while booking.",
    skus: [
      {
        code: "WAY-20",
        name: "20 dollars",
        spec: { Value: "20 dollars" },
        price: "18.50",
        original_price: "20.00",
        cost_price: "17.00",
        keys: { format: "card", count: 10 },
      },
      {
        code: "WAY-50",
        name: "50 dollars",
        spec: { Value: "50 dollars" },
        price: "46.00",
        original_price: "50.00",
        cost_price: "42.50",
        keys: { format: "card", count: 12 },
      },
      {
        code: "WAY-100",
        name: "100 dollars",
        spec: { Value: "100 dollars" },
        price: "92.00",
        original_price: "100.00",
        cost_price: "85.00",
      },
    ],
  },
  {
    category: "gift-cards",
    slug: "saltwind-mobile",
    title: "Saltwind Mobile Top-up",
    summary: "Data for the islands and the coast. Works with any Saltwind number.",
    tags: ["Mobile", "Prepaid"],
    auto_secret_kind: "card_key",
    guarantee_days: 90,
    max_quantity: 4,
    low_stock_at: 20,
    description: `<p>A twelve-digit code that adds data to a <strong>Saltwind</strong> prepaid number. It is taken off nobody's contract and ends by itself: no renewal, no surprise.</p>
<ul><li>Valid for thirty days from the moment you redeem it</li><li>Unused data is carried over when you top up in time</li></ul>`,
    instructions:
      "Dial *123*, then the code without hyphens, then #. A text message confirms within a minute.",
    skus: [
      {
        code: "SALT-5G",
        name: "5 GB",
        spec: { Data: "5 GB" },
        price: "7.00",
        cost_price: "5.20",
        keys: { format: "topUp", count: 10 },
      },
      {
        code: "SALT-20G",
        name: "20 GB",
        spec: { Data: "20 GB" },
        price: "16.00",
        cost_price: "12.40",
        keys: { format: "topUp", count: 6 },
      },
    ],
  },
];
