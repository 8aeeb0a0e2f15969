import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { formatMoney } from "@/lib/core/money";
import type { FakeOffer } from "./fake-gateways";
import type { Over } from "./loopback-gateway";

/** A gateway of the demo, and the shop's channel of it. */
export interface DeskOffer extends FakeOffer {
  channelId: number;
}

const acts = {
  pay: "Pay and go back to the shop",
  lose: "Pay, and lose the notification",
  repeat: "Send the notification again",
  forge: "Send a forged notification",
  short: "Send one over another amount",
} as const;
type Act = keyof typeof acts;
const isAct = (word: string): word is Act => word in acts;

const escapeHtml = (words: string) =>
  words.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem;color:#14201b;background:#f5f7f4}
section{background:#fff;border:1px solid #cfd8d3;border-radius:8px;padding:1rem;margin:1rem 0;overflow-wrap:anywhere}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:0}form{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.75rem}
button{font:inherit;padding:.4rem .8rem;border:1px solid #12594a;border-radius:6px;background:#fff;color:#12594a;cursor:pointer}
button[value=pay]{background:#12594a;color:#fff}
@media (prefers-color-scheme:dark){body{background:#101614;color:#e6ece9}section,button{background:#18211e;border-color:#3b4843}
button{color:#8fd0bf}button[value=pay]{background:#8fd0bf;color:#101614}}`;

/**
 * The page from which somebody plays the gateways of the demo: it shows what each of them was asked for, pays it, and sends
 * true, repeated, wrong and forged notifications to the shop. No money moves.
 */
export class GatewayDesk {
  private server: Server | null = null;
  url = "";

  constructor(
    private readonly shopUrl: string,
    private readonly offers: readonly DeskOffer[],
  ) {}

  async start(port: number): Promise<void> {
    this.server = createServer((request, response) => void this.serve(request, response));
    await new Promise<void>((resolve, reject) => {
      this.server?.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    this.url = `http://127.0.0.1:${port}/`;
    for (const { gateway } of this.offers) gateway.deskUrl = this.url;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const said = new URL(request.url ?? "/", this.url).searchParams.get("said");
    if (request.method !== "POST") return this.show(response, said);
    const fields = new URLSearchParams(await text(request));
    const [code, paymentNo, act] = ["code", "payment_no", "act"].map((name) => fields.get(name) ?? "");
    const offer = this.offers.find((one) => one.code === code);
    if (!offer?.gateway.books.has(paymentNo ?? "") || !isAct(act ?? "")) {
      response.writeHead(404).end("Not found");
      return;
    }
    const location = await this.perform(offer, paymentNo ?? "", act as Act).catch(
      (error: unknown) => `/?said=${encodeURIComponent(String(error))}`,
    );
    response.writeHead(303, { location }).end();
  }

  /** @returns where the browser goes then */
  private async perform(offer: DeskOffer, paymentNo: string, act: Act): Promise<string> {
    const { gateway } = offer;
    if (act === "pay" || act === "lose") gateway.pay(paymentNo);
    const back = `${this.shopUrl}/api/v1/payments/return/${paymentNo}`;
    if (act === "lose") return back;
    const { cents } = gateway.bookOf(paymentNo);
    const over: Over = act === "forge" ? { isForged: true } : act === "short" ? { cents: cents - 1n } : {};
    const answer = await this.notify(offer, paymentNo, over);
    return act === "pay" ? back : `/?said=${encodeURIComponent(`${paymentNo}: the shop answered ${answer}`)}`;
  }

  private async notify(
    { code, gateway, channelId }: DeskOffer,
    paymentNo: string,
    over: Over,
  ): Promise<string> {
    const { query, ...message } = gateway.message(paymentNo, over);
    const address = `${this.shopUrl}/api/v1/payments/callback/${code}/${channelId}`;
    const answer = await fetch(query ? `${address}?${query}` : address, message);
    return `${answer.status} ${await answer.text()}`;
  }

  private show(response: ServerResponse, said: string | null): void {
    const payments = this.offers.flatMap((offer) =>
      [...offer.gateway.books.keys()].map((paymentNo) => this.view(offer, paymentNo)),
    );
    const list =
      payments.toReversed().join("") || "<p>Nothing was asked for yet: buy something in the shop.</p>";
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
      .end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gateways of the demo</title><style>${style}</style><main><h1>Gateways of the demo</h1>
<p>No money moves. <a href="${escapeHtml(this.shopUrl)}">The shop</a> · <a href="/">Reload</a></p>
${said ? `<p role="status"><strong>${escapeHtml(said)}</strong></p>` : ""}${list}</main></html>`);
  }

  private view({ code, name, gateway }: DeskOffer, paymentNo: string): string {
    const { cents, currency, state, tradeNo } = gateway.bookOf(paymentNo);
    const refunds = [...gateway.refunds.values()].filter((refund) => refund.tradeNo === tradeNo);
    const back = refunds.map((one) => `, sent back ${formatMoney(one.cents)} (${one.state})`).join("");
    const offered = Object.entries(acts).filter(
      ([act]) => state === "waiting" || (act !== "pay" && act !== "lose"),
    );
    const buttons = offered.map(
      ([act, label]) => `<button name="act" value="${act}">${escapeHtml(label)}</button>`,
    );
    return `<section aria-label="${paymentNo}"><h2>${escapeHtml(name)}: ${formatMoney(cents)} ${escapeHtml(currency)}</h2>
<p>${paymentNo}, trade ${escapeHtml(tradeNo)}: ${state}${escapeHtml(back)}</p>
<form method="post"><input type="hidden" name="code" value="${code}"><input type="hidden" name="payment_no" value="${paymentNo}">
${buttons.join("")}</form></section>`;
  }
}
