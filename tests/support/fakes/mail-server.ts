import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
}

const decodeWords = (text: string) =>
  text
    .replace(/\r\n[ \t]+/g, " ")
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(body, "base64").toString("utf8")
        : Buffer.from(
            body
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            "latin1",
          ).toString("utf8"),
    );

function decodeBody(head: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function part(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const found =
    raw.split(`--${boundary}`).find((piece) => piece.toLowerCase().includes(`content-type: ${type}`)) ?? "";
  const cut = found.indexOf("\r\n\r\n");
  return decodeBody(found.slice(0, cut), found.slice(cut + 4))
    .replaceAll("\r\n", "\n")
    .trim();
}

const header = (raw: string, name: string) =>
  decodeWords(new RegExp(`^${name}: ((?:.*)(?:\\r\\n[ \\t].*)*)`, "im").exec(raw)?.[1] ?? "");

/**
 * A real SMTP server on loopback that keeps what it receives; `refuse` makes it answer as one that is out of order, and
 * it answers no mail before `ready`.
 */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const logins: { user: string | undefined; password: string | null | undefined }[] = [];
  let waiting = 0;
  const state = {
    refuse: false,
    recipientAnswer: null as [code: number, text: string] | null,
    ready: Promise.resolve(),
  };
  const server = new SMTPServer({
    // A pooled connection of the shop does not hold the end up.
    closeTimeout: 1,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      logins.push({ user: username, password });
      done(null, { user: "shop" });
    },
    onRcptTo(_address, _session, done) {
      if (!state.recipientAnswer) return done();
      const [responseCode, text] = state.recipientAnswer;
      done(Object.assign(new Error(text), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        waiting += 1;
        await state.ready;
        waiting -= 1;
        if (state.refuse) return done(Object.assign(new Error("Mailbox busy"), { responseCode: 450 }));
        const raw = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((recipient) => recipient.address),
          raw,
          subject: header(raw, "subject"),
          messageId: header(raw, "message-id"),
          text: part(raw, "text/plain"),
          html: part(raw, "text/html"),
        });
        return done();
      });
    },
  });
  // A client that is killed in the middle is what some tests are about.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    /** Names and passwords with which clients logged in. */
    logins,
    state,
    /** Mails that have come whole and have no answer yet. */
    waiting: () => waiting,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
