import type { SampleProduct } from "./product";

export const learning: SampleProduct[] = [
  {
    category: "learning",
    slug: "counterform",
    title: "Counterform: Drawing Letters from Scratch",
    summary: "Fourteen lessons on the white inside the black. Paper, pencil, no software.",
    tags: ["Course", "Lifetime access"],
    auto_secret_kind: "text",
    refund_days: 14,
    max_quantity: 1,
    description: `<p>Letters are made of the space they hold. In <strong>Counterform</strong> you draw one alphabet in fourteen evenings, starting from the hole in the letter <em>o</em>, and learn to see why some words look calm and others rattle.</p>
<ol><li>The o, and what it decides</li><li>Stems, and how heavy is heavy</li><li>b, d, p and q are not the same letter turned round</li><li>Spacing by ear</li></ol>
<p>… and ten more. Each lesson is a film of about twenty minutes with a sheet to print. Everybody gets the same access page, so it never sells out and never ends.</p>`,
    skus: [
      {
        code: "COUNTER",
        name: "Complete course",
        spec: { Lessons: "14" },
        price: "32.00",
        stock: null,
        content: `Welcome to Counterform.

Your course: https://learn.counterform.example/open/first-edition
Course word: quiet-bowl-seven

Open the page, enter the course word once, and it is yours for good. The sheets for all fourteen lessons lie under “Paper”.
Please keep the word to yourself.`,
      },
    ],
  },
  {
    category: "learning",
    slug: "emberleaf-audiobooks",
    title: "Emberleaf Audiobooks",
    summary: "Read aloud by the fire: one book a month to keep, as a personal redeem link.",
    tags: ["Audiobooks", "Gift"],
    auto_secret_kind: "link",
    refund_days: 14,
    max_quantity: 3,
    description: `<p><strong>Emberleaf</strong> records its books in one room, with one microphone and a fire that you can just hear. You choose a book each month; it is yours as plain audio files, without a player you would have to keep.</p>
<ul><li>About nine hundred titles, ten more each week</li><li>Change a book you do not like within a fortnight</li><li>Nothing renews by itself</li></ul>
<p>The link can be redeemed once and does not expire, so it can wait for a birthday.</p>`,
    instructions: "Open the link and choose a name for the account, or send it on unopened as a gift.",
    skus: [
      {
        code: "EMBER-3M",
        name: "3 months",
        spec: { Time: "3 months" },
        price: "27.00",
        cost_price: "19.00",
        keys: { format: "link", count: 12 },
      },
      {
        code: "EMBER-12M",
        name: "12 months",
        spec: { Time: "12 months" },
        price: "96.00",
        original_price: "108.00",
        cost_price: "72.00",
        keys: { format: "link", count: 8 },
      },
    ],
  },
  {
    category: "learning",
    slug: "portrait-commission",
    title: "Hand-painted Portrait",
    summary: "Painted from your photograph by a person, delivered as a print-ready file in five days.",
    tags: ["Made to order", "By hand"],
    auto_secret_kind: "none",
    refund_days: 14,
    delivery_hours: 12,
    max_quantity: 2,
    description: `<p>Tell us whom to paint and what they are like. A painter of the studio works in gouache, scans the sheet and sends you the file; the sheet itself follows by post if you ask for it.</p>
<ul><li>Five working days from payment</li><li>One round of changes is included</li><li>4000 × 5000 pixels, for prints up to A3</li></ul>
<p>We take eight commissions at a time. The form below goes to the painter and to nobody else.</p>`,
    instructions:
      "Your portrait is delivered here and by mail as soon as it is finished. One round of changes is included: just answer the mail.",
    form_fields: [
      { key: "subject", type: "text", label: "Who is in the picture?", required: true },
      {
        key: "mood",
        type: "select",
        label: "Mood",
        required: true,
        options: ["Calm", "Cheerful", "Solemn", "Surprise me"],
      },
      {
        key: "photo_link",
        type: "text",
        label: "Link to a photograph",
        required: true,
        pattern: "https://\\S+",
      },
      { key: "wishes", type: "textarea", label: "Anything the painter should know", required: false },
    ],
    skus: [
      { code: "PORTRAIT-1", name: "One person", spec: { Persons: "1" }, price: "65.00", stock: 5 },
      { code: "PORTRAIT-2", name: "Two persons", spec: { Persons: "2" }, price: "95.00", stock: 3 },
    ],
  },
];
