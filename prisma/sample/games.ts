import type { SampleProduct } from "./product";

export const games: SampleProduct[] = [
  {
    category: "games",
    slug: "lanternfall",
    title: "Lanternfall",
    summary: "A quiet climbing adventure through a valley that is only awake at night.",
    tags: ["Adventure", "Single player"],
    platform: "Windows, macOS, Linux",
    auto_secret_kind: "card_key",
    guarantee_days: 30,
    refund_days: 14,
    max_quantity: 20,
    description: `<p>The lamps of the valley go out one by one, and somebody has to carry the light back up. In <strong>Lanternfall</strong> you climb by hand: test a hold, shift your weight, and let the rope take you when it goes wrong. Nothing chases you. The mountain is enough.</p>
<h2>What to expect</h2>
<ul><li>Nine to twelve hours, with no fights and no timers</li><li>A climbing system you feel in both hands, with full controller and keyboard support</li><li>Forty lanterns to relight, each with its own short story</li><li>Text in eleven languages</li></ul>
<h2>What you get</h2>
<p>One activation key for Windows, macOS or Linux. The Deluxe edition adds the soundtrack (lossless) and the 84-page sketchbook as a PDF.</p>`,
    instructions:
      "Open the Lanternfall launcher, choose “I have a key”, and paste the key. It binds to the first account that uses it.",
    skus: [
      {
        code: "LANTERN-STD",
        name: "Standard edition",
        spec: { Edition: "Standard" },
        price: "24.99",
        original_price: "29.99",
        cost_price: "15.00",
        keys: { format: "game", count: 50 },
      },
      {
        code: "LANTERN-DLX",
        name: "Deluxe edition",
        spec: { Edition: "Deluxe" },
        price: "34.99",
        original_price: "39.99",
        cost_price: "21.00",
        keys: { format: "game", count: 30 },
      },
    ],
  },
  {
    category: "games",
    slug: "orchard-in-orbit",
    title: "Orchard in Orbit",
    summary: "Grow apples on a planet the size of a barn. Gravity is part of the recipe.",
    tags: ["Simulation", "Co-op"],
    auto_secret_kind: "card_key",
    guarantee_days: 30,
    refund_days: 14,
    max_quantity: 20,
    description: `<p>Your orchard goes all the way round. Plant on the sunny side, water on the dark side, and mind what you throw: it comes back. <strong>Orchard in Orbit</strong> is a gentle farming game about a very small planet and the ships that stop by for cider.</p>
<ul><li>Play alone, or with up to three friends on the same planet</li><li>Sixty grafts to discover, some of them sensible</li><li>Seasons that follow your real orbit, one every forty minutes</li></ul>
<p>The two editions do not share saves, so pick the one you will play on.</p>`,
    instructions:
      "PC: redeem in the game under Settings → Account. Console: enter the code in your console's own store, region Worldwide.",
    skus: [
      {
        code: "ORCHARD-PC",
        name: "PC",
        spec: { Platform: "PC" },
        price: "19.50",
        cost_price: "12.00",
        keys: { format: "game", count: 50 },
      },
      {
        code: "ORCHARD-CON",
        name: "Console",
        spec: { Platform: "Console" },
        price: "22.00",
        cost_price: "14.00",
        keys: { format: "game", count: 30 },
      },
    ],
  },
  {
    category: "games",
    slug: "tidemill",
    title: "Tidemill",
    summary: "Build a village on stilts that works with the tide instead of against it.",
    tags: ["Puzzle", "Builder", "Quantity discount"],
    platform: "Windows, macOS, Linux",
    auto_secret_kind: "card_key",
    guarantee_days: 30,
    refund_days: 14,
    max_quantity: 45,
    description: `<p>Twice a day the sea walks into your village, and twice a day it leaves. Every wheel, lock and bridge you build has six hours to earn its keep. <strong>Tidemill</strong> is a builder without money or menus full of numbers: the water shows you what is wrong.</p>
<ul><li>Thirty-two hand-made bays and an endless mode</li><li>One clear undo, all the way back to the first plank</li><li>Runs on ten-year-old laptops</li></ul>
<p>Buying for a class or a team? Five copies and more cost less each; the price changes by itself as you raise the quantity.</p>`,
    instructions:
      "Enter the key on the title screen. No account is needed, and the game runs offline after that.",
    wholesale: [
      { min_quantity: 5, price: "13.49" },
      { min_quantity: 10, price: "11.99" },
    ],
    skus: [
      {
        code: "TIDEMILL",
        name: "Full game",
        spec: { Platform: "Windows, macOS, Linux" },
        price: "14.99",
        cost_price: "8.50",
        keys: { format: "game", count: 45 },
      },
    ],
  },
];
