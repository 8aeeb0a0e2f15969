import type { Metadata } from "next";
import { describeNotFound } from "./(store)/describe-page";
import StoreLayout from "./(store)/layout";
import NotFound from "./(store)/not-found";
import { generateMetadata as describeShop, Frame } from "./frame";
import { UnknownPageListens } from "./unknown-page-listens";

export { generateViewport } from "./frame";

export async function generateMetadata(): Promise<Metadata> {
  const [shop, { title, ...page }] = await Promise.all([describeShop(), describeNotFound()]);
  return { ...shop, ...page, title: `${title} · ${shop.applicationName}` };
}

/**
 * Addresses that belong to no page: the shop's own answer, with its header, search and goods. A root `not-found` would say
 * the same, but Next sends that one, with its scripts, in every page of the shop and of the admin.
 */
export default function UnknownPage() {
  return (
    <Frame listens={<UnknownPageListens />}>
      <StoreLayout>
        <NotFound />
      </StoreLayout>
    </Frame>
  );
}
