import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface SentMessage {
  service: string;
  path: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  at: number;
}

export const messengerSecrets = {
  botToken: "123456789:AAHfiqksKZ8WmR2zMFnGmZjBQ3TnUd0dEXs",
  chatId: "-1001234567890",
  webhookSecret: `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`,
  wecomKey: "693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa",
  deviceKey: "yLg9Xk4bQe5nPq7r",
  sendKey: "SCT123456TabcdefGHIJKLmnop",
  discordPath: "/api/webhooks/112233445566778899/tokenTOKENtokenTOKEN",
};

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

type Body = Record<string, unknown>;
type Answer = (
  response: ServerResponse,
  body: Body,
  path: string,
  raw: string,
  headers: Record<string, string>,
) => void;

/** Answers of each service, by its documentation: right, and wrong where it says 200 to a refusal. */
const services: { name: string; path: RegExp; answer: Answer }[] = [
  {
    name: "telegram",
    path: /^\/bot[^/]+\/sendMessage$/,
    answer: (response, body, path) => {
      if (path !== `/bot${messengerSecrets.botToken}/sendMessage`)
        return json(response, 401, { ok: false, error_code: 401, description: "Unauthorized" });
      if (body.chat_id !== messengerSecrets.chatId)
        return json(response, 400, {
          ok: false,
          error_code: 400,
          description: "Bad Request: chat not found",
        });
      if (/<(?!\/?b>)/.test(String(body.text)))
        return json(response, 400, {
          ok: false,
          error_code: 400,
          description: "Bad Request: can't parse entities",
        });
      return json(response, 200, { ok: true, result: { message_id: 7 } });
    },
  },
  {
    name: "webhook",
    path: /^\/hooks\//,
    answer: (response, _body, _path, raw, headers) => {
      try {
        new Webhook(messengerSecrets.webhookSecret).verify(raw, headers);
        return response.writeHead(204).end();
      } catch {
        return json(response, 401, { error: "signature" });
      }
    },
  },
  {
    name: "wecom",
    path: /^\/cgi-bin\/webhook\/send/,
    answer: (response, body, path) =>
      json(
        response,
        200,
        path.endsWith(messengerSecrets.wecomKey) && body.msgtype === "text"
          ? { errcode: 0, errmsg: "ok" }
          : { errcode: 93000, errmsg: "invalid webhook url" },
      ),
  },
  {
    name: "bark",
    path: /^\/push$/,
    answer: (response, body) =>
      body.device_key === messengerSecrets.deviceKey
        ? json(response, 200, { code: 200, message: "success" })
        : json(response, 400, { code: 400, message: "failed to get device token" }),
  },
  {
    name: "serverchan",
    path: /^\/[A-Za-z0-9]+\.send$/,
    answer: (response, _body, path) =>
      path === `/${messengerSecrets.sendKey}.send`
        ? json(response, 200, { code: 0, message: "", data: { errno: 0 } })
        : json(response, 200, { code: 40001, message: "bad pushtoken" }),
  },
  {
    name: "discord",
    path: /^\/api\/webhooks\//,
    answer: (response, _body, path) =>
      path === messengerSecrets.discordPath
        ? response.writeHead(204).end()
        : json(response, 404, { message: "Unknown Webhook", code: 10015 }),
  },
];

/** Every service that an operator can be told through, on one port; `down` makes all of them answer as if out of order. */
export async function startMessengers() {
  const sent: SentMessage[] = [];
  const state: { down: boolean; says: ((response: ServerResponse) => unknown) | null } = {
    down: false,
    says: null,
  };
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString("utf8");
    const path = request.url ?? "";
    const service = services.find((candidate) => candidate.path.test(path));
    if (!service || request.method !== "POST") return response.writeHead(404).end();
    if (state.says) return state.says(response);
    if (state.down) return response.writeHead(503).end("try later");
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const body = JSON.parse(raw) as Body;
    sent.push({ service: service.name, path, body, headers, at: Date.now() });
    return service.answer(response, body, path, raw, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, sent, state, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
