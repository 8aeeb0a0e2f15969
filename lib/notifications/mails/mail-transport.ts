import type { Socket } from "node:net";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { getConfig } from "../../config/config";
import { openSocket } from "../../outgoing/open-socket";
import type { MailServer } from "../server/mail-server";

const connectMs = 10_000;
const waits = { connectionTimeout: connectMs, greetingTimeout: 10_000, socketTimeout: 30_000 };
const maxConnections = 2;
// Texts of templates are text: nothing in them may make nodemailer read a file or fetch an address.
const textOnly = { disableFileAccess: true, disableUrlAccess: true };

type GotSocket = (error: Error | null, got: { connection: Socket } | false) => void;

function makeTransport(server: MailServer): Transporter {
  if ("url" in server) {
    const url = new URL(server.url);
    for (const [name, value] of Object.entries({ pool: true, maxConnections, ...waits }))
      url.searchParams.set(name, String(value));
    return createTransport(url.href, textOnly);
  }
  const { host, port, security, user, password } = server;
  const { allowPrivateNetworks: allowsPrivate } = getConfig().mail;
  return createTransport(
    {
      pool: true,
      maxConnections,
      ...waits,
      host,
      port,
      secure: security === "tls",
      // No falling back: a server that offers no STARTTLS gets neither password nor mail.
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      ...(user === null ? {} : { auth: { user, pass: password ?? "" } }),
      getSocket: (_options: unknown, done: GotSocket) => {
        openSocket({ host, port, allowsPrivate, timeoutMs: connectMs }).then(
          (connection) => done(null, { connection }),
          (error: Error) => done(error, false),
        );
      },
    },
    textOnly,
  );
}

let open: { key: string; transport: Transporter } | undefined;

/** Its connections stay open for the next mail, until another server is named. */
export function mailTransport(server: MailServer): Transporter {
  const key = JSON.stringify([server, getConfig().mail.allowPrivateNetworks]);
  if (open?.key === key) return open.transport;
  open?.transport.close();
  open = { key, transport: makeTransport(server) };
  return open.transport;
}

/** Lets the process end: pooled connections keep it alive. */
export function closeMailTransport(): void {
  open?.transport.close();
  open = undefined;
}

/** Connects and logs in, and sends nothing. @returns what is wrong in the server's own words */
export async function verifyMailServer(server: MailServer): Promise<string | null> {
  const transport = makeTransport(server);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

/** One mail through a server that is not the shop's any more. @throws in the server's own words */
export async function sendThroughOnce(server: MailServer, message: SendMailOptions): Promise<void> {
  const transport = makeTransport(server);
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}
