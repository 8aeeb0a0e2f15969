import type { z } from "zod";
import type { createPostBody } from "@/lib/content/schema";

type Body = z.input<typeof createPostBody>;

export interface SamplePost extends Omit<Body, "is_published" | "published_at" | "content"> {
  content: string;
  daysAgo: number;
}

export const posts: SamplePost[] = [
  {
    slug: "the-shelf-is-open",
    type: "notice",
    title: "The shelf is open: take 10% off with WELCOME10",
    summary: "A small hello: the code WELCOME10 takes ten per cent off your first order of 20.00 or more.",
    cover: "/sample/posts/open-shelf.svg",
    daysAgo: 1,
    content: `<p>We have put the last keys on the hooks and unlocked the door. To say hello, the code <strong>WELCOME10</strong> takes ten per cent off an order of 20.00 or more, at most 10.00, once for each customer.</p>
<p>Enter it on the page of any product, or open <a href="/products/lanternfall?coupon=WELCOME10">Lanternfall with the code filled in</a>; the new price shows before you pay.</p>
<p><em>This shop was filled with sample goods by Keyshelf. The keys open nothing, and the payments go to a built-in test gateway where no money moves.</em></p>`,
  },
  {
    slug: "how-your-key-is-kept",
    type: "blog",
    title: "Where your key sleeps before you buy it",
    summary:
      "Every key is sealed before it touches the disk, and the page that shows it to you is the only place it is ever open.",
    cover: "/sample/posts/safe-keys.svg",
    daysAgo: 4,
    content: `<p>A key is worth exactly as long as nobody else has seen it. So here is what happens to one between our supplier and you.</p>
<h2>On the way in</h2>
<p>Each key is encrypted on its own, bound to its place on the shelf. Copied to another place, it does not open. A second key of the same content is noticed without either being readable: we compare fingerprints, not keys.</p>
<h2>While you decide</h2>
<p>When you order, your key is taken off the shelf and held for you for fifteen minutes. Two people can never be promised the same one, however fast they click.</p>
<h2>On the way out</h2>
<p>The moment your payment is confirmed, the key is yours: on your order page and in your mail. If the mail goes astray, the order page still has it, and the <a href="/lookup">look-up</a> sends you a fresh link.</p>`,
  },
  {
    slug: "buying-without-an-account",
    type: "blog",
    title: "Buying without an account, and finding your order again",
    summary:
      "You need an e-mail address and nothing else. Here is how to get back to your key, even from another phone.",
    cover: null,
    daysAgo: 9,
    content: `<p>Most people who buy one game do not want one more password. So you can buy as a guest: choose, enter your e-mail address, pay, read your key.</p>
<ol><li><strong>Same phone?</strong> The browser remembers your orders. Open <a href="/lookup">Find my order</a>.</li><li><strong>Another device?</strong> Enter the e-mail address you bought with. We send a fresh link to it, and only to it.</li><li><strong>No mail?</strong> Look in the spam folder first, then write to us with the order number.</li></ol>
<p>An account is worth it when you buy more often: you get member prices, a balance, and all your keys in one list.</p>`,
  },
  {
    slug: "b-d-p-q",
    type: "blog",
    title: "b, d, p and q are not the same letter",
    summary:
      "A page from the Counterform course: why a letter that is only turned round always looks a little drunk.",
    cover: "/sample/posts/letterforms.svg",
    daysAgo: 16,
    content: `<p>Cut a <em>b</em> out of paper, turn it over, and you have a <em>d</em>. Turn it again and you have <em>p</em> and <em>q</em>. So one drawing should do for four letters, and yet every type designer draws four.</p>
<p>The reason is the eye, which reads from the left and expects weight at the bottom. The bowl of a <em>p</em> hangs from its stem; the bowl of a <em>b</em> sits on the line. Turn one into the other and it sags.</p>
<blockquote><p>Draw the white first. The black will follow.</p></blockquote>
<p>That sentence is lesson one of <a href="/products/counterform">Counterform</a>, and also lesson fourteen.</p>`,
  },
  {
    slug: "delivery-of-handmade-orders",
    type: "notice",
    title: "Portraits: five working days at the moment",
    summary: "Keys arrive within seconds as always. Hand-painted portraits currently take five working days.",
    cover: null,
    daysAgo: 20,
    content: `<p>Everything with a key, a link or a text is delivered the moment your payment arrives, day and night. Only the <a href="/products/portrait-commission">hand-painted portraits</a> need a person, and that person sleeps: please allow five working days.</p>
<p>Your order page shows “in progress” until the file is there, and we write to you the minute it is.</p>`,
  },
];
