import { isLocale, localeCookie, splitLocale } from "@/lib/core/locale";
import { withFormBody } from "@/lib/http/body/form-body";
import { secureMark } from "@/lib/http/caller/cookies";
import { isTheme, rangeCookie, themeCookie, toRangeDays } from "@/messages/locales";

/** Language, theme and the days of reports, also for browsers without script: sets the cookie and goes back where the form stood. */
export const POST = (request: Request): Promise<Response> =>
  withFormBody(request, async (body) => {
    const type = request.headers.get("content-type") ?? "";
    const form = await new Response(body, { headers: { "content-type": type } })
      .formData()
      .catch(() => new FormData());
    return save(form);
  });

function save(form: FormData): Response {
  const locale = form.get(localeCookie);
  const theme = form.get(themeCookie);
  const days = toRangeDays(form.get(rangeCookie));
  const back = form.get("back");

  // An address with a language would show that language and not the chosen one.
  const here = localPath(back);
  const target = isLocale(locale) ? withoutLocale(here) : here;
  const headers = new Headers({ location: localPath(target), "cache-control": "no-store" });
  const lasting = `Path=/; Max-Age=31536000; SameSite=Lax${secureMark()}`;
  if (isLocale(locale)) headers.append("set-cookie", `${localeCookie}=${locale}; ${lasting}`);
  if (isTheme(theme)) headers.append("set-cookie", `${themeCookie}=${theme}; ${lasting}`);
  if (days !== null) headers.append("set-cookie", `${rangeCookie}=${days}; ${lasting}`);
  return new Response(null, { status: 303, headers });
}

function withoutLocale(path: string): string {
  const { pathname, search } = new URL(path, "http://shop.invalid");
  return splitLocale(pathname).pathname + search;
}

/** Only a path of ours: `//host` and `/\host` would leave the shop. */
function localPath(value: unknown): string {
  return typeof value === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(value) ? value : "/";
}
