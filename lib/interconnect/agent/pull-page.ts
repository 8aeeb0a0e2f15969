import { foreignWords, ProblemError } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { callMainSite, type MainSite } from "./main-site-client";
import { readOfferedProduct } from "./read-offered-product";
import { type OfferedProduct, offeredPage, type SkippedProduct } from "./schema";

const perPage = 200;
const answerMs = 30_000;

/** The main site gave no usable list: the pull ends, and its problem is shown to the operator. */
export class SyncError extends ProblemError {}

export interface ProductPage {
  products: OfferedProduct[];
  skipped: SkippedProduct[];
  total: number;
  pages: number;
}

/** One page of a main site's product list. @throws SyncError */
export async function pullPage(
  site: MainSite,
  { after, number }: { after: Date | null; number: number },
): Promise<ProductPage> {
  const query = new URLSearchParams({ page: String(number), per_page: String(perPage) });
  if (after) query.set("updated_after", after.toISOString());
  const answer = await callMainSite(site, {
    method: "GET",
    path: `/api/v1/upstream/products?${query}`,
    answer: offeredPage,
    checksEntries: true,
    totalMs: answerMs,
  });
  if (answer.result === "lost") throw new SyncError(answer.problem);
  if (answer.result === "refused")
    throw new SyncError(
      problem("main_site_answered", { code: answer.code, message: foreignWords(answer.message) }),
    );
  const page: ProductPage = {
    products: [],
    skipped: [],
    total: answer.data.total,
    pages: Math.max(1, Math.ceil(answer.data.total / answer.data.per_page)),
  };
  for (const entry of answer.data.products) {
    const read = readOfferedProduct(entry);
    if ("product" in read) page.products.push(read.product);
    else page.skipped.push(read.skipped);
  }
  return page;
}

const beginning = new Date(0);

/**
 * Pages of the active products shift when one of them is delisted while they are read, and the next page then misses a
 * product. The list of everything that ever changed keeps its rows: it is pulled where there is more than one page and the
 * main site's filter knows at least as many products. @returns the filter for a pull of everything
 */
export async function filterForEverything(site: MainSite): Promise<Date | null> {
  const active = await pullPage(site, { after: null, number: 1 });
  if (active.pages === 1) return null;
  const ever = await pullPage(site, { after: beginning, number: 1 });
  return ever.total >= active.total ? beginning : null;
}
