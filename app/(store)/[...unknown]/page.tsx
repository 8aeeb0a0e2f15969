import { notFound } from "next/navigation";

export { describeNotFound as generateMetadata } from "../describe-page";

/**
 * Addresses that belong to no page: the shop's own answer, with its header, search and goods. Next would draw a `not-found` of the
 * root into every page of shop and admin, this one costs the others nothing.
 */
export default function UnknownPage(): never {
  notFound();
}
