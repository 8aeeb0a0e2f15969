import StoreLayout from "./(store)/layout";
import NotFound from "./(store)/not-found";

export { describeNotFound as generateMetadata } from "./(store)/describe-page";

/** Addresses that belong to no page: the shop's own answer, with its header, search and goods. */
export default function UnknownPage() {
  return (
    <StoreLayout>
      <NotFound />
    </StoreLayout>
  );
}
