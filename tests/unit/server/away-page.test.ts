import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { noteAway } from "@/lib/db/connections/note-away";
import { tellingOfAway } from "../../../server/door/away-page";
import type { Handler } from "../../../server/door/front-door";
import { renderDetached } from "../../../server/pages/render-detached";

const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const ask = (next: Handler) => renderDetached(tellingOfAway(next), { url: "/", headers: {} });

/** As Next answers: some pages in one piece, some in several. */
const failing =
  (isAway: boolean, send: (response: ServerResponse) => void): Handler =>
  async (_, response) => {
    if (isAway) noteAway();
    response.setHeader("x-request-id", "7");
    response.setHeader("content-encoding", "gzip");
    send(response);
  };

const ways: [string, (response: ServerResponse) => void][] = [
  [
    "in one piece",
    (response) => {
      response.statusCode = 500;
      response.end("broken");
    },
  ],
  [
    "in several pieces",
    (response) => {
      response.statusCode = 500;
      response.write("bro");
      response.end("ken");
    },
  ],
  [
    "with its headers first",
    (response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      response.end("broken");
    },
  ],
];

describe("a page while the database is away", () => {
  it.each(ways)(
    "is 503 with a text in each language, without a script, when Next sends its fault %s",
    async (_, send) => {
      const { status, headers, body } = await ask(failing(true, send));
      expect([status, headers["retry-after"], headers["cache-control"], headers["x-request-id"]]).toEqual([
        503,
        "5",
        "no-store",
        "7",
      ]);
      expect(headers["content-encoding"]).toBeUndefined();
      const text = body.toString();
      expect(text).toContain('<p lang="en">The shop cannot answer at the moment.');
      expect(text).toContain('<p lang="zh-Hans">商店暂时无法响应');
      expect(text).not.toMatch(/<script|broken/);
      expect(headers["content-length"]).toBe(body.byteLength);
    },
  );

  it.each(ways)("stays as it is for another fault, sent %s", async (_, send) => {
    const { status, body } = await ask(failing(false, send));
    expect([status, body.toString()]).toEqual([500, "broken"]);
  });

  it("is 503 when what stands before the pages fails", async () => {
    const answer = await ask(async () => {
      throw new Error("the settings could not be read", { cause: refused() });
    });
    expect(answer.status).toBe(503);
  });

  it("leaves errors of calls to other hosts, and all others, to the door", async () => {
    const outgoing = Object.assign(new Error("refused"), { name: "OutgoingError", cause: refused() });
    const stored = Object.assign(refused(), { $metadata: {} });
    for (const error of [outgoing, stored, new Error("else")])
      await expect(
        ask(async () => {
          throw error;
        }),
      ).rejects.toBe(error);
  });

  it("has no body for HEAD", async () => {
    const request = Object.assign(new IncomingMessage(new Socket()), {
      url: "/",
      method: "HEAD",
      headers: {},
    });
    const response = new ServerResponse(request);
    await tellingOfAway(async () => {
      throw refused();
    })(request, response);
    expect(response.statusCode).toBe(503);
  });
});
