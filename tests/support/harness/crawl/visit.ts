import { doAct } from "./acts";
import { check, checkForms, checkRequests, checkWeight } from "./checks";
import { isKnown } from "./known";
import { addressIn, type Places } from "./pages";
import type { Readers } from "./readers";
import type { View } from "./views";
import { linksOf } from "./words";

/** Where a role lands that may not read a page. */
const forbidden = "/admin/forbidden";

/**
 * Answers that are wanted, and the line that the browser itself writes about each. An empty form is refused; 403 says that
 * something was offered to a role that may not do it.
 */
function isWanted(problem: string, { page: { status = 200 }, act }: View): boolean {
  const isRefusal = /^answer: 4(?!03)\d\d \/api\/|^console: Failed to load resource.* 4(?!03)\d\d /.test(
    problem,
  );
  return (status !== 200 && problem.includes(String(status))) || (act === "use" && isRefusal);
}

/** Opens a page as one reader sees it and does the view's act. @returns what is wrong with it */
export async function visit(readers: Readers, url: string, places: Places, view: View): Promise<string[]> {
  const address = addressIn(view.page, places);
  const tab = await readers.tab(view);
  const { page, problems } = tab;
  try {
    const answer = await page.goto(`${url}${address}`);
    await tab.settle();
    const found: string[] = [];
    const { status: wanted = 200, roles } = view.page;
    if (answer?.status() !== wanted) found.push(`status: answers ${answer?.status()}`);
    const landed = new URL(page.url()).pathname;
    const isRefused = landed === forbidden && view.role !== roles[0];
    if (landed !== address.replace(/\?.*$/, "") && !isRefused) found.push(`status: leads to ${landed}`);
    // The HTML of a page that led on is gone.
    const html = isRefused ? "" : ((await answer?.text()) ?? "");
    found.push(...(await checkForms(page, html)));
    found.push(
      ...checkRequests(tab, view),
      ...(await checkWeight(page, view, html)),
      ...(await check({ tab, view })),
    );
    const links = linksOf(await page.content());
    found.push(...(await readers.links.check(links, view.role, page.context())));
    const look = async (part?: string) => check({ tab, view, ...(part ? { part } : {}) });
    const isNews = (name: string) => readers.isNews(address, name);
    if (!isRefused) found.push(...(await doAct({ tab, view, look, isNews })));
    return [
      ...found,
      ...problems.filter((problem) => !isWanted(problem, view)),
      ...readers.ran.map((where) => `live: something ran at ${where}`),
    ].filter((fault) => !isKnown(fault, view));
  } finally {
    await tab.close();
  }
}
