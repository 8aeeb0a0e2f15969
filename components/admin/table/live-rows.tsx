import type { ListQuery, OrderedPage } from "../list-query";
import { LiveRefresh } from "./live-refresh";
import { NewRows } from "./new-rows";

type LiveRowsProps = {
  /** The list's own address in the API: `/admin/orders`. */
  api: string;
  list: ListQuery<OrderedPage>;
  /** When the page was drawn. */
  since: string;
};

/** New rows show by themselves at the top of a list; everywhere else a button says how many have come, and leads there. */
export function LiveRows({ api, list, since }: LiveRowsProps) {
  const { page = 1, sort = "newest" } = list.query;
  return (
    <>
      {page === 1 && sort === "newest" ? null : (
        <NewRows path={api} filters={list.text} since={since} href={list.href({ sort: null, page: null })} />
      )}
      <LiveRefresh />
    </>
  );
}
