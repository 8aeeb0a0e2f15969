import type { SampleProduct } from "./product";

export const software: SampleProduct[] = [
  {
    category: "software",
    slug: "paperglide-pro",
    title: "Paperglide Pro",
    summary: "The PDF editor that opens at once and leaves your layout alone.",
    tags: ["Office", "Windows & macOS"],
    platform: "Windows, macOS",
    auto_secret_kind: "card_key",
    guarantee_days: 30,
    refund_days: 14,
    max_quantity: 25,
    description: `<p>Correct a typo in a contract, fill a form that was never meant to be filled, sign, and send. <strong>Paperglide Pro</strong> edits the PDF itself, in the font that is already there, so the page looks as if it had always been right.</p>
<table><thead><tr><th scope="col">Licence</th><th scope="col">Devices</th><th scope="col">Updates</th></tr></thead><tbody><tr><td>Personal</td><td>1</td><td>1 year</td></tr><tr><td>Household</td><td>3</td><td>1 year</td></tr><tr><td>Lifetime</td><td>2</td><td>for good</td></tr></tbody></table>
<p>A licence keeps working after its year; only the updates stop. Documents never leave your computer.</p>`,
    instructions:
      "Help → Activate licence. To move to another computer, deactivate the old one in the same place first.",
    skus: [
      {
        code: "PGP-1Y1",
        name: "Personal, 1 year",
        spec: { Licence: "Personal" },
        price: "29.00",
        original_price: "36.00",
        cost_price: "17.00",
        keys: { format: "licence", count: 40 },
      },
      {
        code: "PGP-1Y3",
        name: "Household, 1 year",
        spec: { Licence: "Household" },
        price: "49.00",
        cost_price: "30.00",
        keys: { format: "licence", count: 25 },
      },
      {
        code: "PGP-LIFE",
        name: "Lifetime",
        spec: { Licence: "Lifetime" },
        price: "89.00",
        original_price: "120.00",
        cost_price: "55.00",
        keys: { format: "licence", count: 8 },
      },
    ],
  },
  {
    category: "software",
    slug: "hedgerow-vpn",
    title: "Hedgerow VPN",
    summary: "A ready-made account with no name on it: log in, switch on, done.",
    tags: ["Private browsing", "5 devices"],
    auto_secret_kind: "account",
    guarantee_days: 30,
    refund_days: 14,
    max_quantity: 5,
    description: `<p>You get an account that has never been used, as one line: an address to log in with and a password. It asks for no e-mail of yours, so there is nothing to link it to you.</p>
<ul><li>Five devices at once, on every common system</li><li>Servers in thirty-one countries</li><li>The time starts with the first log-in, not with the purchase</li></ul>
<p>Please change the password after the first log-in. An account cannot be extended; buy a new one when it runs out.</p>`,
    instructions:
      "Log in with the user name and password shown here, and change the password after the first log-in.",
    skus: [
      {
        code: "HEDGE-1M",
        name: "1 month",
        spec: { Time: "1 month" },
        price: "4.90",
        cost_price: "2.60",
        keys: { format: "account", count: 30 },
      },
      {
        code: "HEDGE-12M",
        name: "12 months",
        spec: { Time: "12 months" },
        price: "39.00",
        original_price: "58.80",
        cost_price: "24.00",
        keys: { format: "account", count: 20 },
      },
    ],
  },
  {
    category: "software",
    slug: "larkspur-backup",
    title: "Larkspur Backup",
    summary: "Encrypted backups that check themselves every night and say so in the morning.",
    tags: ["Backup", "End-to-end encrypted"],
    platform: "Windows, macOS",
    auto_secret_kind: "card_key",
    guarantee_days: 30,
    refund_days: 14,
    max_quantity: 10,
    description: `<p>A backup that nobody ever restored is a hope, not a backup. <strong>Larkspur</strong> restores a random handful of your files each night, compares them bit by bit, and sends one line: <em>everything came back</em>.</p>
<ul><li>Encrypted on your computer, with a key that only you hold</li><li>Keeps every version for ninety days</li><li>One licence covers all the computers of one person</li></ul>`,
    instructions:
      "Install Larkspur, choose “New vault”, and enter the licence. Write the recovery words down: nobody can send them to you again.",
    skus: [
      {
        code: "LARK-1T",
        name: "1 TB, 1 year",
        spec: { Space: "1 TB" },
        price: "45.00",
        cost_price: "29.00",
        keys: { format: "licence", count: 25 },
      },
      {
        code: "LARK-5T",
        name: "5 TB, 1 year",
        spec: { Space: "5 TB" },
        price: "99.00",
        original_price: "119.00",
        cost_price: "70.00",
        keys: { format: "licence", count: 15 },
      },
    ],
  },
];
