import type { Settings } from "@/lib/settings/types";

const sample =
  "<p><em>This is the text of a sample shop. Replace it in the settings before you sell anything.</em></p>";

export const settings: Partial<Settings> = {
  siteName: "Keyshelf",
  contact: "help@keyshelf.example",
  legal: {
    terms: `${sample}
<h2>What you buy</h2><p>Digital goods: keys, accounts, links and texts, and work made to order. What exactly is said on the product's page.</p>
<h2>When the contract is made</h2><p>With your payment. Until then we hold the goods for you for fifteen minutes.</p>
<h2>Delivery</h2><p>At once after payment, on your order page and by mail. Work made by hand takes the time named on its page.</p>
<h2>Prices</h2><p>All prices are final prices. Discounts are shown before you pay.</p>`,
    privacy: `${sample}
<h2>What we store</h2><p>Your e-mail address, what you ordered, and the network address from which you ordered, as a guard against fraud. Accounts also store a nickname and a password, the latter only as a hash.</p>
<h2>What we do not store</h2><p>Card numbers and bank details: they go to the payment provider alone.</p>
<h2>Who gets it</h2><p>Nobody, except the payment provider of your choice, and it gets only what it needs.</p>
<h2>Your rights</h2><p>Write to us to see, correct or delete what we hold about you.</p>`,
    imprint: "",
    refund: `${sample}
<h2>A key that does not work</h2><p>Write to us within fourteen days with the order number. We replace it or return your money, as you like.</p>
<h2>A key that works</h2><p>Cannot be taken back once it has been shown, since nobody can prove that it was not used.</p>
<h2>Paid, but not delivered</h2><p>If we cannot deliver within a day, you get your money back without asking.</p>`,
  },
};
