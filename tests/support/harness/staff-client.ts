import type { MailKind } from "@/lib/notifications/mail-data";
import type { BuiltShop } from "./built-shop";

export const staffPassword = "a shelf of quiet brass keys";

interface Envelope {
  status_code: number;
  msg: string;
  data: unknown;
}

interface Mail {
  id: number;
  kind: MailKind;
  subject: string;
  recipient: string;
  text: string;
  html: string;
}

/** The owner of a built shop, who works with a script instead of a browser: the admin API with the session's cookie. */
export class StaffClient {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  private constructor(url: string) {
    this.#url = url;
  }

  /** Logs in; with the one-time password of the first start it is changed to `staffPassword`. */
  static async enter(shop: Pick<BuiltShop, "url" | "admin">): Promise<StaffClient> {
    const client = new StaffClient(shop.url);
    if (await client.#logIn(shop.admin.email, shop.admin.password)) {
      await client.call("PUT", "/session/password", {
        old_password: shop.admin.password,
        new_password: staffPassword,
      });
    } else if (!(await client.#logIn(shop.admin.email, staffPassword))) {
      throw new Error("The owner cannot log in.");
    }
    return client;
  }

  /** Logs in once more, beside what is open already. */
  static async again(url: string, email: string): Promise<StaffClient> {
    const client = new StaffClient(url);
    if (!(await client.#logIn(email, staffPassword))) throw new Error(`${email} cannot log in.`);
    return client;
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      ...init,
      redirect: "manual",
      headers: {
        ...(init.headers as Record<string, string>),
        origin: this.#url,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** A page as the server draws it in a language. @returns null for a redirect. */
  async page(path: string, locale: string): Promise<{ status: number; html: string } | null> {
    this.#cookies.set("locale", locale);
    const response = await this.#fetch(path);
    const html = await response.text();
    return response.status >= 300 && response.status < 400 ? null : { status: response.status, html };
  }

  /** An answer of the admin's API that has no envelope. */
  async served<T>(path: string): Promise<T> {
    return (await (await this.#send("GET", path)).json()) as T;
  }

  /** For a browser that goes on as this member of staff. */
  session() {
    const cookies = [...this.#cookies].map(([name, value]) => ({
      name,
      value,
      domain: new URL(this.#url).hostname,
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Strict" as const,
    }));
    return { cookies, origins: [] };
  }

  /** A further member of staff, who has chosen a password. */
  async hire(
    shop: BuiltShop,
    role: "manager" | "support" | "viewer" | `own:${number}`,
  ): Promise<StaffClient> {
    const email = `${role.replace(":", "-")}@staff.example.com`;
    const { one_time_password: password } = await this.call<{ one_time_password: string }>("POST", "/staff", {
      email,
      name: `The ${role} of the shop`,
      role,
    });
    return StaffClient.enter({ ...shop, admin: { email, password } });
  }

  async #logIn(email: string, password: string): Promise<boolean> {
    const { csrfToken } = (await (await this.#fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await this.#fetch("/api/auth/callback/staff", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email, password, csrfToken, callbackUrl: "/admin", json: "true" }),
    });
    return response.ok;
  }

  #send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#fetch(`/api/v1/admin${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  }

  /** The envelope, whatever it says; an act that asks for the password gets it. */
  async ask(method: string, path: string, body?: unknown): Promise<Envelope> {
    let response = await this.#send(method, path, body);
    if (response.headers.get("x-error-rule") === "prove_first") {
      await this.#send("POST", "/session/proof", { password: staffPassword });
      response = await this.#send(method, path, body);
    }
    return (await response.json()) as Envelope;
  }

  /** The data. @throws with the server's sentence */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status_code: code, msg, data } = await this.ask(method, path, body);
    if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg}`);
    return data as T;
  }

  /** The option of the sample shop that has this code. */
  async skuId(code: string): Promise<number> {
    const { products } = await this.call<{ products: { id: number }[] }>("GET", `/products?search=${code}`);
    const { skus } = await this.call<{ skus: { id: number; code: string }[] }>(
      "GET",
      `/products/${products[0]?.id}`,
    );
    const sku = skus.find((each) => each.code === code);
    if (!sku) throw new Error(`There is no option ${code}.`);
    return sku.id;
  }

  /** The newest mail of a kind to an address, as soon as it is in the outbox. */
  async mail(recipient: string, kind: MailKind): Promise<Mail> {
    const end = Date.now() + 15_000;
    for (;;) {
      const query = new URLSearchParams({ search: recipient, kind });
      const { mails } = await this.call<{ mails: Mail[] }>("GET", `/mails?${query}`);
      if (mails[0]) return this.call<Mail>("GET", `/mails/${mails[0].id}`);
      if (Date.now() > end) throw new Error(`No mail "${kind}" to ${recipient} came.`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
